import { z } from 'zod';
import { t } from '../../texts/t.ts';
import { defineNode } from '../define-node.ts';
import { textParam } from '../params.ts';
import { storeInputs, storeOutputs, topKParam } from './common.ts';

/** The memory limit of all in-memory collections of a server together: texts, metadata and vectors. */
export const IN_MEMORY_LIMIT_BYTES = 1024 * 1024 * 1024;

export const memoryVectorStore = defineNode({
  kind: 'vectorstore',
  name: 'memoryVectorStore',
  version: 1,
  label: 'In-memory vector store',
  description: 'Holds chunks and vectors in memory until the app closes, at most 1 GB. For experiments.',
  icon: 'memory-stick',
  type: 'Memory',
  synonyms: ['memory', 'ram', 'temporary', 'in-memory', 'volatile', 'test'],
  params: z.object({
    collection: textParam({
      title: 'Collection',
      help: 'Flows that name the same collection share it. Empty: one of its own. Everything is deleted when the app closes.',
      pattern: /^[A-Za-z0-9._-]{0,128}$/,
      patternHelp: t('may have letters, digits, dots, dashes and underscores, at most 128'),
    }),
    topK: topKParam(),
  }),
  summary: (params) =>
    params.collection === ''
      ? t('Until the app closes')
      : t('{collection}, until the app closes', { collection: params.collection }),
  inputs: storeInputs,
  outputs: storeOutputs('Memory'),
});
