import { chmodSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from './log.ts';

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
/** What lies deeper is behind closed folders, and may be a hundred thousand files. */
const DEPTH = 2;

function close(folder: string, depth: number): void {
  chmodSync(folder, FOLDER_MODE);
  if (depth === 0) return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) close(path, depth - 1);
    else if (entry.isFile()) chmodSync(path, FILE_MODE);
  }
}

/**
 * Takes other users' rights off a data folder that an earlier version, a copy or a restored backup left open. On Windows it has the rights of the user's
 * profile. A folder that belongs to someone else stays as it is, with a warning.
 */
export function closeDataFolder(root: string, log: Log): void {
  if (process.platform === 'win32') return;
  try {
    close(root, DEPTH);
  } catch (error) {
    log.warn({ err: error }, 'Other users may be able to read the data folder: it is not ours to close.');
  }
}
