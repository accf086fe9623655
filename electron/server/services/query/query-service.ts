import type { StoreQueryBody, StoreQueryResult } from '../../../../shared/api/document-store-upserts.ts';
import type { VectorQueryBody, VectorQueryResult } from '../../../../shared/api/vector.ts';
import type { StoreReaderDeps } from '../../core/store-reader.ts';
import { openStoreReader } from '../../nodes/registry.ts';
import type { EngineDeps } from '../../pipeline/engine-deps.ts';
import type { Libraries } from '../libraries/libraries.ts';
import type { Library } from '../libraries/library.ts';
import { queryPlan } from './query-plan.ts';

export interface QueryServiceOptions {
  readonly engine: EngineDeps;
  readonly libraries: Pick<Libraries, 'find' | 'store'>;
  /** Milliseconds that only grow. */
  readonly clock: () => number;
}

/** Answers questions from the collection that a library fills, or from the library that it reads. */
export function createQueryService({ engine, libraries, clock }: QueryServiceOptions) {
  const readers: StoreReaderDeps = {
    queryDocumentStore: (storeId, body, signal) => query(libraries.store(storeId), body, signal),
  };

  async function query(
    library: Library,
    { stopNodeId, ...body }: VectorQueryBody,
    signal: AbortSignal,
  ): Promise<VectorQueryResult> {
    const reader = library.reader(stopNodeId);
    if (reader !== undefined) return openStoreReader(reader, readers).query(body, signal);
    return queryPlan(library.plan('ask', stopNodeId), { ownerId: library.id, body, signal }, engine, clock);
  }

  return {
    /**
     * @throws UserError CHATFLOW_NOT_FOUND; 422 when the settings can't be used, EMBEDDING_MISMATCH (409) when the model is not the collection's
     */
    query: async (id: string, body: VectorQueryBody, signal: AbortSignal): Promise<VectorQueryResult> =>
      query(libraries.find(id, 'chatflow'), body, signal),

    /**
     * Asks a document store, also with other settings of its vector store.
     * @throws UserError STORE_NOT_FOUND, INVALID_INPUT; MISSING_INPUT (422), EMBEDDING_MISMATCH (409)
     */
    async queryStore(
      { storeId, scoreThreshold, inputs, ...body }: StoreQueryBody,
      signal: AbortSignal,
    ): Promise<StoreQueryResult> {
      const answer = await query(libraries.store(storeId).withVectorStore(inputs), body, signal);
      if (scoreThreshold === undefined) return answer;
      return { ...answer, docs: answer.docs.filter(({ score }) => score >= scoreThreshold) };
    },
  };
}

export type QueryService = ReturnType<typeof createQueryService>;
