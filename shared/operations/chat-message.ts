import { z } from 'zod';
import {
  AbortAnswerSchema,
  ChatMessageFilterSchema,
  ChatMessageQuerySchema,
  ChatMessageSchema,
  InternalChatMessageQuerySchema,
} from '../api/chat-messages.ts';
import { DeleteResultSchema, EXAMPLE_ID, IdParamsSchema } from '../api/common.ts';
import type { Operations } from './operation.ts';

const tag = 'Chat messages';
const listed = {
  method: 'GET',
  tag,
  params: IdParamsSchema,
  answers: { 200: z.array(ChatMessageSchema) },
  errors: ['UNAUTHORIZED', 'FOREIGN_ORIGIN', 'INVALID_INPUT', 'NEGATIVE_PAGING', 'CHATFLOW_NOT_FOUND'],
} as const;

/** `/chatmessage/{id}`: what was asked and answered; the id is that of the chatflow or document store. */
export const chatMessageOperations = {
  listChatMessages: {
    ...listed,
    path: '/chatmessage/{id}',
    summary: 'List the messages of a chatflow or a document store',
    query: ChatMessageQuerySchema,
  },
  listInternalChatMessages: {
    ...listed,
    path: '/internal-chatmessage/{id}',
    summary: 'List the messages of a chatflow or a document store that were asked in the app',
    query: InternalChatMessageQuerySchema,
  },
  deleteChatMessages: {
    method: 'DELETE',
    path: '/chatmessage/{id}',
    tag,
    summary: 'Delete messages of a chatflow or a document store with their feedback',
    description: 'Without a query all of them.',
    params: IdParamsSchema,
    query: ChatMessageFilterSchema,
    answers: { 200: DeleteResultSchema },
    errors: ['UNAUTHORIZED', 'FOREIGN_ORIGIN', 'INVALID_INPUT', 'CHATFLOW_NOT_FOUND'],
  },
  abortChatMessage: {
    method: 'PUT',
    path: '/chatmessage/abort/{id}/{chatId}',
    tag,
    summary: 'Stop what is being answered in a chat',
    params: IdParamsSchema.extend({ chatId: z.string().meta({ examples: [EXAMPLE_ID] }) }),
    answers: { 200: AbortAnswerSchema },
    errors: ['UNAUTHORIZED', 'CHATFLOW_NOT_FOUND'],
  },
} as const satisfies Operations;
