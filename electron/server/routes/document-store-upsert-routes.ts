import { z } from 'zod';
import {
  StoreUpsertAcceptedSchema,
  StoreUpsertBodySchema,
  StoreUpsertResultSchema,
} from '../../../shared/api/document-store-upserts.ts';
import type { documentStoreUpsertOperations } from '../../../shared/operations/document-store-upsert.ts';
import { answerUpsert } from './answer-once.ts';
import { signalOf } from './caller.ts';
import { withStoreCall } from './read-store-form.ts';
import type { RoutesOf } from './route.ts';
import { itsOwner } from './touches.ts';

/** All that an upsert answers that is no dry run. */
const AnswerSchema = z.union([StoreUpsertResultSchema, StoreUpsertAcceptedSchema]);

/** `/document-store/upsert`, `/document-store/refresh` and `/document-store/vectorstore`. */
export const documentStoreUpsertRoutes = {
  upsertDocumentStore: {
    touches: itsOwner,
    admit: ({ params }, { documentStores }) => documentStores.assertExists(params.id),
    handle: (request, context, reply) =>
      withStoreCall(request, StoreUpsertBodySchema, context, async ({ body, uploads, folder }) => {
        const ownerId = request.params.id;
        const prepare = context.libraries.store(ownerId).upsert({ body, uploads });
        const upsert = { ownerId, prepare, folder, uploads, call: body, answers: AnswerSchema };
        return answerUpsert(request, reply, context, upsert);
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
