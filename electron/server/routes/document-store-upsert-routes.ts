import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
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
} from '../../../shared/api/document-store-upserts.ts';
import { StoreIdParamsSchema } from '../../../shared/api/document-stores.ts';
import { UpsertHeadersSchema } from '../../../shared/api/vector.ts';
import type { DocumentStoreService } from '../services/document-stores/document-store-service.ts';
import { signalOf, wantsAsync } from './caller.ts';
import { errorAnswers } from './error-answers.ts';
import type { ApiApp } from './operation.ts';
import { readStoreCall } from './read-store-form.ts';

export interface DocumentStoreRouteOptions {
  readonly documentStores: DocumentStoreService;
  readonly uploadLimitBytes: number;
}

const tags = ['Document stores'];

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
  'NO_FILES',
  'DISK_FULL',
] as const;

const upsertErrors = errorAnswers(
  ...STORE_RUN_ERRORS,
  'EMBEDDING_MISMATCH',
  'SERVICE_FAILED',
  'MODEL_UNAVAILABLE',
  'SERVICE_TIMEOUT',
);

/** `/document-store/upsert`, `/document-store/refresh` and `/document-store/vectorstore`. */
export function documentStoreUpsertRoutes(
  app: ApiApp,
  { documentStores: stores, uploadLimitBytes }: DocumentStoreRouteOptions,
): void {
  /** Before the body is read: an unknown id costs nobody an upload. */
  async function admit(request: FastifyRequest<{ Params: { id: string } }>): Promise<void> {
    stores.assertExists(request.params.id);
  }

  app.post(
    '/document-store/upsert/:id',
    {
      onRequest: admit,
      schema: {
        operationId: 'upsertDocumentStore',
        summary: 'Load documents into a document store and bring its chunks to the vector store',
        description:
          'What is sent is loaded as one more loader, or with `replaceExisting` in the place of the loader `docId`. An empty body loads what is new and writes what was edited. With `Prefer: respond-async` the answer is 202 with the id of the run.',
        tags,
        params: StoreIdParamsSchema,
        headers: UpsertHeadersSchema,
        body: StoreUpsertBodySchema,
        form: StoreUpsertFormSchema,
        response: { 200: StoreUpsertResultSchema, 202: StoreUpsertAcceptedSchema, ...upsertErrors },
      },
    },
    async (request, reply) => {
      const folder = await stores.makeFolder();
      try {
        const { body, uploads } = await readStoreCall(request, {
          schema: StoreUpsertBodySchema,
          folder: folder.path,
          uploadLimitBytes,
        });
        const started = await stores.startUpsert({ storeId: request.params.id, body, uploads }, folder);
        if (!wantsAsync(request.headers.prefer)) return await started.result;
        reply.code(202).header('Preference-Applied', 'respond-async');
        const { runId, storeId, docId } = started;
        return { runId, storeId, ...(docId === undefined ? {} : { docId }) };
      } catch (error) {
        // A run that started removes its folder itself; removing twice is harmless.
        await folder.discard();
        throw error;
      }
    },
  );

  app.post(
    '/document-store/refresh/:id',
    {
      schema: {
        operationId: 'refreshDocumentStore',
        summary: 'Load loaders of a document store anew and bring what changed to the vector store',
        description:
          'Answers one result for each item, in their order; without items for each loader. The first failure ends it.',
        tags,
        params: StoreIdParamsSchema,
        body: StoreRefreshBodySchema,
        response: { 200: z.array(StoreUpsertResultSchema), ...upsertErrors },
      },
    },
    ({ params, body }) => stores.refresh(params.id, body.items?.length === 0 ? undefined : body.items),
  );

  app.post(
    '/document-store/vectorstore/query',
    {
      schema: {
        operationId: 'queryDocumentStore',
        summary: 'Ask a document store',
        tags,
        body: StoreQueryBodySchema,
        response: {
          200: StoreQueryResultSchema,
          ...errorAnswers(
            'INVALID_INPUT',
            'STORE_NOT_FOUND',
            'EMBEDDING_MISMATCH',
            'MISSING_INPUT',
            'SERVICE_FAILED',
            'SERVICE_TIMEOUT',
          ),
        },
      },
    },
    (request, reply) => stores.query(request.body, signalOf(request, reply)),
  );

  app.delete(
    '/document-store/vectorstore/:id',
    {
      schema: {
        operationId: 'deleteDocumentStoreVectors',
        summary: 'Take the chunks of a document store out of the vector store',
        tags,
        params: StoreIdParamsSchema,
        querystring: VectorDeleteQuerySchema,
        response: {
          200: VectorsDeletedSchema,
          ...errorAnswers('STORE_NOT_FOUND', 'LOADER_NOT_FOUND', 'STORE_BUSY'),
        },
      },
    },
    async ({ params, query }) => ({ numDeleted: await stores.removeVectors(params.id, query.docId) }),
  );
}
