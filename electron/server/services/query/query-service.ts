import type { StoreQueryBody, StoreQueryResult } from '../../../../shared/api/document-store-upserts.ts';
import { QUERY_LIMIT, type VectorQueryBody, type VectorQueryResult } from '../../../../shared/api/vector.ts';
import type { FlowPlan } from '../../../../shared/flow/flow-plan.ts';
import type { RetrieverQuery } from '../../core/retriever.ts';
import type { EngineDeps } from '../../pipeline/engine-deps.ts';
import type { Libraries } from '../libraries/libraries.ts';
import type { Library } from '../libraries/library.ts';
import type { ModelCaller, ModelRules } from '../models/model-rules.ts';
import { type AnsweringOptions, createAnswering, type LibraryQuery } from './answering.ts';
import { NOBODY_WAITS, openPlan, type PlanQuestion, type QueryDeps } from './open-plan.ts';

export interface QueryServiceOptions extends AnsweringOptions {
  readonly engine: EngineDeps;
  readonly libraries: Pick<Libraries, 'find' | 'store'>;
  readonly modelRules: Pick<ModelRules, 'poolFor'>;
  /** Milliseconds that only grow. */
  readonly clock: () => number;
}

/** Answers questions with what a library ends in: its vector store, another library that it reads, or a retriever behind these. */
export function createQueryService(options: QueryServiceOptions) {
  const { engine, libraries, modelRules, clock } = options;
  const given = {
    embeddingPool: engine.embeddingPool,
    chatPool: engine.chatPool,
    poolFor: (caller: ModelCaller) => modelRules.poolFor(engine.chatPool, caller),
    vectorDeps: engine.vectorDeps,
    retrieverDeps: {
      queryDocumentStore: (storeId: string, body: RetrieverQuery, signal: AbortSignal) =>
        queryLibrary(libraries.store(storeId), body, signal),
    },
    clock,
  };
  const { toolDepsOf, ...answering } = createAnswering(options, given);
  const deps: QueryDeps = { ...given, toolDepsOf };

  /** @throws UserError 422 when the settings can't be used, EMBEDDING_MISMATCH (409) when the model is not the collection's */
  async function queryLibrary(
    library: Library,
    { stopNodeId, overrides, asksConsent = false, ...body }: LibraryQuery,
    signal: AbortSignal,
  ): Promise<VectorQueryResult> {
    const waiting = { ...NOBODY_WAITS, asksConsent };
    return queryPlan(library.questionPlan(stopNodeId, overrides), { ownerId: library.id, body, waiting, signal }, deps);
  }

  return {
    queryLibrary,
    ...answering,

    /** @throws UserError CHATFLOW_NOT_FOUND; as {@link queryLibrary} */
    query: async (
      id: string,
      body: VectorQueryBody & Pick<LibraryQuery, 'asksConsent'>,
      signal: AbortSignal,
    ): Promise<VectorQueryResult> => queryLibrary(libraries.find(id, 'chatflow'), body, signal),

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

/** @param clock milliseconds that only grow */
export function millisecondsSince(start: number, clock: () => number): number {
  return Math.round((clock() - start) * 100) / 100;
}

/**
 * Answers a question with what a plan ends in.
 * @throws UserError EMBEDDING_MISMATCH (409) when the plan's model is not the collection's
 */
async function queryPlan(plan: FlowPlan, question: PlanQuestion, deps: QueryDeps): Promise<VectorQueryResult> {
  const { clock } = deps;
  const { body, signal } = question;
  const start = clock();
  const { query, graph } = openPlan(plan, question, deps);
  try {
    const answer = await graph.retriever.retrieve({ ...body, query }, signal);
    return {
      ...answer,
      timeTaken: millisecondsSince(start, clock),
      ...(body.query.length > QUERY_LIMIT ? { queryTruncated: true } : {}),
    };
  } finally {
    await graph.close();
  }
}
