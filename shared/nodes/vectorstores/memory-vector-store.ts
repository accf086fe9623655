import { z } from 'zod';
import { defineNode } from '../define-node.ts';
import { numberParam, textParam } from '../params.ts';

/** What all in-memory collections of a server hold together at most: texts, metadata and vectors. */
export const IN_MEMORY_LIMIT_BYTES = 1024 * 1024 * 1024;

export const memoryVectorStore = defineNode({
  kind: 'vectorstore',
  name: 'memoryVectorStore',
  version: 1,
  label: 'In-memory vector store',
  description: 'Holds chunks and vectors in memory until the app closes, at most 1 GB. For trying things out.',
  icon: 'memory-stick',
  type: 'Memory',
  synonyms: ['memory', 'ram', 'temporary', 'in-memory', 'volatile', 'test'],
  params: z.object({
    collection: textParam({
      title: 'Collection',
      help: 'Flows that name the same collection share it. Empty: one of its own for this flow. All of it is gone when the app closes.',
      pattern: /^[A-Za-z0-9._-]{0,128}$/,
      patternHelp: 'may have letters, digits, dots, dashes and underscores, at most 128',
    }),
    topK: numberParam({
      title: 'Top K',
      help: 'How many passages a question gets, if it does not say.',
      default: 4,
      min: 1,
      max: 1000,
    }),
  }),
  summary: (params) =>
    params.collection === '' ? 'Until the app closes' : `${params.collection}, until the app closes`,
  inputs: [
    { name: 'document', label: 'Document', type: 'Document', list: true, help: 'What to store: one loader or more.' },
    { name: 'embeddings', label: 'Embeddings', type: 'Embeddings', help: 'Turns each chunk into a vector.' },
    {
      name: 'recordManager',
      label: 'Record Manager',
      type: 'RecordManager',
      optional: true,
      help: 'Remembers what was stored, so that the next run writes only what changed. When the memory is empty again, so are the records.',
    },
  ],
  outputs: [
    {
      name: 'retriever',
      label: 'Memory Retriever',
      type: 'VectorStore',
      baseClasses: ['Memory', 'VectorStoreRetriever', 'BaseRetriever'],
    },
    { name: 'vectorStore', label: 'Memory Vector Store', type: 'VectorStore', baseClasses: ['Memory', 'VectorStore'] },
  ],
});
