import type { StoreQueryBody, StoreQueryResult } from '../../../../shared/api/document-store-upserts.ts';
import {
  type OverrideConfig,
  QUERY_LIMIT,
  type VectorQueryBody,
  type VectorQueryResult,
} from '../../../../shared/api/vector.ts';
import { AppError, UserError } from '../../../../shared/errors/errors.ts';
import type { FlowPlan } from '../../../../shared/flow/flow-plan.ts';
import { attachedPassages } from '../../answers/attached-passages.ts';
import type { FlowQuestion, ToolDeps } from '../../core/agent-tool.ts';
import type { AnswerPiece, AttachedDocument } from '../../core/answerer.ts';
import type { RetrieverDeps, RetrieverQuery } from '../../core/retriever.ts';
import type { EngineDeps } from '../../pipeline/engine-deps.ts';
import { type AnswerTraits, traitsOf } from '../../pipeline/retrieve/answer-traits.ts';
import { type AnswerScope, type OpenGraph, openGraph, textOfAnswer } from '../../pipeline/retrieve/open-graph.ts';
import type { Libraries } from '../libraries/libraries.ts';
import type { Library } from '../libraries/library.ts';

export interface QueryServiceOptions {
  readonly engine: EngineDeps;
  readonly libraries: Pick<Libraries, 'find' | 'store'>;
  /** @throws UserError MISSING_CREDENTIAL when a flow is bound to another key */
  readonly assertKey: (flowId: string, key: string) => void;
  readonly toolDeps: Omit<ToolDeps, 'question' | 'askFlow'>;
  /** Milliseconds that only grow. */
  readonly clock: () => number;
}

/** A question to a library, with the overrides of its call. */
interface LibraryQuery extends VectorQueryBody {
  readonly overrides?: OverrideConfig;
}

/** The same, for an answer in words. */
interface AnswerQuestion extends LibraryQuery, Pick<AnswerScope, 'history'> {
  readonly documents: readonly AttachedDocument[];
  readonly ancestors?: readonly string[];
}

/** How many flows may wait for one that the last of them asks. */
const MAX_ANCESTORS = 3;

function asksItself(): UserError {
  return new UserError(
    'FLOW_HAS_CYCLE',
    `The flow waits for this answer itself, or ${MAX_ANCESTORS} flows ask each other: ask another flow.`,
  );
}

/** Answers questions with what a library ends in: its vector store, another library that it reads, or a retriever behind these. */
export function createQueryService({ engine, libraries, assertKey, toolDeps, clock }: QueryServiceOptions) {
  const deps: QueryDeps = {
    embeddingPool: engine.embeddingPool,
    chatPool: engine.chatPool,
    vectorDeps: engine.vectorDeps,
    retrieverDeps: {
      queryDocumentStore: (storeId, body, signal) => queryLibrary(libraries.store(storeId), body, signal),
    },
    toolDepsOf: (question, ancestors) => ({
      ...toolDeps,
      question,
      askFlow: (asked, signal) => askFlow(asked, ancestors, signal),
    }),
    clock,
  };

  /** Answers an agent that asks another flow. @param ancestors the flows whose agents wait for it */
  async function askFlow(
    { flowId, question, overrides, apiKey }: FlowQuestion,
    ancestors: readonly string[],
    signal: AbortSignal,
  ): Promise<string> {
    if (ancestors.includes(flowId) || ancestors.length >= MAX_ANCESTORS) throw asksItself();
    const library = libraries.find(flowId, 'chatflow');
    assertKey(flowId, apiKey);
    const asked = { query: question, overrides, history: () => [], documents: [], ancestors };
    return textOfAnswer({ answer: () => answerLibrary(library, asked, signal) }, question, signal);
  }

  /** @throws UserError 422 when the settings can't be used, EMBEDDING_MISMATCH (409) when the model is not the collection's */
  async function queryLibrary(
    library: Library,
    { stopNodeId, overrides, ...body }: LibraryQuery,
    signal: AbortSignal,
  ): Promise<VectorQueryResult> {
    return queryPlan(library.questionPlan(stopNodeId, overrides), { ownerId: library.id, body, signal }, deps);
  }

  /**
   * Answers a question to a library in words: by the chain of a flow, or else with sentences of what is found.
   * @param history what was said before
   * @param documents what came with the question
   * @param ancestors flows whose agents wait for this one
   * @throws as {@link queryLibrary}; what the chat model says
   */
  async function* answerLibrary(
    library: Library,
    { stopNodeId, overrides, history, documents, ancestors = [], ...body }: AnswerQuestion,
    signal: AbortSignal,
  ): AsyncGenerator<AnswerPiece> {
    const plan = library.questionPlan(stopNodeId, overrides, 'answer');
    const asked = { ownerId: library.id, body, history, ancestors: [...ancestors, library.id], signal };
    const { query, graph } = openPlan(plan, asked, deps);
    try {
      const attached = await attachedPassages(query, documents, signal);
      yield* graph.answerer.answer({ ...body, query, attached }, signal);
    } finally {
      await graph.close();
    }
  }

  return {
    queryLibrary,
    answerLibrary,

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
  readonly ancestors?: readonly string[];
  readonly signal: AbortSignal;
}

/** What answering needs of the server. */
interface QueryDeps extends Pick<EngineDeps, 'embeddingPool' | 'chatPool' | 'vectorDeps'> {
  readonly retrieverDeps: RetrieverDeps;
  /** @param ancestors the flow that is asked, and those that wait for it */
  readonly toolDepsOf: (question: string, ancestors: readonly string[]) => ToolDeps;
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
  { ownerId, body, history = () => [], ancestors = [], signal }: PlanQuestion,
  { clock: _, toolDepsOf, ...deps }: QueryDeps,
): OpenQuestion {
  const query = body.query.slice(0, QUERY_LIMIT).toWellFormed();
  const toolDeps = toolDepsOf(query, ancestors);
  return { query, graph: openGraph(plan, { ...deps, toolDeps, ownerId, signal, scope: { question: query, history } }) };
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
