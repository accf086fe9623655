import { hash } from 'node:crypto';
import type { StorePart } from '../../../../shared/api/document-store-parts.ts';
import type { StoreUpsertResult } from '../../../../shared/api/document-store-upserts.ts';
import { BugError } from '../../../../shared/errors/errors.ts';
import type { PlannedNode } from '../../../../shared/flow/flow-plan.ts';
import { isRemote } from '../../../../shared/flow/remote-stores.ts';
import { questionPlan } from '../../../../shared/flow/upsert-plan.ts';
import { canonicalJson } from '../../../../shared/json/canonical-json.ts';
import type { ChunkPlace } from '../../storage/repositories/document-store-chunk-repository.ts';
import type { StoredStore } from '../../storage/repositories/document-store-repository.ts';
import type { VectorParts } from '../../storage/repositories/vector-parts.ts';
import { createChunkTable } from './chunk-table.ts';
import type { Library, LibraryFiles } from './library.ts';
import {
  definitionOf,
  describeStorage,
  fillLoader,
  isSameParts,
  overlayPart,
  PART_NAMES,
  plannedLoader,
  plannedPart,
  planRemoval,
  planVectors,
} from './parts.ts';
import type { Prepare, PreparedUpsert } from './prepared-upsert.ts';
import { assertIdle, findStore, placeOf, placesBefore, type StoreAccess } from './store-access.ts';
import { type StoreUpsertRequest, storeUpsert } from './store-upsert.ts';

/** A document store as a library. */
export interface StoreLibrary extends Library {
  /** The same with other settings of its vector store. */
  withVectorStore(config: StorePart['config'] | undefined): StoreLibrary;
  upsert(request: Omit<StoreUpsertRequest, 'storeId'>): Prepare<PreparedUpsert<StoreUpsertResult>>;
}

/** Where a store has its chunks, and where they are being embedded again. */
function placesOf(store: StoredStore): readonly VectorParts[] {
  return store.next === null ? [store] : [store, store.next];
}

function filesOf({ loaders, files }: StoreAccess, storeId: string): LibraryFiles {
  return {
    find(name, loaderId) {
      for (const loader of loaders.list(storeId)) {
        const file = loader.files.find((one) => one.name === name);
        if (file === undefined || (loaderId ?? loader.id) !== loader.id) continue;
        const [{ path, sizeBytes } = { path: '', sizeBytes: 0 }] = files.open(loader, [file]);
        return { path, sizeBytes, keptDate: file.uploaded, loader: plannedLoader(loader, loader.id) };
      }
      return undefined;
    },
    totals() {
      const stored = loaders.list(storeId).flatMap((loader) => loader.files);
      return { files: stored.length, sizeBytes: stored.reduce((sum, { size }) => sum + size, 0) };
    },
  };
}

function withPart(
  store: StoredStore,
  nodeId: string,
  { definition, inputs }: Parameters<Library['withNode']>[1],
): StoredStore {
  const part = PART_NAMES.find((name) => name === nodeId);
  if (part === undefined) throw new BugError(`A document store has no node ${nodeId} to be replaced.`);
  return { ...store, [part]: { name: definition.name, config: inputs } };
}

/** Chunks that go to another place from now on have to be upserted there first. */
function saveStore({ engine, stores, loaders, now }: StoreAccess, store: StoredStore): void {
  const save = engine.db.transaction(() => {
    const before = stores.find(store.id);
    stores.update({ ...store, updatedDate: now().toISOString() });
    if (before === undefined || isSameParts(before, store)) return;
    for (const loader of loaders.list(store.id)) loaders.update({ ...loader, indexState: 'NONE' });
  });
  save.immediate();
}

