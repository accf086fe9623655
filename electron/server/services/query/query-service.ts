import type { StorePart } from '../../../../shared/api/document-store-parts.ts';
import type { StoreQueryBody, StoreQueryResult } from '../../../../shared/api/document-store-upserts.ts';
import {
  type OverrideConfig,
  QUERY_LIMIT,
  type VectorQueryBody,
  type VectorQueryResult,
} from '../../../../shared/api/vector.ts';
import type { FlowPlan } from '../../../../shared/flow/flow-plan.ts';
import type { AnswerPiece } from '../../core/answerer.ts';
import type { RetrieverDeps, RetrieverQuery } from '../../core/retriever.ts';
import type { EngineDeps } from '../../pipeline/engine-deps.ts';
import { type AnswerModel, type AnswerScope, type OpenGraph, openGraph } from '../../pipeline/retrieve/open-graph.ts';
import type { AnswerModelService } from '../answers/answer-model-service.ts';
import type { Libraries } from '../libraries/libraries.ts';
import type { Library } from '../libraries/library.ts';

export interface QueryServiceOptions {
  readonly engine: EngineDeps;
  readonly libraries: Pick<Libraries, 'find' | 'store'>;
  readonly answerModels: Pick<AnswerModelService, 'forAnswer'>;
  /** Milliseconds that only grow. */
  readonly clock: () => number;
}

/** A question to a library, with the overrides of its call. */
interface LibraryQuery extends VectorQueryBody {
  readonly overrides?: OverrideConfig;
}

/** A question that is answered in words. */
interface AnswerQuery extends LibraryQuery, Pick<AnswerScope, 'history'> {
  /** That answers in the place of the one that the flow or Settings name. */
  readonly chatModel?: StorePart | undefined;
}

/** Answers questions with what a library ends in: its vector store, another library that it reads, or a retriever behind these. */
export function createQueryService({ engine, libraries, answerModels, clock }: QueryServiceOptions) {
  const deps: QueryDeps = {
    embeddingPool: engine.embeddingPool,
    chatPool: engine.chatPool,
    vectorDeps: engine.vectorDeps,
    retrieverDeps: {
      queryDocumentStore: (storeId, body, signal) => queryLibrary(libraries.store(storeId), body, signal),
    },
    clock,
  };

  /** @throws UserError 422 when the settings can't be used, EMBEDDING_MISMATCH (409) when the model is not the collection's */
  async function queryLibrary(
    library: Library,
    { stopNodeId, overrides, ...body }: LibraryQuery,
    signal: AbortSignal,
  ): Promise<VectorQueryResult> {
    return queryPlan(library.questionPlan(stopNodeId, overrides), { ownerId: library.id, body, signal }, deps);
  }

  return {
    queryLibrary,

    /**
     * Answers a question to a library in words: by the chain of a flow, or else by the model of Settings, or with sentences of what is found.
     * @param history what was said before
     * @throws as {@link queryLibrary}; what the chat model says
     */
    async *answerLibrary(
      library: Library,
      { stopNodeId, overrides, history, chatModel, ...body }: AnswerQuery,
      signal: AbortSignal,
    ): AsyncGenerator<AnswerPiece> {
      const plan = library.questionPlan(stopNodeId, overrides, 'answer');
      const answerModel = answerModels.forAnswer(chatModel);
      const { query, graph } = openPlan(plan, { ownerId: library.id, body, history, answerModel, signal }, deps);
      try {
        yield* graph.answerer.answer({ ...body, query }, signal);
      } finally {
        await graph.close();
      }
    },

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

interface PlanQuestion {
  /** Id of the chatflow or document store whose collection it is, if the plan names none. */
  readonly ownerId: string;
  readonly body: RetrieverQuery;
  readonly history?: AnswerScope['history'];
  readonly answerModel?: AnswerModel | undefined;
  readonly signal: AbortSignal;
}

/** What answering needs of the server. */
interface QueryDeps extends Pick<EngineDeps, 'embeddingPool' | 'chatPool' | 'vectorDeps'> {
  readonly retrieverDeps: RetrieverDeps;
  /** Milliseconds that only grow. */
  readonly clock: () => number;
}

/** @param clock milliseconds that only grow */
export function millisecondsSince(start: number, clock: () => number): number {
  return Math.round((clock() - start) * 100) / 100;
}

interface OpenQuestion {
  /** As it is asked: the beginning of a very long one. */
  readonly query: string;
  readonly graph: OpenGraph;
}

function openPlan(
  plan: FlowPlan,
  { ownerId, body, history = () => [], answerModel, signal }: PlanQuestion,
  { clock: _, ...deps }: QueryDeps,
): OpenQuestion {
  const query = body.query.slice(0, QUERY_LIMIT).toWellFormed();
  const scope = { question: query, history };
  return { query, graph: openGraph(plan, { ...deps, ownerId, signal, scope, answerModel }) };
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
