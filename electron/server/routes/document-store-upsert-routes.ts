import { z } from 'zod';
import {
  StoreUpsertAcceptedSchema,
  StoreUpsertBodySchema,
  type StoreUpsertResult,
  StoreUpsertResultSchema,
} from '../../../shared/api/document-store-upserts.ts';
import type { documentStoreUpsertOperations } from '../../../shared/operations/document-store-upsert.ts';
import type { StartedOnce } from '../services/idempotency-service.ts';
import type { Prepare, PreparedUpsert } from '../services/libraries/prepared-upsert.ts';
import type { StoreUpsertRequest } from '../services/libraries/store-upsert.ts';
import type { RunFolder } from '../services/runs/run-folders.ts';
import type { UpsertService } from '../services/upserts/upsert-service.ts';
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
  upserts: UpsertService,
  prepare: Prepare<PreparedUpsert<StoreUpsertResult>>,
  uploads: StoreUpsertRequest['uploads'],
  folder: RunFolder,
): Promise<StartedOnce<Answer>> {
  const { runId, result, prepared } = await upserts.start(prepare, folder);
  const { ownerId: storeId, docId } = prepared;
  const accepted = { runId, storeId, ...(docId === undefined ? {} : { docId }), ...renamedFilesOf(uploads) };
  return { runId, accepted, result: withRenamedFiles(result, uploads) };
}

/** `/document-store/upsert`, `/document-store/refresh` and `/document-store/vectorstore`. */
export const documentStoreUpsertRoutes = {
  upsertDocumentStore: {
    touches: itsOwner,
    admit: ({ params }, { documentStores }) => documentStores.assertExists(params.id),
    handle: (request, context, reply) =>
      withStoreCall(request, StoreUpsertBodySchema, context, async ({ body, uploads, folder }) => {
        const { libraries, upserts, idempotency } = context;
        const ownerId = request.params.id;
        const upsert = libraries.store(ownerId).upsert({ body, uploads });
        if (request.query.dryRun === 'true') {
          return withRenamedFiles(upserts.dryRun(upsert, folder, signalOf(request, reply)), uploads);
        }
        const { prefer, 'idempotency-key': key } = request.headers;
        const start = () => startUpsert(upserts, upsert, uploads, folder);
        const isAsync = wantsAsync(prefer);
        const once = { ownerId, key, isAsync, call: body, uploads, answers: AnswerSchema, start };
        return putOnceAnswer(reply, await answerOnce(once, idempotency));
      }),
  },
  insertIntoVectorStore: {
    touches: 'stores',
    async handle({ body: { storeId, docId, embedding, vectorStore, recordManager } }, { libraries, upserts }) {
      const library = libraries.store(storeId);
      const body = {
        docId,
        embedding: embedding ?? undefined,
        vectorStore: vectorStore ?? undefined,
        recordManager: recordManager ?? undefined,
      };
      const { result } = await upserts.startAlone(library.upsert({ body, uploads: [] }));
      return result;
    },
  },
  refreshDocumentStore: {
    touches: itsOwner,
    handle: async ({ params, body }, { documentStores, upserts }) =>
      upserts.runAll(documentStores.refresh(params.id, body.items?.length === 0 ? undefined : body.items)),
  },
  embedDocumentStoreAgain: {
    touches: itsOwner,
    async handle({ params, body }, { moves, upserts }, reply) {
      const { runId } = await upserts.startAlone(moves.embedAgain(params.id, body));
      reply.code(202);
      return { runId, storeId: params.id };
    },
  },
  discardDocumentStoreEmbedding: {
    touches: itsOwner,
    async handle({ params }, { documentStores, moves }) {
      await moves.discardEmbedAgain(params.id);
      return documentStores.read(params.id);
    },
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
