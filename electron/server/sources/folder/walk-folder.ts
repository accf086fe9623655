import type { Dirent } from 'node:fs';
import { lstat, opendir, readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '../../../../shared/errors/errors.ts';
import type { PathFilter } from '../../common/glob.ts';
import { systemCode } from '../file-problems.ts';
import { isWithin } from '../own-data.ts';

export interface WalkOptions {
  /** Whether to read subfolders. */
  readonly recursive: boolean;
  /** Whether to include names that begin with a dot, which systems hide. */
  readonly includeHidden: boolean;
  /** Files to include. */
  readonly include: PathFilter;
  /** Files and whole folders to exclude. */
  readonly exclude: PathFilter;
  /** A folder that is always skipped, by its absolute path. */
  readonly forbidden?: string;
  readonly signal: AbortSignal;
  /** Called for a file or folder that is left out, with the reason, as a phrase. */
  onLeftOut?(path: string, reason: string): void;
  /** Called for a subfolder that can't be listed; may throw. */
  onUnreadable(path: string, error: unknown): void;
}

/** About 100 MB of names: a larger folder is surely the wrong one. */
const MAX_FILES = 1_000_000;

/**
 * Lists the files of a folder by their relative paths, with /: sorted by name at every depth, the same in each run. Symbolic links are not followed
 * (a target inside the folder is listed at its own place), so the walk ends and stays in the folder.
 * @throws UserError INVALID_PARAM for more files than {@link MAX_FILES}; the system's error if the folder itself can't be listed
 */
export async function walkFolder(root: string, options: WalkOptions): Promise<readonly string[]> {
  const found: string[] = [];
  // Folders still to read, the next one last: a deep tree must not cause deep recursion.
  const pending: Pick<Entry, 'path' | 'isFolder'>[] = [{ path: '', isFolder: true }];
  for (let entry = pending.pop(); entry !== undefined; entry = pending.pop()) {
    if (!entry.isFolder) {
      found.push(entry.path);
      if (found.length > MAX_FILES) throw tooManyFiles();
      continue;
    }
    options.signal.throwIfAborted();
    for (const child of await listFolder(root, entry.path, options)) pending.push(child);
  }
  return found;
}

/** A file or folder that is wanted. */
export type FoundEntry = Pick<Entry, 'path' | 'isFolder'>;

/**
 * What {@link walkFolder} would list, with the folders in between, in no order and a few at a time, so that it can run on the server's thread.
 * @param from a folder in it, relative
 */
export async function* exploreFolder(root: string, options: WalkOptions, from = ''): AsyncGenerator<FoundEntry> {
  const pending = [from];
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    try {
      for await (const entry of await opendir(join(root, path))) {
        options.signal.throwIfAborted();
        const child = describeEntry(path, entry);
        if (!isWanted(root, child, options)) continue;
        if (child.isFolder) pending.push(child.path);
        yield child;
      }
    } catch (error) {
      options.signal.throwIfAborted();
      if (path === '') throw error;
      options.onUnreadable(path, error);
    }
  }
}

/** Counts the files that {@link walkFolder} would list. @param atMost stops at this number, so that it takes about a second at most */
export async function countFiles(root: string, options: WalkOptions, atMost: number): Promise<number> {
  let count = 0;
  for await (const { isFolder } of exploreFolder(root, options)) {
    if (!isFolder) count += 1;
    if (count >= atMost) return count;
  }
  return count;
}

/** Whether a walk would come to a path, if there is such a file or folder. @param isFolder what it is, or was */
export function isWalked(root: string, path: string, isFolder: boolean, options: WalkOptions): boolean {
  const names = path.split('/');
  return names.every((name, index) => {
    const isLast = index === names.length - 1;
    const entry = { path: names.slice(0, index + 1).join('/'), name, isFolder: !isLast || isFolder };
    return isWanted(root, { ...entry, isFile: !entry.isFolder }, options);
  });
}

/** The wanted entries of one folder, in reverse order of their names. */
async function listFolder(root: string, path: string, options: WalkOptions): Promise<readonly Entry[]> {
  let entries: Dirent[];
  try {
    entries = await readdir(join(root, path), { withFileTypes: true });
  } catch (error) {
    if (path === '') throw error;
    options.onUnreadable(path, error);
    return [];
  }
  const children = entries.map((entry) => describeEntry(path, entry));
  const wanted: Entry[] = [];
  for (const child of children) {
    const reason = await whyUnreachable(root, child);
    if (reason === undefined && isWanted(root, child, options)) wanted.push(child);
    const isMissed = isWanted(root, { ...child, isFile: !child.isFolder }, options);
    if (reason !== undefined && isMissed) options.onLeftOut?.(child.path, reason);
  }
  return wanted.sort((a, b) => (a.name < b.name ? 1 : -1));
}

/** What stands for letters that are no UTF-8. */
const NO_LETTER = '\ufffd';

/** Why a file or folder is not read, whatever it holds. A link to another place in the folder misses nothing. */
async function whyUnreachable(root: string, { path, name, isLink }: Entry): Promise<string | undefined> {
  if (!isLink && !name.includes(NO_LETTER)) return undefined;
  try {
    if (!isLink) await lstat(join(root, path));
    else if (!isWithin(await realpath(join(root, path)), root)) return 'a link that leads out of the folder';
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return isLink ? 'a link that leads nowhere' : 'with a name that is not in UTF-8';
  }
  return undefined;
}

interface Entry {
  readonly path: string;
  readonly name: string;
  readonly isFolder: boolean;
  readonly isFile: boolean;
  readonly isLink?: boolean;
}

function describeEntry(parent: string, entry: Dirent): Entry {
  const path = parent === '' ? entry.name : `${parent}/${entry.name}`;
  return {
    path,
    name: entry.name,
    isFolder: entry.isDirectory(),
    isFile: entry.isFile(),
    isLink: entry.isSymbolicLink(),
  };
}

function isWanted(root: string, { path, name, isFolder, isFile }: Entry, options: WalkOptions): boolean {
  if (!isFile && !(isFolder && options.recursive)) return false;
  if (!options.includeHidden && (isHidden(name) || (isFile && TEMPORARY.test(name)))) return false;
  if (options.exclude(path)) return false;
  return isFolder ? join(root, path) !== options.forbidden : options.include(path);
}

/** Names of files that a program has not written to their end. */
const TEMPORARY = /\.(?:part|partial|crdownload|opdownload|download|tmp|temp)$|^~wrl\d|^~df/i;

/** Including the temporary files that Office programs create beside an open document, and system files in folders. */
function isHidden(name: string): boolean {
  return name.startsWith('.') || name.startsWith('~$') || name === 'Thumbs.db' || name === 'desktop.ini';
}

function tooManyFiles(): UserError {
  return new UserError(
    'INVALID_PARAM',
    `The folder has more than ${MAX_FILES.toLocaleString('en')} files: choose a folder further down, or fewer files with patterns.`,
    { details: { param: 'folderPath', maxFiles: MAX_FILES } },
  );
}
