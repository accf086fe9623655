import { DeleteResultSchema, IdParamsSchema } from '../../../shared/api/common.ts';
import {
  UpsertHistoryAnswerSchema,
  UpsertHistoryQuerySchema,
  UpsertHistoryRemovalSchema,
} from '../../../shared/api/upsert-history.ts';
import { errorAnswers } from '../openapi/error-answers.ts';
import type { UpsertHistoryService } from '../services/upsert-history-service.ts';
import type { ApiApp } from './operation.ts';
import { readPaging } from './read-paging.ts';
import { DELETED } from './resource-operations.ts';

const tags = ['Upsert history'];

/** `/upsert-history`: list of a chatflow or a document store, removal of entries. */
export function upsertHistoryRoutes(app: ApiApp, history: UpsertHistoryService): void {
  app.get(
    '/upsert-history/:id',
    {
      schema: {
        operationId: 'listUpsertHistory',
        summary: 'List the finished upserts of a chatflow or a document store, with the settings they used',
        description: 'The id is that of the chatflow or the document store.',
        tags,
        params: IdParamsSchema,
        querystring: UpsertHistoryQuerySchema,
        response: {
          200: UpsertHistoryAnswerSchema,
          ...errorAnswers('INVALID_INPUT', 'CHATFLOW_NOT_FOUND', 'NEGATIVE_PAGING'),
        },
      },
    },
    ({ params, query }) => history.list(params.id, query, readPaging(query)),
  );

  app.patch(
    '/upsert-history',
    {
      schema: {
        operationId: 'removeUpsertHistory',
        summary: 'Take entries out of the history',
        description: 'What the upserts have stored stays, and their runs do.',
        tags,
        body: UpsertHistoryRemovalSchema,
        response: { 200: DeleteResultSchema, ...errorAnswers('INVALID_INPUT') },
      },
    },
    ({ body }) => ({ ...DELETED, affected: history.remove(body.ids) }),
  );
}
