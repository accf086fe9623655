import { rmSync } from 'node:fs';
import BetterSqlite3 from 'better-sqlite3';
import { CACHE_KIB, type Database } from '../../../storage/database.ts';

/** A cache that follows the log, in a file of its own. */
export interface CacheKind {
  /** In the data folder. */
  readonly fileName: string;
  /** As people read of it: "The keyword index". */
  readonly title: string;
  /** Raised whenever the tables change, or what is written into them: an older file is thrown away and filled again. */
  readonly format: number;
  /** Makes the tables. One is `position`, with a `log_seq` for each collection: how far its log has been read. */
  readonly sql: string;
}

/** True for errors that mean that the file itself is bad. */
export function isDamaged(error: unknown): boolean {
  return (
    error instanceof BetterSqlite3.SqliteError &&
    (error.code.startsWith('SQLITE_CORRUPT') || error.code === 'SQLITE_NOTADB')
  );
}

function prepare(db: Database, storeId: string, { format, sql }: CacheKind): boolean {
  db.pragma('journal_mode = WAL');
  // After a power cut it may have lost its last commits, which are then filled in again.
  db.pragma('synchronous = NORMAL');
  db.pragma('secure_delete = ON');
  // What questions need often is kept as it is used (`RecentLists` in keyword-table.ts, matrix-cache.ts).
  db.pragma(`cache_size = -${CACHE_KIB}`);
  if (db.pragma('user_version', { simple: true }) === 0) {
    db.transaction(() => {
      db.exec(`CREATE TABLE store (id TEXT NOT NULL) STRICT; ${sql}`);
      db.prepare('INSERT INTO store (id) VALUES (?)').run(storeId);
      db.pragma(`user_version = ${format}`);
    })();
  }
  if (db.pragma('user_version', { simple: true }) !== format) return false;
  return db.prepare<[], string>('SELECT id FROM store').pluck().get() === storeId;
}

/** Deletes a database with its side files. */
export function deleteCacheFile(file: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
}

/** Empties the write-ahead log, in which what was deleted would lie on. */
export function truncateLog(db: Database): void {
  db.pragma('wal_checkpoint(TRUNCATE)');
}

/**
 * Opens a cache's database; one that is damaged, of another format or of another main database (`storeId`) is deleted
 * and made anew, empty.
 */
export function openCacheFile(file: string, storeId: string, kind: CacheKind): Database {
  for (let isSecond = false; ; isSecond = true) {
    const db = new BetterSqlite3(file);
    try {
      if (prepare(db, storeId, kind)) return db;
      db.close();
    } catch (error) {
      db.close();
      if (isSecond || !isDamaged(error)) throw error;
    }
    deleteCacheFile(file);
  }
}
