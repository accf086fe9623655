import type { StorePart } from '../../../../shared/api/document-store-parts.ts';
import type { PlannedNode } from '../../../../shared/flow/flow-plan.ts';
import { isElsewhere } from '../../../../shared/flow/stores-elsewhere.ts';
import type { StoredStore } from '../../storage/repositories/document-store-repository.ts';
import type { VectorParts } from '../../storage/repositories/vector-parts.ts';
import { createChunkTable } from './chunk-table.ts';
import type { Library } from './library.ts';
import {
  describeStorage,
  fillLoader,
  overlayPart,
  plannedLoader,
  plannedPart,
  planRemoval,
  planVectors,
} from './parts.ts';
import { findStore, placeOf, placesBefore, type StoreAccess } from './store-access.ts';

/** A document store as a library. */
export interface StoreLibrary extends Library {
  /** The same with other settings of its vector store. */
  withVectorStore(config: StorePart['config'] | undefined): StoreLibrary;
}

/** Where a store puts its chunks, and where it is putting them to be embedded again. */
function placesOf(store: StoredStore): readonly VectorParts[] {
  return store.next === null ? [store] : [store, store.next];
}

/** A document store as a library: its plan is saved, part by part, and its chunks are in a table. */
export function storeLibrary(access: StoreAccess, store: StoredStore): StoreLibrary {
  const { values } = access.engine;
  const storages = () => placesOf(store).map(describeStorage);
  const storageNodes = () => storages().flatMap((place) => [place.store, place.recordManager]);
  const loaders = () => access.loaders.list(store.id);
  return {
    id: store.id,
    kind: 'documentStore',
    name: store.name,
    variables: {},
    table: createChunkTable(access, store.id),
    vectorStores: [],
    nodes: () => [
      ...storageNodes(),
      ...placesOf(store).flatMap(({ embedding }): PlannedNode[] =>
        embedding === null ? [] : [plannedPart('embedding', embedding)],
      ),
      ...loaders().map((loader) => plannedLoader(loader, loader.id)),
    ],
    storageNodes,
    remotePlaces: () => storages().filter(isElsewhere),
    vectorStoreOf: () => undefined,
    storagePlan: () => planRemoval(store, values),
    plan(use) {
      const plan = planVectors(store, values);
      if (use !== 'run') return plan;
      return { ...plan, loaders: loaders().map((loader) => fillLoader(plannedLoader(loader, loader.id), values)) };
    },
    reader: () => undefined,
    takeOut(take) {
      const { stores, kept, chunks, lock, closing } = access;
      const work = async () => {
        findStore(access, store.id);
        const places = [...loaders().map(placeOf), ...placesBefore(kept.ofStore(store.id))];
        return take(() => {
          stores.remove(store.id);
          kept.dropStore(store.id);
          for (const place of places) chunks.toSweep(place);
        }, places);
      };
      return lock.run(store.id, closing.signal, () => undefined, work);
    },
    withVectorStore(config) {
      const { vectorStore } = store;
      const given = vectorStore === null || config === undefined ? undefined : { name: vectorStore.name, config };
      return storeLibrary(access, { ...store, vectorStore: overlayPart('vectorStore', vectorStore, given) });
    },
  };
}
