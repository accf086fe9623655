import type { ChunkPage, ChunkUpdate } from '../../../../shared/api/document-store-chunks.ts';
import type {
  ConfigTest,
  ConfigTestBody,
  LoaderPreviewBody,
  LoaderSaveBody,
  VectorConfigBody,
} from '../../../../shared/api/document-store-loaders.ts';
import type { StoreUpsertBody } from '../../../../shared/api/document-store-upserts.ts';
import type { DocumentStore } from '../../../../shared/api/document-stores.ts';
import { ERROR_STATUS } from '../../../../shared/errors/error-codes.ts';
import { OperationalError } from '../../../../shared/errors/errors.ts';
import type { SourceFile } from '../../core/document.ts';
import type { ChunkPlace } from '../../storage/repositories/document-store-chunk-repository.ts';
import { type ChunkPath, createChunkTable } from '../libraries/chunk-table.ts';
import { removeAll, removeLoaders } from '../libraries/index-store.ts';
import { planRemoval } from '../libraries/parts.ts';
import { findLoader, findStore, placeOf, type StoreAccess, sweep } from '../libraries/store-access.ts';
import { storeLibrary } from '../libraries/store-library.ts';
import { loaderProcess } from '../libraries/store-upsert.ts';
import { removeDraft } from '../libraries/store-work.ts';
import type { RunService } from '../runs/run-service.ts';
import {
  createStore,
  listStores,
  readChunkPage,
  readStore,
  saveLoader,
  saveVectorConfig,
  summariseStores,
  updateStore,
} from './edit-stores.ts';
import { compareLoader, previewLoader, testConfig } from './try-settings.ts';

export interface DocumentStoreServiceOptions {
  readonly deps: StoreAccess;
  readonly runs: Pick<RunService, 'newestOf'>;
}

interface StoreChunkPath extends ChunkPath {
  readonly storeId: string;
}

/** Document stores: loaders with their chunks, stored here, and inserted into a vector store by upserts. */
export function createDocumentStoreService({ deps, runs }: DocumentStoreServiceOptions) {
  const { signal } = deps.closing;
  let leftovers: Promise<void> = Promise.resolve();

  return {
    /** @throws UserError STORE_NOT_FOUND */
    assertExists: (id: string): void => void findStore(deps, id),
    create: (fields: Parameters<typeof createStore>[1]): DocumentStore => createStore(deps, fields),
    list: (paging: Parameters<typeof listStores>[1]) => listStores(deps, paging),
    summaries: () => summariseStores(deps, runs),
    read: (id: string): DocumentStore => readStore(deps, id),
    update: (id: string, fields: Parameters<typeof updateStore>[2]): DocumentStore => updateStore(deps, id, fields),
    readChunks: (storeId: string, loaderId: string, pageNo: number): ChunkPage =>
      readChunkPage(deps, storeId, loaderId, pageNo),

    /** @returns the first page, as Flowise does */
    updateChunk(path: StoreChunkPath, change: ChunkUpdate): ChunkPage {
      createChunkTable(deps, path.storeId).update(path, change);
      return readChunkPage(deps, path.storeId, path.loaderId, 1);
    },
    removeChunk(path: StoreChunkPath): ChunkPage {
      createChunkTable(deps, path.storeId).remove(path);
      return readChunkPage(deps, path.storeId, path.loaderId, 1);
    },

    /**
     * Upserts that load loaders anew, one after the other.
     * @param items undefined: each loader of the store
     * @throws UserError STORE_NOT_FOUND, LOADER_NOT_FOUND
     */
    refresh(storeId: string, items: readonly StoreUpsertBody[] | undefined) {
      const library = storeLibrary(deps, findStore(deps, storeId));
      const wanted = items ?? deps.loaders.list(storeId).map(({ id }) => ({ docId: id }));
      for (const { docId } of wanted) if (docId !== undefined) findLoader(deps, storeId, docId);
      return wanted.map((item) => library.upsert({ body: { ...item, replaceExisting: true }, uploads: [] }));
    },
    process: (loaderId: string) => loaderProcess(deps, loaderId),
    async removeLoader(storeId: string, loaderId: string): Promise<DocumentStore> {
      await removeLoader(deps, storeId, loaderId, signal);
      return readStore(deps, storeId);
    },
    removeVectors: (storeId: string, docId: string | undefined): Promise<number> =>
      removeVectors(deps, storeId, docId, signal),

    preview: (body: LoaderPreviewBody, uploads: readonly SourceFile[], caller: AbortSignal) =>
      previewLoader(deps, body, uploads, caller),
    /** @param caller ends it; nobody else waits for the answer */
    compareLoader: (body: Parameters<typeof compareLoader>[1], uploads: readonly SourceFile[], caller: AbortSignal) =>
      compareLoader(deps, body, uploads, AbortSignal.any([caller, signal])),
    saveLoader: (body: LoaderSaveBody & { readonly storeId: string }, uploads: readonly SourceFile[]) =>
      saveLoader(deps, body, uploads),
    saveConfig: (body: VectorConfigBody): DocumentStore => saveVectorConfig(deps, body),
    testConfig: (body: ConfigTestBody, caller: AbortSignal): Promise<ConfigTest> => testConfig(deps, body, caller),

    /** Puts in order what a killed server left; the slow part goes on behind. To be called before the first call. */
    async recover(): Promise<void> {
      const places = await settleStores(deps);
      leftovers = removeLeftovers(deps, places, signal).catch((error: unknown) => {
        if (!signal.aborted)
          deps.log.error({ err: error }, 'What a stopped upsert of a document store left could not be removed');
      });
    },

    /** Ends removals at a safe point. */
    async close(): Promise<void> {
      deps.closing.abort(
        new OperationalError('SHUTTING_DOWN', 'Tributary is shutting down: do it again when it is back.'),
      );
      await leftovers;
    },
  };
}

export type DocumentStoreService = ReturnType<typeof createDocumentStoreService>;

/**
 * Removes a loader with its files, its chunks, and what of it is in the vector store.
 * @throws UserError STORE_NOT_FOUND, LOADER_NOT_FOUND, STORE_BUSY
 */
async function removeLoader(deps: StoreAccess, storeId: string, loaderId: string, signal: AbortSignal): Promise<void> {
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
 * Deletes a store's chunks from the vector store, all or those of one loader; they stay in the store itself.
 * @returns how many were there
 * @throws UserError STORE_NOT_FOUND, LOADER_NOT_FOUND, STORE_BUSY
 */
async function removeVectors(
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
async function settleStores(deps: StoreAccess): Promise<readonly ChunkPlace[]> {
  for (const store of deps.stores.listBusy()) {
    const next =
      store.next === null
        ? 'do it again; the store is as it was before.'
        : 'go on with it; what was stored is skipped.';
    const message = `The server stopped while the store was loaded, upserted or moved: ${next}`;
    deps.stores.update({
      ...store,
      activity: null,
      lastError: { code: 'SHUTTING_DOWN', message, statusCode: ERROR_STATUS.SHUTTING_DOWN },
    });
  }
  deps.loaders.calm();
  const before = deps.loadersBefore
    .list()
    .map(({ storeId, loaderId, previous }) => ({ storeId, id: loaderId, files: previous?.files ?? [] }));
  await deps.files.removeOthers([...[...deps.loaders.listByStore().values()].flat(), ...before]);
  return deps.chunks.listSweeps();
}

/** Removes the loaders and chunks that never came to count, a few hundred rows a transaction. */
async function removeLeftovers(deps: StoreAccess, places: readonly ChunkPlace[], signal: AbortSignal): Promise<void> {
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
