import type { NodeInput, NodeOutput } from '../define-node.ts';
import { textParam } from '../params.ts';

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
  return [
    { name: 'retriever', label: 'Retriever', type: 'BaseRetriever', baseClasses: [type, 'BaseRetriever'] },
    { name: 'text', label: 'Text', type: 'Text', baseClasses: ['string', 'json'] },
  ];
}

/** What else Flowise's retrievers give. */
export const savedOnlyOutputs = [{ name: 'document', label: 'Document', baseClasses: ['Document'] }] as const;

export const queryParam = textParam({
  title: 'Query',
  help: 'What to look for instead of the question. {{question}} stands for it, {{id.data.instance}} for the passages of another retriever.',
  advanced: true,
  refers: true,
});
