import { FOUND_LIMIT, type FoundSource } from '../../../shared/api/find.ts';
import type { FindRepository, NamedSource } from '../storage/repositories/find-repository.ts';
import type { Libraries } from './libraries/libraries.ts';

export interface FindServiceOptions {
  readonly libraries: Pick<Libraries, 'storages' | 'openCollectionsOf'>;
  readonly sources: FindRepository;
}

type Owner = Pick<FoundSource, 'ownerId' | 'ownerName' | 'kind'>;

/** Whose the collections and the chunk tables are, by their names and the ids of their libraries; a collection that several name is shown with the first. */
async function listOwners({ libraries }: FindServiceOptions) {
  const byId = new Map<string, Owner>();
  const byCollection = new Map<string, Owner>();
  for await (const { id, name, kind, table, storage } of libraries.storages()) {
    const owner = { ownerId: id, ownerName: name, kind };
    byId.set(id, owner);
    // Its chunks are found in the table.
    if (table !== undefined) continue;
    for (const collection of libraries.openCollectionsOf(storage).stored) {
      if (!byCollection.has(collection)) byCollection.set(collection, owner);
    }
  }
  return ({ collection, storeId }: NamedSource) =>
    collection === null ? byId.get(storeId ?? '') : byCollection.get(collection);
}

/** Finds files and pages by their names, in all libraries. */
export function createFindService(deps: FindServiceOptions) {
  return {
    /** By name, at most 20. Those of deleted flows and stores are not among them. @param hidden owners that are left out */
    async sources(text: string, hidden: ReadonlySet<string>): Promise<FoundSource[]> {
      const ownerOf = await listOwners(deps);
      // Some are of nobody: more are read than are shown.
      return deps.sources
        .find(text, 10 * FOUND_LIMIT)
        .flatMap((found) => {
          const owner = ownerOf(found);
          return owner === undefined || hidden.has(owner.ownerId)
            ? []
            : [{ ...owner, source: found.name, chunks: found.chunks }];
        })
        .slice(0, FOUND_LIMIT);
    },
  };
}

export type FindService = ReturnType<typeof createFindService>;
