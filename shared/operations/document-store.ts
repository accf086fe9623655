import { DeletionQuerySchema } from '../api/common.ts';
import {
  ChunkPageParamsSchema,
  ChunkPageSchema,
  ChunkParamsSchema,
  ChunkUpdateSchema,
} from '../api/document-store-chunks.ts';
import { DocumentStoreSummariesSchema } from '../api/document-store-summaries.ts';
import {
  DocumentStoreCreateSchema,
  DocumentStoreListAnswerSchema,
  DocumentStoreListQuerySchema,
  DocumentStoreSchema,
  DocumentStoreUpdateSchema,
  LoaderParamsSchema,
  StoreDeletedSchema,
  StoreIdParamsSchema,
} from '../api/document-stores.ts';
import type { Operations } from './operation.ts';

const tag = 'Document stores';

/** `/document-store/store` and `/document-store/loader`: list, read, create, change, delete. */
export const documentStoreOperations = {
  listDocumentStores: {
    method: 'GET',
    path: '/document-store/store',
    tag,
    summary: 'List document stores, last changed first',
    query: DocumentStoreListQuerySchema,
    answers: { 200: DocumentStoreListAnswerSchema },
    errors: ['INVALID_INPUT', 'NEGATIVE_PAGING'],
  },
  summariseDocumentStores: {
    method: 'GET',
    path: '/document-store/summaries',
    tag,
    summary: 'List document stores with sums in place of their loaders',
    answers: { 200: DocumentStoreSummariesSchema },
    errors: [],
  },
  getDocumentStore: {
    method: 'GET',
    path: '/document-store/store/{id}',
    tag,
    summary: 'Read a document store with its loaders',
    params: StoreIdParamsSchema,
    answers: { 200: DocumentStoreSchema },
    errors: ['STORE_NOT_FOUND'],
  },
  createDocumentStore: {
    method: 'POST',
    path: '/document-store/store',
    tag,
    summary: 'Create a document store',
    body: DocumentStoreCreateSchema,
    answers: { 200: DocumentStoreSchema },
    errors: ['INVALID_INPUT'],
  },
  updateDocumentStore: {
    method: 'PUT',
    path: '/document-store/store/{id}',
    tag,
    summary: 'Change the given fields of a document store',
    params: StoreIdParamsSchema,
    body: DocumentStoreUpdateSchema,
    answers: { 200: DocumentStoreSchema },
    errors: ['INVALID_INPUT', 'STORE_NOT_FOUND', 'STORE_BUSY'],
  },
  deleteDocumentStore: {
    method: 'DELETE',
    path: '/document-store/store/{id}',
    tag,
    summary: 'Delete a document store with its chunks, files and vectors',
    description:
      'Its runs are cancelled. Its chunks and files, its own collection, records and history go in the background; remote vectors and records stay, unless `externalStores=delete` asks for them.',
    params: StoreIdParamsSchema,
    query: DeletionQuerySchema,
    answers: { 200: StoreDeletedSchema },
    errors: ['INVALID_INPUT', 'STORE_NOT_FOUND'],
  },
  deleteDocumentStoreLoader: {
    method: 'DELETE',
    path: '/document-store/loader/{storeId}/{loaderId}',
    tag,
    summary: 'Delete a loader with its chunks, files and vectors',
    params: LoaderParamsSchema,
    answers: { 200: DocumentStoreSchema },
    errors: ['STORE_NOT_FOUND', 'LOADER_NOT_FOUND', 'STORE_BUSY'],
  },
} as const satisfies Operations;

/** `/document-store/chunks`: pages, change, delete. */
export const documentStoreChunkOperations = {
  listDocumentStoreChunks: {
    method: 'GET',
    path: '/document-store/chunks/{storeId}/{loaderId}/{pageNo}',
    tag,
    summary: 'Read a page of the chunks of a loader, or of all loaders',
    description: 'The word `all` in the place of the loader id reads the chunks of all loaders in turn.',
    params: ChunkPageParamsSchema,
    answers: { 200: ChunkPageSchema },
    errors: ['INVALID_INPUT', 'STORE_NOT_FOUND', 'LOADER_NOT_FOUND'],
  },
  updateDocumentStoreChunk: {
    method: 'PUT',
    path: '/document-store/chunks/{storeId}/{loaderId}/{chunkId}',
    tag,
    summary: 'Change text or metadata of a chunk',
    description:
      'The next upsert of the store brings just this change to the vector store. Answers the first page of chunks.',
    params: ChunkParamsSchema,
    body: ChunkUpdateSchema,
    answers: {
      200: ChunkPageSchema,
    },
    errors: ['INVALID_INPUT', 'STORE_NOT_FOUND', 'LOADER_NOT_FOUND', 'CHUNK_NOT_FOUND', 'STORE_BUSY'],
  },
  deleteDocumentStoreChunk: {
    method: 'DELETE',
    path: '/document-store/chunks/{storeId}/{loaderId}/{chunkId}',
    tag,
    summary: 'Delete a chunk',
    description: 'The next upsert of the store takes it out of the vector store. Answers the first page of chunks.',
    params: ChunkParamsSchema,
    answers: {
      200: ChunkPageSchema,
    },
    errors: ['STORE_NOT_FOUND', 'LOADER_NOT_FOUND', 'CHUNK_NOT_FOUND', 'STORE_BUSY'],
  },
} as const satisfies Operations;
