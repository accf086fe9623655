import type { NodeInput, NodeOutput } from '../define-node.ts';
import { numberParam } from '../params.ts';

/** Inputs that every vector store has (Flowise's names). */
export const storeInputs: readonly NodeInput[] = [
  { name: 'document', label: 'Document', type: 'Document', list: true, help: 'What to store: one loader or more.' },
  { name: 'embeddings', label: 'Embeddings', type: 'Embeddings', help: 'Turns each chunk into a vector.' },
  {
    name: 'recordManager',
    label: 'Record Manager',
    type: 'RecordManager',
    optional: true,
    help: 'Remembers what was stored, so that the next run writes only what changed.',
  },
];

/**
 * Outputs that every vector store has.
 * @param type Flowise's class of the store
 * @param name goes before the labels: "Chroma" of "Chroma Retriever"
 */
export function storeOutputs(type: string, name = ''): readonly NodeOutput[] {
  const labelled = (label: string) => `${name} ${label}`.trim();
  return [
    {
      name: 'retriever',
      label: labelled('Retriever'),
      type: 'VectorStore',
      baseClasses: [type, 'VectorStoreRetriever', 'BaseRetriever'],
    },
    {
      name: 'vectorStore',
      label: labelled('Vector Store'),
      type: 'VectorStore',
      baseClasses: [type, 'VectorStore'],
    },
  ];
}

/** How many passages a question gets. */
export function topKParam(shown: { advanced?: boolean } = {}) {
  return numberParam({
    title: 'Top K',
    help: 'How many passages a question gets, unless it asks for another number.',
    default: 4,
    min: 1,
    max: 1000,
    unit: 'passages',
    ...shown,
  });
}
