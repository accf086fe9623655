import {
  ChatflowCreateSchema,
  ChatflowListSchema,
  ChatflowNamesSchema,
  ChatflowSchema,
  ChatflowUpdateSchema,
} from '../../api/chatflows.ts';
import { DeletionQuerySchema, DeletionResultSchema } from '../../api/common.ts';
import type { Operation } from '../operation.ts';

export const chatflowsOperations = {
  listChatflows: { method: 'GET', path: '/chatflows', answer: ChatflowListSchema },
  listChatflowNames: { method: 'GET', path: '/chatflows/names', answer: ChatflowNamesSchema },
  getChatflow: { method: 'GET', path: '/chatflows/{id}', answer: ChatflowSchema },
  createChatflow: { method: 'POST', path: '/chatflows', body: ChatflowCreateSchema, answer: ChatflowSchema },
  updateChatflow: { method: 'PUT', path: '/chatflows/{id}', body: ChatflowUpdateSchema, answer: ChatflowSchema },
  deleteChatflow: {
    method: 'DELETE',
    path: '/chatflows/{id}',
    query: DeletionQuerySchema,
    answer: DeletionResultSchema,
  },
} as const satisfies Record<string, Operation>;
