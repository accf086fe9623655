import { z } from 'zod';
import { IdParamsSchema } from '../api/common.ts';
import { LeadCreateSchema, LeadSchema } from '../api/leads.ts';
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
} as const satisfies Operations;
