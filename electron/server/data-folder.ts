import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { z } from 'zod';
import { OperationalError } from '../../shared/errors/errors.ts';

/** Where everything lies in a data folder. */
export interface DataFolder {
  readonly root: string;
  readonly database: string;
  readonly backups: string;
  readonly logs: string;
  /** Uploads of running upserts; emptied at start. */
  readonly temporary: string;
}

/** Names the parts of a data folder and makes the folder. */
export function prepareDataFolder(root: string): DataFolder {
  mkdirSync(root, { recursive: true, mode: 0o700 });
  const temporary = join(root, 'tmp');
  return {
    root,
    database: join(root, 'tributary.db'),
    backups: join(root, 'backups'),
    logs: join(root, 'logs'),
    temporary,
  };
}

/** Removes what a killed server left of its uploads. Only with the folder's lock held. */
export function emptyTemporary(folder: DataFolder): void {
  rmSync(folder.temporary, { recursive: true, force: true });
  mkdirSync(folder.temporary, { recursive: true, mode: 0o700 });
}

const HolderSchema = z.object({ pid: z.int(), url: z.string().optional() });

export interface DataFolderLock {
  /** Writes who holds the folder, for the message to a second server. */
  describe(url: string): void;
  release(): void;
}

/**
 * Takes the folder for this process. The lock is the system's file lock that SQLite takes on `lock.db`, so it is gone with the
 * process however that ends.
 * @throws OperationalError DATA_FOLDER_IN_USE naming the process that holds it.
 */
export function lockDataFolder(folder: DataFolder): DataFolderLock {
  const holderFile = join(folder.root, 'server.json');
  const db = new BetterSqlite3(join(folder.root, 'lock.db'), { timeout: 0 });
  try {
    db.pragma('locking_mode = EXCLUSIVE');
    db.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    db.close();
    if (!(cause instanceof BetterSqlite3.SqliteError) || !cause.code.startsWith('SQLITE_BUSY')) throw cause;
    throw new OperationalError('DATA_FOLDER_IN_USE', `${describeHolder(holderFile)}: use that one, stop it, or choose another folder with --data-dir.`, {
      cause,
    });
  }
  const write = (url?: string) => writeFileSync(holderFile, JSON.stringify({ pid: process.pid, url }));
  write();
  return {
    describe: write,
    release() {
      rmSync(holderFile, { force: true });
      db.close();
    },
  };
}

function describeHolder(file: string): string {
  try {
    const holder = HolderSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    const at = holder.url === undefined ? '' : ` at ${holder.url}`;
    return `Another Tributary (process ${holder.pid}${at}) is using this data folder`;
  } catch {
    // The holder has locked the folder but not yet written its name.
    return 'Another Tributary is just starting with this data folder';
  }
}
