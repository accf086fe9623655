import type { NodeInput, NodeOutput } from '../define-node.ts';
import { optionalNumberParam, textParam } from '../params.ts';

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

/** Flowise writes the class of any language model; a chat model is one. */
export const languageModelInput = {
  name: 'model',
  label: 'Language Model',
  type: 'BaseChatModel',
  handleClass: 'BaseLanguageModel',
  help: 'Is asked once for each question, or as often as the node says.',
} as const satisfies NodeInput;

/** A vector store whose nodes give it without a retriever. */
export const vectorStoreInput = {
  name: 'vectorStore',
  label: 'Vector Store',
  type: 'VectorStore',
  help: 'Is searched.',
} as const satisfies NodeInput;

/** The most passages that remain. */
export const mostParam = optionalNumberParam({
  title: 'Top K',
  help: 'The most passages that remain. Empty: as many as the question asks for.',
  min: 1,
  max: 1000,
  unit: 'passages',
  advanced: true,
});
