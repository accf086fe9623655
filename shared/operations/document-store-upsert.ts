import { z } from 'zod';
import { EmbedAgainBodySchema } from '../api/document-store-embed-again.ts';
import { VectorInsertBodySchema } from '../api/document-store-loaders.ts';
import {
  StoreQueryBodySchema,
  StoreQueryResultSchema,
  StoreRefreshBodySchema,
  StoreUpsertAcceptedSchema,
  StoreUpsertBodySchema,
  StoreUpsertFormSchema,
  StoreUpsertResultSchema,
  VectorDeleteQuerySchema,
  VectorsDeletedSchema,
} from '../api/document-store-upserts.ts';
import { DocumentStoreSchema, StoreIdParamsSchema } from '../api/document-stores.ts';
import { DryRunQuerySchema, DryRunResultSchema } from '../api/dry-run.ts';
import { idempotencyHeader } from '../api/idempotency.ts';
import { UpsertHeadersSchema } from '../api/vector.ts';
import type { Operations } from './operation.ts';

const tag = 'Document stores';

/** How loading and upserting of stores can fail. */
export const STORE_RUN_ERRORS = [
  'INVALID_INPUT',
  'INVALID_JSON',
  'INVALID_MULTIPART',
  'FILE_CORRUPT',
  'FILE_EMPTY',
  'FILE_HAS_NO_TEXT',
  'FILE_ENCRYPTED',
  'STORE_NOT_FOUND',
  'LOADER_NOT_FOUND',
  'RUN_CANCELLED',
  'ARCHIVE_TOO_LARGE',
  'FILE_TOO_LARGE',
  'UNSUPPORTED_FILE_TYPE',
  'MISSING_INPUT',
  'INVALID_PARAM',
  'CREDENTIAL_HOST',
  'NO_FILES',
  'DISK_FULL',
] as const;

const UPSERT_ERRORS = [
  ...STORE_RUN_ERRORS,
  'EMBEDDING_MISMATCH',
  'IDEMPOTENCY_KEY_REUSED',
  'SERVICE_FAILED',
  'MODEL_UNAVAILABLE',
  'SERVICE_TIMEOUT',
] as const;

/** `/document-store/upsert`, `/document-store/refresh` and `/document-store/vectorstore`. */
export const documentStoreUpsertOperations = {
  upsertDocumentStore: {
    method: 'POST',
    path: '/document-store/upsert/{id}',
    tag,
    summary: 'Load documents into a document store and bring its chunks to the vector store',
    description:
      'What is sent is loaded as one more loader, or with `replaceExisting` in the place of the loader `docId`. An empty body loads what is new and writes what was edited. With `Prefer: respond-async` the answer is 202 with the id of the run.',
    params: StoreIdParamsSchema,
    query: DryRunQuerySchema,
    headers: UpsertHeadersSchema.extend(idempotencyHeader),
    body: StoreUpsertBodySchema,
    form: StoreUpsertFormSchema,
    answers: {
      200: z.union([StoreUpsertResultSchema, DryRunResultSchema]),
      202: StoreUpsertAcceptedSchema,
    },
    errors: UPSERT_ERRORS,
  },
  insertIntoVectorStore: {
    method: 'POST',
    path: '/document-store/vectorstore/insert',
    tag,
    summary: 'Save where a document store brings its chunks, and bring them there',
    description: 'As Flowise’s page calls it. Without `docId` all loaders.',
    body: VectorInsertBodySchema,
    answers: { 200: StoreUpsertResultSchema },
    errors: UPSERT_ERRORS,
  },
  refreshDocumentStore: {
    method: 'POST',
    path: '/document-store/refresh/{id}',
    tag,
    summary: 'Load loaders of a document store anew and bring what changed to the vector store',
    description:
      'Answers one result for each item, in their order; without items for each loader. The first failure ends it.',
    params: StoreIdParamsSchema,
    body: StoreRefreshBodySchema,
    answers: { 200: z.array(StoreUpsertResultSchema) },
    errors: UPSERT_ERRORS,
  },
  embedDocumentStoreAgain: {
    method: 'POST',
    path: '/document-store/embed-again/{id}',
    tag,
    summary: 'Embed all chunks of a document store anew, or move them, into a collection beside the present one',
    description:
      'The present collection answers until all chunks are in the new one; then one transaction changes over, and the old one is deleted in the background. With a vector store alone the vectors are copied there, and nothing is embedded again. A run that stopped is gone on with by the next call, unless that names another model. Always 202.',
    params: StoreIdParamsSchema,
    body: EmbedAgainBodySchema,
    answers: { 202: StoreUpsertAcceptedSchema },
    errors: [...UPSERT_ERRORS, 'STORE_BUSY'],
  },
  discardDocumentStoreEmbedding: {
    method: 'DELETE',
    path: '/document-store/embed-again/{id}',
    tag,
    summary: 'Give up embedding a document store again, or moving it: it stays as it is',
    params: StoreIdParamsSchema,
    answers: { 200: DocumentStoreSchema },
    errors: ['STORE_NOT_FOUND', 'STORE_BUSY'],
  },
  queryDocumentStore: {
    method: 'POST',
    path: '/document-store/vectorstore/query',
    tag,
    summary: 'Ask a document store',
    body: StoreQueryBodySchema,
    answers: {
      200: StoreQueryResultSchema,
    },
    errors: [
      'INVALID_INPUT',
      'STORE_NOT_FOUND',
      'EMBEDDING_MISMATCH',
      'MISSING_INPUT',
      'SERVICE_FAILED',
      'SERVICE_TIMEOUT',
    ],
  },
  deleteDocumentStoreVectors: {
    method: 'DELETE',
    path: '/document-store/vectorstore/{id}',
    tag,
    summary: 'Take the chunks of a document store out of the vector store',
    params: StoreIdParamsSchema,
    query: VectorDeleteQuerySchema,
    answers: {
      200: VectorsDeletedSchema,
    },
    errors: ['STORE_NOT_FOUND', 'LOADER_NOT_FOUND', 'STORE_BUSY'],
  },
} as const satisfies Operations;
