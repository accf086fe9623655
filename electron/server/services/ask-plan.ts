import type { VectorQueryBody, VectorQueryResult } from '../../../shared/api/vector.ts';
import { BugError } from '../../../shared/errors/errors.ts';
import type { FlowPlan } from '../../../shared/flow/compile-flow.ts';
import { hnsw } from '../../../shared/nodes/vectorstores/hnsw.ts';
import { checkModel, type EngineHost, openModel, openStore } from '../engine/run-plan.ts';

export interface PlanQuestion {
  /** Id of the chatflow or document store whose collection it is, if the plan names none. */
  readonly ownerId: string;
  readonly body: Omit<VectorQueryBody, 'stopNodeId'>;
  readonly signal: AbortSignal;
}

/**
 * Answers a question from the collection of a plan.
 * @param clock milliseconds that only grow
 * @throws UserError EMBEDDING_MISMATCH (409) when the plan's model is not the collection's
 */
export async function askPlan(
  plan: Omit<FlowPlan, 'loaders'>,
  { ownerId, body, signal }: PlanQuestion,
  engine: EngineHost,
  clock: () => number,
): Promise<VectorQueryResult> {
  const start = clock();
  const store = openStore(plan, ownerId, engine.vectorHost);
  const defaults = hnsw.params.safeParse(plan.store.inputs);
  if (!defaults.success) throw new BugError('A compiled plan has params that do not parse.');
  const mode = body.mode ?? defaults.data.searchMode;
  const model = await openModel(plan, engine.embeddingHost, signal, () => undefined);
  const isEmpty = store.count() === 0;
  if (mode !== 'keyword' && !isEmpty) checkModel(store, model, plan.store.id);
  const docs = isEmpty
    ? []
    : await store.query(
        {
          text: body.query,
          vector: mode === 'keyword' ? undefined : await model.embedQuery(body.query, signal),
          topK: body.topK ?? defaults.data.topK,
          mode,
          hybridWeight: model.hybridWeight,
          filter: body.filter,
        },
        signal,
      );
  return {
    timeTaken: Math.round((clock() - start) * 100) / 100,
    docs: docs.map((doc) => ({ ...doc, metadata: { ...doc.metadata } })),
  };
}
