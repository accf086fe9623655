import type { BigIntStats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FolderPlace, WatchedFile, WatchedFolder } from '../../core/document-loader.ts';
import { systemCode } from '../file-problems.ts';
import { ownDataFolder } from '../own-data.ts';
import { openFolder } from './open-folder.ts';
import { type FolderRequest, identityOf, naming, statOf, walkOptions } from './read-folder.ts';
import { exploreFolder, isWalked, type WalkOptions } from './walk-folder.ts';

const GONE: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR']);
/** Files examined at once: enough for a network drive, few enough that other calls get their turn. */
const STATS_AT_ONCE = 32;

/**
 * The folder of a request, to find out which of its files have changed.
 * @throws UserError INVALID_PARAM for the folder
 */
export async function openWatchedFolder(request: FolderRequest, cacheFolder: string): Promise<WatchedFolder> {
  const root = await openFolder(request.folderPath, request.param, cacheFolder);
  const forbidden = await ownDataFolder(cacheFolder);
  const walkOf = (signal: AbortSignal, onUnread: (path: string) => void = () => undefined): WalkOptions => ({
    ...walkOptions(request, signal, () => undefined),
    forbidden,
    onUnreadable(path, error) {
      // A folder that was deleted meanwhile, or became a file, has nothing in it.
      if (!GONE.has(systemCode(error) ?? '')) onUnread(path);
    },
  });
  const isFileByFile = request.choose === undefined;

  async function* files(
    path: string,
    signal: AbortSignal,
    onUnread: (path: string) => void,
  ): AsyncGenerator<WatchedFile> {
    const walk = walkOf(signal, onUnread);
    if (path === '') {
      yield* identify(root, chosen(request, found(root, walk, '')), signal);
      return;
    }
    if (isWalked(root, path, false, walk)) {
      const stats = await statOf(join(root, path));
      if (stats !== undefined) {
        yield describeFile(path, stats);
        return;
      }
    }
    if (request.recursive && isWalked(root, path, true, walk)) yield* identify(root, found(root, walk, path), signal);
  }

  async function* folders(path: string, signal: AbortSignal): AsyncGenerator<string> {
    const walk = walkOf(signal);
    if (path !== '' && !(request.recursive && isWalked(root, path, true, walk))) return;
    yield path;
    for await (const entry of exploreFolder(root, walk, path)) if (entry.isFolder) yield entry.path;
  }

  await naming(request, async () => {
    // Opens it once: a folder that can't be listed is reported here.
    for await (const _first of exploreFolder(root, walkOf(new AbortController().signal))) break;
  });
  const placeAt = (path: string) => placeOf(join(root, path));
  return { root, isRecursive: request.recursive, isFileByFile, files, folders, placeAt };
}

function describeFile(path: string, stats: BigIntStats): WatchedFile {
  return { path, identity: identityOf(stats).join(':'), device: String(stats.dev) };
}

async function placeOf(folder: string): Promise<FolderPlace | undefined> {
  try {
    const stats = await stat(folder, { bigint: true });
    return stats.isDirectory() ? { device: String(stats.dev), inode: String(stats.ino) } : undefined;
  } catch (error) {
    if (GONE.has(systemCode(error) ?? '')) return undefined;
    throw error;
  }
}

async function* found(root: string, walk: WalkOptions, path: string): AsyncGenerator<string> {
  for await (const entry of exploreFolder(root, walk, path)) if (!entry.isFolder) yield entry.path;
}

/** Leaves out what the loader skips, which depends on all paths. */
async function* chosen({ choose }: FolderRequest, paths: AsyncIterable<string>): AsyncGenerator<string> {
  if (choose === undefined) {
    yield* paths;
    return;
  }
  const all: string[] = [];
  for await (const path of paths) all.push(path);
  yield* choose(all);
}

async function* identify(root: string, paths: AsyncIterable<string>, signal: AbortSignal): AsyncGenerator<WatchedFile> {
  const ahead: Promise<WatchedFile | undefined>[] = [];
  async function examine(path: string): Promise<WatchedFile | undefined> {
    const stats = await statOf(join(root, path)).catch(() => null);
    if (stats === undefined) return undefined;
    // A file that can't be examined is there: reading it reports why.
    return stats === null ? { path, identity: 'unreadable', device: undefined } : describeFile(path, stats);
  }
  for await (const path of paths) {
    signal.throwIfAborted();
    ahead.push(examine(path));
    if (ahead.length < STATS_AT_ONCE) continue;
    const file = await ahead.shift();
    if (file !== undefined) yield file;
  }
  for (const one of ahead) {
    const file = await one;
    if (file !== undefined) yield file;
  }
}
