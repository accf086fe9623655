import { mapTexts } from '../json/map-texts.ts';
import { jsonOrAsItIs } from '../json/parse-json.ts';
import type { NodeDefinition } from '../nodes/define-node.ts';
import { paramInfo } from '../nodes/params.ts';

/** `{{question}}`, `{{chat_history}}` and `{{nodeId.data.instance}}`; variables begin with $ and have their own way. */
const REFERENCE = /\{\{\s*([^{}$\s][^{}]*?)\s*\}\}/g;
const INSTANCE = /^(.+)\.data\.instance$/;

/** What a text refers to where a question is answered. */
export type AnswerReference =
  | { readonly to: 'question' | 'history' }
  | { readonly to: 'node'; readonly id: string }
  | { readonly to: 'nothing' };

function readReference(name: string): AnswerReference {
  if (name === 'question') return { to: 'question' };
  if (name === 'chat_history') return { to: 'history' };
  const [, id] = INSTANCE.exec(name) ?? [];
  return id === undefined ? { to: 'nothing' } : { to: 'node', id };
}

export interface WrittenReference {
  readonly param: string;
  /** As it is written: `{{question}}`. */
  readonly written: string;
  readonly reference: AnswerReference;
}

/** The values of the params whose texts may refer to something. */
function referringValues(
  { params }: Pick<NodeDefinition, 'params'>,
  inputs: Readonly<Record<string, unknown>>,
): (readonly [param: string, value: unknown])[] {
  return Object.entries(params.shape).flatMap(([param, schema]) => {
    const { refers, kind } = paramInfo(schema);
    if (refers !== true) return [];
    // Of JSON what it says, so that an answer with a quote in it can't break it.
    return [[param, kind === 'json' ? jsonOrAsItIs(inputs[param]) : inputs[param]] as const];
  });
}

/** What the texts of a node refer to, those in its JSON too, in the order of its params. */
export function referencesOf(
  definition: NodeDefinition,
  inputs: Readonly<Record<string, unknown>>,
): WrittenReference[] {
  const found: WrittenReference[] = [];
  for (const [param, value] of referringValues(definition, inputs)) {
    mapTexts(value, (text) => {
      for (const [written, name = ''] of text.matchAll(REFERENCE)) {
        found.push({ param, written, reference: readReference(name) });
      }
      return text;
    });
  }
  return found;
}

/** The inputs of a node with values in the place of its references. Values that come in are not searched again. */
export async function replaceReferences(
  definition: NodeDefinition,
  inputs: Readonly<Record<string, unknown>>,
  textOf: (reference: AnswerReference) => Promise<string>,
): Promise<Readonly<Record<string, unknown>>> {
  const found = referencesOf(definition, inputs);
  if (found.length === 0) return inputs;
  const values = new Map<string, string>();
  for (const { written, reference } of found) if (!values.has(written)) values.set(written, await textOf(reference));
  const replaced = referringValues(definition, inputs).map(([param, value]) => [
    param,
    mapTexts(value, (text) => text.replace(REFERENCE, (written) => values.get(written) ?? written)),
  ]);
  return { ...inputs, ...Object.fromEntries(replaced) };
}
