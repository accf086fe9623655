import { z } from 'zod';
import { defineNode } from '../define-node.ts';
import { choiceParam, numberParam, textParam } from '../params.ts';

export const hnsw = defineNode({
  kind: 'vectorstore',
  name: 'hnsw',
  version: 1,
  label: 'Local vector store (HNSW)',
  description: 'Keeps chunks and vectors on this machine, for search by meaning and by words.',
  icon: 'database',
  type: 'HNSW',
  synonyms: ['hnsw', 'local', 'embedded', 'faiss', 'index', 'sqlite', 'memory', 'hybrid'],
  params: z.object({
    collection: textParam({
      title: 'Collection',
      help: 'Flows that name the same collection share it. Empty: one of its own for this flow.',
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
    searchMode: choiceParam({
      title: 'Search',
      default: 'hybrid',
      choices: [
        { value: 'hybrid', label: 'By words and meaning' },
        { value: 'vector', label: 'By meaning only' },
        { value: 'keyword', label: 'By words only' },
      ],
    }),
  }),
  summary: (params) => (params.collection === '' ? "This flow's own collection" : params.collection),
  inputs: [
    { name: 'document', label: 'Document', type: 'Document', list: true, help: 'What to store: one loader or more.' },
    { name: 'embeddings', label: 'Embeddings', type: 'Embeddings', help: 'Turns each chunk into a vector.' },
    {
      name: 'recordManager',
      label: 'Record Manager',
      type: 'RecordManager',
      optional: true,
      help: 'Remembers what was stored, so that the next run writes only what changed.',
    },
  ],
  outputs: [
    {
      name: 'retriever',
      label: 'Retriever',
      type: 'VectorStore',
      baseClasses: ['HNSW', 'VectorStoreRetriever', 'BaseRetriever'],
    },
    { name: 'vectorStore', label: 'Vector Store', type: 'VectorStore', baseClasses: ['HNSW', 'VectorStore'] },
  ],
});
