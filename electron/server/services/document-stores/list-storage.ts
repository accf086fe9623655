import type { StorePart } from '../../../../shared/api/document-store-parts.ts';
import type { StorageElsewhere } from '../../../../shared/flow/stores-elsewhere.ts';
import type { StorageUser } from '../deletion/deletion-targets.ts';
import type { StoreDeps } from './store-deps.ts';
import { describeStorage, storageOf } from './store-parts.ts';

/** Where each store puts its chunks, with variables filled in. */
export function listStorageUsers({ stores, engine }: Pick<StoreDeps, 'stores' | 'engine'>): StorageUser[] {
  return stores.list(0, -1).map((store) => ({ id: store.id, nodes: storageOf(store, engine.values) }));
}

/** The same with the references to variables still in it. */
export function listStoragePlans({
  stores,
}: Pick<StoreDeps, 'stores'>): { ownerId: string; name: string; plan: StorageElsewhere }[] {
  return stores.list(0, -1).map((store) => ({ ownerId: store.id, name: store.name, plan: describeStorage(store) }));
}

/** The settings of all stores and of their loaders that may name a credential. */
export function listParts({ stores, loaders }: Pick<StoreDeps, 'stores' | 'loaders'>): readonly StorePart[] {
  return stores
    .list(0, -1)
    .flatMap(({ id, embedding, vectorStore, recordManager }) => [
      embedding,
      vectorStore,
      recordManager,
      ...loaders.list(id).map(({ loader }) => loader),
    ])
    .filter((part) => part !== null);
}
