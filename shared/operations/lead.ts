import { z } from 'zod';
import { DeleteResultSchema, IdParamsSchema } from '../api/common.ts';
import { LeadCreateSchema, LeadFilterSchema, LeadSchema } from '../api/leads.ts';
import type { Operations } from './operation.ts';

const tag = 'Embedded chats';

/** `/leads`: how people who ask can be reached. */
export const leadOperations = {
  createLead: {
    method: 'POST',
    path: '/leads',
    tag,
    summary: 'Store how somebody who asks can be reached',
    body: LeadCreateSchema,
    answers: { 200: LeadSchema },
    errors: ['UNAUTHORIZED', 'INVALID_INPUT', 'CHATFLOW_NOT_FOUND'],
  },
  listLeads: {
    method: 'GET',
    path: '/leads/{id}',
    tag,
    summary: 'List how people who asked a chatflow or a document store can be reached',
    params: IdParamsSchema,
    answers: { 200: z.array(LeadSchema) },
    errors: ['UNAUTHORIZED', 'FOREIGN_ORIGIN', 'CHATFLOW_NOT_FOUND'],
  },
  deleteLeads: {
    method: 'DELETE',
    path: '/leads/{id}',
    tag,
    summary: 'Delete how people who asked a chatflow or a document store can be reached',
    description: 'Without a query all of it.',
    params: IdParamsSchema,
    query: LeadFilterSchema,
    answers: { 200: DeleteResultSchema },
    errors: ['UNAUTHORIZED', 'FOREIGN_ORIGIN', 'INVALID_INPUT', 'CHATFLOW_NOT_FOUND'],
  },
} as const satisfies Operations;
