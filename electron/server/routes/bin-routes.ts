import { z } from 'zod';
import { BinEntrySchema, BinPutSchema, BinSourcesQuerySchema, BinSourcesSchema } from '../../../shared/api/bin.ts';
import { DeletionResultSchema, IdParamsSchema } from '../../../shared/api/common.ts';
import { route } from './route.ts';
import { itsOwner } from './touches.ts';

const tag = 'Bin';
const SOURCES_A_PAGE = 200;

/** `/bin`: flows and document stores that can be brought back. */
export const binRoutes = [
  route({
    method: 'GET',
    path: '/bin',
    operationId: 'listBin',
    touches: 'visible',
    summary: 'List deleted flows and document stores that can be brought back',
    tag,
    answers: { 200: z.array(BinEntrySchema) },
    errors: [],
    handle: ({ hiddenOwners: hidden }, { bin }) => bin.list().filter(({ id }) => !hidden.has(id)),
  }),
  route({
    method: 'GET',
    path: '/bin/sources',
    operationId: 'listBinSources',
    touches: 'visible',
    summary: 'List sources that were removed and can be brought back, the newest first',
    description:
      'Bring one back with `POST /contents/{ownerId}/removed/{id}/restore`, or delete it at once with `DELETE` of the same without `/restore`.',
    tag,
    querystring: BinSourcesQuerySchema,
    answers: { 200: BinSourcesSchema },
    errors: ['INVALID_INPUT'],
    handle({ query, hiddenOwners: hidden }, { contents }) {
      const { ownerId, before = Number.MAX_SAFE_INTEGER, limit = SOURCES_A_PAGE } = query;
      return contents.listBinned({ ownerId, before, limit, hidden });
    },
  }),
  route({
    method: 'POST',
    path: '/bin/chatflows/:id',
    operationId: 'binChatflow',
    touches: itsOwner,
    summary: 'Put a chatflow into the bin',
    description: 'Its runs are cancelled. After 7 days it is deleted with all that it has stored.',
    tag,
    params: IdParamsSchema,
    body: BinPutSchema,
    answers: { 200: BinEntrySchema },
    errors: ['INVALID_INPUT', 'CHATFLOW_NOT_FOUND'],
    handle: ({ params, body }, { bin }) => bin.put('chatflow', params.id, body.externalStores === 'delete'),
  }),
  route({
    method: 'POST',
    path: '/bin/document-stores/:id',
    operationId: 'binDocumentStore',
    touches: itsOwner,
    summary: 'Put a document store into the bin',
    description: 'Its runs are cancelled. After 7 days it is deleted with all that it has stored.',
    tag,
    params: IdParamsSchema,
    body: BinPutSchema,
    answers: { 200: BinEntrySchema },
    errors: ['INVALID_INPUT', 'STORE_NOT_FOUND'],
    handle: ({ params, body }, { bin }) => bin.put('documentStore', params.id, body.externalStores === 'delete'),
  }),
  route({
    method: 'POST',
    path: '/bin/:id/restore',
    operationId: 'restoreFromBin',
    touches: itsOwner,
    summary: 'Bring back what is in the bin',
    tag,
    params: IdParamsSchema,
    answers: { 200: BinEntrySchema },
    errors: ['NOT_FOUND'],
    handle: ({ params }, { bin }) => bin.restore(params.id),
  }),
  route({
    method: 'DELETE',
    path: '/bin/:id',
    operationId: 'removeFromBin',
    touches: itsOwner,
    summary: 'Delete what is in the bin at once, with all that it has stored',
    tag,
    params: IdParamsSchema,
    answers: { 200: DeletionResultSchema },
    errors: ['NOT_FOUND'],
    handle: ({ params }, { bin }) => bin.remove(params.id),
  }),
];
