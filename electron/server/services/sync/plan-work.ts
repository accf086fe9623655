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

/** What has changed; all of a loader whose chunks are not known by its paths, unless something is missing: read whole, that would be swept away. */
function partOf({ loader, changed, gone, held }: FolderChange): FileChanges {
  if (loader.isBySource) return { changed: changed.map(({ path }) => path), gone };
  return { changed: held === undefined ? undefined : [], gone: [] };
}

/** Everything that there is, but of a folder of which something is missing; files that are known to be gone are cleaned up, however the clean-up is set. */
export function wholeWork(found: readonly FolderChange[]): SyncWork {
  const changesOf = (change: FolderChange): FileChanges =>
    change.held === undefined ? { ...partOf(change), changed: undefined } : partOf(change);
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
  for (const change of changes) byLoader.set(change.loader.id, partOf(change));
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
