import { FOUND_LIMIT, type FoundSource } from '../../../shared/api/find.ts';
import type { FindRepository, NamedSource } from '../storage/repositories/find-repository.ts';
import type { StoreDeps } from './document-stores/store-deps.ts';
import type { FlowStorage } from './flow-storage.ts';

export interface FindServiceOptions {
  readonly flowStorage: FlowStorage;
  readonly stores: Pick<StoreDeps, 'stores'>;
  readonly sources: FindRepository;
}

type Owner = Pick<FoundSource, 'ownerId' | 'ownerName' | 'kind'>;

/** Whose each collection is; one that several flows name is shown with the first. */
async function ownersOfCollections(flowStorage: FlowStorage): Promise<ReadonlyMap<string, Owner>> {
  const owners = new Map<string, Owner>();
  for await (const { flow, user } of flowStorage.list()) {
    for (const collection of flowStorage.openCollectionsOf(user)) {
      if (owners.has(collection)) continue;
      owners.set(collection, { ownerId: flow.id, ownerName: flow.name, kind: 'chatflow' });
    }
  }
  return owners;
}

function ownerOf(
  { stores }: FindServiceOptions,
  owners: ReadonlyMap<string, Owner>,
  { collection, storeId }: NamedSource,
): Owner | undefined {
  if (collection !== null) return owners.get(collection);
  const store = storeId === null ? undefined : stores.stores.find(storeId);
  return store === undefined ? undefined : { ownerId: store.id, ownerName: store.name, kind: 'documentStore' };
}

/** Finds files and pages by their names, in all flows and document stores. */
export function createFindService(deps: FindServiceOptions) {
  return {
    /** By name, at most 20. Those of deleted flows and stores are not among them. @param hidden owners that are left out */
    async sources(text: string, hidden: ReadonlySet<string>): Promise<FoundSource[]> {
      const owners = await ownersOfCollections(deps.flowStorage);
      // Some are of nobody: more are read than are shown.
      return deps.sources
        .find(text, 10 * FOUND_LIMIT)
        .flatMap((found) => {
          const owner = ownerOf(deps, owners, found);
          return owner === undefined || hidden.has(owner.ownerId)
            ? []
            : [{ ...owner, source: found.name, chunks: found.chunks }];
        })
        .slice(0, FOUND_LIMIT);
    },
  };
}

export type FindService = ReturnType<typeof createFindService>;
