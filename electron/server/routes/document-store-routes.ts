import { DeletionQuerySchema, deletionWishes } from '../../../shared/api/common.ts';
import {
  ChunkPageParamsSchema,
  ChunkPageSchema,
  ChunkParamsSchema,
  ChunkUpdateSchema,
} from '../../../shared/api/document-store-chunks.ts';
import { DocumentStoreSummariesSchema } from '../../../shared/api/document-store-summaries.ts';
import {
  DocumentStoreCreateSchema,
  DocumentStoreListAnswerSchema,
  DocumentStoreListQuerySchema,
  DocumentStoreSchema,
  DocumentStoreUpdateSchema,
  LoaderParamsSchema,
  StoreDeletedSchema,
  StoreIdParamsSchema,
} from '../../../shared/api/document-stores.ts';
import { readPaging } from './read-paging.ts';
import { route } from './route.ts';
import { itsOwner } from './touches.ts';

const tag = 'Document stores';

/** `/document-store/store` and `/document-store/loader`: list, read, create, change, delete. */
export const documentStoreRoutes = [
  route({
    method: 'GET',
    path: '/document-store/store',
    operationId: 'listDocumentStores',
    touches: 'stores',
    summary: 'List document stores, last changed first',
    tag,
    querystring: DocumentStoreListQuerySchema,
    answers: { 200: DocumentStoreListAnswerSchema },
    errors: ['INVALID_INPUT', 'NEGATIVE_PAGING'],
    handle: ({ query }, { documentStores }) => documentStores.list(readPaging(query)),
  }),
  route({
    method: 'GET',
    path: '/document-store/summaries',
    operationId: 'summariseDocumentStores',
    touches: 'stores',
    summary: 'List document stores with sums in place of their loaders',
    tag,
    answers: { 200: DocumentStoreSummariesSchema },
    errors: [],
    handle: (_request, { documentStores }) => documentStores.summaries(),
  }),
  route({
    method: 'GET',
    path: '/document-store/store/:id',
    operationId: 'getDocumentStore',
    touches: itsOwner,
    summary: 'Read a document store with its loaders',
    tag,
    params: StoreIdParamsSchema,
    answers: { 200: DocumentStoreSchema },
    errors: ['STORE_NOT_FOUND'],
    handle: ({ params }, { documentStores }) => documentStores.read(params.id),
  }),
  route({
    method: 'POST',
    path: '/document-store/store',
    operationId: 'createDocumentStore',
    touches: 'stores',
    summary: 'Create a document store',
    tag,
    body: DocumentStoreCreateSchema,
    answers: { 200: DocumentStoreSchema },
    errors: ['INVALID_INPUT'],
    handle: ({ body }, { documentStores }) => documentStores.create(body),
  }),
  route({
    method: 'PUT',
    path: '/document-store/store/:id',
    operationId: 'updateDocumentStore',
    touches: itsOwner,
    summary: 'Change the given fields of a document store',
    tag,
    params: StoreIdParamsSchema,
    body: DocumentStoreUpdateSchema,
    answers: { 200: DocumentStoreSchema },
    errors: ['INVALID_INPUT', 'STORE_NOT_FOUND', 'STORE_BUSY'],
    handle: ({ params, body }, { documentStores }) => documentStores.update(params.id, body),
  }),
  route({
    method: 'DELETE',
    path: '/document-store/store/:id',
    operationId: 'deleteDocumentStore',
    touches: itsOwner,
    summary: 'Delete a document store with its chunks, files and vectors',
    tag,
    description:
      'Its runs are cancelled. Its chunks and files, its own collection, records and history go in the background; vectors and records that are elsewhere stay, unless `externalStores=delete` asks for them.',
    params: StoreIdParamsSchema,
    querystring: DeletionQuerySchema,
    answers: { 200: StoreDeletedSchema },
    errors: ['INVALID_INPUT', 'STORE_NOT_FOUND'],
    async handle({ params, query }, { removals }) {
      const answer = await removals.removeDocumentStore(params.id, deletionWishes(query));
      return { ...answer, deleted: 1 };
    },
  }),
  route({
    method: 'DELETE',
    path: '/document-store/loader/:storeId/:loaderId',
    operationId: 'deleteDocumentStoreLoader',
    touches: 'stores',
    summary: 'Delete a loader with its chunks, files and vectors',
    tag,
    params: LoaderParamsSchema,
    answers: { 200: DocumentStoreSchema },
    errors: ['STORE_NOT_FOUND', 'LOADER_NOT_FOUND', 'STORE_BUSY'],
    handle: ({ params }, { documentStores }) => documentStores.removeLoader(params.storeId, params.loaderId),
  }),
];

/** `/document-store/chunks`: pages, change, delete. */
export const documentStoreChunkRoutes = [
  route({
    method: 'GET',
    path: '/document-store/chunks/:storeId/:loaderId/:pageNo',
    operationId: 'listDocumentStoreChunks',
    touches: 'stores',
    summary: 'Read a page of the chunks of a loader, or of all loaders',
    description: 'The word `all` in the place of the loader id reads the chunks of all loaders in turn.',
    tag,
    params: ChunkPageParamsSchema,
    answers: { 200: ChunkPageSchema },
    errors: ['INVALID_INPUT', 'STORE_NOT_FOUND', 'LOADER_NOT_FOUND'],
    handle: ({ params }, { documentStores }) =>
      documentStores.readChunks(params.storeId, params.loaderId, params.pageNo),
  }),
  route({
    method: 'PUT',
    path: '/document-store/chunks/:storeId/:loaderId/:chunkId',
    operationId: 'updateDocumentStoreChunk',
    touches: 'stores',
    summary: 'Change text or metadata of a chunk',
    description:
      'The next upsert of the store brings just this change to the vector store. Answers the first page of chunks.',
    tag,
    params: ChunkParamsSchema,
    body: ChunkUpdateSchema,
    answers: {
      200: ChunkPageSchema,
    },
    errors: ['INVALID_INPUT', 'STORE_NOT_FOUND', 'LOADER_NOT_FOUND', 'CHUNK_NOT_FOUND', 'STORE_BUSY'],
    handle: ({ params, body }, { documentStores }) => documentStores.updateChunk(params, body),
  }),
  route({
    method: 'DELETE',
    path: '/document-store/chunks/:storeId/:loaderId/:chunkId',
    operationId: 'deleteDocumentStoreChunk',
    touches: 'stores',
    summary: 'Delete a chunk',
    description: 'The next upsert of the store takes it out of the vector store. Answers the first page of chunks.',
    tag,
    params: ChunkParamsSchema,
    answers: {
      200: ChunkPageSchema,
    },
    errors: ['STORE_NOT_FOUND', 'LOADER_NOT_FOUND', 'CHUNK_NOT_FOUND', 'STORE_BUSY'],
    handle: ({ params }, { documentStores }) => documentStores.removeChunk(params),
  }),
];
