import { z } from 'zod';
import { DeletionQuerySchema } from '../../api/common.ts';
import { EmbedAgainBodySchema } from '../../api/document-store-embed-again.ts';
import {
  ConfigTestBodySchema,
  ConfigTestSchema,
  LoaderPreviewBodySchema,
  LoaderPreviewSchema,
  LoaderSaveBodySchema,
  VectorConfigBodySchema,
} from '../../api/document-store-loaders.ts';
import { DocumentStoreSummariesSchema } from '../../api/document-store-summaries.ts';
import {
  StoreQueryBodySchema,
  StoreQueryResultSchema,
  StoreUpsertAcceptedSchema,
  StoreUpsertBodySchema,
  VectorsDeletedSchema,
} from '../../api/document-store-upserts.ts';
import {
  DocumentStoreCreateSchema,
  DocumentStoreSchema,
  DocumentStoreUpdateSchema,
  StoreDeletedSchema,
  StoreLoaderSchema,
} from '../../api/document-stores.ts';
import { DryRunResultSchema } from '../../api/dry-run.ts';
import type { Operation } from '../operation.ts';

export const documentStoresOperations = {
  listDocumentStores: { method: 'GET', path: '/document-store/store', answer: z.array(DocumentStoreSchema) },
  summariseDocumentStores: { method: 'GET', path: '/document-store/summaries', answer: DocumentStoreSummariesSchema },
  getDocumentStore: { method: 'GET', path: '/document-store/store/{id}', answer: DocumentStoreSchema },
  createDocumentStore: {
    method: 'POST',
    path: '/document-store/store',
    body: DocumentStoreCreateSchema,
    answer: DocumentStoreSchema,
  },
  updateDocumentStore: {
    method: 'PUT',
    path: '/document-store/store/{id}',
    body: DocumentStoreUpdateSchema,
    answer: DocumentStoreSchema,
  },
  deleteDocumentStore: {
    method: 'DELETE',
    path: '/document-store/store/{id}',
    query: DeletionQuerySchema,
    answer: StoreDeletedSchema,
  },
  deleteDocumentStoreVectors: {
    method: 'DELETE',
    path: '/document-store/vectorstore/{id}',
    answer: VectorsDeletedSchema,
  },
  deleteDocumentStoreLoader: {
    method: 'DELETE',
    path: '/document-store/loader/{storeId}/{loaderId}',
    answer: DocumentStoreSchema,
  },
  saveDocumentStoreLoader: {
    method: 'POST',
    path: '/document-store/loader/save',
    body: LoaderSaveBodySchema,
    answer: StoreLoaderSchema,
  },
  /** With `Prefer: respond-async`, as an upsert. */
  processDocumentStoreLoader: {
    method: 'POST',
    path: '/document-store/loader/process/{loaderId}',
    answer: StoreUpsertAcceptedSchema,
  },
  previewDocumentStoreLoader: {
    method: 'POST',
    path: '/document-store/loader/preview',
    body: LoaderPreviewBodySchema,
    answer: LoaderPreviewSchema,
  },
  compareDocumentStoreLoader: {
    method: 'POST',
    path: '/document-store/loader/difference',
    body: LoaderSaveBodySchema,
    answer: DryRunResultSchema,
  },
  saveDocumentStoreConfig: {
    method: 'POST',
    path: '/document-store/vectorstore/save',
    body: VectorConfigBodySchema,
    answer: DocumentStoreSchema,
  },
  testDocumentStoreConfig: {
    method: 'POST',
    path: '/document-store/vectorstore/test',
    body: ConfigTestBodySchema,
    answer: ConfigTestSchema,
  },
  /** With `Prefer: respond-async`, which is how clients of ours call it. */
  upsertDocumentStore: {
    method: 'POST',
    path: '/document-store/upsert/{id}',
    body: StoreUpsertBodySchema,
    answer: StoreUpsertAcceptedSchema,
  },
  embedDocumentStoreAgain: {
    method: 'POST',
    path: '/document-store/embed-again/{id}',
    body: EmbedAgainBodySchema,
    answer: StoreUpsertAcceptedSchema,
  },
  discardDocumentStoreEmbedding: {
    method: 'DELETE',
    path: '/document-store/embed-again/{id}',
    answer: DocumentStoreSchema,
  },
  queryDocumentStore: {
    method: 'POST',
    path: '/document-store/vectorstore/query',
    body: StoreQueryBodySchema,
    answer: StoreQueryResultSchema,
  },
} as const satisfies Record<string, Operation>;
