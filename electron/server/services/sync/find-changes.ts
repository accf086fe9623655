import { setImmediate as nextTurn } from 'node:timers/promises';
import type { WatchedFile, WatchedFolder } from '../../core/document-loader.ts';
import type { StoredSyncFile, SyncFolderKey, SyncRepository } from '../../storage/repositories/sync-repository.ts';

/** What has become of a folder since its files were stored. */
export interface FolderDifference {
  readonly changed: readonly WatchedFile[];
  readonly gone: readonly string[];
}

export interface Comparison {
  readonly folder: WatchedFolder;
  readonly key: SyncFolderKey;
  readonly files: Pick<SyncRepository, 'files' | 'filesAt'>;
  /** ms since 1970. */
  readonly nowMs: number;
  readonly signal: AbortSignal;
}

/** Rows read at a time: some ms. */
const PAGE = 2000;

/** @param place a file or folder in it; "" for all */
async function storedFiles({ key, files }: Comparison, place: string): Promise<Map<string, StoredSyncFile>> {
  if (place !== '') return new Map(files.filesAt(key, place).map((file) => [file.path, file]));
  const stored = new Map<string, StoredSyncFile>();
  for (let after = ''; ; ) {
    const page = files.files(key, after, PAGE);
    for (const file of page) stored.set(file.path, file);
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return stored;
    after = last.path;
    await nextTurn();
  }
}

async function compareAt(
  comparison: Comparison,
  place: string,
  found: { readonly changed: Map<string, WatchedFile>; readonly gone: Set<string> },
): Promise<void> {
  const { folder, nowMs, signal } = comparison;
  const unread: string[] = [];
  const missing = await storedFiles(comparison, place);
  for await (const file of folder.files(place, signal, (path) => void unread.push(`${path}/`))) {
    const stored = missing.get(file.path);
    missing.delete(file.path);
    const isDue = stored?.retryMs !== null && stored?.retryMs !== undefined && stored.retryMs <= nowMs;
    if (stored?.identity !== file.identity || isDue) found.changed.set(file.path, file);
  }
  for (const path of missing.keys()) if (!unread.some((start) => path.startsWith(start))) found.gone.add(path);
}

/**
 * Compares a folder with its files as they were stored; opens no file.
 * @param places files and folders in it to look at; "" is everything
 * @throws the system's error if the folder can't be read
 */
export async function findChanges(comparison: Comparison, places: ReadonlySet<string>): Promise<FolderDifference> {
  const found = { changed: new Map<string, WatchedFile>(), gone: new Set<string>() };
  const isSome = !places.has('') && comparison.folder.isFileByFile;
  for (const place of isSome ? places : ['']) await compareAt(comparison, place, found);
  return { changed: [...found.changed.values()], gone: [...found.gone] };
}
