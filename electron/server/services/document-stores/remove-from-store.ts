import { ERROR_STATUS } from '../../../../shared/errors/error-codes.ts';
import type { ChunkPlace } from '../../storage/repositories/document-store-chunk-repository.ts';
import { removeAll, removeLoaders } from './index-store.ts';
import { removeDraft } from './run-upsert.ts';
import { assertIdle, findLoader, findStore, placeOf, type StoreHost, sweep } from './store-host.ts';
import { planRemoval } from './store-parts.ts';

/** One after the other with loads and upserts. */
function inTurn<T>(host: StoreHost, storeId: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  assertIdle(findStore(host, storeId));
  return host.lock.run(storeId, signal, () => undefined, work);
}

/**
 * Removes a loader with its files, its chunks, and what of it is in the vector store.
 * @throws UserError STORE_NOT_FOUND, LOADER_NOT_FOUND, STORE_BUSY
 */
export async function removeLoader(
  host: StoreHost,
  storeId: string,
  loaderId: string,
  signal: AbortSignal,
): Promise<void> {
  findStore(host, storeId);
  findLoader(host, storeId, loaderId);
  await inTurn(host, storeId, signal, async () => {
    const store = findStore(host, storeId);
    const loader = findLoader(host, storeId, loaderId);
    const plan = planRemoval(store, host.engine.values);
    await removeLoaders(plan, storeId, [loaderId], { host: host.engine, signal });
    host.engine.db
      .transaction(() => {
        host.loaders.remove(loaderId);
        host.chunks.toSweep(placeOf(loader));
        host.stores.update({ ...store, updatedDate: host.now().toISOString() });
      })
      .immediate();
    await host.files.removeLoader(loader);
    await sweep(host, placeOf(loader), signal);
  });
}

/**
 * Lets a caller delete a store's row in a transaction of its own, after whatever is under way for the store.
 * @throws UserError STORE_NOT_FOUND
 */
export function takeOutStore<T>(
  host: StoreHost,
  storeId: string,
  take: (removeRow: () => void, places: readonly ChunkPlace[]) => T,
  signal: AbortSignal,
): Promise<T> {
  return host.lock.run(
    storeId,
    signal,
    () => undefined,
    async () => {
      findStore(host, storeId);
      const places = host.loaders.list(storeId).map(placeOf);
      return take(() => {
        host.stores.remove(storeId);
        for (const place of places) host.chunks.toSweep(place);
      }, places);
    },
  );
}

/**
 * Takes a store's chunks out of the vector store, all or those of one loader; the store itself keeps them.
 * @returns how many were there
 * @throws UserError STORE_NOT_FOUND, LOADER_NOT_FOUND, STORE_BUSY
 */
export async function removeVectors(
  host: StoreHost,
  storeId: string,
  docId: string | undefined,
  signal: AbortSignal,
): Promise<number> {
  findStore(host, storeId);
  if (docId !== undefined) findLoader(host, storeId, docId);
  return inTurn(host, storeId, signal, async () => {
    const plan = planRemoval(findStore(host, storeId), host.engine.values);
    const removal = { host: host.engine, signal };
    const removed =
      docId === undefined
        ? await removeAll(plan, storeId, removal)
        : await removeLoaders(plan, storeId, [docId], removal);
    host.engine.db
      .transaction(() => {
        const loaders = docId === undefined ? host.loaders.list(storeId) : [findLoader(host, storeId, docId)];
        for (const loader of loaders) host.loaders.update({ ...loader, indexState: 'NONE' });
        host.stores.update({ ...findStore(host, storeId), updatedDate: host.now().toISOString() });
      })
      .immediate();
    return removed;
  });
}

/**
 * Puts in order what a killed server left: its stores are back where they were, and files that nothing names are gone. To be called
 * before the first call.
 * @returns chunks that nothing names, for {@link removeLeftovers}
 */
export async function settleStores(host: StoreHost): Promise<readonly ChunkPlace[]> {
  const message =
    'The server stopped while the store was loaded or upserted: do it again; what was stored stays and is skipped.';
  for (const store of host.stores.listBusy()) {
    host.stores.update({
      ...store,
      activity: null,
      lastError: { code: 'SHUTTING_DOWN', message, statusCode: ERROR_STATUS.SHUTTING_DOWN },
    });
  }
  host.loaders.calm();
  await host.files.removeOthers([...host.loaders.listByStore().values()].flat());
  return host.chunks.listSweeps();
}

/** Removes the loaders and chunks that never came to count, a few hundred rows a transaction. */
export async function removeLeftovers(
  host: StoreHost,
  places: readonly ChunkPlace[],
  signal: AbortSignal,
): Promise<void> {
  for (const draft of host.loaders.listDrafts()) {
    const parts = draft.draftParts;
    if (parts === null || signal.aborted) continue;
    const work = () => removeDraft(host, draft, parts, signal);
    try {
      await host.lock.run(draft.storeId, signal, () => undefined, work);
    } catch (error) {
      if (signal.aborted) throw error;
      // Where its chunks are may be out of reach now; the next start tries again.
      const message = 'A loader that never came to count could not be removed from its vector store';
      host.log.warn({ err: error, storeId: draft.storeId }, message);
    }
  }
  for (const place of places) await sweep(host, place, signal);
}
