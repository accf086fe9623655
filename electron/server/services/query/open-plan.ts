import { QUERY_LIMIT } from '../../../../shared/api/vector.ts';
import type { FlowPlan } from '../../../../shared/flow/flow-plan.ts';
import type { ToolDeps } from '../../core/agent-tool.ts';
import type { RetrieverDeps, RetrieverQuery } from '../../core/retriever.ts';
import type { EngineDeps } from '../../pipeline/engine-deps.ts';
import { type AnswerModel, type AnswerScope, type OpenGraph, openGraph } from '../../pipeline/retrieve/open-graph.ts';
import type { ModelCaller, RuledPool } from '../models/model-rules.ts';

/** The flow that is asked, and those whose agents wait for it. */
export interface WaitingFlows {
  readonly ancestors: readonly string[];
  /** Whether a person is asked before passages go to a service for the first time. */
  readonly asksConsent: boolean;
}

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
export interface QueryDeps extends Pick<EngineDeps, 'embeddingPool' | 'vectorDeps'> {
  readonly poolFor: (caller: ModelCaller) => RuledPool;
  readonly retrieverDeps: Omit<RetrieverDeps, 'admitService'>;
  readonly toolDepsOf: (question: string, waiting: WaitingFlows) => ToolDeps;
  /** Milliseconds that only grow. */
  readonly clock: () => number;
}

export interface OpenQuestion {
  /** As it is asked: the beginning of a very long one. */
  readonly query: string;
  readonly graph: OpenGraph;
  readonly pool: RuledPool;
}

/** Opens a plan for a question. What it opens is to be closed. */
export function openPlan(
  plan: FlowPlan,
  {
    ownerId,
    body,
    history = () => [],
    answerModel,
    waiting = { ancestors: [], asksConsent: false },
    signal,
  }: PlanQuestion,
  { clock: _, poolFor, retrieverDeps, toolDepsOf, ...deps }: QueryDeps,
): OpenQuestion {
  const query = body.query.slice(0, QUERY_LIMIT).toWellFormed();
  const scope = { question: query, history };
  const pool = poolFor({ ownerId, asksConsent: waiting.asksConsent });
  const { admitService } = pool;
  const toolDeps = toolDepsOf(query, waiting);
  const context = { ...deps, chatPool: pool, toolDeps, retrieverDeps: { ...retrieverDeps, admitService } };
  return { query, pool, graph: openGraph(plan, { ...context, ownerId, signal, scope, answerModel }) };
}
