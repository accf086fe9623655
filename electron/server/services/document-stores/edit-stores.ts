import { randomUUID } from 'node:crypto';
import {
  ALL_LOADERS,
  CHUNK_PAGE_SIZE,
  type ChunkPage,
  type StoreChunk,
} from '../../../../shared/api/document-store-chunks.ts';
import type { LoaderSaveBody, VectorConfigBody } from '../../../../shared/api/document-store-loaders.ts';
import type { DocumentStoreSummary } from '../../../../shared/api/document-store-summaries.ts';
import type {
  DocumentStore,
  DocumentStoreCreate,
  DocumentStoreUpdate,
  StoreLoader,
  StoreStatus,
} from '../../../../shared/api/document-stores.ts';
import { findNodeDefinition } from '../../../../shared/nodes/registry.ts';
import { uuidText } from '../../common/uuid.ts';
import type { SourceFile } from '../../core/document.ts';
import type { LibraryRun } from '../../core/library-run.ts';
import type { ChunkRow } from '../../storage/repositories/document-store-chunk-repository.ts';
import {
  type LoaderSums,
  type StoredLoader,
  WITHOUT_CHUNKS,
} from '../../storage/repositories/document-store-loader-repository.ts';
import type { StoredStore, StoreUse } from '../../storage/repositories/document-store-repository.ts';
import { isSamePart, isSameParts, maskPart, mergeParts } from '../libraries/parts.ts';
import {
  assertIdle,
  findLoader,
  findStore,
  insertStore,
  placeOf,
  type StoreAccess,
} from '../libraries/store-access.ts';
import { storeLibrary } from '../libraries/store-library.ts';
import { checkFiles, mergeSettings } from '../libraries/store-request.ts';
import type { RunService } from '../runs/run-service.ts';

type LoaderState = Pick<StoredLoader, 'contentState' | 'indexState'>;

/**
 * The state of a store in which nothing goes on: it follows from its loaders, so that whatever fails, the store is back where it was.
 * NEW: nothing is loaded yet. STALE: settings, files or chunks changed. SYNC: all is loaded, not all is in the vector store.
 */
export function statusOf(loaders: readonly LoaderState[]): StoreStatus {
  if (loaders.length === 0) return 'EMPTY';
  if (loaders.every(({ contentState }) => contentState === 'NEW')) return 'NEW';
  if (loaders.some(({ contentState, indexState }) => contentState !== 'SYNC' || indexState === 'CHANGED'))
    return 'STALE';
  return loaders.every(({ indexState }) => indexState === 'CURRENT') ? 'UPSERTED' : 'SYNC';
}

function sourceOf(loader: StoredLoader): string {
  if (loader.files.length > 0) return loader.files.map(({ name }) => name).join(', ');
  const url = loader.loader.config.url;
  return typeof url === 'string' && url !== '' ? url : 'None';
}

function describeLoader(loader: StoredLoader): StoreLoader {
  const { splitter } = loader;
  const fileStatus = loader.contentState === 'SYNC' ? 'SYNC' : 'NEW';
  return {
    id: loader.id,
    loaderId: loader.loader.name,
    loaderName: loader.loaderName,
    loaderConfig: maskPart(loader.loader).config,
    splitterId: splitter?.name ?? '',
    splitterName: splitter === null ? '' : (findNodeDefinition(splitter.name)?.label ?? splitter.name),
    splitterConfig: splitter === null ? {} : maskPart(splitter).config,
    totalChunks: loader.totalChunks,
    totalChars: loader.totalChars,
    status: loader.isSyncing ? 'SYNCING' : loader.contentState,
    files: loader.files.map((file) => ({ ...file, status: fileStatus })),
    source: sourceOf(loader),
    indexState: loader.indexState,
    ...(loader.failedFiles.length === 0 ? {} : { failedFiles: [...loader.failedFiles] }),
  };
}

/** A store as callers see it. Secrets are masked. */
function describeStore(store: StoredStore, loaders: readonly StoredLoader[], uses: readonly StoreUse[]): DocumentStore {
  const sum = (count: (loader: StoredLoader) => number) => loaders.reduce((total, loader) => total + count(loader), 0);
  const masked = (part: StoredStore['embedding']) => (part === null ? null : maskPart(part));
  return {
    id: store.id,
    name: store.name,
    description: store.description,
    loaders: loaders.map(describeLoader),
    whereUsed: [...uses],
    status: store.activity ?? statusOf(loaders),
    vectorStoreConfig: masked(store.vectorStore),
    embeddingConfig: masked(store.embedding),
    recordManagerConfig: masked(store.recordManager),
    embedAgain:
      store.next === null
        ? null
        : { embeddingConfig: masked(store.next.embedding), vectorStoreConfig: masked(store.next.vectorStore) },
    totalChars: sum(({ totalChars }) => totalChars),
    totalChunks: sum(({ totalChunks }) => totalChunks),
    lastError: store.lastError,
    createdDate: store.createdDate,
    updatedDate: store.updatedDate,
  };
}

