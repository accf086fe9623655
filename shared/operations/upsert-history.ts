import { DeleteResultSchema, IdParamsSchema } from '../api/common.ts';
import {
  UpsertHistoryAnswerSchema,
  UpsertHistoryQuerySchema,
  UpsertHistoryRemovalSchema,
} from '../api/upsert-history.ts';
import type { Operations } from './operation.ts';

const tag = 'Upsert history';

/** `/upsert-history`: list of a chatflow or a document store, removal of entries. */
export const upsertHistoryOperations = {
  listUpsertHistory: {
    method: 'GET',
    path: '/upsert-history/{id}',
    tag,
    summary: 'List the finished upserts of a chatflow or a document store, with the settings they used',
    description: 'The id is that of the chatflow or the document store.',
    params: IdParamsSchema,
    query: UpsertHistoryQuerySchema,
    answers: {
      200: UpsertHistoryAnswerSchema,
    },
    errors: ['INVALID_INPUT', 'CHATFLOW_NOT_FOUND', 'NEGATIVE_PAGING'],
  },
  removeUpsertHistory: {
    method: 'PATCH',
    path: '/upsert-history',
    tag,
    summary: 'Take entries out of the history',
    description: 'What the upserts have stored stays, and their runs do.',
    body: UpsertHistoryRemovalSchema,
    answers: { 200: DeleteResultSchema },
    errors: ['INVALID_INPUT'],
  },
} as const satisfies Operations;
