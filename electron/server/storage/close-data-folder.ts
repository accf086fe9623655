import { chmodSync, type Dirent, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { LOCAL_TOKEN_FILE, SEALED_KEY_FILE, SECRET_KEY_FILE } from '../../../shared/data-folder.ts';
import type { Log } from '../core/log.ts';

/** What its owner may do stays as it is. */
const OWNER_RIGHTS = 0o700;
/** Within the folders that are ours. What lies deeper is behind closed folders, and may be a hundred thousand files. */
const DEPTH = 1;

/** A folder that people choose may have other things in it: those are theirs to open and close. */
const OWN_FOLDERS = new Set(['backups', 'cache', 'index', 'logs', 'models', 'stores', 'tmp', 'window']);
const OWN_FILES = new Set([
  ...['reserve', 'server.json', 'settings.json'],
  ...[LOCAL_TOKEN_FILE, SECRET_KEY_FILE, SEALED_KEY_FILE],
]);
/** With the logs and copies that are beside them. */
const OWN_DATABASE = /^(?:tributary|keyword|lock)\.db(?:[-.].*)?$/;

function isOurs(entry: Dirent): boolean {
  if (entry.isDirectory()) return OWN_FOLDERS.has(entry.name);
  return OWN_FILES.has(entry.name) || OWN_DATABASE.test(entry.name);
}

/**
 * Takes other users' rights off what is ours in a data folder, and off the folder itself: an earlier version, a copy or a restored backup may have left it open.
 * On Windows it has the rights of the user's profile. What can't be closed, since it belongs to someone else, stays as it is: one warning tells of all of it.
 */
export function closeDataFolder(
  root: string,
  log: Log,
  setMode: (path: string, mode: number) => void = chmodSync,
): void {
  if (process.platform === 'win32') return;
  const failed: unknown[] = [];

  function attempt(work: () => void): void {
    try {
      work();
    } catch (error) {
      failed.push(error);
    }
  }

  function close(path: string): void {
    attempt(() => {
      const { mode } = statSync(path);
      if ((mode & 0o777 & ~OWNER_RIGHTS) !== 0) setMode(path, mode & OWNER_RIGHTS);
    });
  }

  function closeWithin(folder: string, depth: number, isWanted: (entry: Dirent) => boolean): void {
    close(folder);
    if (depth < 0) return;
    attempt(() => {
      for (const entry of readdirSync(folder, { withFileTypes: true }).filter(isWanted)) {
        const path = join(folder, entry.name);
        if (entry.isDirectory()) closeWithin(path, depth - 1, () => true);
        else if (entry.isFile()) close(path);
      }
    });
  }

  closeWithin(root, DEPTH, isOurs);
  const [err] = failed;
  if (err === undefined) return;
  log.warn(
    { err, count: failed.length },
    'Other users may be able to read parts of the data folder: they are not ours to close.',
  );
}