/** A store as a list shows it. @param lastRun its newest run, if there is one */
function summariseStore(
  store: StoredStore,
  loaders: readonly LoaderSums[],
  lastRun: LibraryRun | undefined,
): DocumentStoreSummary {
  const sum = (count: (loader: LoaderSums) => number) => loaders.reduce((total, loader) => total + count(loader), 0);
  return {
    id: store.id,
    name: store.name,
    description: store.description,
    status: store.activity ?? statusOf(loaders),
    loaders: loaders.length,
    files: sum(({ files }) => files),
    failedFiles: sum(({ failedFiles }) => failedFiles),
    totalChunks: sum(({ totalChunks }) => totalChunks),
    totalChars: sum(({ totalChars }) => totalChars),
    lastRun:
      lastRun === undefined
        ? null
        : {
            id: lastRun.id,
            status: lastRun.status,
            createdDate: lastRun.createdDate,
            finishedDate: lastRun.finishedDate,
            result: lastRun.result,
            ...(lastRun.undoneDate === undefined ? {} : { undoneDate: lastRun.undoneDate }),
          },
    lastError: store.lastError,
    updatedDate: store.updatedDate,
  };
}

function describeChunk(row: ChunkRow, loader: StoredLoader): StoreChunk {
  return {
    id: uuidText(row.id),
    docId: loader.id,
    storeId: loader.storeId,
    chunkNo: row.chunk_no,
    pageContent: row.content,
    metadata: row.metadata,
  };
}

/** A part of the chunks of several loaders in turn; only the loaders that it touches are read. */
function readPart(deps: StoreAccess, loaders: readonly StoredLoader[], offset: number, limit: number): StoreChunk[] {
  const found: StoreChunk[] = [];
  let skip = offset;
  for (const loader of loaders) {
    if (found.length >= limit) break;
    if (skip >= loader.totalChunks) {
      skip -= loader.totalChunks;
      continue;
    }
    const rows = deps.chunks.page(placeOf(loader), skip, limit - found.length);
    found.push(...rows.map((row) => describeChunk(row, loader)));
    skip = 0;
  }
  return found;
}

/**
 * One page of a loader's chunks, or of all loaders' in turn; behind the last page there are none.
 * @throws UserError STORE_NOT_FOUND, LOADER_NOT_FOUND
 */
export function readChunkPage(deps: StoreAccess, storeId: string, loaderId: string, pageNo: number): ChunkPage {
  const store = findStore(deps, storeId);
  const loaders = loaderId === ALL_LOADERS ? deps.loaders.list(storeId) : [findLoader(deps, storeId, loaderId)];
  const [loader] = loaders;
  return {
    chunks: readPart(deps, loaders, (pageNo - 1) * CHUNK_PAGE_SIZE, CHUNK_PAGE_SIZE),
    count: loaders.reduce((sum, { totalChunks }) => sum + totalChunks, 0),
    ...(loaderId === ALL_LOADERS || loader === undefined ? {} : { file: describeLoader(loader) }),
    currentPage: pageNo,
    storeName: store.name,
    description: store.description,
    docId: loaderId,
    characters: loaders.reduce((sum, { totalChars }) => sum + totalChars, 0),
  };
}

function describe(deps: StoreAccess, store: StoredStore): DocumentStore {
  return describeStore(store, deps.loaders.list(store.id), deps.stores.uses().get(store.id) ?? []);
}

/** @throws UserError STORE_NOT_FOUND */
export function readStore(deps: StoreAccess, id: string): DocumentStore {
  return describe(deps, findStore(deps, id));
}

/** Part of a list. */
export interface StorePaging {
  /** From 1. */
  readonly page: number;
  readonly limit: number;
}

