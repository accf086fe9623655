import { QUERY_LIMIT, type VectorQueryResult } from '../../../../shared/api/vector.ts';
import type { FlowPlan } from '../../../../shared/flow/flow-plan.ts';
import type { RetrieverDeps, RetrieverQuery } from '../../core/retriever.ts';
import type { EngineDeps } from '../../pipeline/engine-deps.ts';
import { openGraph } from '../../pipeline/retrieve/open-graph.ts';

export interface PlanQuestion {
  /** Id of the chatflow or document store whose collection it is, if the plan names none. */
  readonly ownerId: string;
  readonly body: RetrieverQuery;
  readonly signal: AbortSignal;
}

/** What answering needs of the server. */
export interface QueryDeps extends Pick<EngineDeps, 'embeddingPool' | 'vectorDeps'> {
  readonly retrieverDeps: RetrieverDeps;
  /** Milliseconds that only grow. */
  readonly clock: () => number;
}

/** @param clock milliseconds that only grow */
export function millisecondsSince(start: number, clock: () => number): number {
  return Math.round((clock() - start) * 100) / 100;
}

/**
 * Answers a question with what a plan ends in.
 * @throws UserError EMBEDDING_MISMATCH (409) when the plan's model is not the collection's
 */
export async function queryPlan(
  plan: FlowPlan,
  { ownerId, body, signal }: PlanQuestion,
  { clock, ...deps }: QueryDeps,
): Promise<VectorQueryResult> {
  const start = clock();
  const query = body.query.slice(0, QUERY_LIMIT).toWellFormed();
  const graph = openGraph(plan, { ...deps, ownerId, signal, scope: { question: query, chatHistory: '' } });
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
