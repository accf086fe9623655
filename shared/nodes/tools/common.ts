import type { NodeOutput } from '../define-node.ts';

/** The output of a tool node. @param name of the node @param classes Flowise's classes of it, the first of which is its type */
export function toolOutputs(name: string, ...classes: readonly string[]): readonly NodeOutput[] {
  return [{ name, label: 'Tool', type: 'Tool', baseClasses: classes }];
}
