import type { Dirent } from 'node:fs';
import { opendir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '../../../../shared/errors/errors.ts';
import type { PathFilter } from '../../common/glob.ts';

export interface WalkOptions {
  /** Looks into subfolders. */
  readonly recursive: boolean;
  /** Takes what begins with a dot, which systems do not show. */
  readonly includeHidden: boolean;
  /** Files to take. */
  readonly include: PathFilter;
  /** Files and whole folders not to take. */
  readonly exclude: PathFilter;
  /** A folder that is never looked into, by its full path. */
  readonly forbidden?: string;
  readonly signal: AbortSignal;
  /** Called for a subfolder that can't be listed; may throw. */
  onUnreadable(path: string, error: unknown): void;
}

/** Some 100 MB of names: above this a folder is surely not the one that was meant. */
const MAX_FILES = 1_000_000;

/**
 * Lists the files of a folder by their paths within it, with /: those of a folder in the order of their names, at every depth, the same in each run. Links are
 * not followed (what they lead to is listed where it lies, if that is within the folder), so the walk ends and stays in the folder.
 * @throws UserError INVALID_PARAM for more files than {@link MAX_FILES}; the system's error if the folder itself can't be listed
 */
export async function walkFolder(root: string, options: WalkOptions): Promise<readonly string[]> {
  const found: string[] = [];
  // Folders still to look into, the next one last: a deep tree must not become a deep recursion.
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

/**
 * Counts the files that {@link walkFolder} would list, a few at a time, so that it may run on the server's thread.
 * @param atMost where it stops, so that it takes about a second at most
 */
export async function countFiles(root: string, options: WalkOptions, atMost: number): Promise<number> {
  const pending = [''];
  let count = 0;
  for (let path = pending.pop(); path !== undefined && count < atMost; path = pending.pop()) {
    try {
      for await (const entry of await opendir(join(root, path))) {
        options.signal.throwIfAborted();
        const child = describeEntry(path, entry);
        if (!isWanted(root, child, options)) continue;
        if (child.isFolder) pending.push(child.path);
        else count += 1;
        if (count >= atMost) return count;
      }
    } catch (error) {
      options.signal.throwIfAborted();
      if (path === '') throw error;
      options.onUnreadable(path, error);
    }
  }
  return count;
}

/** What is wanted of one folder, the last name first. */
async function listFolder(root: string, path: string, options: WalkOptions): Promise<readonly Entry[]> {
  let entries: Dirent[];
  try {
    entries = await readdir(join(root, path), { withFileTypes: true });
  } catch (error) {
    if (path === '') throw error;
    options.onUnreadable(path, error);
    return [];
  }
  return entries
    .map((entry) => describeEntry(path, entry))
    .filter((entry) => isWanted(root, entry, options))
    .sort((a, b) => (a.name < b.name ? 1 : -1));
}

interface Entry {
  readonly path: string;
  readonly name: string;
  readonly isFolder: boolean;
  readonly isFile: boolean;
}

function describeEntry(parent: string, entry: Dirent): Entry {
  const path = parent === '' ? entry.name : `${parent}/${entry.name}`;
  return { path, name: entry.name, isFolder: entry.isDirectory(), isFile: entry.isFile() };
}

function isWanted(root: string, { path, name, isFolder, isFile }: Entry, options: WalkOptions): boolean {
  if (!isFile && !(isFolder && options.recursive)) return false;
  if (!options.includeHidden && isHidden(name)) return false;
  if (options.exclude(path)) return false;
  return isFolder ? join(root, path) !== options.forbidden : options.include(path);
}

/** Also what Office programs lay beside an open document, and what systems leave in folders. */
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