/** All stores, or a page of them. */
export function listStores(
  deps: StoreAccess,
  paging: StorePaging | undefined,
): DocumentStore[] | { data: DocumentStore[]; total: number } {
  const { stores, loaders } = deps;
  const rows = paging === undefined ? stores.list(0, -1) : stores.list((paging.page - 1) * paging.limit, paging.limit);
  const byStore = loaders.listByStore();
  const uses = stores.uses();
  const data = rows.map((store) => describeStore(store, byStore.get(store.id) ?? [], uses.get(store.id) ?? []));
  return paging === undefined ? data : { data, total: stores.count() };
}

/** All stores for a list, last changed first. */
export function summariseStores(
  { stores, loaders }: StoreAccess,
  runs: Pick<RunService, 'newestOf'>,
): DocumentStoreSummary[] {
  const byStore = loaders.sumsByStore();
  return stores.list(0, -1).map((store) => summariseStore(store, byStore.get(store.id) ?? [], runs.newestOf(store.id)));
}

/** @throws UserError INVALID_INPUT naming part and field */
export function createStore(deps: StoreAccess, fields: DocumentStoreCreate): DocumentStore {
  return describe(deps, insertStore(deps, fields));
}

/** @throws UserError STORE_NOT_FOUND, INVALID_INPUT, STORE_BUSY when settings change while the store is at work */
export function updateStore(deps: StoreAccess, id: string, fields: DocumentStoreUpdate): DocumentStore {
  const store = findStore(deps, id);
  const { name, description, embeddingConfig, vectorStoreConfig, recordManagerConfig } = fields;
  const parts = mergeParts(
    store,
    { embedding: embeddingConfig, vectorStore: vectorStoreConfig, recordManager: recordManagerConfig },
    deps.engine.values,
  );
  if (!isSameParts(store, parts)) assertIdle(store);
  const texts = { ...(name === undefined ? {} : { name }), ...(description === undefined ? {} : { description }) };
  storeLibrary(deps, { ...store, ...texts, ...parts }).save();
  return describe(deps, findStore(deps, id));
}

/** @throws UserError STORE_NOT_FOUND, INVALID_INPUT, STORE_BUSY */
export function saveVectorConfig(deps: StoreAccess, body: VectorConfigBody): DocumentStore {
  const { storeId, embedding, vectorStore, recordManager } = body;
  return updateStore(deps, storeId, {
    embeddingConfig: embedding,
    vectorStoreConfig: vectorStore,
    recordManagerConfig: recordManager,
  });
}

/**
 * Saves settings and files of a loader, new or not, without loading it.
 * @throws UserError STORE_NOT_FOUND, LOADER_NOT_FOUND, INVALID_INPUT, MISSING_INPUT, NO_FILES, UNSUPPORTED_FILE_TYPE, STORE_BUSY
 */
export async function saveLoader(
  deps: StoreAccess,
  body: LoaderSaveBody & { readonly storeId: string },
  uploads: readonly SourceFile[],
): Promise<StoreLoader> {
  const { storeId } = body;
  findStore(deps, storeId);
  const base = body.id === undefined ? undefined : findLoader(deps, storeId, body.id);
  const hasUploads = uploads.length > 0;
  const settings = mergeSettings(base, { ...body, hasFiles: hasUploads }, deps.engine.values);
  checkFiles(settings.loader, hasUploads ? uploads : (base?.files ?? []));
  assertIdle(findStore(deps, storeId));
  const id = base?.id ?? randomUUID();
  const files = hasUploads ? await deps.files.store({ storeId, id }, uploads) : (base?.files ?? []);
  if (base === undefined) {
    const fresh = { ...WITHOUT_CHUNKS, contentState: 'NEW', failedFiles: [] } as const;
    const loader = deps.loaders.insert({ id, storeId, ...settings, files, ...fresh });
    touch(deps, storeId);
    return describeLoader(loader);
  }
  const loader = changedLoader(base, settings, files);
  deps.loaders.update(loader);
  touch(deps, storeId);
  if (hasUploads) await deps.files.remove(base, base.files);
  return describeLoader(loader);
}

function changedLoader(
  base: StoredLoader,
  settings: Pick<StoredLoader, 'loaderName' | 'loader' | 'splitter'>,
  files: StoredLoader['files'],
): StoredLoader {
  const isSame =
    isSamePart(base.loader, settings.loader) && isSamePart(base.splitter, settings.splitter) && files === base.files;
  const contentState = base.contentState === 'SYNC' && !isSame ? 'STALE' : base.contentState;
  return { ...base, ...settings, files, contentState };
}

function touch(deps: StoreAccess, storeId: string): void {
  deps.stores.update({ ...findStore(deps, storeId), updatedDate: deps.now().toISOString() });
}
