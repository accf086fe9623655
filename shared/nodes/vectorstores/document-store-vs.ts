import { z } from 'zod';
import { t } from '../../texts/t.ts';
import { defineNode } from '../define-node.ts';
import { optionalNumberParam, textParam } from '../params.ts';

/** Lets a flow query a document store; the store's own upserts fill it. */
export const documentStoreVS = defineNode({
  kind: 'retriever',
  category: 'Vector Stores',
  name: 'documentStoreVS',
  version: 1,
  label: 'Document Store (Vector)',
  description: 'Answers queries from a document store, which is filled on its own page or by its own calls.',
  icon: 'library',
  type: 'DocumentStoreVS',
  synonyms: ['knowledge', 'store', 'retriever', 'library', 'search', 'shared'],
  params: z.object({
    selectedStore: textParam({
      title: 'Document store',
      help: 'The id of the store, as its page shows it.',
      required: true,
    }),
    topK: optionalNumberParam({
      title: 'Top K',
      help: "How many passages a query returns, unless it asks for another number. Empty: the store's own number.",
      unit: 'passages',
      min: 1,
      max: 1000,
      advanced: true,
    }),
  }),
  summary: () => t('Reads a document store'),
  inputs: [],
  outputs: [
    { name: 'retriever', label: 'Retriever', type: 'BaseRetriever', baseClasses: ['BaseRetriever'] },
    { name: 'vectorStore', label: 'Vector Store', type: 'VectorStore', baseClasses: ['VectorStore'] },
  ],
});
