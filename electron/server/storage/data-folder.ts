import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { LOG_FOLDER } from '../../../shared/data-folder.ts';
import { AppError, OperationalError } from '../../../shared/errors/errors.ts';
import { codeOf, findSystemFailure } from '../../../shared/errors/system-errors.ts';
import { type DataFolderHolder, HolderSchema } from '../../../shared/ipc/server-messages.ts';
import { makeFolders } from '../common/make-folders.ts';

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
  /** Uploads that are kept beside their chunks, by content. */
  readonly originals: string;
  /** Files that came with questions, as long as their chats are there. */
  readonly attachments: string;
}

/** Names the parts of a data folder, whether it is there or not. */
export function describeDataFolder(root: string): DataFolder {
  return {
    root,
    database: join(root, 'tributary.db'),
    backups: join(root, 'backups'),
    logs: join(root, LOG_FOLDER),
    temporary: join(root, 'tmp'),
    cache: join(root, 'cache'),
    models: join(root, 'models'),
    originals: join(root, 'originals'),
    attachments: join(root, 'attachments'),
  };
}

/** SQLite takes paths of 512 bytes; the names of backups in the folder are the longest. */
const LONGEST_ROOT_BYTES = 430;

/** What is wrong with a folder, by the system's code for it. */
const FOLDER_TROUBLES: Readonly<Record<string, string>> = {
  EEXIST: 'is a file',
  ENOTDIR: 'lies in a file',
  EACCES: "can't be written to by you",
  EPERM: "can't be written to by you",
  EROFS: 'is on a disk that is read-only',
  ENAMETOOLONG: 'has a name that is too long for this system',
  SQLITE_READONLY: "has files that can't be written to by you",
  SQLITE_CANTOPEN: "has files that can't be opened by you",
};

function unusable(root: string, trouble: string, cause?: unknown): OperationalError {
  return new OperationalError(
    'DATA_FOLDER_UNUSABLE',
    `The data folder ${root} ${trouble}: correct that, or choose another folder with --data-dir.`,
    { cause },
  );
}

/** An error that says what is wrong with a data folder, if that is what the system's error means; else the error as it is. */
export function explainFolderError(root: string, error: unknown): unknown {
  if (error instanceof AppError || !(error instanceof Error && 'code' in error)) return error;
  const code = String(error.code);
  const trouble =
    FOLDER_TROUBLES[code] ?? Object.entries(FOLDER_TROUBLES).find(([known]) => code.startsWith(`${known}_`))?.[1];
  return trouble === undefined ? error : unusable(root, trouble, error);
}

/**
 * Names the parts of a data folder and makes the folder.
 * @throws OperationalError DATA_FOLDER_UNUSABLE when it can't be made or written to
 */
export function prepareDataFolder(root: string): DataFolder {
  if (Buffer.byteLength(root) > LONGEST_ROOT_BYTES) {
    throw unusable(root, `has a path of more than ${LONGEST_ROOT_BYTES} bytes, which is too long for its database`);
  }
  try {
    makeFolders(root);
    accessSync(root, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    // Only here: what else is missing at the start is no fault of the folder's place.
    if (codeOf(error) === 'ENOENT') throw unusable(root, 'is where this system makes no folders', error);
    throw explainFolderError(root, error);
  }
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

export interface DataFolderLock {
  /** Writes who holds the folder, for those that come later. On a full disk it stays unknown. */
  describe(server: Omit<DataFolderHolder, 'pid'>): void;
  release(): void;
}

/** Opens and locks the file; undefined when another process has it. */
function takeLock(file: string): BetterSqlite3.Database | undefined {
  const db = new BetterSqlite3(file, { timeout: 0 });
  try {
    db.pragma('locking_mode = EXCLUSIVE');
    db.exec('BEGIN EXCLUSIVE');
    return db;
  } catch (cause) {
    db.close();
    if (!isBusy(cause)) throw cause;
    return undefined;
  }
}

/** Makes a lock file usable that something else was written to. Emptied in place, so that a lock which another has on it stays. */
function mendLockFile(file: string): void {
  if (statSync(file).isDirectory()) rmSync(file, { recursive: true });
  else truncateSync(file);
}

/**
 * Takes the folder for this process. The lock is the system's file lock that SQLite takes on `lock.db`, so it is gone with the
 * process however that ends.
 * @throws OperationalError DATA_FOLDER_IN_USE naming the process that holds it.
 */
export function lockDataFolder(folder: DataFolder): DataFolderLock {
  const holderFile = join(folder.root, HOLDER_FILE);
  const lockFile = join(folder.root, LOCK_FILE);
  let db: BetterSqlite3.Database | undefined;
  try {
    db = takeLock(lockFile);
  } catch (cause) {
    if (!isBroken(lockFile, cause)) throw explainFolderError(folder.root, cause);
    mendLockFile(lockFile);
    db = takeLock(lockFile);
  }
  if (db === undefined) {
    throw new OperationalError(
      'DATA_FOLDER_IN_USE',
      `${describeHolder(folder.root)}: use that one, stop it, or choose another folder with --data-dir.`,
      { details: readHolder(folder.root) },
    );
  }
  const held = db;
  function describe(server: Omit<DataFolderHolder, 'pid'> = {}): void {
    try {
      writeFileSync(holderFile, JSON.stringify({ pid: process.pid, ...server }));
    } catch (error) {
      if (findSystemFailure(error)?.code !== 'DISK_FULL') throw error;
      // What a killed server left would send others to an address that is not ours.
      rmSync(holderFile, { force: true });
    }
  }
  describe();
  return {
    describe,
    release() {
      rmSync(holderFile, { force: true });
      held.close();
    },
  };
}

/** Whether the lock file is not what we make, as opposed to one that can't be had. */
function isBroken(file: string, error: unknown): boolean {
  if (!(error instanceof BetterSqlite3.SqliteError)) return false;
  if (error.code === 'SQLITE_CANTOPEN') return statSync(file, { throwIfNoEntry: false })?.isDirectory() === true;
  return error.code === 'SQLITE_NOTADB' || error.code.startsWith('SQLITE_CORRUPT');
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
  let db: BetterSqlite3.Database | undefined;
  try {
    db = new BetterSqlite3(file, { readonly: true, timeout: 0 });
    db.pragma('schema_version');
    return false;
  } catch (error) {
    if (isBusy(error)) return true;
    if (isBroken(file, error)) return false;
    throw explainFolderError(root, error);
  } finally {
    db?.close();
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
