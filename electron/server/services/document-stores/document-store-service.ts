import type { ChunkPage, ChunkUpdate } from '../../../../shared/api/document-store-chunks.ts';
import type {
  ConfigTest,
  LoaderPreviewBody,
  LoaderSaveBody,
  VectorConfigBody,
} from '../../../../shared/api/document-store-loaders.ts';
import type {
  StoreQueryBody,
  StoreQueryResult,
  StoreUpsertBody,
  StoreUpsertResult,
} from '../../../../shared/api/document-store-upserts.ts';
import type { DocumentStore } from '../../../../shared/api/document-stores.ts';
import type { VectorQueryResult } from '../../../../shared/api/vector.ts';
import { OperationalError } from '../../../../shared/errors/errors.ts';
import { createKeyedLock } from '../../common/keyed-lock.ts';
import type { SourceFile } from '../../core/document.ts';
import type { LoadChunks } from '../../core/load-job.ts';
import type { Log } from '../../core/log.ts';
import type { StoreReaderDeps } from '../../core/store-reader.ts';
import type { EngineDeps } from '../../pipeline/engine-deps.ts';
import type { ChunkPlace } from '../../storage/repositories/document-store-chunk-repository.ts';
import { createDocumentStoreChunkRepository } from '../../storage/repositories/document-store-chunk-repository.ts';
import { createDocumentStoreLoaderRepository } from '../../storage/repositories/document-store-loader-repository.ts';
import { createDocumentStoreRepository } from '../../storage/repositories/document-store-repository.ts';
import type { StorageUser } from '../deletion/deletion-targets.ts';
import { askPlan } from '../query/ask-plan.ts';
import type { RunFolder, RunService } from '../runs/run-service.ts';
import { type ChunkPath, readChunkPage, removeChunk, updateChunk } from './chunk-pages.ts';
import { createStore, listStores, readStore, saveLoader, saveVectorConfig, updateStore } from './edit-stores.ts';
import { listParts } from './list-parts.ts';
import { withStoredChunks } from './load-stored.ts';
import { createLoaderFiles } from './loader-files.ts';
import { previewLoader } from './preview-loader.ts';
import { removeLeftovers, removeLoader, removeVectors, settleStores, takeOutStore } from './remove-from-store.ts';
import { createPartSealer } from './seal-part.ts';
import { dryRunUpsert, type StoreUpsertRequest, startProcess, startUpsert } from './start-upsert.ts';
import { findLoader, findStore, type StoreDeps } from './store-deps.ts';
import { describeStorage, overlayPart, planVectors, storageOf } from './store-parts.ts';
import { testConfig } from './test-config.ts';

export interface DocumentStoreServiceOptions {
  readonly engine: EngineDeps;
  readonly runs: RunService;
  /** Deletes a store with all that is its own, as a caller would. */
  readonly removeStore: (storeId: string) => Promise<unknown>;
  /** Folder of the files that loaders keep. */
  readonly filesFolder: string;
  /** Encrypts the secrets that are typed into their settings. */
  readonly secretKey: () => Buffer;
  readonly log: Log;
  readonly now: () => Date;
  /** Milliseconds that only grow. */
  readonly clock: () => number;
}

