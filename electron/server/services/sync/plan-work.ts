import type { SyncTrigger } from '../../../../shared/api/sync.ts';
import type { FileChanges } from '../../core/document-loader.ts';
import type { CleanupMode } from '../../core/record-manager.ts';
import type { SyncRepository } from '../../storage/repositories/sync-repository.ts';
import type { FolderChange } from './kept-folders.ts';
import type { SyncOwner, SyncWork } from './owner.ts';

const RANK: Readonly<Record<SyncTrigger, number>> = { watch: 0, start: 1, schedule: 2, missed: 2, person: 3 };

/** Of two reasons for a refresh the one that asks for more. */
export function strongest(one: SyncTrigger, other: SyncTrigger | undefined): SyncTrigger {
  return other === undefined || RANK[one] > RANK[other] ? one : other;
}

/** A folder of which something is missing: read whole, its files that are not there would be cleaned up where that deletes all that a run does not bring. */
function partOf({ loader, changed }: FolderChange): readonly string[] {
  return loader.isBySource ? changed.map(({ path }) => path) : [];
}

/** Everything that there is; files that are known to be gone are cleaned up, however the clean-up is set. */
export function wholeWork(found: readonly FolderChange[], cleanup: CleanupMode): SyncWork {
  const changesOf = (change: FolderChange): FileChanges => ({
    changed: change.held !== undefined && cleanup === 'full' ? partOf(change) : undefined,
    gone: change.loader.isBySource ? change.gone : [],
  });
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
    const isPart = loader.isBySource || (held !== undefined && owner.cleanup === 'full');
    byLoader.set(loader.id, {
      changed: isPart ? partOf(change) : undefined,
      gone: loader.isBySource ? gone : [],
    });
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
