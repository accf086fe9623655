import type { DocumentStoreSummary } from '../../../../shared/api/document-store-summaries.ts';
import type { DocumentStore, StoreLoader, StoreStatus } from '../../../../shared/api/document-stores.ts';
import type { Run } from '../../../../shared/api/runs.ts';
import { findNodeDefinition } from '../../../../shared/nodes/registry.ts';
import type { LoaderSums, StoredLoader } from '../../storage/repositories/document-store-loader-repository.ts';
import type { StoredStore, StoreUse } from '../../storage/repositories/document-store-repository.ts';
import { maskPart } from '../libraries/parts.ts';

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

export function describeLoader(loader: StoredLoader): StoreLoader {
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
export function describeStore(
  store: StoredStore,
  loaders: readonly StoredLoader[],
  uses: readonly StoreUse[],
): DocumentStore {
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
export function summariseStore(
  store: StoredStore,
  loaders: readonly LoaderSums[],
  lastRun: Run | undefined,
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
          },
    lastError: store.lastError,
    updatedDate: store.updatedDate,
  };
}