/** Document stores: loaders with their chunks, kept here, and brought to a vector store by upserts. */
export function createDocumentStoreService({
  engine,
  runs,
  removeStore,
  filesFolder,
  secretKey,
  log,
  now,
  clock,
}: DocumentStoreServiceOptions) {
  const { db } = engine;
  const sealer = createPartSealer(secretKey);
  const deps: StoreDeps = {
    engine,
    runs,
    log,
    now,
    stores: createDocumentStoreRepository(db, sealer),
    loaders: createDocumentStoreLoaderRepository(db, sealer),
    chunks: createDocumentStoreChunkRepository(db),
    files: createLoaderFiles(filesFolder, now),
    lock: createKeyedLock(),
    async removeMade(storeId) {
      // A caller may have deleted it while it was made.
      if (deps.stores.find(storeId) === undefined) return;
      try {
        await removeStore(storeId);
      } catch (error) {
        log.error({ err: error, storeId }, 'A store that was made for an upsert that failed could not be removed');
      }
    },
  };
  const closing = new AbortController();
  let leftovers: Promise<void> = Promise.resolve();

  async function query(body: StoreQueryBody, signal: AbortSignal): Promise<StoreQueryResult> {
    const { storeId, scoreThreshold, inputs, ...question } = body;
    const store = findStore(deps, storeId);
    const { vectorStore } = store;
    const given = vectorStore === null || inputs === undefined ? undefined : { name: vectorStore.name, config: inputs };
    const part = overlayPart('vectorStore', vectorStore, given);
    const plan = planVectors({ ...store, vectorStore: part }, engine.values);
    const answer = await askPlan(plan, { ownerId: storeId, body: question, signal }, engine, clock);
    if (scoreThreshold === undefined) return answer;
    return { ...answer, docs: answer.docs.filter(({ score }) => score >= scoreThreshold) };
  }

  const readers: StoreReaderDeps = {
    queryDocumentStore: (storeId, body, signal): Promise<VectorQueryResult> => query({ ...body, storeId }, signal),
  };

  /** Removals go on when the caller hangs up, and stop when the server does. */
  const signal = closing.signal;

  async function refresh(storeId: string, items: readonly StoreUpsertBody[] | undefined): Promise<StoreUpsertResult[]> {
    findStore(deps, storeId);
    const wanted = items ?? deps.loaders.list(storeId).map(({ id }) => ({ docId: id }));
    for (const { docId } of wanted) if (docId !== undefined) findLoader(deps, storeId, docId);
    const results: StoreUpsertResult[] = [];
    for (const item of wanted) {
      const folder = await runs.makeFolder();
      try {
        const started = await startUpsert(
          deps,
          { storeId, body: { ...item, replaceExisting: true }, uploads: [] },
          folder,
        );
        results.push(await started.result);
      } finally {
        await folder.discard();
      }
    }
    return results;
  }

  return {
    makeFolder: runs.makeFolder,
    /** @throws UserError STORE_NOT_FOUND */
    assertExists: (id: string): void => void findStore(deps, id),
    readers,
    /** For flows whose loaders read a document store, too. */
    withStoredChunks: (loadChunks: LoadChunks): LoadChunks => withStoredChunks(loadChunks, deps),
    query,
    /** Settings that may name a credential. */
    listParts: () => listParts(deps),
    refresh,
    create: (fields: Parameters<typeof createStore>[1]): DocumentStore => createStore(deps, fields),
    list: (paging: Parameters<typeof listStores>[1]) => listStores(deps, paging),
    read: (id: string): DocumentStore => readStore(deps, id),
    update: (id: string, fields: Parameters<typeof updateStore>[2]): DocumentStore => updateStore(deps, id, fields),
    /** Where stores put their chunks, with variables filled in. */
    storageUsers: (): StorageUser[] =>
      deps.stores.list(0, -1).map((store) => ({ id: store.id, nodes: storageOf(store, engine.values) })),
    /** The same with the references still in it. */
    storagePlans: () =>
      deps.stores.list(0, -1).map((store) => ({ ownerId: store.id, name: store.name, plan: describeStorage(store) })),
    /** Deletes a store's row when its turn has come; `take` is given what does it, and what chunks go with it. */
    takeOut: <T>(id: string, take: (removeRow: () => void, places: readonly ChunkPlace[]) => T): Promise<T> =>
      takeOutStore(deps, id, take, signal),
    readChunks: (storeId: string, loaderId: string, pageNo: number): ChunkPage =>
      readChunkPage(deps, storeId, loaderId, pageNo),

    /** @returns the first page, as Flowise does */
    updateChunk(path: ChunkPath, change: ChunkUpdate): ChunkPage {
      updateChunk(deps, path, change);
      return readChunkPage(deps, path.storeId, path.loaderId, 1);
    },
    removeChunk(path: ChunkPath): ChunkPage {
      removeChunk(deps, path);
      return readChunkPage(deps, path.storeId, path.loaderId, 1);
    },

    startUpsert: (request: StoreUpsertRequest, folder: RunFolder) => startUpsert(deps, request, folder),
    /** @param caller ends it; nobody else waits for a dry run */
    dryRun: (request: StoreUpsertRequest, folder: RunFolder, caller: AbortSignal) =>
      dryRunUpsert(deps, request, folder, AbortSignal.any([caller, signal])),
    async removeLoader(storeId: string, loaderId: string): Promise<DocumentStore> {
      await removeLoader(deps, storeId, loaderId, signal);
      return readStore(deps, storeId);
    },
    removeVectors: (storeId: string, docId: string | undefined): Promise<number> =>
      removeVectors(deps, storeId, docId, signal),

    preview: (body: LoaderPreviewBody, uploads: readonly SourceFile[], caller: AbortSignal) =>
      previewLoader(deps, body, uploads, caller),
    saveLoader: (body: LoaderSaveBody & { readonly storeId: string }, uploads: readonly SourceFile[]) =>
      saveLoader(deps, body, uploads),
    startProcess: (loaderId: string, folder: RunFolder) => startProcess(deps, loaderId, folder),
    saveConfig: (body: VectorConfigBody): DocumentStore => saveVectorConfig(deps, body),
    testConfig: (body: VectorConfigBody, caller: AbortSignal): Promise<ConfigTest> => testConfig(deps, body, caller),

    /** Puts in order what a killed server left; the slow part goes on behind. To be called before the first call. */
    async recover(): Promise<void> {
      const places = await settleStores(deps);
      leftovers = removeLeftovers(deps, places, signal).catch((error: unknown) => {
        if (!signal.aborted)
          log.error({ err: error }, 'What a stopped upsert of a document store left could not be removed');
      });
    },

    /** Ends removals at a safe point. */
    async close(): Promise<void> {
      closing.abort(new OperationalError('SHUTTING_DOWN', 'Tributary is shutting down: do it again when it is back.'));
      await leftovers;
    },
  };
}

export type DocumentStoreService = ReturnType<typeof createDocumentStoreService>;
