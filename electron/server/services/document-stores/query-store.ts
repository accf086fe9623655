import type { StoreQueryBody, StoreQueryResult } from '../../../../shared/api/document-store-upserts.ts';
import { queryPlan } from '../query/query-plan.ts';
import { findStore, type StoreDeps } from './store-deps.ts';
import { overlayPart, planVectors } from './store-parts.ts';

/**
 * Answers a question from the collection of a document store.
 * @param clock milliseconds that only grow
 * @throws UserError STORE_NOT_FOUND, INVALID_INPUT, EMBEDDING_MISMATCH (409)
 */
export async function queryStore(
  deps: Pick<StoreDeps, 'stores' | 'engine'>,
  body: StoreQueryBody,
  signal: AbortSignal,
  clock: () => number,
): Promise<StoreQueryResult> {
  const { storeId, scoreThreshold, inputs, ...question } = body;
  const { engine } = deps;
  const store = findStore(deps, storeId);
  const { vectorStore } = store;
  const given = vectorStore === null || inputs === undefined ? undefined : { name: vectorStore.name, config: inputs };
  const part = overlayPart('vectorStore', vectorStore, given);
  const plan = planVectors({ ...store, vectorStore: part }, engine.values);
  const answer = await queryPlan(plan, { ownerId: storeId, body: question, signal }, engine, clock);
  if (scoreThreshold === undefined) return answer;
  return { ...answer, docs: answer.docs.filter(({ score }) => score >= scoreThreshold) };
}
