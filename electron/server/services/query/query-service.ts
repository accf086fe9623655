import type { StorePart } from '../../../../shared/api/document-store-parts.ts';
import type { StoreQueryBody, StoreQueryResult } from '../../../../shared/api/document-store-upserts.ts';
import {
  type OverrideConfig,
  QUERY_LIMIT,
  type VectorQueryBody,
  type VectorQueryResult,
} from '../../../../shared/api/vector.ts';
import type { ErrorCode } from '../../../../shared/errors/error-codes.ts';
import { AppError, UserError } from '../../../../shared/errors/errors.ts';
import type { FlowPlan } from '../../../../shared/flow/flow-plan.ts';
import { attachedPassages } from '../../answers/attached-passages.ts';
import type { AnswerPiece, AttachedDocument } from '../../core/answerer.ts';
import type { ChatModel } from '../../core/chat-model.ts';
import type { RetrieverDeps, RetrieverQuery } from '../../core/retriever.ts';
import type { EngineDeps } from '../../pipeline/engine-deps.ts';
import { type AnswerTraits, traitsOf } from '../../pipeline/retrieve/answer-traits.ts';
import { type AnswerModel, type AnswerScope, type OpenGraph, openGraph } from '../../pipeline/retrieve/open-graph.ts';
import type { AnswerModelService } from '../answers/answer-model-service.ts';
import type { ModelCaller, ModelRules, RuledPool } from '../answers/model-rules.ts';
import type { Libraries } from '../libraries/libraries.ts';
import type { Library } from '../libraries/library.ts';

export interface QueryServiceOptions {
  readonly engine: EngineDeps;
  readonly libraries: Pick<Libraries, 'find' | 'store'>;
  readonly answerModels: Pick<AnswerModelService, 'forAnswer'>;
  readonly modelRules: Pick<ModelRules, 'poolFor'>;
  /** Milliseconds that only grow. */
  readonly clock: () => number;
}

/** A question to a library, with the overrides of its call. */
interface LibraryQuery extends VectorQueryBody {
  readonly overrides?: OverrideConfig;
}

/** A question that is answered in words. */
interface AnswerQuery extends LibraryQuery, Pick<AnswerScope, 'history'> {
  /** What came with it. */
  readonly documents: readonly AttachedDocument[];
  /** That answers in the place of the one that the flow or Settings name. */
  readonly chatModel?: StorePart | undefined;
  /** Whether a person is asked before passages go to a service for the first time. */
  readonly asksConsent?: boolean | undefined;
}

/** What keeps a question from being asked at all: there is nothing to store of it. */
const REFUSED_FIRST: ReadonlySet<ErrorCode> = new Set(['CONSENT_NEEDED', 'LOCAL_MODELS_ONLY', 'TOKENS_SPENT']);

/** Answers questions with what a library ends in: its vector store, another library that it reads, or a retriever behind these. */
export function createQueryService({ engine, libraries, answerModels, modelRules, clock }: QueryServiceOptions) {
  const deps: QueryDeps = {
    embeddingPool: engine.embeddingPool,
    poolFor: (caller) => modelRules.poolFor(engine.chatPool, caller),
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

  function openAnswer(library: Library, asked: AnswerQuery, signal: AbortSignal) {
    const { stopNodeId, overrides, history, chatModel, asksConsent = false, documents, ...body } = asked;
    const plan = library.questionPlan(stopNodeId, overrides, 'answer');
    const answerModel = answerModels.forAnswer(chatModel);
    const question = { ownerId: library.id, body, history, answerModel, asksConsent, signal };
    return { body, documents, ...openPlan(plan, question, deps) };
  }

  return {
    queryLibrary,

    /**
     * Answers a question to a library in words: by the chain of a flow, or else by the model of Settings, or with sentences of what is found.
     * @param history what was said before
     * @param documents what came with the question
     * @throws as {@link queryLibrary}; what the chat model says
     */
    async *answerLibrary(library: Library, asked: AnswerQuery, signal: AbortSignal): AsyncGenerator<AnswerPiece> {
      const { documents, query, graph, body, pool } = openAnswer(library, asked, signal);
      try {
        const attached = await attachedPassages(query, documents, signal);
        yield* graph.answerer.answer({ ...body, query, attached }, signal);
        yield { type: 'details', details: pool.usage };
      } finally {
        await graph.close();
      }
    },

    /**
     * Whether the models that a question needs may be asked. What else is wrong with it shows when it is answered.
     * @throws UserError CONSENT_NEEDED, LOCAL_MODELS_ONLY, TOKENS_SPENT
     */
    async admitAnswer(library: Library, asked: Omit<AnswerQuery, 'history'>, signal: AbortSignal): Promise<void> {
      try {
        await openAnswer(library, { ...asked, history: () => [] }, signal).graph.models();
      } catch (error) {
        if (error instanceof AppError && REFUSED_FIRST.has(error.code)) throw error;
      }
    },

    /** What would answer a question to a library; nothing where it can't be asked as it is. @throws the signal's reason */
    async modelsOf(library: Library, signal: AbortSignal): Promise<readonly ChatModel[]> {
      try {
        const plan = library.questionPlan(undefined, undefined, 'answer');
        const answerModel = answerModels.forAnswer(undefined);
        const scope = { question: '', history: () => [] };
        const { chatPool } = engine;
        // Nothing is retrieved.
        const retrieverDeps = { ...deps.retrieverDeps, admitService: () => undefined };
        const context = { ...deps, chatPool, retrieverDeps, ownerId: library.id, signal, scope, answerModel };
        return await openGraph(plan, context).models();
      } catch (error) {
        if (error instanceof UserError) return [];
        throw error;
      }
    },

    /** What can be said of an answer before the question. Of a flow that can't answer, nothing is: its question says why. */
    answerTraits(
      library: Library,
      { stopNodeId, overrides }: Pick<LibraryQuery, 'stopNodeId' | 'overrides'>,
    ): AnswerTraits {
      try {
        return traitsOf(library.questionPlan(stopNodeId, overrides, 'answer'));
      } catch (error) {
        if (error instanceof AppError) return { canStream: true, sessionId: undefined };
        throw error;
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
  readonly asksConsent?: boolean;
  readonly signal: AbortSignal;
}

/** What answering needs of the server. */
interface QueryDeps extends Pick<EngineDeps, 'embeddingPool' | 'vectorDeps'> {
  readonly poolFor: (caller: ModelCaller) => RuledPool;
  readonly retrieverDeps: Omit<RetrieverDeps, 'admitService'>;
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
  readonly pool: RuledPool;
}

function openPlan(
  plan: FlowPlan,
  { ownerId, body, history = () => [], answerModel, asksConsent = false, signal }: PlanQuestion,
  { clock: _, poolFor, retrieverDeps, ...deps }: QueryDeps,
): OpenQuestion {
  const query = body.query.slice(0, QUERY_LIMIT).toWellFormed();
  const scope = { question: query, history };
  const pool = poolFor({ ownerId, asksConsent });
  const { admitService } = pool;
  const context = { ...deps, chatPool: pool, retrieverDeps: { ...retrieverDeps, admitService } };
  return { query, pool, graph: openGraph(plan, { ...context, ownerId, signal, scope, answerModel }) };
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
