import type { StoreUpsertBody, StoreUpsertResult } from '../../../../shared/api/document-store-upserts.ts';
import type { Run } from '../../../../shared/api/runs.ts';
import { findLoader, findStore } from '../libraries/store-access.ts';
import { type MakingDeps, type StartedStoreUpsert, startUpsert } from './start-upsert.ts';

/**
 * Loads loaders anew and upserts them, one after the other; the first failure ends it.
 * @param items undefined: each loader of the store
 */
export async function refreshStore(
  deps: MakingDeps,
  storeId: string,
  items: readonly StoreUpsertBody[] | undefined,
): Promise<StoreUpsertResult[]> {
  findStore(deps, storeId);
  const wanted = items ?? deps.loaders.list(storeId).map(({ id }) => ({ docId: id }));
  for (const { docId } of wanted) if (docId !== undefined) findLoader(deps, storeId, docId);
  const results: StoreUpsertResult[] = [];
  for (const item of wanted) {
    const folder = await deps.runs.makeFolder();
    try {
      const request = { storeId, body: { ...item, replaceExisting: true }, uploads: [] };
      const started = await startUpsert(deps, request, folder);
      results.push(await started.result);
    } finally {
      await folder.discard();
    }
  }
  return results;
}

/**
 * Loads and upserts once more what a run of a store had: its loader, or all of the store.
 * @throws UserError STORE_NOT_FOUND, and as {@link startUpsert} does
 */
export async function repeatRun(
  deps: MakingDeps,
  { chatflowId: storeId, nodes }: Pick<Run, 'chatflowId' | 'nodes'>,
): Promise<StartedStoreUpsert> {
  findStore(deps, storeId);
  const had = new Set(nodes.map(({ nodeId }) => nodeId));
  const [loader, ...others] = deps.loaders.list(storeId).filter(({ id }) => had.has(id));
  const isOne = loader !== undefined && others.length === 0;
  const body = isOne ? { docId: loader.id, replaceExisting: true } : {};
  const folder = await deps.runs.makeFolder();
  try {
    return await startUpsert(deps, { storeId, body, uploads: [] }, folder);
  } catch (error) {
    await folder.discard();
    throw error;
  }
}
