import type { NodeInput, NodeOutput } from '../define-node.ts';
import { numberParam } from '../params.ts';

/** Inputs that every vector store has (Flowise's names). */
export const storeInputs = [
  {
    name: 'document',
    label: 'Document',
    type: 'Document',
    list: true,
    serves: 'filling',
    help: 'What to store: one loader or more.',
  },
  { name: 'embeddings', label: 'Embeddings', type: 'Embeddings', help: 'Turns each chunk into a vector.' },
  {
    name: 'recordManager',
    label: 'Record Manager',
    type: 'RecordManager',
    optional: true,
    serves: 'filling',
    help: 'Remembers what was stored, so that the next run writes only what changed.',
  },
] as const satisfies readonly NodeInput[];

/**
 * Outputs of every vector store. (Their labels omit the store's name, which is above them on the card.)
 * @param type Flowise's class of the store
 */
export function storeOutputs(type: string): readonly NodeOutput[] {
  return [
    {
      name: 'retriever',
      label: 'Retriever',
      type: 'BaseRetriever',
      baseClasses: [type, 'VectorStoreRetriever', 'BaseRetriever'],
    },
    {
      name: 'vectorStore',
      label: 'Vector Store',
      type: 'VectorStore',
      baseClasses: [type, 'VectorStore'],
    },
  ];
}

/** How many passages a query returns. */
export function topKParam(shown: { advanced?: boolean } = {}) {
  return numberParam({
    title: 'Top K',
    help: 'How many passages a query returns, unless it asks for another number.',
    default: 4,
    min: 1,
    max: 1000,
    unit: 'passages',
    ...shown,
  });
}
