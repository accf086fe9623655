import { createHash } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import packageJson from '../../../package.json' with { type: 'json' };

/** Texts pack to about a third: this is the text of some 10,000 books. */
const LIMIT_BYTES = 1024 ** 3;
/** How far the cache shrinks when it is full, so that not every addition has to make room. */
const SHRINK_TO = 0.9;
/** Entries used so lately may be at work in another job: they stay. */
const IN_USE_MS = 3_600_000;
/** Parts of an entry whose writer is gone for so long are left of a crash. */
const UNFINISHED_MS = 24 * 3_600_000;
const BUSY_TIMEOUT_MS = 2000;

const SCHEMA = `
CREATE TABLE IF NOT EXISTS entry (
  id INTEGER PRIMARY KEY,
  key BLOB UNIQUE,
  bytes INTEGER NOT NULL,
  used_at INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS entry_by_use ON entry (used_at);
CREATE TABLE IF NOT EXISTS part (
  entry_id INTEGER NOT NULL REFERENCES entry (id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  data BLOB NOT NULL,
  PRIMARY KEY (entry_id, number)
) STRICT;
`;

export interface DocumentCacheOptions {
  /** Of all entries together. */
  readonly limitBytes?: number;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

export interface EntryWriter {
  /** Adds the next part. */
  add(data: Uint8Array): void;
  /** Makes the entry known; the same key's former entry goes. */
  commit(): void;
  /** Forgets what was added. */
  drop(): void;
}

/**
 * Extracted documents by what they were extracted from. It may lose entries at any time and is never in the way: when its file is damaged, locked or the disk is
 * full, it holds nothing for the rest of its life.
 */
export interface DocumentCache {
  has(key: Buffer): boolean;
  /** The parts of an entry, one by one; undefined if there is none. */
  read(key: Buffer): Iterable<Uint8Array> | undefined;
  /** Begins an entry. Undefined: there is no room. */
  write(key: Buffer): EntryWriter | undefined;
  close(): void;
}

/**
 * What an entry is found by. Whatever decides about the extracted text has to be in it; the version of the app is, so a reader that has learned reads again.
 */
export function cacheKey(parts: readonly (string | number | boolean | undefined)[]): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([packageJson.version, ...parts]))
    .digest();
}

interface SqliteFailure extends Error {
  readonly code: string;
}

/** Opens the cache of a folder, which is made if it is not there. Several threads may have it open. */
export async function openDocumentCache(folder: string, options: DocumentCacheOptions = {}): Promise<DocumentCache> {
  const { limitBytes = LIMIT_BYTES, now = Date.now } = options;
  const { attempt, close } = await connect(folder, { limitBytes, now });
  return {
    has: (key) => attempt((cache) => cache.find(key) !== undefined) ?? false,
    read(key) {
      const id = attempt((cache) => cache.use(key));
      return id === undefined ? undefined : readParts(id, attempt);
    },
    write(key) {
      const id = attempt((cache) => cache.begin());
      return id === undefined ? undefined : writeParts(id, key, attempt);
    },
    close,
  };
}

/** Does something with the database; what fails there is no failure of the load, which goes on without a cache. */
type Attempt = <Result>(use: (cache: OpenCache) => Result) => Result | undefined;

interface Connection {
  readonly attempt: Attempt;
  close(): void;
}

async function connect(folder: string, options: Required<DocumentCacheOptions>): Promise<Connection> {
  const { default: BetterSqlite3 } = await import('better-sqlite3');
  const file = join(folder, 'documents.db');
  let db: Database | undefined;
  let cache: OpenCache | undefined;
  const isSqliteError = (error: unknown): error is SqliteFailure => error instanceof BetterSqlite3.SqliteError;

  function close(): void {
    cache = undefined;
    db?.close();
    db = undefined;
  }

  function guard<Result>(use: () => Result): Result | undefined {
    try {
      return use();
    } catch (error) {
      close();
      if (!isSqliteError(error)) throw error;
      if (error.code.startsWith('SQLITE_CORRUPT') || error.code === 'SQLITE_NOTADB') removeFiles(file);
      return undefined;
    }
  }

  guard(() => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    db = new BetterSqlite3(file, { timeout: BUSY_TIMEOUT_MS });
    cache = prepare(db, options);
  });
  return {
    attempt(use) {
      const open = cache;
      return open === undefined ? undefined : guard(() => use(open));
    },
    close,
  };
}

