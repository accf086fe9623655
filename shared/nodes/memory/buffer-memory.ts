import { z } from 'zod';
import { t } from '../../texts/t.ts';
import { defineNode } from '../define-node.ts';
import { memoryKeyParam, memoryOutputs, sessionIdParam } from './common.ts';

export const bufferMemory = defineNode({
  kind: 'memory',
  name: 'bufferMemory',
  version: 2,
  label: 'Buffer Memory',
  description: 'Remembers what was said before in a conversation, so that a question can refer to it.',
  icon: 'messages-square',
  type: 'BufferMemory',
  synonyms: ['history', 'conversation', 'chat', 'remember', 'session'],
  params: z.object({ sessionId: sessionIdParam, memoryKey: memoryKeyParam }),
  summary: () => t('The whole conversation'),
  inputs: [],
  outputs: memoryOutputs('bufferMemory', 'BufferMemory'),
});
