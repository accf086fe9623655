import type { NodeOutput } from '../define-node.ts';
import { booleanParam } from '../params.ts';

export const autofixParam = booleanParam({
  title: 'Autofix',
  help: 'Asks the model once more if its answer does not fit.',
  default: false,
});

/** The output of an output parser. @param name of the node @param type Flowise's class of it */
export function parserOutputs(name: string, type: string): readonly NodeOutput[] {
  const baseClasses = [type, 'BaseLLMOutputParser', 'Runnable'];
  return [{ name, label: 'Output parser', type: 'BaseLLMOutputParser', baseClasses }];
}
