import { z } from 'zod';
import { t } from '../../texts/t.ts';
import { defineNode } from '../define-node.ts';
import { memoryKeyParam, memoryOutputs, sessionIdParam } from './common.ts';

export const conversationSummaryMemory = defineNode({
  kind: 'memory',
  name: 'conversationSummaryMemory',
  version: 2,
  label: 'Conversation Summary Memory',
  description: 'Remembers the newest messages of a conversation, and what a model sums up of the older ones.',
  icon: 'notepad-text',
  type: 'ConversationSummaryMemory',
  synonyms: ['history', 'conversation', 'chat', 'remember', 'summary', 'long', 'session'],
  params: z.object({ sessionId: sessionIdParam, memoryKey: memoryKeyParam }),
  summary: () => t('Older messages summed up'),
  inputs: [{ name: 'model', label: 'Chat Model', type: 'BaseChatModel', help: 'Sums up what is old.' }],
  outputs: memoryOutputs('conversationSummaryMemory', 'ConversationSummaryMemory'),
});
