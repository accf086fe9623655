import type { StorePart } from '../../../../shared/api/document-store-parts.ts';
import type { StorageElsewhere } from '../../../../shared/flow/stores-elsewhere.ts';
import type { StoredStore } from '../../storage/repositories/document-store-repository.ts';
import type { VectorParts } from '../../storage/repositories/vector-parts.ts';
import type { StorageUser } from '../deletion/deletion-targets.ts';
import type { StoreDeps } from './store-deps.ts';
import { describeStorage, storageOf } from './store-parts.ts';

/** Where a store puts its chunks, and where it is putting them to be embedded again. */
function placesOf(store: StoredStore): readonly VectorParts[] {
  return store.next === null ? [store] : [store, store.next];
}

/** Also those in the bin: what they store is still theirs. */
function listWithBinned({ stores }: Pick<StoreDeps, 'stores'>): readonly StoredStore[] {
  return [...stores.list(0, -1), ...stores.listBinned()];
}

/** Where each store puts its chunks, with variables filled in. */
export function listStorageUsers({ stores, engine }: Pick<StoreDeps, 'stores' | 'engine'>): StorageUser[] {
  return listWithBinned({ stores }).map((store) => ({
    id: store.id,
    nodes: placesOf(store).flatMap((parts) => storageOf(parts, engine.values)),
  }));
}

/** The same with the references to variables still in it. */
export function listStoragePlans({
  stores,
}: Pick<StoreDeps, 'stores'>): { ownerId: string; name: string; plan: StorageElsewhere }[] {
  return listWithBinned({ stores }).flatMap((store) =>
    placesOf(store).map((parts) => ({ ownerId: store.id, name: store.name, plan: describeStorage(parts) })),
  );
}

/** The settings of all stores and of their loaders that may name a credential. */
export function listParts({ stores, loaders }: Pick<StoreDeps, 'stores' | 'loaders'>): readonly StorePart[] {
  return listWithBinned({ stores })
    .flatMap((store) => [
      ...placesOf(store).flatMap(({ embedding, vectorStore, recordManager }) => [
        embedding,
        vectorStore,
        recordManager,
      ]),
      ...loaders.list(store.id).map(({ loader }) => loader),
    ])
    .filter((part) => part !== null);
}
