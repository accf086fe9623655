import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { applyMigrations } from './apply-migrations.ts';
import { migrations } from './migrations/index.ts';

export type Database = BetterSqlite3.Database;

export interface OpenedDatabase {
  readonly db: Database;
  /** Where a damaged database was put aside, when one was found. */
  readonly setAside: string | undefined;
}

/** 8 KiB: rows of 1 to 2 KB (chunks, vectors) fill it well; measured 1.3 times faster inserts than 4 KiB. */
const PAGE_SIZE_BYTES = 8192;
/** SQLite's own checkpoint, 64 MB: large writers do not let it come so far (checkpointer.ts). */
const CHECKPOINT_PAGES = 8192;
/** To which the log is cut when it begins anew; its length tells the checkpointer how much there is to copy. */
export const LOG_KEPT_BYTES = 4 * 1024 * 1024;
const CACHE_KIB = 32 * 1024;
/** quick_check reads the whole file, about 1 GB/s: above this it would eat the second that a start may take. */
const QUICK_CHECK_LIMIT_BYTES = 64 * 1024 * 1024;

/** Settings of every connection to the main database, of whatever thread or process. */
function configure(db: Database): void {
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.pragma('foreign_keys = ON');
  db.pragma('busy_timeout = 5000');
  db.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  db.pragma(`journal_size_limit = ${LOG_KEPT_BYTES}`);
  db.pragma(`cache_size = -${CACHE_KIB}`);
}

function openAndCheck(file: string): Database {
  const isNew = !existsSync(file);
  const db = new BetterSqlite3(file);
  try {
    if (isNew) db.pragma(`page_size = ${PAGE_SIZE_BYTES}`);
    configure(db);
    db.prepare('SELECT count(*) FROM sqlite_schema').get();
    if (statSync(file).size <= QUICK_CHECK_LIMIT_BYTES) {
      const found = db.pragma('quick_check(1)', { simple: true });
      if (found !== 'ok') throw new BetterSqlite3.SqliteError(String(found), 'SQLITE_CORRUPT');
    }
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function isDamage(error: unknown): boolean {
  return (
    error instanceof BetterSqlite3.SqliteError &&
    (error.code.startsWith('SQLITE_CORRUPT') || error.code === 'SQLITE_NOTADB')
  );
}

/** Renames a database and its side files; the newest name wins no race, since the folder is locked by us. */
function setAside(file: string, at: Date): string {
  const stamp = at.toISOString().replaceAll(/[:.]/g, '-');
  const target = `${file}.damaged-${stamp}`;
  renameSync(file, target);
  for (const suffix of ['-wal', '-shm']) {
    if (existsSync(file + suffix)) renameSync(file + suffix, target + suffix);
  }
  return target;
}

/**
 * Opens (or makes) the database of a data folder and brings it to the newest version. A damaged file is renamed, never deleted.
 * @throws OperationalError when a newer version of the app wrote it, or when an applied migration was changed.
 */
export function openDatabase(file: string, now: () => Date): OpenedDatabase {
  mkdirSync(dirname(file), { recursive: true });
  let aside: string | undefined;
  let db: Database;
  try {
    db = openAndCheck(file);
  } catch (error) {
    if (!isDamage(error)) throw error;
    aside = setAside(file, now());
    db = openAndCheck(file);
  }
  try {
    applyMigrations(db, migrations, now);
  } catch (error) {
    db.close();
    throw error;
  }
  return { db, setAside: aside };
}

/** A further connection for a thread or process that only reads. */
export function openReadOnly(file: string): Database {
  const db = new BetterSqlite3(file, { readonly: true, fileMustExist: true });
  db.pragma('busy_timeout = 5000');
  db.pragma(`cache_size = -${CACHE_KIB / 4}`);
  return db;
}

/** How many backups are kept. */
const KEPT_BACKUPS = 3;

/** Copies the database by SQLite's backup interface while it is in use, page by page, and keeps the newest three. */
export async function backUpDatabase(db: Database, folder: string, now: Date): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const name = `tributary-${now.toISOString().replaceAll(/[:.]/g, '-')}.db`;
  const partial = join(folder, `${name}.partial`);
  await db.backup(partial);
  renameSync(partial, join(folder, name));
  const old = readdirSync(folder)
    .filter((entry) => /^tributary-.*\.db$/.test(entry))
    .sort()
    .slice(0, -KEPT_BACKUPS);
  for (const entry of old) rmSync(join(folder, entry));
  return name;
}
