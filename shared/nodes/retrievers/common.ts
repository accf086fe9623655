import type { NodeInput, NodeOutput } from '../define-node.ts';

/** Flowise writes the class of its vector stores' retrievers; any retriever fits here. */
export const baseRetrieverInput = {
  name: 'baseRetriever',
  label: 'Vector Store Retriever',
  type: 'BaseRetriever',
  handleClass: 'VectorStoreRetriever',
  help: 'Finds the passages that this node chooses from.',
} as const satisfies NodeInput;

/** @param type Flowise's class of the node */
export function retrieverOutputs(type: string): readonly NodeOutput[] {
  return [{ name: 'retriever', label: 'Retriever', type: 'BaseRetriever', baseClasses: [type, 'BaseRetriever'] }];
}
