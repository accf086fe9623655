import { rmSync } from 'node:fs';
import BetterSqlite3 from 'better-sqlite3';
import { CACHE_KIB, type Database } from '../../../storage/database.ts';
import { prepareRoundedVectors } from './rounded-vectors.ts';

/** Raised whenever the tables change, or how texts are cut into terms: an older file is thrown away and filled again. */
const FORMAT = 6;

/** True for errors that mean that the file itself is bad. */
export function isDamaged(error: unknown): boolean {
  return (
    error instanceof BetterSqlite3.SqliteError &&
    (error.code.startsWith('SQLITE_CORRUPT') || error.code === 'SQLITE_NOTADB')
  );
}

function prepare(db: Database, storeId: string): boolean {
  db.pragma('journal_mode = WAL');
  // A cache: after a power cut it may have lost its last commits, which are then filled in again.
  db.pragma('synchronous = NORMAL');
  db.pragma('secure_delete = ON');
  // The lists that questions need often are kept as they are used (recent-lists.ts).
  db.pragma(`cache_size = -${CACHE_KIB}`);
  if (db.pragma('user_version', { simple: true }) === 0) {
    db.transaction(() => {
      db.exec(`
        CREATE TABLE store (id TEXT NOT NULL) STRICT;
        CREATE TABLE position (collection_id INTEGER PRIMARY KEY, log_seq INTEGER NOT NULL, chunks INTEGER NOT NULL,
          terms INTEGER NOT NULL) STRICT;
      `);
      db.prepare('INSERT INTO store (id) VALUES (?)').run(storeId);
      db.pragma(`user_version = ${FORMAT}`);
    })();
  }
  if (db.pragma('user_version', { simple: true }) !== FORMAT) return false;
  prepareRoundedVectors(db);
  return db.prepare<[], string>('SELECT id FROM store').pluck().get() === storeId;
}

/** Deletes a database with its side files. */
export function deleteKeywordFile(file: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
}

/**
 * Opens the keyword index's database; one that is damaged, of another format or of another main database (`storeId`) is deleted
 * and made anew, empty.
 */
export function openKeywordFile(file: string, storeId: string): Database {
  for (let isSecond = false; ; isSecond = true) {
    const db = new BetterSqlite3(file);
    try {
      if (prepare(db, storeId)) return db;
      db.close();
    } catch (error) {
      db.close();
      if (isSecond || !isDamaged(error)) throw error;
    }
    deleteKeywordFile(file);
  }
}
