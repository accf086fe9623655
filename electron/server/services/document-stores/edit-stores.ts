import { randomUUID } from 'node:crypto';
import type { LoaderSaveBody, VectorConfigBody } from '../../../../shared/api/document-store-loaders.ts';
import type { PartChange } from '../../../../shared/api/document-store-parts.ts';
import type { DocumentStoreSummary } from '../../../../shared/api/document-store-summaries.ts';
import type {
  DocumentStore,
  DocumentStoreCreate,
  DocumentStoreUpdate,
  StoreLoader,
} from '../../../../shared/api/document-stores.ts';
import type { SourceFile } from '../../core/document.ts';
import type { ValueSource } from '../../pipeline/compile/fill-inputs.ts';
import { type StoredLoader, WITHOUT_CHUNKS } from '../../storage/repositories/document-store-loader-repository.ts';
import type { StoredStore } from '../../storage/repositories/document-store-repository.ts';
import type { VectorParts } from '../../storage/repositories/vector-parts.ts';
import { checkPart, isSamePart, overlayPart } from '../libraries/parts.ts';
import { assertIdle, findLoader, findStore } from '../libraries/store-access.ts';
import { describeLoader, describeStore, summariseStore } from './describe-store.ts';
import { checkFiles, mergeSettings } from './prepare-upsert.ts';
import type { StoreDeps } from './store-work.ts';

interface PartFields {
  readonly embedding: PartChange | null | undefined;
  readonly vectorStore: PartChange | null | undefined;
  readonly recordManager: PartChange | null | undefined;
}

/** Parts of a call over those of the store; what the call brings is checked. @throws UserError INVALID_INPUT naming part and field */
function mergeParts(saved: VectorParts, given: PartFields, values: ValueSource): VectorParts {
  const merge = (part: keyof VectorParts) => {
    const merged = overlayPart(part, saved[part], given[part]);
    return merged === null || given[part] === undefined ? merged : checkPart(part, merged, values);
  };
  return { embedding: merge('embedding'), vectorStore: merge('vectorStore'), recordManager: merge('recordManager') };
}

function isSameParts(a: VectorParts, b: VectorParts): boolean {
  return (
    isSamePart(a.embedding, b.embedding) &&
    isSamePart(a.vectorStore, b.vectorStore) &&
    isSamePart(a.recordManager, b.recordManager)
  );
}

function describe(deps: StoreDeps, store: StoredStore): DocumentStore {
  return describeStore(store, deps.loaders.list(store.id), deps.stores.uses().get(store.id) ?? []);
}

/** @throws UserError STORE_NOT_FOUND */
export function readStore(deps: StoreDeps, id: string): DocumentStore {
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
  deps: StoreDeps,
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
export function summariseStores({ stores, loaders, runs }: StoreDeps): DocumentStoreSummary[] {
  const byStore = loaders.sumsByStore();
  return stores.list(0, -1).map((store) => summariseStore(store, byStore.get(store.id) ?? [], runs.newestOf(store.id)));
}

/** @throws UserError INVALID_INPUT naming part and field */
export function createStore(deps: StoreDeps, fields: DocumentStoreCreate): DocumentStore {
  const date = deps.now().toISOString();
  const none = { embedding: null, vectorStore: null, recordManager: null };
  const store: StoredStore = {
    id: randomUUID(),
    name: fields.name,
    description: fields.description ?? null,
    activity: null,
    lastError: null,
    next: null,
    ...mergeParts(
      none,
      {
        embedding: fields.embeddingConfig,
        vectorStore: fields.vectorStoreConfig,
        recordManager: fields.recordManagerConfig,
      },
      deps.engine.values,
    ),
    createdDate: date,
    updatedDate: date,
  };
  deps.stores.insert(store);
  return describe(deps, store);
}

/** Chunks that lie elsewhere from now on have to be brought there first. */
function saveParts(deps: StoreDeps, store: StoredStore, change: Partial<StoredStore>): StoredStore {
  const updated = { ...store, ...change, updatedDate: deps.now().toISOString() };
  deps.engine.db
    .transaction(() => {
      deps.stores.update(updated);
      if (isSameParts(store, updated)) return;
      for (const loader of deps.loaders.list(store.id)) deps.loaders.update({ ...loader, indexState: 'NONE' });
    })
    .immediate();
  return updated;
}

/** @throws UserError STORE_NOT_FOUND, INVALID_INPUT, STORE_BUSY when settings change while the store is at work */
export function updateStore(deps: StoreDeps, id: string, fields: DocumentStoreUpdate): DocumentStore {
  const store = findStore(deps, id);
  const { name, description, embeddingConfig, vectorStoreConfig, recordManagerConfig } = fields;
  const parts = mergeParts(
    store,
    { embedding: embeddingConfig, vectorStore: vectorStoreConfig, recordManager: recordManagerConfig },
    deps.engine.values,
  );
  if (!isSameParts(store, parts)) assertIdle(store);
  const texts = { ...(name === undefined ? {} : { name }), ...(description === undefined ? {} : { description }) };
  return describe(deps, saveParts(deps, store, { ...texts, ...parts }));
}

/** @throws UserError STORE_NOT_FOUND, INVALID_INPUT, STORE_BUSY */
export function saveVectorConfig(deps: StoreDeps, body: VectorConfigBody): DocumentStore {
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
  deps: StoreDeps,
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
  const files = hasUploads ? await deps.files.keep({ storeId, id }, uploads) : (base?.files ?? []);
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

function touch(deps: StoreDeps, storeId: string): void {
  deps.stores.update({ ...findStore(deps, storeId), updatedDate: deps.now().toISOString() });
}
