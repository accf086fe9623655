import type { ChunkPage, ChunkUpdate } from '../../../../shared/api/document-store-chunks.ts';
import type { EmbedAgainBody } from '../../../../shared/api/document-store-embed-again.ts';
import type {
  ConfigTest,
  ConfigTestBody,
  LoaderPreviewBody,
  LoaderSaveBody,
  VectorConfigBody,
} from '../../../../shared/api/document-store-loaders.ts';
import type { StoreUpsertBody } from '../../../../shared/api/document-store-upserts.ts';
import type { DocumentStore } from '../../../../shared/api/document-stores.ts';
import type { Run } from '../../../../shared/api/runs.ts';
import { OperationalError } from '../../../../shared/errors/errors.ts';
import type { SourceFile } from '../../core/document.ts';
import { type ChunkPath, createChunkTable } from '../libraries/chunk-table.ts';
import { findStore } from '../libraries/store-access.ts';
import type { RunFolder } from '../runs/run-service.ts';
import { readChunkPage } from './chunk-pages.ts';
import { compareLoader } from './compare-loader.ts';
import {
  createStore,
  listStores,
  readStore,
  saveLoader,
  saveVectorConfig,
  summariseStores,
  updateStore,
} from './edit-stores.ts';
import { discardEmbedAgain, type EmbeddingAgainDeps, startEmbedAgain } from './embed-again.ts';
import { previewLoader } from './preview-loader.ts';
import { refreshStore, repeatRun } from './refresh-store.ts';
import { removeLeftovers, removeLoader, removeVectors, settleStores } from './remove-from-store.ts';
import { dryRunUpsert, type MakingDeps, type StoreUpsertRequest, startProcess, startUpsert } from './start-upsert.ts';
import type { StoreDeps } from './store-work.ts';
import { testConfig } from './test-config.ts';

export interface DocumentStoreServiceOptions {
  readonly deps: StoreDeps;
  /** Deletes a store with all that is its own, as a caller would. */
  readonly removeStore: (storeId: string) => Promise<unknown>;
  readonly releaseStorage: EmbeddingAgainDeps['releaseStorage'];
}

interface StoreChunkPath extends ChunkPath {
  readonly storeId: string;
}

/** Deletes a store that was made for an upsert that failed, unless a caller has done so meanwhile. */
async function removeMade(
  { deps, removeStore }: Pick<DocumentStoreServiceOptions, 'deps' | 'removeStore'>,
  storeId: string,
): Promise<void> {
  if (deps.stores.find(storeId) === undefined) return;
  try {
    await removeStore(storeId);
  } catch (error) {
    deps.log.error({ err: error, storeId }, 'A store that was made for an upsert that failed could not be removed');
  }
}

/** Document stores: loaders with their chunks, kept here, and brought to a vector store by upserts. */
export function createDocumentStoreService({ deps, removeStore, releaseStorage }: DocumentStoreServiceOptions) {
  const making: MakingDeps = { ...deps, removeMade: (storeId) => removeMade({ deps, removeStore }, storeId) };
  const again: EmbeddingAgainDeps = { ...deps, releaseStorage };
  const { signal } = deps.closing;
  let leftovers: Promise<void> = Promise.resolve();

  return {
    /** @throws UserError STORE_NOT_FOUND */
    assertExists: (id: string): void => void findStore(deps, id),
    repeat: (run: Pick<Run, 'chatflowId' | 'nodes'>) => repeatRun(making, run),
    /** @param items undefined: each loader of the store */
    refresh: (storeId: string, items: readonly StoreUpsertBody[] | undefined) => refreshStore(making, storeId, items),
    create: (fields: Parameters<typeof createStore>[1]): DocumentStore => createStore(deps, fields),
    list: (paging: Parameters<typeof listStores>[1]) => listStores(deps, paging),
    summaries: () => summariseStores(deps),
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

    startUpsert: (request: StoreUpsertRequest, folder: RunFolder) => startUpsert(making, request, folder),
    /** @param caller ends it; nobody else waits for a dry run */
    dryRun: (request: StoreUpsertRequest, folder: RunFolder, caller: AbortSignal) =>
      dryRunUpsert(deps, request, folder, AbortSignal.any([caller, signal])),
    embedAgain: (storeId: string, body: EmbedAgainBody, folder: RunFolder) =>
      startEmbedAgain(again, storeId, body, folder),
    discardEmbedAgain: (storeId: string): Promise<DocumentStore> => discardEmbedAgain(again, storeId),
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
    startProcess: (loaderId: string, folder: RunFolder) => startProcess(deps, loaderId, folder),
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
