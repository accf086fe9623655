import { DeleteResultSchema, IdParamsSchema } from '../../../shared/api/common.ts';
import {
  UpsertHistoryAnswerSchema,
  UpsertHistoryQuerySchema,
  UpsertHistoryRemovalSchema,
} from '../../../shared/api/upsert-history.ts';
import { readPaging } from './read-paging.ts';
import { DELETED } from './resource-routes.ts';
import { route } from './route.ts';
import { itsOwner } from './touches.ts';

const tag = 'Upsert history';

/** `/upsert-history`: list of a chatflow or a document store, removal of entries. */
export const upsertHistoryRoutes = [
  route({
    method: 'GET',
    path: '/upsert-history/:id',
    operationId: 'listUpsertHistory',
    touches: itsOwner,
    summary: 'List the finished upserts of a chatflow or a document store, with the settings they used',
    description: 'The id is that of the chatflow or the document store.',
    tag,
    params: IdParamsSchema,
    querystring: UpsertHistoryQuerySchema,
    answers: {
      200: UpsertHistoryAnswerSchema,
    },
    errors: ['INVALID_INPUT', 'CHATFLOW_NOT_FOUND', 'NEGATIVE_PAGING'],
    handle: ({ params, query }, { history }) => history.list(params.id, query, readPaging(query)),
  }),
  route({
    method: 'PATCH',
    path: '/upsert-history',
    operationId: 'removeUpsertHistory',
    touches: { byBody: ({ ids }, { runs }) => ids.flatMap((id) => runs.ownerOf(id) ?? []) },
    summary: 'Take entries out of the history',
    description: 'What the upserts have stored stays, and their runs do.',
    tag,
    body: UpsertHistoryRemovalSchema,
    answers: { 200: DeleteResultSchema },
    errors: ['INVALID_INPUT'],
    handle: ({ body }, { history }) => ({ ...DELETED, affected: history.remove(body.ids) }),
  }),
];
