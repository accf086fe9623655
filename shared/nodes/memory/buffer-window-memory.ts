import { z } from 'zod';
import { t } from '../../texts/t.ts';
import { defineNode } from '../define-node.ts';
import { numberParam } from '../params.ts';
import { memoryKeyParam, memoryOutputs, sessionIdParam } from './common.ts';

export const bufferWindowMemory = defineNode({
  kind: 'memory',
  name: 'bufferWindowMemory',
  version: 2,
  label: 'Buffer Window Memory',
  description: 'Remembers the last questions and answers of a conversation.',
  icon: 'history',
  type: 'BufferWindowMemory',
  synonyms: ['history', 'conversation', 'chat', 'remember', 'last', 'session'],
  params: z.object({
    k: numberParam({
      title: 'Size',
      help: 'How many questions with their answers are remembered, the newest.',
      default: 4,
      min: 0,
      max: 1000,
      unit: 'turns',
    }),
    sessionId: sessionIdParam,
    memoryKey: memoryKeyParam,
  }),
  summary: ({ k }) => t('The last {turns, number}', { turns: k }),
  inputs: [],
  outputs: memoryOutputs('bufferWindowMemory', 'BufferWindowMemory'),
});