function takeOut<T>(
  access: StoreAccess,
  storeId: string,
  take: (removeRow: () => void, places: readonly ChunkPlace[]) => T,
): Promise<T> {
  const { stores, loaders, loadersBefore, chunks, lock, closing } = access;
  const work = async () => {
    findStore(access, storeId);
    const places = [...loaders.list(storeId).map(placeOf), ...placesBefore(loadersBefore.ofStore(storeId))];
    return take(() => {
      stores.remove(storeId);
      loadersBefore.dropStore(storeId);
      for (const place of places) chunks.toSweep(place);
    }, places);
  };
  return lock.run(storeId, closing.signal, () => undefined, work);
}

/** A document store as a library: its plan is saved, part by part, and its chunks are in a table. */
export function storeLibrary(access: StoreAccess, store: StoredStore): StoreLibrary {
  const { values } = access.engine;
  const storages = () => placesOf(store).map(describeStorage);
  const storageNodes = () => storages().flatMap((place) => [place.store, place.recordManager]);
  const loaders = () => access.loaders.list(store.id);
  // Loaders that fetch by themselves, each with its own files.
  const fetching = () => loaders().filter(({ loader }) => definitionOf('loader', loader).upload === undefined);
  const upsert: StoreLibrary['upsert'] = (request) => storeUpsert(access, { ...request, storeId: store.id });
  return {
    id: store.id,
    kind: 'documentStore',
    name: store.name,
    variables: {},
    table: createChunkTable(access, store.id),
    files: filesOf(access, store.id),
    vectorStores: [],
    nodes: () => [
      ...storageNodes(),
      ...placesOf(store).flatMap(({ embedding }): PlannedNode[] =>
        embedding === null ? [] : [plannedPart('embedding', embedding)],
      ),
      ...loaders().map((loader) => plannedLoader(loader, loader.id)),
    ],
    storageNodes,
    remotePlaces: () => storages().filter(isRemote),
    vectorStoreOf: () => undefined,
    storagePlan: () => planRemoval(store, values),
    plan: () => planVectors(store, values),
    questionPlan: () => questionPlan(planVectors(store, values)),
    withNode: (nodeId, node) => storeLibrary(access, withPart(store, nodeId, node)),
    save: () => saveStore(access, store),
    reader: () => undefined,
    inTurn(signal, onWait, work) {
      assertIdle(findStore(access, store.id));
      return access.lock.run(store.id, signal, onWait, work);
    },
    takeOut: (take) => takeOut(access, store.id, take),
    upsert,
    syncPlan() {
      const { embedding, vectorStore, recordManager } = store;
      const stored = fetching();
      const settings = stored.map(({ id, loader, splitter }) => ({ id, loader, splitter }));
      return {
        recordManager: planVectors(store, values).recordManager,
        loaders: stored.map((loader) => fillLoader(plannedLoader(loader, loader.id), values)),
        // A store's own chunks are of their `source`, whatever the records go by.
        sourceIdKey: 'source',
        fingerprint: hash('sha256', canonicalJson({ embedding, vectorStore, recordManager, settings })),
      };
    },
    sync: ({ isOnly, byLoader }) =>
      fetching()
        .filter(({ id }) => !isOnly || byLoader.has(id))
        .map(({ id: docId }) => {
          const body = { docId, replaceExisting: true, skipFailedFiles: true };
          return upsert({ body, uploads: [], changes: byLoader.get(docId), isSync: true });
        }),
    again({ nodes }) {
      const had = new Set(nodes.map(({ nodeId }) => nodeId));
      const [loader, ...others] = loaders().filter(({ id }) => had.has(id));
      const isOne = loader !== undefined && others.length === 0;
      return upsert({ body: isOne ? { docId: loader.id, replaceExisting: true } : {}, uploads: [] });
    },
    withVectorStore(config) {
      const { vectorStore } = store;
      const given = vectorStore === null || config === undefined ? undefined : { name: vectorStore.name, config };
      return storeLibrary(access, { ...store, vectorStore: overlayPart('vectorStore', vectorStore, given) });
    },
  };
}
