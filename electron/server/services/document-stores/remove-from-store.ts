import { ERROR_STATUS } from '../../../../shared/errors/error-codes.ts';
import type { ChunkPlace } from '../../storage/repositories/document-store-chunk-repository.ts';
import { removeAll, removeLoaders } from '../libraries/index-store.ts';
import { planRemoval } from '../libraries/parts.ts';
import { findLoader, findStore, placeOf, type StoreAccess, sweep } from '../libraries/store-access.ts';
import { storeLibrary } from '../libraries/store-library.ts';
import { removeDraft } from '../libraries/store-work.ts';

/**
 * Removes a loader with its files, its chunks, and what of it is in the vector store.
 * @throws UserError STORE_NOT_FOUND, LOADER_NOT_FOUND, STORE_BUSY
 */
export async function removeLoader(
  deps: StoreAccess,
  storeId: string,
  loaderId: string,
  signal: AbortSignal,
): Promise<void> {
  findStore(deps, storeId);
  findLoader(deps, storeId, loaderId);
  await storeLibrary(deps, findStore(deps, storeId)).inTurn(
    signal,
    () => undefined,
    async () => {
      const store = findStore(deps, storeId);
      const loader = findLoader(deps, storeId, loaderId);
      const plan = planRemoval(store, deps.engine.values);
      await removeLoaders(plan, storeId, [loaderId], { deps: deps.engine, signal });
      deps.engine.db
        .transaction(() => {
          deps.loaders.remove(loaderId);
          deps.engine.edits.removePart(loaderId);
          deps.chunks.toSweep(placeOf(loader));
          deps.stores.update({ ...store, updatedDate: deps.now().toISOString() });
        })
        .immediate();
      await deps.files.removeLoader(loader);
      await sweep(deps, placeOf(loader), signal);
    },
  );
}

/**
 * Takes a store's chunks out of the vector store, all or those of one loader; the store itself keeps them.
 * @returns how many were there
 * @throws UserError STORE_NOT_FOUND, LOADER_NOT_FOUND, STORE_BUSY
 */
export async function removeVectors(
  deps: StoreAccess,
  storeId: string,
  docId: string | undefined,
  signal: AbortSignal,
): Promise<number> {
  findStore(deps, storeId);
  if (docId !== undefined) findLoader(deps, storeId, docId);
  return storeLibrary(deps, findStore(deps, storeId)).inTurn(
    signal,
    () => undefined,
    async () => {
      const plan = planRemoval(findStore(deps, storeId), deps.engine.values);
      const removal = { deps: deps.engine, signal };
      const removed =
        docId === undefined
          ? await removeAll(plan, storeId, removal)
          : await removeLoaders(plan, storeId, [docId], removal);
      deps.engine.db
        .transaction(() => {
          const loaders = docId === undefined ? deps.loaders.list(storeId) : [findLoader(deps, storeId, docId)];
          for (const loader of loaders) deps.loaders.update({ ...loader, indexState: 'NONE' });
          deps.stores.update({ ...findStore(deps, storeId), updatedDate: deps.now().toISOString() });
        })
        .immediate();
      return removed;
    },
  );
}

/**
 * Puts in order what a killed server left: its stores are back where they were, and files that nothing names are gone. To be called
 * before the first call.
 * @returns chunks that nothing names, for {@link removeLeftovers}
 */
export async function settleStores(deps: StoreAccess): Promise<readonly ChunkPlace[]> {
  const message =
    'The server stopped while the store was loaded or upserted: do it again; what was stored stays and is skipped.';
  for (const store of deps.stores.listBusy()) {
    deps.stores.update({
      ...store,
      activity: null,
      lastError: { code: 'SHUTTING_DOWN', message, statusCode: ERROR_STATUS.SHUTTING_DOWN },
    });
  }
  deps.loaders.calm();
  const before = deps.kept
    .list()
    .map(({ storeId, loaderId, previous }) => ({ storeId, id: loaderId, files: previous?.files ?? [] }));
  await deps.files.removeOthers([...[...deps.loaders.listByStore().values()].flat(), ...before]);
  return deps.chunks.listSweeps();
}

/** Removes the loaders and chunks that never came to count, a few hundred rows a transaction. */
export async function removeLeftovers(
  deps: StoreAccess,
  places: readonly ChunkPlace[],
  signal: AbortSignal,
): Promise<void> {
  for (const draft of deps.loaders.listDrafts()) {
    const parts = draft.draftParts;
    if (parts === null || signal.aborted) continue;
    const work = () => removeDraft(deps, draft, parts, signal);
    try {
      await deps.lock.run(draft.storeId, signal, () => undefined, work);
    } catch (error) {
      if (signal.aborted) throw error;
      // Where its chunks are may be out of reach now; the next start tries again.
      const message = 'A loader that never came to count could not be removed from its vector store';
      deps.log.warn({ err: error, storeId: draft.storeId }, message);
    }
  }
  for (const place of places) await sweep(deps, place, signal);
}
