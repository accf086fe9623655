import { QUERY_LIMIT } from '../../../../shared/api/vector.ts';
import type { FlowPlan } from '../../../../shared/flow/flow-plan.ts';
import { isStoreReader } from '../../../../shared/flow/targets.ts';
import type { ToolDeps } from '../../core/agent-tool.ts';
import type { ModelAddress, RetrieverDeps, RetrieverQuery } from '../../core/retriever.ts';
import type { EngineDeps } from '../../pipeline/engine-deps.ts';
import { type AnswerModel, type AnswerScope, type OpenGraph, openGraph } from '../../pipeline/retrieve/open-graph.ts';
import type { ModelCaller, RuledPool } from '../models/model-rules.ts';

/** Flows whose agents wait for an answer. */
export interface WaitingFlows {
  readonly ancestors: readonly string[];
  /** Whether a person is asked before passages go to a service for the first time. */
  readonly asksConsent: boolean;
  /** Where the answer goes from there. */
  readonly recipients: readonly ModelAddress[];
}

export const NOBODY_WAITS: WaitingFlows = { ancestors: [], asksConsent: false, recipients: [] };

export interface PlanQuestion {
  /** Id of the chatflow or document store whose collection it is, if the plan names none. */
  readonly ownerId: string;
  readonly body: RetrieverQuery;
  readonly history?: AnswerScope['history'];
  readonly waiting?: WaitingFlows;
  readonly answerModel?: AnswerModel | undefined;
  readonly signal: AbortSignal;
}

/** What answering needs of the server. */
export interface QueryDeps extends Pick<EngineDeps, 'chatPool' | 'embeddingPool' | 'vectorDeps'> {
  readonly poolFor: (caller: ModelCaller) => RuledPool;
  readonly retrieverDeps: Omit<RetrieverDeps, 'admitService'>;
  readonly toolDepsOf: (question: string, waiting: () => Promise<WaitingFlows>) => ToolDeps;
  /** Milliseconds that only grow. */
  readonly clock: () => number;
}

export interface OpenQuestion {
  /** As it is asked: the beginning of a very long one. */
  readonly query: string;
  readonly graph: OpenGraph;
  readonly pool: RuledPool;
}

/** Ids of the document stores that a plan reads. */
export function storesReadBy({ nodes }: FlowPlan): readonly string[] {
  const readers = nodes.filter(({ definition }) => isStoreReader(definition));
  return [...new Set(readers.map(({ inputs }) => String(inputs.selectedStore)))];
}

type Admission = Pick<RuledPool, 'openChatModel' | 'admitService'>;

function openWith(pool: Admission, plan: FlowPlan, question: PlanQuestion, deps: QueryDeps): OpenGraph {
  const { body, ownerId, history = () => [], waiting = NOBODY_WAITS, answerModel, signal } = question;
  const { embeddingPool, vectorDeps, retrieverDeps, toolDepsOf } = deps;
  const toolDeps = toolDepsOf(body.query, async () => ({
    ...waiting,
    ancestors: [...waiting.ancestors, ownerId],
    recipients: [...waiting.recipients, ...(await modelsOfPlan(plan, question, deps))],
  }));
  return openGraph(plan, {
    ...{ embeddingPool, vectorDeps, toolDeps, ownerId, signal, answerModel },
    chatPool: pool,
    retrieverDeps: { ...retrieverDeps, admitService: pool.admitService },
    scope: { question: body.query, history },
  });
}

/** Where a plan may send questions and passages. Nothing is retrieved, and no rule is checked. @throws as {@link OpenGraph.models} */
export function modelsOfPlan(
  plan: FlowPlan,
  question: PlanQuestion,
  deps: QueryDeps,
): Promise<readonly ModelAddress[]> {
  const pool = { ...deps.chatPool, admitService: () => undefined };
  return openWith(pool, plan, question, deps).models();
}

/**
 * Opens a plan for a question. What it opens is to be closed.
 * @throws UserError LOCAL_MODELS_ONLY, CONSENT_NEEDED where the answer may not go to those who wait for it
 */
export function openPlan(plan: FlowPlan, question: PlanQuestion, deps: QueryDeps): OpenQuestion {
  const { ownerId, body, waiting = NOBODY_WAITS } = question;
  const { ancestors, asksConsent, recipients } = waiting;
  const query = body.query.slice(0, QUERY_LIMIT).toWellFormed();
  const ownerIds = [...new Set([ownerId, ...ancestors, ...storesReadBy(plan)])];
  const pool = deps.poolFor({ ownerId, ownerIds, asksConsent });
  for (const recipient of recipients) pool.admitService(recipient);
  return { query, pool, graph: openWith(pool, plan, { ...question, body: { ...body, query } }, deps) };
}
