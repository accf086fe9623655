import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
  /** Uploads of running upserts, and of those that may be resumed; all others are removed at start. */
  readonly temporary: string;
  /** What loaders keep of what they fetched, so that the next run fetches only what changed. May be deleted at any time. */
  readonly cache: string;
  /** On-device models. */
  readonly models: string;
}

/** Names the parts of a data folder, whether it is there or not. */
export function describeDataFolder(root: string): DataFolder {
  return {
    root,
    database: join(root, 'tributary.db'),
    backups: join(root, 'backups'),
    logs: join(root, 'logs'),
    temporary: join(root, 'tmp'),
    cache: join(root, 'cache'),
    models: join(root, 'models'),
  };
}

/** Names the parts of a data folder and makes the folder. */
export function prepareDataFolder(root: string): DataFolder {
  mkdirSync(root, { recursive: true, mode: 0o700 });
  return describeDataFolder(root);
}

/**
 * Removes what a killed server left of its uploads. Only with the folder's lock held.
 * @param kept names of the folders of runs that may be resumed
 */
export function emptyTemporary(folder: DataFolder, kept: ReadonlySet<string>): void {
  mkdirSync(folder.temporary, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(folder.temporary)) {
    if (!kept.has(name)) rmSync(join(folder.temporary, name), { recursive: true, force: true });
  }
}

const HOLDER_FILE = 'server.json';
const LOCK_FILE = 'lock.db';

const HolderSchema = z.object({ pid: z.int(), url: z.string().optional() });
export type DataFolderHolder = z.infer<typeof HolderSchema>;

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
  const holderFile = join(folder.root, HOLDER_FILE);
  const db = new BetterSqlite3(join(folder.root, LOCK_FILE), { timeout: 0 });
  try {
    db.pragma('locking_mode = EXCLUSIVE');
    db.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    db.close();
    if (!isBusy(cause)) throw cause;
    throw new OperationalError(
      'DATA_FOLDER_IN_USE',
      `${describeHolder(folder.root)}: use that one, stop it, or choose another folder with --data-dir.`,
      {
        cause,
      },
    );
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

function isBusy(error: unknown): boolean {
  return error instanceof BetterSqlite3.SqliteError && error.code.startsWith('SQLITE_BUSY');
}

function readHolder(root: string): DataFolderHolder | undefined {
  try {
    return HolderSchema.parse(JSON.parse(readFileSync(join(root, HOLDER_FILE), 'utf8')));
  } catch {
    // The holder has locked the folder but not yet written its name.
    return undefined;
  }
}

function isLocked(root: string): boolean {
  const file = join(root, LOCK_FILE);
  if (!existsSync(file)) return false;
  const db = new BetterSqlite3(file, { readonly: true, timeout: 0 });
  try {
    db.pragma('schema_version');
    return false;
  } catch (error) {
    if (isBusy(error)) return true;
    throw error;
  } finally {
    db.close();
  }
}

/**
 * The process that holds a data folder, or undefined when none does. The lock decides: what a killed server has left in its file
 * does not count. A holder that is just starting has no pid and url yet, one without url does not listen (yet).
 */
export function findDataFolderHolder(root: string): Partial<DataFolderHolder> | undefined {
  return isLocked(root) ? (readHolder(root) ?? {}) : undefined;
}

function describeHolder(root: string): string {
  const holder = readHolder(root);
  if (holder === undefined) return 'Another Tributary is just starting with this data folder';
  const at = holder.url === undefined ? '' : ` at ${holder.url}`;
  return `Another Tributary (process ${holder.pid}${at}) is using this data folder`;
}
