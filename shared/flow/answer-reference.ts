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

function referringParams({ params }: Pick<NodeDefinition, 'params'>): string[] {
  return Object.entries(params.shape).flatMap(([name, schema]) => (paramInfo(schema).refers === true ? [name] : []));
}

/** What the texts of a node refer to, in the order of its params. */
export function referencesOf(
  definition: NodeDefinition,
  inputs: Readonly<Record<string, unknown>>,
): WrittenReference[] {
  return referringParams(definition).flatMap((param) => {
    const text = inputs[param];
    if (typeof text !== 'string') return [];
    return Array.from(text.matchAll(REFERENCE), ([written, name = '']) => ({
      param,
      written,
      reference: readReference(name),
    }));
  });
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
  const replaced = [...new Set(found.map(({ param }) => param))].map((param) => [
    param,
    String(inputs[param]).replace(REFERENCE, (written) => values.get(written) ?? written),
  ]);
  return { ...inputs, ...Object.fromEntries(replaced) };
}
