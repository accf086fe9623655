import type { SyncTrigger } from '../../../../shared/api/sync.ts';
import type { FileChanges } from '../../core/document-loader.ts';
import type { SyncRepository } from '../../storage/repositories/sync-repository.ts';
import type { FolderChange } from './kept-folders.ts';
import type { SyncOwner, SyncWork } from './owner.ts';

const RANK: Readonly<Record<SyncTrigger, number>> = { watch: 0, start: 1, schedule: 2, missed: 2, person: 3 };

/** Of two reasons for a refresh the one that asks for more. */
export function strongest(one: SyncTrigger, other: SyncTrigger | undefined): SyncTrigger {
  return other === undefined || RANK[one] > RANK[other] ? one : other;
}

/** Its changed files, where they are known by their paths. */
const pathsOf = ({ changed }: FolderChange): readonly string[] => changed.map(({ path }) => path);

/**
 * Everything that there is; files that are known to be gone are cleaned up, however the clean-up is set. Of a folder of which something is missing only
 * what has changed: read whole, the rest would be swept away.
 */
export function wholeWork(found: readonly FolderChange[]): SyncWork {
  const changesOf = (change: FolderChange): FileChanges => {
    const { isBySource } = change.loader;
    if (change.held !== undefined)
      return { changed: isBySource ? pathsOf(change) : [], gone: isBySource ? change.gone : [] };
    return { changed: undefined, gone: isBySource ? change.gone : [] };
  };
  return { isOnly: false, byLoader: new Map(found.map((change) => [change.loader.id, changesOf(change)])) };
}

/** Only what has changed, and files of the same path in other folders of the owner: their chunks are of one source. */
export function someWork(
  ownerId: string,
  owner: SyncOwner,
  changes: readonly FolderChange[],
  files: Pick<SyncRepository, 'filesAt'>,
): SyncWork {
  const byLoader = new Map<string, FileChanges>();
  for (const change of changes) {
    const { loader, held, gone } = change;
    if (loader.isBySource) byLoader.set(loader.id, { changed: pathsOf(change), gone });
    else byLoader.set(loader.id, { changed: held === undefined ? undefined : [], gone: [] });
  }
  const touched = changes.flatMap(({ changed, gone }) => [...changed.map(({ path }) => path), ...gone]);
  const others = owner.loaders.filter(({ openFolder, isBySource }) => openFolder !== undefined && isBySource);
  for (const { id: loaderId } of others.length > 1 ? others : []) {
    const own = byLoader.get(loaderId) ?? { changed: [], gone: [] };
    const known = new Set([...(own.changed ?? []), ...own.gone]);
    const isStored = (path: string): boolean => files.filesAt({ ownerId, loaderId }, path)[0]?.path === path;
    const same = touched.filter((path) => !known.has(path) && isStored(path));
    if (same.length > 0) byLoader.set(loaderId, { changed: [...(own.changed ?? []), ...same], gone: own.gone });
  }
  return { isOnly: true, byLoader };
}
