import { z } from 'zod';
import {
  StoreUpsertAcceptedSchema,
  StoreUpsertBodySchema,
  StoreUpsertResultSchema,
} from '../../../shared/api/document-store-upserts.ts';
import type { documentStoreUpsertOperations } from '../../../shared/operations/document-store-upsert.ts';
import type { DocumentStoreService } from '../services/document-stores/document-store-service.ts';
import type { StoreUpsertRequest } from '../services/document-stores/start-upsert.ts';
import type { StartedOnce } from '../services/idempotency-service.ts';
import type { RunFolder } from '../services/runs/run-folders.ts';
import { answerOnce, putOnceAnswer } from './answer-once.ts';
import { signalOf, wantsAsync } from './caller.ts';
import { withStoreCall } from './read-store-form.ts';
import type { RoutesOf } from './route.ts';
import { itsOwner } from './touches.ts';
import { renamedFilesOf, withRenamedFiles } from './upload-names.ts';

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
export const documentStoreUpsertRoutes = {
  upsertDocumentStore: {
    touches: itsOwner,
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
  },
  insertIntoVectorStore: {
    touches: 'stores',
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
  },
  refreshDocumentStore: {
    touches: itsOwner,
    handle: ({ params, body }, { documentStores }) =>
      documentStores.refresh(params.id, body.items?.length === 0 ? undefined : body.items),
  },
  embedDocumentStoreAgain: {
    touches: itsOwner,
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
  },
  discardDocumentStoreEmbedding: {
    touches: itsOwner,
    handle: ({ params }, { documentStores }) => documentStores.discardEmbedAgain(params.id),
  },
  queryDocumentStore: {
    touches: 'stores',
    handle: (request, { queries }, reply) => queries.queryStore(request.body, signalOf(request, reply)),
  },
  deleteDocumentStoreVectors: {
    touches: itsOwner,
    handle: async ({ params, query }, { documentStores }) => ({
      numDeleted: await documentStores.removeVectors(params.id, query.docId),
    }),
  },
} satisfies RoutesOf<typeof documentStoreUpsertOperations>;
