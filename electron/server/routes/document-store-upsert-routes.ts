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
import { DryRunQuerySchema, DryRunResultSchema } from '../../../shared/api/dry-run.ts';
import { idempotencyHeader } from '../../../shared/api/idempotency.ts';
import { UpsertHeadersSchema } from '../../../shared/api/vector.ts';
import { errorAnswers } from '../openapi/error-answers.ts';
import type { DocumentStoreService } from '../services/document-stores/document-store-service.ts';
import type { StoreUpsertRequest } from '../services/document-stores/start-upsert.ts';
import type { IdempotencyService, StartedOnce } from '../services/idempotency-service.ts';
import type { RunFolder } from '../services/runs/run-folders.ts';
import { answerOnce, putOnceAnswer } from './answer-once.ts';
import { signalOf, wantsAsync } from './caller.ts';
import type { ApiApp } from './operation.ts';
import { readStoreCall } from './read-store-form.ts';
import { renamedFilesOf, withRenamedFiles } from './upload-names.ts';

export interface DocumentStoreRouteOptions {
  readonly documentStores: DocumentStoreService;
  readonly idempotency: IdempotencyService;
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
  'CREDENTIAL_HOST',
  'NO_FILES',
  'DISK_FULL',
] as const;

const upsertErrors = errorAnswers(
  ...STORE_RUN_ERRORS,
  'EMBEDDING_MISMATCH',
  'IDEMPOTENCY_KEY_REUSED',
  'SERVICE_FAILED',
  'MODEL_UNAVAILABLE',
  'SERVICE_TIMEOUT',
);

/** All that an upsert answers that is no dry run. */
const AnswerSchema = z.union([StoreUpsertResultSchema, StoreUpsertAcceptedSchema]);
type Answer = z.output<typeof AnswerSchema>;

/** The start of an upsert, as a call that may be repeated wants it. */
async function startUpsert(
  stores: DocumentStoreService,
  upsert: StoreUpsertRequest,
  folder: RunFolder,
): Promise<StartedOnce<Answer>> {
  const { runId, storeId, docId, result } = await stores.startUpsert(upsert, folder);
  const accepted = { runId, storeId, ...(docId === undefined ? {} : { docId }), ...renamedFilesOf(upsert.uploads) };
  return { runId, accepted, result: withRenamedFiles(result, upsert.uploads) };
}

/** `/document-store/upsert`, `/document-store/refresh` and `/document-store/vectorstore`. */
export function documentStoreUpsertRoutes(
  app: ApiApp,
  { documentStores: stores, idempotency, uploadLimitBytes }: DocumentStoreRouteOptions,
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
        querystring: DryRunQuerySchema,
        headers: UpsertHeadersSchema.extend(idempotencyHeader),
        body: StoreUpsertBodySchema,
        form: StoreUpsertFormSchema,
        response: {
          200: z.union([StoreUpsertResultSchema, DryRunResultSchema]),
          202: StoreUpsertAcceptedSchema,
          ...upsertErrors,
        },
      },
    },
    async (request, reply) => {
      const storeId = request.params.id;
      const folder = await stores.makeFolder();
      try {
        const schema = StoreUpsertBodySchema;
        const { body, uploads } = await readStoreCall(request, { schema, folder: folder.path, uploadLimitBytes });
        const upsert = { storeId, body, uploads };
        if (request.query.dryRun === 'true') {
          return await withRenamedFiles(stores.dryRun(upsert, folder, signalOf(request, reply)), uploads);
        }
        const { prefer, 'idempotency-key': key } = request.headers;
        const start = () => startUpsert(stores, upsert, folder);
        const once = {
          ownerId: storeId,
          key,
          isAsync: wantsAsync(prefer),
          call: body,
          uploads,
          answers: AnswerSchema,
          start,
        };
        return putOnceAnswer(reply, await answerOnce(once, idempotency));
      } finally {
        // A run that goes on, or may be resumed, keeps it.
        await folder.discard();
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