function removeFiles(file: string): void {
  try {
    for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
  } catch {
    // Another thread has it open, on a system that keeps open files: whoever comes after that has ended removes it.
  }
}

function* readParts(id: number, attempt: Attempt): Generator<Uint8Array> {
  for (let number = 0; ; number += 1) {
    const data = attempt((cache) => cache.part(id, number));
    if (data === undefined) return;
    yield data;
  }
}

function writeParts(id: number, key: Buffer, attempt: Attempt): EntryWriter {
  let count = 0;
  let isDropped = false;
  const drop = (): void => {
    if (!isDropped) attempt((cache) => cache.remove(id));
    isDropped = true;
  };
  return {
    add(data) {
      if (isDropped) return;
      const isKept = attempt((cache) => cache.add(id, count, data)) ?? false;
      count += 1;
      if (!isKept) drop();
    },
    commit() {
      if (!isDropped) attempt((cache) => cache.commit(id, key));
      isDropped = true;
    },
    drop,
  };
}

interface OpenCache {
  find(key: Buffer): number | undefined;
  /** {@link find}, and keeps others from removing it for a while. */
  use(key: Buffer): number | undefined;
  part(id: number, number: number): Uint8Array | undefined;
  begin(): number | undefined;
  /** False if there is no room. */
  add(id: number, number: number, data: Uint8Array): boolean;
  commit(id: number, key: Buffer): void;
  remove(id: number): void;
}

function prepare(db: Database, { limitBytes, now }: Required<DocumentCacheOptions>): OpenCache {
  db.pragma('journal_mode = WAL');
  // A power cut may cost the last entries, but never a whole one's truth.
  db.pragma('synchronous = NORMAL');
  db.pragma('foreign_keys = ON');
  db.exec(SCHEMA);
  db.prepare('DELETE FROM entry WHERE key IS NULL AND used_at < ?').run(now() - UNFINISHED_MS);
  const find = db.prepare<[Buffer], number>('SELECT id FROM entry WHERE key = ?').pluck();
  const touch = db.prepare('UPDATE entry SET used_at = ? WHERE id = ? AND used_at < ?');
  const part = db.prepare<[number, number], Buffer>('SELECT data FROM part WHERE entry_id = ? AND number = ?').pluck();
  const begin = db.prepare('INSERT INTO entry (bytes, used_at) VALUES (0, ?)');
  const commit = db.prepare('UPDATE OR REPLACE entry SET key = ? WHERE id = ?');
  const remove = db.prepare('DELETE FROM entry WHERE id = ?');
  return {
    find: (key) => find.get(key),
    use(key) {
      const id = find.get(key);
      if (id !== undefined) touch.run(now(), id, now() - IN_USE_MS / 2);
      return id;
    },
    part: (id, number) => part.get(id, number),
    begin: () => Number(begin.run(now()).lastInsertRowid),
    add: partAdder(db, { limitBytes, now }),
    commit: (id, key) => void commit.run(key, id),
    remove: (id) => void remove.run(id),
  };
}

/** Adds parts within the limit, and makes room by what was used longest ago. */
function partAdder(db: Database, { limitBytes, now }: Required<DocumentCacheOptions>): OpenCache['add'] {
  const addPart = db.prepare('INSERT INTO part (entry_id, number, data) VALUES (?, ?, ?)');
  const grow = db.prepare('UPDATE entry SET bytes = bytes + ? WHERE id = ?');
  const remove = db.prepare('DELETE FROM entry WHERE id = ?');
  const sum = db.prepare<[], number>('SELECT coalesce(sum(bytes), 0) FROM entry').pluck();
  const oldest = db.prepare<[number], { id: number; bytes: number }>(
    'SELECT id, bytes FROM entry WHERE used_at < ? ORDER BY used_at, id LIMIT 1',
  );
  /** As this thread knows it: counted anew when that reaches the limit. */
  let bytes = sum.get() ?? 0;

  function makeRoom(wanted: number): boolean {
    bytes = sum.get() ?? 0;
    while (bytes + wanted > limitBytes * SHRINK_TO) {
      const entry = oldest.get(now() - IN_USE_MS);
      if (entry === undefined) return bytes + wanted <= limitBytes;
      remove.run(entry.id);
      bytes -= entry.bytes;
    }
    return true;
  }

  return db.transaction((id: number, number: number, data: Uint8Array): boolean => {
    if (bytes + data.length > limitBytes && !makeRoom(data.length)) return false;
    addPart.run(id, number, data);
    grow.run(data.length, id);
    bytes += data.length;
    return true;
  }).immediate;
}
