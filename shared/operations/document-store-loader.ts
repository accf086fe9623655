import { ChunkPageSchema } from '../api/document-store-chunks.ts';
import {
  ConfigTestBodySchema,
  ConfigTestSchema,
  LoaderPreviewBodySchema,
  LoaderPreviewFormSchema,
  LoaderPreviewSchema,
  LoaderProcessParamsSchema,
  LoaderSaveBodySchema,
  LoaderSaveFormSchema,
  VectorConfigBodySchema,
} from '../api/document-store-loaders.ts';
import { StoreUpsertAcceptedSchema } from '../api/document-store-upserts.ts';
import { DocumentStoreSchema, StoreLoaderSchema } from '../api/document-stores.ts';
import { DryRunResultSchema } from '../api/dry-run.ts';
import { UpsertHeadersSchema } from '../api/vector.ts';
import { STORE_RUN_ERRORS } from './document-store-upsert.ts';
import type { Operations } from './operation.ts';

const tag = 'Document stores';

const RUN_ERRORS = [...STORE_RUN_ERRORS, 'STORE_BUSY'] as const;

const SAVING = {
  method: 'POST',
  tag,
  body: VectorConfigBodySchema,
  answers: { 200: DocumentStoreSchema },
  errors: ['INVALID_INPUT', 'STORE_NOT_FOUND', 'STORE_BUSY'],
} as const;

/** `/document-store/loader`: what a page that sets up a loader step by step calls. */
export const documentStoreLoaderOperations = {
  previewDocumentStoreLoader: {
    method: 'POST',
    path: '/document-store/loader/preview',
    tag,
    summary: 'Show the first chunks that a loader would give; nothing is written',
    body: LoaderPreviewBodySchema,
    form: LoaderPreviewFormSchema,
    answers: { 200: LoaderPreviewSchema },
    errors: RUN_ERRORS,
  },
  saveDocumentStoreLoader: {
    method: 'POST',
    path: '/document-store/loader/save',
    tag,
    summary: 'Save settings and files of a loader, without loading it',
    body: LoaderSaveBodySchema,
    form: LoaderSaveFormSchema,
    answers: { 200: StoreLoaderSchema },
    errors: RUN_ERRORS,
  },
  compareDocumentStoreLoader: {
    method: 'POST',
    path: '/document-store/loader/difference',
    tag,
    summary: 'Say what other settings or files of a loader would change in its stored chunks; nothing is written',
    body: LoaderSaveBodySchema,
    form: LoaderSaveFormSchema,
    answers: { 200: DryRunResultSchema },
    errors: STORE_RUN_ERRORS,
  },
  processDocumentStoreLoader: {
    method: 'POST',
    path: '/document-store/loader/process/{loaderId}',
    tag,
    summary: 'Load a saved loader: its chunks are kept in the store, the vector store is left alone',
    description:
      'Answers the first page of its chunks. With `Prefer: respond-async` the answer is 202 with the id of the run.',
    params: LoaderProcessParamsSchema,
    headers: UpsertHeadersSchema,
    answers: { 200: ChunkPageSchema, 202: StoreUpsertAcceptedSchema },
    errors: RUN_ERRORS,
  },
  saveDocumentStoreConfig: {
    path: '/document-store/vectorstore/save',
    summary: 'Save where a document store brings its chunks',
    ...SAVING,
  },
  updateDocumentStoreConfig: {
    path: '/document-store/vectorstore/update',
    summary: 'The same call by the name that Flowise’s page has for it',
    ...SAVING,
  },
  testDocumentStoreConfig: {
    method: 'POST',
    path: '/document-store/vectorstore/test',
    tag,
    summary: 'Try the settings of embedding, vector store and record manager without saving them',
    body: ConfigTestBodySchema,
    answers: { 200: ConfigTestSchema },
    errors: ['INVALID_INPUT', 'STORE_NOT_FOUND'],
  },
} as const satisfies Operations;
