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
import { OperationalError } from '../../../../shared/errors/errors.ts';
import type { SourceFile } from '../../core/document.ts';
import { type ChunkPath, createChunkTable } from '../libraries/chunk-table.ts';
import { findLoader, findStore, type StoreAccess } from '../libraries/store-access.ts';
import { storeLibrary } from '../libraries/store-library.ts';
import { loaderProcess } from '../libraries/store-upsert.ts';
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
import { removeLeftovers, removeLoader, removeVectors, settleStores } from './remove-from-store.ts';
import { compareLoader, previewLoader, testConfig } from './try-settings.ts';

export interface DocumentStoreServiceOptions {
  readonly deps: StoreAccess;
  readonly runs: Pick<RunService, 'newestOf'>;
}

interface StoreChunkPath extends ChunkPath {
  readonly storeId: string;
}

/** Document stores: loaders with their chunks, kept here, and brought to a vector store by upserts. */
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
