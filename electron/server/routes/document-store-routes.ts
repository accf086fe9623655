import { DeletionQuerySchema, deletionWishes } from '../../../shared/api/common.ts';
import {
  ChunkPageParamsSchema,
  ChunkPageSchema,
  ChunkParamsSchema,
  ChunkUpdateSchema,
} from '../../../shared/api/document-store-chunks.ts';
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
import { errorAnswers } from '../openapi/error-answers.ts';
import type { DocumentStoreService } from '../services/document-stores/document-store-service.ts';
import type { RemovalService } from '../services/removal-service.ts';
import type { ApiApp } from './operation.ts';
import { readPaging } from './read-paging.ts';

const tags = ['Document stores'];

/** `/document-store/store` and `/document-store/loader`: list, read, create, change, delete. */
export function documentStoreRoutes(app: ApiApp, stores: DocumentStoreService, removals: RemovalService): void {
  app.get(
    '/document-store/store',
    {
      schema: {
        operationId: 'listDocumentStores',
        summary: 'List document stores, last changed first',
        tags,
        querystring: DocumentStoreListQuerySchema,
        response: { 200: DocumentStoreListAnswerSchema, ...errorAnswers('INVALID_INPUT', 'NEGATIVE_PAGING') },
      },
    },
    ({ query }) => stores.list(readPaging(query)),
  );

  app.get(
    '/document-store/store/:id',
    {
      schema: {
        operationId: 'getDocumentStore',
        summary: 'Read a document store with its loaders',
        tags,
        params: StoreIdParamsSchema,
        response: { 200: DocumentStoreSchema, ...errorAnswers('STORE_NOT_FOUND') },
      },
    },
    ({ params }) => stores.read(params.id),
  );

  app.post(
    '/document-store/store',
    {
      schema: {
        operationId: 'createDocumentStore',
        summary: 'Create a document store',
        tags,
        body: DocumentStoreCreateSchema,
        response: { 200: DocumentStoreSchema, ...errorAnswers('INVALID_INPUT') },
      },
    },
    ({ body }) => stores.create(body),
  );

  app.put(
    '/document-store/store/:id',
    {
      schema: {
        operationId: 'updateDocumentStore',
        summary: 'Change the given fields of a document store',
        tags,
        params: StoreIdParamsSchema,
        body: DocumentStoreUpdateSchema,
        response: { 200: DocumentStoreSchema, ...errorAnswers('INVALID_INPUT', 'STORE_NOT_FOUND', 'STORE_BUSY') },
      },
    },
    ({ params, body }) => stores.update(params.id, body),
  );

  app.delete(
    '/document-store/store/:id',
    {
      schema: {
        operationId: 'deleteDocumentStore',
        summary: 'Delete a document store with its chunks, files and vectors',
        tags,
        description:
          'Its runs are cancelled. Its chunks and files, its own collection, records and history go in the background; vectors and records that are elsewhere stay, unless `externalStores=delete` asks for them.',
        params: StoreIdParamsSchema,
        querystring: DeletionQuerySchema,
        response: { 200: StoreDeletedSchema, ...errorAnswers('INVALID_INPUT', 'STORE_NOT_FOUND') },
      },
    },
    async ({ params, query }) => {
      const answer = await removals.removeDocumentStore(params.id, deletionWishes(query));
      return { ...answer, deleted: 1 };
    },
  );

  app.delete(
    '/document-store/loader/:storeId/:loaderId',
    {
      schema: {
        operationId: 'deleteDocumentStoreLoader',
        summary: 'Delete a loader with its chunks, files and vectors',
        tags,
        params: LoaderParamsSchema,
        response: { 200: DocumentStoreSchema, ...errorAnswers('STORE_NOT_FOUND', 'LOADER_NOT_FOUND', 'STORE_BUSY') },
      },
    },
    ({ params }) => stores.removeLoader(params.storeId, params.loaderId),
  );
}

/** `/document-store/chunks`: pages, change, delete. */
export function documentStoreChunkRoutes(app: ApiApp, stores: DocumentStoreService): void {
  app.get(
    '/document-store/chunks/:storeId/:loaderId/:pageNo',
    {
      schema: {
        operationId: 'listDocumentStoreChunks',
        summary: 'Read a page of the chunks of a loader, or of all loaders',
        description: 'The word `all` in the place of the loader id reads the chunks of all loaders in turn.',
        tags,
        params: ChunkPageParamsSchema,
        response: { 200: ChunkPageSchema, ...errorAnswers('INVALID_INPUT', 'STORE_NOT_FOUND', 'LOADER_NOT_FOUND') },
      },
    },
    ({ params }) => stores.readChunks(params.storeId, params.loaderId, params.pageNo),
  );

  app.put(
    '/document-store/chunks/:storeId/:loaderId/:chunkId',
    {
      schema: {
        operationId: 'updateDocumentStoreChunk',
        summary: 'Change text or metadata of a chunk',
        description:
          'The next upsert of the store brings just this change to the vector store. Answers the first page of chunks.',
        tags,
        params: ChunkParamsSchema,
        body: ChunkUpdateSchema,
        response: {
          200: ChunkPageSchema,
          ...errorAnswers('INVALID_INPUT', 'STORE_NOT_FOUND', 'LOADER_NOT_FOUND', 'CHUNK_NOT_FOUND', 'STORE_BUSY'),
        },
      },
    },
    ({ params, body }) => stores.updateChunk(params, body),
  );

  app.delete(
    '/document-store/chunks/:storeId/:loaderId/:chunkId',
    {
      schema: {
        operationId: 'deleteDocumentStoreChunk',
        summary: 'Delete a chunk',
        description: 'The next upsert of the store takes it out of the vector store. Answers the first page of chunks.',
        tags,
        params: ChunkParamsSchema,
        response: {
          200: ChunkPageSchema,
          ...errorAnswers('STORE_NOT_FOUND', 'LOADER_NOT_FOUND', 'CHUNK_NOT_FOUND', 'STORE_BUSY'),
        },
      },
    },
    ({ params }) => stores.removeChunk(params),
  );
}
