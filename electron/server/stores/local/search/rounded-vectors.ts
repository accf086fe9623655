import { crc32 } from 'node:zlib';
import BetterSqlite3 from 'better-sqlite3';
import type { Metric } from '../../../../../shared/nodes/vectorstores/graph-settings.ts';
import type { Database } from '../../../storage/database.ts';
import { LOG_DELETED } from '../log/collection-writes.ts';
import { createLogReader, type LogEntry, type LogReader } from '../log/log-reader.ts';
import { truncateLog } from './cache-file.ts';
import { type Comparison, comparisonOf } from './comparison.ts';
import { packedBytes, packRounded } from './quantized-rows.ts';
import { matrixRowBytes, type RoundedRow } from './vector-matrix.ts';

/** Vectors of which collection, made ready for which comparison. */
export interface RoundedOf {
  readonly collectionId: number;
  readonly dimensions: number;
  readonly metric: Metric;
}

/** Where the first question after a start finds the rounded vectors of a collection, instead of rounding all again. */
export interface StoredRounded {
  /** As of which position of the log they are kept; 0 when none are. */
  upTo(of: RoundedOf): number;
  /**
   * The first `limit` rows that were added after `seq` and up to `end`, in the order of the log; what was deleted since is left out.
   * @returns undefined when they are not kept up to `end` any more
   */
  read(of: RoundedOf, after: number, end: number, limit: number): readonly RoundedRow[] | undefined;
}

interface Held {
  readonly dimensions: number;
  readonly metric: string;
  readonly logSeq: number;
}

interface StoredRow extends RoundedRow {
  readonly checksum: number;
}

function nameOf(collectionId: number): string {
  return `rounded_${collectionId}`;
}

function prepareTable(db: Database, collectionId: number) {
  const name = nameOf(collectionId);
  // In the order of the log, as they are read.
  db.exec(`
    CREATE TABLE IF NOT EXISTS ${name} (seq INTEGER PRIMARY KEY, chunk_id INTEGER NOT NULL, checksum INTEGER NOT NULL,
      packed BLOB NOT NULL) STRICT;
    CREATE UNIQUE INDEX IF NOT EXISTS ${name}_by_chunk ON ${name} (chunk_id);
  `);
  return {
    insert: db.prepare<[number, number, number, Buffer]>(
      `INSERT INTO ${name} (seq, chunk_id, checksum, packed) VALUES (?, ?, ?, ?)`,
    ),
    remove: db.prepare<[number]>(`DELETE FROM ${name} WHERE chunk_id = ?`),
    read: db.prepare<[number, number, number], StoredRow>(
      `SELECT seq, chunk_id AS chunkId, checksum, packed FROM ${name} WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT ?`,
    ),
  };
}

type Table = ReturnType<typeof prepareTable>;

function prepareStatements(db: Database) {
  return {
    held: db.prepare<[number], Held>(
      'SELECT dimensions, metric, log_seq AS logSeq FROM position WHERE collection_id = ?',
    ),
    hold: db.prepare<[number, number, string, number]>(
      `INSERT INTO position (collection_id, dimensions, metric, log_seq) VALUES (?, ?, ?, ?)
       ON CONFLICT (collection_id) DO UPDATE SET log_seq = excluded.log_seq`,
    ),
    forget: db.prepare<[number]>('DELETE FROM position WHERE collection_id = ?'),
  };
}

/** What vectors a collection has, and how they are compared. */
export interface CollectionFacts {
  readonly count: number;
  readonly dimensions: number;
  readonly metric: Metric;
}

/** Reads them by the collection's row; undefined for one that has never had any. */
export function createFactsReader(db: Database): (collectionId: number) => CollectionFacts | undefined {
  const select = db.prepare<[number], CollectionFacts>(
    `SELECT c.chunk_count AS count, m.dimensions, c.metric
     FROM collection c JOIN embedding_model m ON m.id = c.model_id WHERE c.id = ?`,
  );
  return (collectionId) => select.get(collectionId);
}

/**
 * The rounded vectors of the collections that are scanned in memory, in a file of their own (see rounded-file.ts) that follows the log. Reading them takes a tenth of the time of rounding the stored vectors again.
 */
export class RoundedVectors implements StoredRounded {
  readonly #db: Database;
  readonly #log: LogReader;
  readonly #budgetBytes: number;
  readonly #factsOf: (collectionId: number) => CollectionFacts | undefined;
  readonly #statements: ReturnType<typeof prepareStatements>;
  readonly #tables = new Map<number, Table>();

