import { NODE_KINDS, type NodeKind } from '../../shared/nodes/kinds.ts';

export interface NodeNames {
  readonly kind: NodeKind;
  /** As in flows: `wikiPages`. */
  readonly name: string;
  /** As displayed: "Wiki Pages". */
  readonly label: string;
  /** As a class name of Flowise: `WikiPages`. */
  readonly type: string;
  /** Of its kind, in `shared/nodes`, `electron/server/nodes` and the tests. */
  readonly folder: string;
  /** As a file name, `wiki-pages`, without extension. */
  readonly file: string;
}

function isKind(text: string): text is NodeKind {
  return Object.hasOwn(NODE_KINDS, text);
}

/**
 * The names of a new node in each place.
 * @throws Error with the valid kinds or names
 */
export function namesOf(kind: string, name: string): NodeNames {
  if (!isKind(kind)) throw new Error(`There is no kind ${kind}: use one of ${Object.keys(NODE_KINDS).join(', ')}.`);
  if (!/^[a-z][A-Za-z0-9]*$/.test(name)) {
    throw new Error(`${name} can't be the name of a node: use letters and digits that begin small, such as wikiPages.`);
  }
  const words = name.match(/[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])/g) ?? [name];
  const capitals = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return {
    kind,
    name,
    label: capitals.join(' '),
    type: capitals.join(''),
    folder: `${kind}s`,
    file: words.map((word) => word.toLowerCase()).join('-'),
  };
}
