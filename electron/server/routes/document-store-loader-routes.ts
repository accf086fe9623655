import { ChunkPageSchema } from '../../../shared/api/document-store-chunks.ts';
import {
  ConfigTestSchema,
  LoaderPreviewBodySchema,
  LoaderPreviewFormSchema,
  LoaderPreviewSchema,
  LoaderProcessParamsSchema,
  LoaderSaveBodySchema,
  LoaderSaveFormSchema,
  VectorConfigBodySchema,
} from '../../../shared/api/document-store-loaders.ts';
import { StoreUpsertAcceptedSchema } from '../../../shared/api/document-store-upserts.ts';
import { DocumentStoreSchema, StoreLoaderSchema } from '../../../shared/api/document-stores.ts';
import { UpsertHeadersSchema } from '../../../shared/api/vector.ts';
import { UserError } from '../../../shared/errors/errors.ts';
import { errorAnswers } from '../openapi/error-answers.ts';
import { signalOf, wantsAsync } from './caller.ts';
import { type DocumentStoreRouteOptions, STORE_RUN_ERRORS } from './document-store-upsert-routes.ts';
import type { ApiApp } from './operation.ts';
import { readStoreCall } from './read-store-form.ts';

const tags = ['Document stores'];

const runErrors = errorAnswers(...STORE_RUN_ERRORS, 'STORE_BUSY');

function withStoreId<Body extends { readonly storeId?: string | undefined }>(
  body: Body,
): Body & { readonly storeId: string } {
  const { storeId } = body;
  if (storeId !== undefined) return { ...body, storeId };
  throw new UserError('INVALID_INPUT', "storeId in the body can't be used: it is missing.", {
    details: { path: 'storeId' },
  });
}

/** `/document-store/loader`: what a page that sets up a loader step by step calls. */
export function documentStoreLoaderRoutes(
  app: ApiApp,
  { documentStores: stores, uploadLimitBytes }: DocumentStoreRouteOptions,
): void {
  app.post(
    '/document-store/loader/preview',
    {
      schema: {
        operationId: 'previewDocumentStoreLoader',
        summary: 'Show the first chunks that a loader would give; nothing is written',
        tags,
        body: LoaderPreviewBodySchema,
        form: LoaderPreviewFormSchema,
        response: { 200: LoaderPreviewSchema, ...runErrors },
      },
    },
    async (request, reply) => {
      const folder = await stores.makeFolder();
      try {
        const { body, uploads } = await readStoreCall(request, {
          schema: LoaderPreviewBodySchema,
          folder: folder.path,
          uploadLimitBytes,
        });
        return await stores.preview(body, uploads, signalOf(request, reply));
      } finally {
        await folder.discard();
      }
    },
  );

  app.post(
    '/document-store/loader/save',
    {
      schema: {
        operationId: 'saveDocumentStoreLoader',
        summary: 'Save settings and files of a loader, without loading it',
        tags,
        body: LoaderSaveBodySchema,
        form: LoaderSaveFormSchema,
        response: { 200: StoreLoaderSchema, ...runErrors },
      },
    },
    async (request) => {
      const folder = await stores.makeFolder();
      try {
        const { body, uploads } = await readStoreCall(request, {
          schema: LoaderSaveBodySchema,
          folder: folder.path,
          uploadLimitBytes,
        });
        return await stores.saveLoader(withStoreId(body), uploads);
      } finally {
        await folder.discard();
      }
    },
  );

  app.post(
    '/document-store/loader/process/:loaderId',
    {
      schema: {
        operationId: 'processDocumentStoreLoader',
        summary: 'Load a saved loader: its chunks are kept in the store, the vector store is left alone',
        description:
          'Answers the first page of its chunks. With `Prefer: respond-async` the answer is 202 with the id of the run.',
        tags,
        params: LoaderProcessParamsSchema,
        headers: UpsertHeadersSchema,
        response: { 200: ChunkPageSchema, 202: StoreUpsertAcceptedSchema, ...runErrors },
      },
    },
    async (request, reply) => {
      const { loaderId } = request.params;
      const folder = await stores.makeFolder();
      try {
        const started = stores.startProcess(loaderId, folder);
        if (!wantsAsync(request.headers.prefer)) {
          await started.result;
          return stores.readChunks(started.storeId, loaderId, 1);
        }
        reply.code(202).header('Preference-Applied', 'respond-async');
        return { runId: started.runId, storeId: started.storeId, docId: loaderId };
      } catch (error) {
        await folder.discard();
        throw error;
      }
    },
  );

  app.post(
    '/document-store/vectorstore/save',
    {
      schema: {
        operationId: 'saveDocumentStoreConfig',
        summary: 'Save where a document store brings its chunks',
        tags,
        body: VectorConfigBodySchema,
        response: { 200: DocumentStoreSchema, ...errorAnswers('INVALID_INPUT', 'STORE_NOT_FOUND', 'STORE_BUSY') },
      },
    },
    ({ body }) => stores.saveConfig(body),
  );

  app.post(
    '/document-store/vectorstore/test',
    {
      schema: {
        operationId: 'testDocumentStoreConfig',
        summary: 'Try the settings of embedding, vector store and record manager without saving them',
        tags,
        body: VectorConfigBodySchema,
        response: { 200: ConfigTestSchema, ...errorAnswers('INVALID_INPUT', 'STORE_NOT_FOUND') },
      },
    },
    (request, reply) => stores.testConfig(request.body, signalOf(request, reply)),
  );
}
