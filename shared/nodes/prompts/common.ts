import type { NodeOutput } from '../define-node.ts';
import { jsonObjectParam } from '../params.ts';

export const promptValuesParam = jsonObjectParam({
  title: 'Format Prompt Values',
  help: 'A JSON object with the values of the variables. A single variable without a value gets the question.',
  refers: true,
});

/** The output of a prompt node. @param name of the node @param types Flowise's own classes of it */
export function promptOutputs(name: string, ...types: readonly string[]): readonly NodeOutput[] {
  const baseClasses = [...types, 'BasePromptTemplate', 'Runnable'];
  return [{ name, label: 'Prompt', type: 'BasePromptTemplate', baseClasses }];
}

/** The beginning of a text, on one line. */
export function beginningOf(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, 80);
}
