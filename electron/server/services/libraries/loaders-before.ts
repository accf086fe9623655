import { UserError } from '../../../../shared/errors/errors.ts';
import type { ChunkPlace } from '../../storage/repositories/document-store-chunk-repository.ts';
import type { StoredLoader } from '../../storage/repositories/document-store-loader-repository.ts';
import type { LoaderBefore } from '../../storage/repositories/run-loader-repository.ts';
import { placesBefore, type StoreAccess, sweep } from './store-access.ts';

/** Saves the state of a loader before a run, for undoing it. @param isOther whether the run loads with other settings */
export function saveLoaderBefore(
  { loadersBefore }: StoreAccess,
  runSeq: number,
  loader: StoredLoader,
  { place, isOther }: { readonly place: ChunkPlace; readonly isOther: boolean },
): void {
  const { id, storeId, generation, totalChunks, totalChars, failedFiles, indexState, draftParts } = loader;
  const contentState = isOther && loader.contentState === 'SYNC' ? 'STALE' : loader.contentState;
  const before = {
    generation,
    totalChunks,
    totalChars,
    failedFiles,
    indexState,
    contentState,
    files: [...loader.files],
  };
  loadersBefore.insert(runSeq, { loaderId: id, storeId, place, previous: draftParts === null ? before : undefined });
}

/** Whether the loaders of a run are as it left them. */
export function areUntouched({ loaders, loadersBefore }: StoreAccess, runSeq: number): boolean {
  return loadersBefore
    .ofRun(runSeq)
    .every(({ loaderId, place }) => loaders.find(loaderId)?.generation === place.generation);
}

function restoreLoader(deps: StoreAccess, { loaderId, place, previous }: LoaderBefore): void {
  const { loaders, chunks } = deps;
  const loader = loaders.find(loaderId);
  if (loader === undefined)
    throw new UserError('LOADER_NOT_FOUND', 'A loader of the run is gone: it cannot be undone.');
  if (previous === undefined) {
    loaders.remove(loaderId);
    deps.engine.edits.removePart(loaderId);
    chunks.toSweep(place);
    return;
  }
  // Settings stay as they are now: what they would give is not what is stored then.
  const contentState = loader.contentState === 'STALE' ? 'STALE' : previous.contentState;
  loaders.update({ ...loader, ...previous, contentState });
  if (previous.generation !== place.generation) chunks.toSweep(place);
}

/**
 * Restores the loaders of a run, if it had any, to their state before it: one transaction, then what is no longer needed is removed.
 * @param commit is called in the transaction
 */
export async function restoreLoaders(
  deps: StoreAccess,
  storeId: string,
  runSeq: number,
  commit: () => void,
): Promise<void> {
  const { loadersBefore, engine, stores, loaders, files, now } = deps;
  const rows = loadersBefore.ofRun(runSeq);
  const before = new Map(rows.map(({ loaderId }) => [loaderId, loaders.find(loaderId)]));
  engine.db
    .transaction(() => {
      for (const row of rows) restoreLoader(deps, row);
      loadersBefore.drop(runSeq);
      const store = stores.find(storeId);
      if (store !== undefined) stores.update({ ...store, lastError: null, updatedDate: now().toISOString() });
      commit();
    })
    .immediate();
  for (const { loaderId, place, previous } of rows) {
    const loader = before.get(loaderId);
    if (loader === undefined) continue;
    if (previous === undefined) await files.removeLoader(loader);
    else await files.remove(loader, unnamed(loader, previous.files));
    if (previous?.generation !== place.generation) await sweep(deps, place);
  }
}

function unnamed({ files }: Pick<StoredLoader, 'files'>, named: readonly { readonly id: string }[]) {
  const ids = new Set(named.map(({ id }) => id));
  return files.filter(({ id }) => !ids.has(id));
}

/** Releases what was saved for undoing a run. */
export async function releaseLoaders(deps: StoreAccess, runSeq: number): Promise<void> {
  const { loadersBefore, engine, chunks, loaders, files } = deps;
  const rows = loadersBefore.ofRun(runSeq);
  if (rows.length === 0) return;
  const places = placesBefore(rows);
  engine.db
    .transaction(() => {
      for (const place of places) chunks.toSweep(place);
      loadersBefore.drop(runSeq);
    })
    .immediate();
  for (const { loaderId, storeId, previous } of rows) {
    const named = [
      ...(loaders.find(loaderId)?.files ?? []),
      ...loadersBefore
        .ofStore(storeId)
        .flatMap((row) => (row.loaderId === loaderId ? (row.previous?.files ?? []) : [])),
    ];
    if (previous !== undefined) await files.remove({ storeId, id: loaderId }, unnamed(previous, named));
  }
  for (const place of places) await sweep(deps, place, deps.closing.signal);
}
