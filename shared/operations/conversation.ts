import { z } from 'zod';
import { DeleteResultSchema } from '../api/common.ts';
import {
  ConversationParamsSchema,
  ConversationQuerySchema,
  ConversationSchema,
  ConversationsClearQuerySchema,
  ConversationUpdateSchema,
} from '../api/conversations.ts';
import type { Operations } from './operation.ts';

const one = {
  tag: 'Chat messages',
  params: ConversationParamsSchema,
  answers: { 200: ConversationSchema },
  errors: ['UNAUTHORIZED', 'FOREIGN_ORIGIN', 'INVALID_INPUT', 'CHATFLOW_NOT_FOUND', 'NOT_FOUND'],
} as const;

/** `/conversations`: the chats of all flows and document stores. */
export const conversationOperations = {
  listConversations: {
    method: 'GET',
    path: '/conversations',
    tag: one.tag,
    summary: 'List conversations, the last used first',
    query: ConversationQuerySchema,
    answers: { 200: z.array(ConversationSchema) },
    errors: ['UNAUTHORIZED', 'FOREIGN_ORIGIN', 'INVALID_INPUT'],
  },
  clearConversations: {
    method: 'DELETE',
    path: '/conversations',
    tag: one.tag,
    summary: 'Delete conversations for good, all or old ones',
    description: 'Also those in the bin, and the feedback on them. The answer says how many messages there were.',
    query: ConversationsClearQuerySchema,
    answers: { 200: DeleteResultSchema },
    errors: ['UNAUTHORIZED', 'FOREIGN_ORIGIN', 'INVALID_INPUT'],
  },
  renameConversation: {
    ...one,
    method: 'PUT',
    path: '/conversations/{ownerId}/{chatId}',
    summary: 'Name a conversation',
    body: ConversationUpdateSchema,
  },
  binConversation: {
    ...one,
    method: 'DELETE',
    path: '/conversations/{ownerId}/{chatId}',
    summary: 'Put a conversation into the bin',
    description:
      'What is being answered in it is stopped. Its messages are in no list and in no memory; after 7 days they are deleted. What is asked in the same chat later begins anew.',
  },
  restoreConversation: {
    ...one,
    method: 'POST',
    path: '/conversations/{ownerId}/{chatId}/restore',
    summary: 'Bring back a conversation that is in the bin',
  },
} as const satisfies Operations;
