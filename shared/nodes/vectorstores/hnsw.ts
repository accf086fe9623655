import { z } from 'zod';
import { defineNode } from '../define-node.ts';
import { choiceParam, textParam } from '../params.ts';
import { storeInputs, storeOutputs, topKParam } from './common.ts';

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
    topK: topKParam(),
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
  inputs: storeInputs,
  outputs: storeOutputs('HNSW'),
});
