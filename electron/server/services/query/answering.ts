import type { StorePart } from '../../../../shared/api/document-store-parts.ts';
import type { OverrideConfig, VectorQueryBody } from '../../../../shared/api/vector.ts';
import type { ErrorCode } from '../../../../shared/errors/error-codes.ts';
import { AppError, UserError } from '../../../../shared/errors/errors.ts';
import { attachedPassages } from '../../answers/attached-passages.ts';
import type { FlowQuestion, ToolDeps } from '../../core/agent-tool.ts';
import type { AnswerPiece, AttachedDocument } from '../../core/answerer.ts';
import type { ModelAddress, RetrieverQuery } from '../../core/retriever.ts';
import { type AnswerTraits, traitsOf } from '../../pipeline/retrieve/answer-traits.ts';
import { type AnswerScope, textOfAnswer } from '../../pipeline/retrieve/open-graph.ts';
import type { Libraries } from '../libraries/libraries.ts';
import type { Library } from '../libraries/library.ts';
import type { AnswerModelService } from '../models/answer-model-service.ts';
import {
  modelsOfPlan,
  NOBODY_WAITS,
  type OpenQuestion,
  openPlan,
  type QueryDeps,
  storesReadBy,
  type WaitingFlows,
} from './open-plan.ts';

export interface AnsweringOptions {
  readonly libraries: Pick<Libraries, 'find'>;
  /** @throws UserError MISSING_CREDENTIAL when a flow is bound to another key */
  readonly assertKey: (flowId: string, key: string) => void;
  readonly toolDeps: Omit<ToolDeps, 'question' | 'askFlow'>;
  readonly answerModels: Pick<AnswerModelService, 'forAnswer'>;
}

/** A question to a library, with the overrides of its call. */
export interface LibraryQuery extends VectorQueryBody {
  readonly overrides?: OverrideConfig;
  /** Whether a person is asked before passages go to a service for the first time. */
  readonly asksConsent?: boolean | undefined;
}

/** A question that is answered in words. */
interface AnswerQuery extends LibraryQuery, Pick<AnswerScope, 'history'> {
  /** What came with it. */
  readonly documents: readonly AttachedDocument[];
  /** That answers in the place of the one that the flow or Settings name. */
  readonly chatModel?: StorePart | undefined;
  /** Flows whose agents wait for this answer. */
  readonly waiting?: WaitingFlows;
}

/** How many flows may wait for one that the last of them asks. */
const MAX_ANCESTORS = 3;

function asksItself(): UserError {
  return new UserError(
    'FLOW_HAS_CYCLE',
    `The flow waits for this answer itself, or ${MAX_ANCESTORS} flows ask each other: ask another flow.`,
  );
}

/** What keeps a question from being asked at all: there is nothing to store of it. */
const REFUSED_FIRST: ReadonlySet<ErrorCode> = new Set(['CONSENT_NEEDED', 'LOCAL_MODELS_ONLY', 'TOKENS_SPENT']);

type AnsweringDeps = Omit<QueryDeps, 'toolDepsOf'>;

/** Answers questions in words: by the chain or agent of a flow, by the model of Settings, or with sentences of what is found. */
export function createAnswering(
  { libraries, assertKey, toolDeps, answerModels }: AnsweringOptions,
  deps: AnsweringDeps,
) {
  const toolDepsOf: QueryDeps['toolDepsOf'] = (question, waiting) => ({
    ...toolDeps,
    question,
    askFlow: async (asked, signal) => askFlow(asked, await waiting(), signal),
  });

  /** Answers an agent that asks another flow. */
  async function askFlow(
    { flowId, question, overrides, apiKey }: FlowQuestion,
    waiting: WaitingFlows,
    signal: AbortSignal,
  ): Promise<string> {
    const { ancestors, asksConsent } = waiting;
    if (ancestors.includes(flowId) || ancestors.length >= MAX_ANCESTORS) throw asksItself();
    const library = libraries.find(flowId, 'chatflow');
    assertKey(flowId, apiKey);
    const asked = { query: question, overrides, history: () => [], documents: [], waiting, asksConsent };
    return textOfAnswer({ answer: () => answerLibrary(library, asked, signal) }, question, signal);
  }

  const openAnswer: OpenAnswer = (library, asked, signal) => {
    const {
      stopNodeId,
      overrides,
      history,
      chatModel,
      asksConsent = false,
      documents,
      waiting = NOBODY_WAITS,
      ...body
    } = asked;
    const plan = library.questionPlan(stopNodeId, overrides, 'answer');
    const answerModel = answerModels.forAnswer(chatModel);
    const question = {
      ...{ ownerId: library.id, body, history, answerModel, signal },
      waiting: { ...waiting, asksConsent },
    };
    return { body, documents, ...openPlan(plan, question, { ...deps, toolDepsOf }) };
  };

  /**
   * Answers a question to a library in words: by the chain of a flow, or else by the model of Settings, or with sentences of what is found.
   * @param history what was said before
   * @param documents what came with the question
   * @throws as {@link queryLibrary}; what the chat model says
   */
  async function* answerLibrary(
    library: Library,
    asked: AnswerQuery,
    signal: AbortSignal,
  ): AsyncGenerator<AnswerPiece> {
    const { documents, query, graph, body, pool } = openAnswer(library, asked, signal);
    try {
      const attached = await attachedPassages(query, documents, signal);
      yield* graph.answerer.answer({ ...body, query, attached }, signal);
      yield { type: 'details', details: pool.usage };
    } finally {
      await graph.close();
    }
  }

  return {
    toolDepsOf,
    answerLibrary,
    ...createOutlook({ answerModels, openAnswer }, { ...deps, toolDepsOf }),
  };
}

type OpenAnswer = (
  library: Library,
  asked: AnswerQuery,
  signal: AbortSignal,
) => OpenQuestion & { readonly body: RetrieverQuery; readonly documents: readonly AttachedDocument[] };

interface OutlookOptions extends Pick<AnsweringOptions, 'answerModels'> {
  readonly openAnswer: OpenAnswer;
}

interface GoesTo {
  readonly models: readonly ModelAddress[];
  readonly ownerIds: readonly string[];
}

/** What can be said of an answer before it is asked for. */
function createOutlook({ answerModels, openAnswer }: OutlookOptions, deps: QueryDeps) {
  return {
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

    /** Where a question to a library would go, and for whom a person agrees to that; nowhere if it can't be asked as it is. @throws the signal's reason */
    async modelsOf(library: Library, signal: AbortSignal): Promise<GoesTo> {
      try {
        const plan = library.questionPlan(undefined, undefined, 'answer');
        const answerModel = answerModels.forAnswer(undefined);
        const question = { ownerId: library.id, body: { query: '' }, answerModel, signal };
        const models = await modelsOfPlan(plan, question, deps);
        return { models, ownerIds: [library.id, ...storesReadBy(plan)] };
      } catch (error) {
        if (error instanceof UserError) return { models: [], ownerIds: [library.id] };
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
  };
}