  /** @param budgetBytes a collection that takes more in memory is not scanned there, and not kept here */
  constructor(main: Database, db: Database, budgetBytes: number) {
    this.#db = db;
    this.#log = createLogReader(main);
    this.#budgetBytes = budgetBytes;
    this.#factsOf = createFactsReader(main);
    this.#statements = prepareStatements(db);
  }

  /**
   * Takes at most `limit` changes of the log, with its position, in one transaction.
   * @returns whether there may be more
   */
  catchUp(collectionId: number, limit: number): boolean {
    const wanted = this.#wanted(collectionId);
    const held = this.#statements.held.get(collectionId);
    if (held !== undefined && (wanted === undefined || !fits(held, wanted))) this.forget(collectionId);
    if (wanted === undefined) return false;
    const entries = this.#log.readAfter(collectionId, this.upTo(wanted), limit);
    if (entries.length === 0) return false;
    // Outside the transaction: a rollback would take the table away from under its statements.
    const table = this.#table(collectionId);
    this.#db.transaction(() => this.#apply(table, wanted, entries))();
    return entries.length === limit;
  }

  /** Where it stands in the collection's log; undefined when nothing of the collection is kept. */
  readUpTo(collectionId: number): number | undefined {
    return this.#statements.held.get(collectionId)?.logSeq;
  }

  /** Whether {@link catchUp} has something to take in. */
  isBehind(collectionId: number): boolean {
    const wanted = this.#wanted(collectionId);
    return wanted !== undefined && this.upTo(wanted) < this.#log.lastSeq(collectionId);
  }

  upTo(of: RoundedOf): number {
    const held = this.#statements.held.get(of.collectionId);
    return held !== undefined && fits(held, of) ? held.logSeq : 0;
  }

  /** @throws SqliteError SQLITE_CORRUPT when a row is not what was written */
  read(of: RoundedOf, after: number, end: number, limit: number): readonly RoundedRow[] | undefined {
    if (this.upTo(of) < end) return undefined;
    const rows = this.#table(of.collectionId).read.all(after, end, limit);
    for (const { seq, packed, checksum } of rows) {
      if (packed.length === packedBytes(of.dimensions) && crc32(packed) === checksum) continue;
      throw new BetterSqlite3.SqliteError(`The rounded vector ${seq} is not what was written`, 'SQLITE_CORRUPT');
    }
    return rows;
  }

  /** Deletes what is kept of the collection, and overwrites it. */
  forget(collectionId: number): void {
    this.#tables.delete(collectionId);
    this.#db.transaction(() => {
      this.#db.exec(`DROP TABLE IF EXISTS ${nameOf(collectionId)}`);
      this.#statements.forget.run(collectionId);
    })();
    this.truncate();
  }

  /** Empties the write-ahead log, in which deleted vectors would lie on. */
  truncate(): void {
    truncateLog(this.#db);
  }

  /** undefined for a collection that is not scanned in memory. */
  #wanted(collectionId: number): RoundedOf | undefined {
    const facts = this.#factsOf(collectionId);
    if (facts === undefined) return undefined;
    const { count, dimensions, metric } = facts;
    return count * matrixRowBytes(dimensions) > this.#budgetBytes ? undefined : { collectionId, dimensions, metric };
  }

  #table(collectionId: number): Table {
    let table = this.#tables.get(collectionId);
    if (table === undefined) {
      table = prepareTable(this.#db, collectionId);
      this.#tables.set(collectionId, table);
    }
    return table;
  }

  #apply(table: Table, { collectionId, dimensions, metric }: RoundedOf, entries: readonly LogEntry[]): void {
    const comparison: Comparison = comparisonOf(metric);
    const vector = new Float32Array(dimensions);
    let position = 0;
    for (const { seq, op, chunk_id, vector: stored } of entries) {
      position = seq;
      if (op === LOG_DELETED) table.remove.run(chunk_id);
      else if (stored !== null && comparison.read(stored, dimensions, vector)) {
        const packed = packRounded(vector);
        table.insert.run(seq, chunk_id, crc32(packed), packed);
      }
    }
    this.#statements.hold.run(collectionId, dimensions, metric, position);
  }
}

function fits(held: Held, of: RoundedOf): boolean {
  return held.dimensions === of.dimensions && held.metric === of.metric;
}
