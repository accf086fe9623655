import type { BigIntStats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { AppError } from '../../../../shared/errors/errors.ts';
import { countOf } from '../../../../shared/text/format.ts';
import type { PathFilter } from '../../common/glob.ts';
import type { LoadedDocument, Metadata } from '../../core/document.ts';
import type { OriginContext } from '../../core/document-loader.ts';
import { shortenNames } from '../../readers/errors/left-out.ts';
import type { ReadOptions } from '../../readers/read-any-file.ts';
import { type FoundFile, readFoundFiles } from '../cache/read-found-files.ts';
import { fileUnreadable, systemCode } from '../file-problems.ts';
import { ownDataFolder } from '../own-data.ts';
import { folderProblem, openFolder } from './open-folder.ts';
import { countFiles, isWalked, type WalkOptions, walkFolder } from './walk-folder.ts';

/** What to read of a folder. */
export interface FolderRequest {
  /** As the user wrote it. */
  readonly folderPath: string;
  /** Name of its setting, for messages. */
  readonly param: string;
  readonly recursive: boolean;
  readonly includeHidden: boolean;
  readonly include: PathFilter;
  readonly exclude: PathFilter;
  readonly skipErrors: boolean;
  readonly reading: ReadOptions;
  /** Skips some of the files. */
  choose?(paths: readonly string[]): readonly string[];
  /** The metadata to record for a file. */
  describe(file: FolderFile): Metadata;
}

export interface FolderFile {
  /** Path in the folder, with /. */
  readonly path: string;
  /** Name of the folder. */
  readonly folder: string;
  readonly sizeBytes: number;
  readonly modified: Date;
}

/** A file changed this recently may have changed again within the same tick of a coarse clock (2 s on FAT): it is not cached. */
const SETTLED_MS = 2000;
/** Enough to see that it is the right folder. */
const COUNTED_FILES = 10_000;

/**
 * Reads the files of a folder in path order; files unchanged since an earlier run come from the cache and are not opened.
 * @throws UserError INVALID_PARAM for the folder, and what {@link readFoundFiles} throws
 */
export async function* readFolder(asked: FolderRequest, context: OriginContext): AsyncGenerator<LoadedDocument> {
  const skipErrors = asked.skipErrors || context.skipsFailedFiles === true || context.changes !== undefined;
  const request = { ...asked, skipErrors };
  const folder = await openFolder(request.folderPath, request.param, context.cacheFolder);
  const unreadable: string[] = [];
  const forbidden = await ownDataFolder(context.cacheFolder);
  const leftOut = new Map<string, string[]>();
  const walk = { ...walkOptions(request, context.signal, onUnreadable), forbidden, onLeftOut };
  function onLeftOut(path: string, reason: string): void {
    const names = leftOut.get(reason) ?? [];
    names.push(path);
    leftOut.set(reason, names);
  }
  /** A subfolder: the names in it are unknown, so its stored chunks stay. */
  function onUnreadable(path: string, error: AppError): void {
    unreadable.push(path);
    context.onFailed?.({ name: path, error, metadata: [], isOpenEnded: true, isReported: true });
  }
  const paths = await listFiles(folder, request, walk, context);
  for (const [reason, names] of leftOut) {
    context.onNote?.(basename(folder), `Left out: ${shortenNames(names)}, ${reason}.`);
  }
  context.onProgress(0, paths.length);
  const options = {
    reading: request.reading,
    skipErrors,
    total: paths.length,
    unreadable,
    mayBeEmpty: context.changes !== undefined,
    place: `The folder "${basename(folder)}"`,
    ...(paths.length > 0 || request.recursive ? {} : await adviceOn(folder, walk)),
  };
  yield* readFoundFiles(describeFiles(folder, paths, request), options, context);
}

/** What to do about a folder without files of its own: they may all lie in its subfolders. */
async function adviceOn(folder: string, walk: WalkOptions): Promise<{ readonly advice?: string }> {
  const nothing = () => undefined;
  const below = { ...walk, recursive: true, onUnreadable: nothing, onLeftOut: nothing };
  const count = await countFiles(folder, below, COUNTED_FILES);
  if (count === 0) return {};
  return {
    advice: `${describeCount(count)} ${count === 1 ? 'is' : 'are'} in its subfolders, which are not read; switch on "With subfolders"`,
  };
}

/** The files to read: all, or those of the changes that the loader would read. Says which sources that settles. */
async function listFiles(
  folder: string,
  request: FolderRequest,
  walk: WalkOptions,
  { changes, onSeen }: OriginContext,
): Promise<readonly string[]> {
  const { changed, gone = [] } = changes ?? {};
  for (const path of [...(changed ?? []), ...gone]) {
    onSeen?.(request.describe({ path, folder: basename(folder), sizeBytes: 0, modified: new Date(0) }));
  }
  if (changed !== undefined) return changed.filter((path) => isWalked(folder, path, false, walk)).toSorted();
  const found = await naming(request, () => walkFolder(folder, walk));
  return request.choose?.(found) ?? found;
}

/**
 * Counts the files of a folder that would be read, without reading them.
 * @throws UserError INVALID_PARAM for the folder, FILE_UNREADABLE for a subfolder
 */
export async function countFolder(request: FolderRequest, signal: AbortSignal): Promise<string> {
  const folder = await openFolder(request.folderPath, request.param);
  const walk = walkOptions(request, signal, () => undefined);
  const count = await naming(request, () => countFiles(folder, walk, COUNTED_FILES));
  return `The folder "${basename(folder)}" has ${describeCount(count)} that ${count === 1 ? 'fits' : 'fit'}.`;
}

function describeCount(count: number): string {
  return `${count === COUNTED_FILES ? 'at least ' : ''}${countOf(count, 'file')}`;
}

export function walkOptions(
  request: FolderRequest,
  signal: AbortSignal,
  onLeftOut: (path: string, error: AppError) => void,
): WalkOptions {
  const { recursive, includeHidden, include, exclude, skipErrors } = request;
  return {
    recursive,
    includeHidden,
    include,
    exclude,
    signal,
    onUnreadable(path, error) {
      const problem = fileUnreadable(path, error);
      if (!skipErrors || problem === undefined) throw problem ?? error;
      onLeftOut(path, problem);
    },
  };
}

/** Adds the folder to a system error. */
export async function naming<Result>(
  { folderPath, param }: FolderRequest,
  use: () => Promise<Result>,
): Promise<Result> {
  try {
    return await use();
  } catch (error) {
    throw folderProblem(folderPath, param, error);
  }
}

async function* describeFiles(
  folder: string,
  paths: readonly string[],
  request: FolderRequest,
): AsyncGenerator<FoundFile> {
  for (const path of paths) {
    const file = await describeFile(folder, path, request);
    if (file !== undefined) yield file;
  }
}

/** Undefined for a file that no longer exists. */
async function describeFile(folder: string, path: string, request: FolderRequest): Promise<FoundFile | undefined> {
  const fullPath = join(folder, path);
  let stats: BigIntStats | undefined;
  try {
    stats = await statOf(fullPath);
  } catch (error) {
    const problem = fileUnreadable(path, error) ?? error;
    return { path, metadata: {}, contentId: ['unreadable', fullPath], fetch: () => Promise.reject(problem) };
  }
  if (stats === undefined) return undefined;
  const identity = identityOf(stats);
  const sizeBytes = Number(stats.size);
  const modified = new Date(Number(stats.mtimeMs));
  return {
    path,
    metadata: request.describe({ path, folder: basename(folder), sizeBytes, modified }),
    contentId: ['folder', fullPath, ...identity],
    fetch: async () => ({ name: path, path: fullPath, sizeBytes }),
    async isCurrent() {
      const now = await statOf(fullPath);
      if (now === undefined || Date.now() - Number(now.mtimeMs) < SETTLED_MS) return false;
      return identityOf(now).every((part, index) => part === identity[index]);
    },
  };
}

/** Undefined: the file no longer exists. */
export async function statOf(path: string): Promise<BigIntStats | undefined> {
  try {
    const stats = await lstat(path, { bigint: true });
    return stats.isFile() ? stats : undefined;
  } catch (error) {
    const code = systemCode(error);
    if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
    return undefined;
  }
}

/** Changes whenever a file's content does: a file that replaces another and keeps all its times has another inode or change time. */
export function identityOf({ size, mtimeNs, ctimeNs, ino }: BigIntStats): readonly string[] {
  return [size, mtimeNs, ctimeNs, ino].map(String);
}
