import { NODE_KINDS, type NodeKind } from '../../shared/nodes/kinds.ts';

/** The folder of each kind, in `shared/nodes`, `electron/server/nodes` and the tests. */
const FOLDERS = {
  documentloader: 'documentloaders',
  textsplitter: 'textsplitters',
  embedding: 'embeddings',
  vectorstore: 'vectorstores',
  storereader: 'vectorstores',
  recordmanager: 'recordmanagers',
} as const satisfies Record<NodeKind, string>;

export interface NodeNames {
  readonly kind: NodeKind;
  /** As flows name it: `wikiPages`. */
  readonly name: string;
  /** As people read it: "Wiki Pages". */
  readonly label: string;
  /** As Flowise writes classes: `WikiPages`. */
  readonly type: string;
  readonly folder: string;
  /** `wiki-pages`, without its extension. */
  readonly file: string;
}

function isKind(text: string): text is NodeKind {
  return Object.hasOwn(NODE_KINDS, text);
}

/**
 * What a new node is called in each place.
 * @throws Error saying what a kind or a name may be
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
    folder: FOLDERS[kind],
    file: words.map((word) => word.toLowerCase()).join('-'),
  };
}
