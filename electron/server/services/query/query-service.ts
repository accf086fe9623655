import type { StoreQueryBody, StoreQueryResult } from '../../../../shared/api/document-store-upserts.ts';
import type { VectorQueryBody, VectorQueryResult } from '../../../../shared/api/vector.ts';
import type { EngineDeps } from '../../pipeline/engine-deps.ts';
import type { Libraries } from '../libraries/libraries.ts';
import type { Library } from '../libraries/library.ts';
import { type QueryDeps, queryPlan } from './query-plan.ts';

export interface QueryServiceOptions {
  readonly engine: EngineDeps;
  readonly libraries: Pick<Libraries, 'find' | 'store'>;
  /** Milliseconds that only grow. */
  readonly clock: () => number;
}

/** Answers questions with what a library ends in: its vector store, another library that it reads, or a retriever behind these. */
export function createQueryService({ engine, libraries, clock }: QueryServiceOptions) {
  const deps: QueryDeps = {
    embeddingPool: engine.embeddingPool,
    vectorDeps: engine.vectorDeps,
    retrieverDeps: {
      queryDocumentStore: (storeId, body, signal) => queryLibrary(libraries.store(storeId), body, signal),
    },
    clock,
  };

  /** @throws UserError 422 when the settings can't be used, EMBEDDING_MISMATCH (409) when the model is not the collection's */
  async function queryLibrary(
    library: Library,
    { stopNodeId, ...body }: VectorQueryBody,
    signal: AbortSignal,
  ): Promise<VectorQueryResult> {
    return queryPlan(library.questionPlan(stopNodeId), { ownerId: library.id, body, signal }, deps);
  }

  return {
    queryLibrary,

    /** @throws UserError CHATFLOW_NOT_FOUND; as {@link queryLibrary} */
    query: async (id: string, body: VectorQueryBody, signal: AbortSignal): Promise<VectorQueryResult> =>
      queryLibrary(libraries.find(id, 'chatflow'), body, signal),

    /**
     * Asks a document store, also with other settings of its vector store.
     * @throws UserError STORE_NOT_FOUND, INVALID_INPUT; MISSING_INPUT (422), EMBEDDING_MISMATCH (409)
     */
    async queryStore(
      { storeId, scoreThreshold, inputs, ...body }: StoreQueryBody,
      signal: AbortSignal,
    ): Promise<StoreQueryResult> {
      const answer = await queryLibrary(libraries.store(storeId).withVectorStore(inputs), body, signal);
      if (scoreThreshold === undefined) return answer;
      return { ...answer, docs: answer.docs.filter(({ score }) => score >= scoreThreshold) };
    },
  };
}

export type QueryService = ReturnType<typeof createQueryService>;
