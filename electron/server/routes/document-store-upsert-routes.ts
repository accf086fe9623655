import { z } from 'zod';
import { EmbedAgainBodySchema } from '../../../shared/api/document-store-embed-again.ts';
import { VectorInsertBodySchema } from '../../../shared/api/document-store-loaders.ts';
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
import { DocumentStoreSchema, StoreIdParamsSchema } from '../../../shared/api/document-stores.ts';
import { DryRunQuerySchema, DryRunResultSchema } from '../../../shared/api/dry-run.ts';
import { idempotencyHeader } from '../../../shared/api/idempotency.ts';
import { UpsertHeadersSchema } from '../../../shared/api/vector.ts';
import type { DocumentStoreService } from '../services/document-stores/document-store-service.ts';
import type { StoreUpsertRequest } from '../services/document-stores/start-upsert.ts';
import type { StartedOnce } from '../services/idempotency-service.ts';
import type { RunFolder } from '../services/runs/run-folders.ts';
import { answerOnce, putOnceAnswer } from './answer-once.ts';
import { signalOf, wantsAsync } from './caller.ts';
import { withStoreCall } from './read-store-form.ts';
import { route } from './route.ts';
import { itsOwner } from './touches.ts';
import { renamedFilesOf, withRenamedFiles } from './upload-names.ts';

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
export const documentStoreUpsertRoutes = [
  route({
    method: 'POST',
    path: '/document-store/upsert/:id',
    operationId: 'upsertDocumentStore',
    touches: itsOwner,
    summary: 'Load documents into a document store and bring its chunks to the vector store',
    description:
      'What is sent is loaded as one more loader, or with `replaceExisting` in the place of the loader `docId`. An empty body loads what is new and writes what was edited. With `Prefer: respond-async` the answer is 202 with the id of the run.',
    tag,
    params: StoreIdParamsSchema,
    querystring: DryRunQuerySchema,
    headers: UpsertHeadersSchema.extend(idempotencyHeader),
    body: StoreUpsertBodySchema,
    form: StoreUpsertFormSchema,
    answers: {
      200: z.union([StoreUpsertResultSchema, DryRunResultSchema]),
      202: StoreUpsertAcceptedSchema,
    },
    errors: UPSERT_ERRORS,
    admit: ({ params }, { documentStores }) => documentStores.assertExists(params.id),
    handle: (request, context, reply) =>
      withStoreCall(request, StoreUpsertBodySchema, context, async ({ body, uploads, folder }) => {
        const { documentStores: stores, idempotency } = context;
        const ownerId = request.params.id;
        const upsert = { storeId: ownerId, body, uploads };
        if (request.query.dryRun === 'true') {
          return withRenamedFiles(stores.dryRun(upsert, folder, signalOf(request, reply)), uploads);
        }
        const { prefer, 'idempotency-key': key } = request.headers;
        const start = () => startUpsert(stores, upsert, folder);
        const isAsync = wantsAsync(prefer);
        const once = { ownerId, key, isAsync, call: body, uploads, answers: AnswerSchema, start };
        return putOnceAnswer(reply, await answerOnce(once, idempotency));
      }),
  }),
  route({
    method: 'POST',
    path: '/document-store/vectorstore/insert',
    operationId: 'insertIntoVectorStore',
    touches: 'stores',
    summary: 'Save where a document store brings its chunks, and bring them there',
    description: 'As Flowise’s page calls it. Without `docId` all loaders.',
    tag,
    body: VectorInsertBodySchema,
    answers: { 200: StoreUpsertResultSchema },
    errors: UPSERT_ERRORS,
    async handle({ body: { storeId, docId, embedding, vectorStore, recordManager } }, { documentStores, runs }) {
      documentStores.assertExists(storeId);
      const body = {
        docId,
        embedding: embedding ?? undefined,
        vectorStore: vectorStore ?? undefined,
        recordManager: recordManager ?? undefined,
      };
      const folder = await runs.makeFolder();
      try {
        const started = await documentStores.startUpsert({ storeId, body, uploads: [] }, folder);
        return await started.result;
      } catch (error) {
        await folder.discard();
        throw error;
      }
    },
  }),
  route({
    method: 'POST',
    path: '/document-store/refresh/:id',
    operationId: 'refreshDocumentStore',
    touches: itsOwner,
    summary: 'Load loaders of a document store anew and bring what changed to the vector store',
    description:
      'Answers one result for each item, in their order; without items for each loader. The first failure ends it.',
    tag,
    params: StoreIdParamsSchema,
    body: StoreRefreshBodySchema,
    answers: { 200: z.array(StoreUpsertResultSchema) },
    errors: UPSERT_ERRORS,
    handle: ({ params, body }, { documentStores }) =>
      documentStores.refresh(params.id, body.items?.length === 0 ? undefined : body.items),
  }),
  route({
    method: 'POST',
    path: '/document-store/embed-again/:id',
    operationId: 'embedDocumentStoreAgain',
    touches: itsOwner,
    summary: 'Embed all chunks of a document store anew, or move them, into a collection beside the present one',
    description:
      'The present collection answers until all chunks are in the new one; then one transaction changes over, and the old one is deleted in the background. With a vector store alone the vectors are copied there, and nothing is embedded again. A run that stopped is gone on with by the next call, unless that names another model. Always 202.',
    tag,
    params: StoreIdParamsSchema,
    body: EmbedAgainBodySchema,
    answers: { 202: StoreUpsertAcceptedSchema },
    errors: [...UPSERT_ERRORS, 'STORE_BUSY'],
    async handle({ params, body }, { documentStores, runs }, reply) {
      const folder = await runs.makeFolder();
      try {
        const { runId, storeId } = await documentStores.embedAgain(params.id, body, folder);
        reply.code(202);
        return { runId, storeId };
      } catch (error) {
        await folder.discard();
        throw error;
      }
    },
  }),
  route({
    method: 'DELETE',
    path: '/document-store/embed-again/:id',
    operationId: 'discardDocumentStoreEmbedding',
    touches: itsOwner,
    summary: 'Give up embedding a document store again, or moving it: it stays as it is',
    tag,
    params: StoreIdParamsSchema,
    answers: { 200: DocumentStoreSchema },
    errors: ['STORE_NOT_FOUND', 'STORE_BUSY'],
    handle: ({ params }, { documentStores }) => documentStores.discardEmbedAgain(params.id),
  }),
  route({
    method: 'POST',
    path: '/document-store/vectorstore/query',
    operationId: 'queryDocumentStore',
    touches: 'stores',
    summary: 'Ask a document store',
    tag,
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
    handle: (request, { documentStores }, reply) => documentStores.query(request.body, signalOf(request, reply)),
  }),
  route({
    method: 'DELETE',
    path: '/document-store/vectorstore/:id',
    operationId: 'deleteDocumentStoreVectors',
    touches: itsOwner,
    summary: 'Take the chunks of a document store out of the vector store',
    tag,
    params: StoreIdParamsSchema,
    querystring: VectorDeleteQuerySchema,
    answers: {
      200: VectorsDeletedSchema,
    },
    errors: ['STORE_NOT_FOUND', 'LOADER_NOT_FOUND', 'STORE_BUSY'],
    handle: async ({ params, query }, { documentStores }) => ({
      numDeleted: await documentStores.removeVectors(params.id, query.docId),
    }),
  }),
];
