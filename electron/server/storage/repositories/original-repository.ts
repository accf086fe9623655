import { z } from 'zod';
import { commitRelaxed } from '../checkpointer.ts';
import type { Database } from '../database.ts';
import { createReplacedOriginalRepository, type Loosened } from './replaced-original-repository.ts';

const LoaderSchema = z.object({ name: z.string(), params: z.record(z.string(), z.unknown()) });
/** The loader that read a file, with its params, but for the file itself. */
export type OriginalLoader = z.infer<typeof LoaderSchema>;

/** A stored upload. */
export interface StoredOriginal {
  readonly ownerId: string;
  /** The file's name as its chunks have it. */
  readonly source: string;
  /** SHA-256 of its content. */
  readonly hash: Buffer;
  readonly sizeBytes: number;
  readonly loader: OriginalLoader;
  /** Local records whose sources are file names; null where they don't show whether chunks of the file are left. */
  readonly namespace: string | null;
  readonly keptDate: string;
}

/** How much is stored. */
export interface OriginalTotals {
  readonly files: number;
  readonly sizeBytes: number;
}

interface OriginalRow {
  owner_id: string;
  source: string;
  hash: Buffer;
  size_bytes: number;
  loader: string;
  namespace: string | null;
  kept_date: string;
}

/** Rows looked at or deleted in one transaction: a few ms. */
const ROWS = 500;

function fromRow(row: OriginalRow): StoredOriginal {
  return {
    ownerId: row.owner_id,
    source: row.source,
    hash: row.hash,
    sizeBytes: row.size_bytes,
    loader: LoaderSchema.parse(JSON.parse(row.loader)),
    namespace: row.namespace,
    keptDate: row.kept_date,
  };
}

const HAS_RECORDS = `EXISTS (
    SELECT 1 FROM record_namespace n JOIN record_source s ON s.namespace_id = n.id
      JOIN record r ON r.source_id = s.id
    WHERE n.name = original.namespace AND s.name = original.source)`;

/** Whether chunks of it are there, or wait in the bin. */
const IS_LEFT = `(EXISTS (SELECT 1 FROM removed_source b WHERE b.owner_id = original.owner_id AND b.name = original.source)
  OR ${HAS_RECORDS})`;

/** Whether a run may have deleted its last chunk that can still be undone. */
const IS_UNDOABLE = `EXISTS (SELECT 1 FROM run_change c WHERE c.owner_id = original.owner_id AND c.state IN ('KEPT', 'UNDOING'))`;

/** Whether chunks of it are there and not in the bin; without records, whether it came after its source was removed last. */
const IS_SHOWN = `CASE WHEN namespace IS NULL THEN NOT EXISTS (
    SELECT 1 FROM removed_source b
    WHERE b.owner_id = original.owner_id AND b.name = original.source AND b.removed_date >= original.kept_date)
  ELSE ${HAS_RECORDS} END`;

/** A place in the list of all originals. */
export interface OriginalPlace {
  readonly ownerId: string;
  readonly source: string;
}

function prepareStatements(db: Database) {
  return {
    find: db.prepare<[string, string], OriginalRow>('SELECT * FROM original WHERE owner_id = ? AND source = ?'),
    insert: db.prepare<[string, string, Buffer, number, string, string | null, string]>(
      `INSERT INTO original (owner_id, source, hash, size_bytes, loader, namespace, kept_date) VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (owner_id, source) DO UPDATE SET hash = excluded.hash, size_bytes = excluded.size_bytes,
         loader = excluded.loader, namespace = excluded.namespace, kept_date = excluded.kept_date`,
    ),
    remove: db.prepare<[string, string]>('DELETE FROM original WHERE owner_id = ? AND source = ?'),
    // Without records only the time distinguishes one that was uploaded again since.
    removeGone: db
      .prepare<[string, string, string], Buffer>(
        `DELETE FROM original WHERE owner_id = ? AND source = ? AND (namespace IS NOT NULL OR kept_date <= ?) AND NOT ${IS_LEFT}
         RETURNING hash`,
      )
      .pluck(),
    shownOf: db.prepare<[string, string, number], OriginalRow>(
      `SELECT * FROM original WHERE owner_id = ? AND source > ? AND ${IS_SHOWN} ORDER BY source LIMIT ?`,
    ),
    someOf: db.prepare<[string, number], { source: string; hash: Buffer }>(
      'SELECT source, hash FROM original WHERE owner_id = ? ORDER BY source LIMIT ?',
    ),
    isUsed: db
      .prepare<[{ hash: Buffer }], number>(
        'SELECT 1 FROM original WHERE hash = @hash UNION ALL SELECT 1 FROM replaced_original WHERE hash = @hash LIMIT 1',
      )
      .pluck(),
    // Several names of one content are one file.
    totals: db.prepare<[], OriginalTotals>(
      `SELECT count(*) AS files, coalesce(sum(size_bytes), 0) AS sizeBytes
       FROM (SELECT max(size_bytes) AS size_bytes FROM original GROUP BY hash)`,
    ),
    totalsOf: db.prepare<[string], OriginalTotals>(
      `SELECT count(*) AS files, coalesce(sum(size_bytes), 0) AS sizeBytes
       FROM (SELECT max(size_bytes) AS size_bytes FROM original WHERE owner_id = ? GROUP BY hash)`,
    ),
    after: db.prepare<[string, string, number], { owner_id: string; source: string; hash: Buffer; is_left: number }>(
      `SELECT owner_id, source, hash, namespace IS NULL OR ${IS_LEFT} OR ${IS_UNDOABLE} AS is_left
       FROM original WHERE (owner_id, source) > (?, ?) ORDER BY owner_id, source LIMIT ?`,
    ),
    moveRecords: db.prepare<[string | null, string, string | null]>(
      'UPDATE original SET namespace = ? WHERE owner_id = ? AND namespace IS ?',
    ),
    isOff: db.prepare<[string], number>('SELECT 1 FROM original_off WHERE owner_id = ?').pluck(),
    off: db.prepare<[string]>('INSERT INTO original_off (owner_id) VALUES (?) ON CONFLICT DO NOTHING'),
    on: db.prepare<[string]>('DELETE FROM original_off WHERE owner_id = ?'),
  };
}

/** Which uploads are stored, of which flow, under which content. */
export function createOriginalRepository(db: Database) {
  const sql = prepareStatements(db);
  const replaced = createReplacedOriginalRepository(db);

  const put = db.transaction((original: StoredOriginal, runSeq: number | undefined): void => {
    const { ownerId, source, hash, sizeBytes, loader, namespace, keptDate } = original;
    if (runSeq !== undefined) replaced.saveForRun(runSeq, ownerId, source);
    sql.insert.run(ownerId, source, hash, sizeBytes, JSON.stringify(loader), namespace, keptDate);
  });

  return {
    find(ownerId: string, source: string): StoredOriginal | undefined {
      const row = sql.find.get(ownerId, source);
      return row === undefined ? undefined : fromRow(row);
    },

    /** Originals of an owner behind a source, in the order of the sources; without those whose chunks are in the bin. */
    listShown: (ownerId: string, after: string, limit: number): StoredOriginal[] =>
      sql.shownOf.all(ownerId, after, limit).map(fromRow),

    /**
     * Replaces the original that the source had. Does not wait for the disk.
     * @param runSeq of the run that stores it: undoing that restores the other
     * @returns the hash of that, if it was another one
     */
    insert(original: StoredOriginal, runSeq?: number): Buffer | undefined {
      const before = sql.find.get(original.ownerId, original.source)?.hash;
      commitRelaxed(db, () => put.immediate(original, runSeq));
      return before?.equals(original.hash) === false ? before : undefined;
    },

    /** What runs and removals have replaced. */
    restoreSome: replaced.restoreSome,
    dropReplaced: replaced.dropSome,

    /** Takes the original of a source that was removed at a time, unless chunks of it are left. @returns its hash, if it went */
    removeGone: (ownerId: string, source: string, removedDate: string): Buffer | undefined =>
      sql.removeGone.get(ownerId, source, removedDate),

    /** Takes some originals of an owner, at last those that were replaced. @returns their hashes; none at the end */
    removeSome: db.transaction((ownerId: string): Loosened => {
      const rows = sql.someOf.all(ownerId, ROWS);
      if (rows.length === 0) return replaced.dropOfOwner(ownerId);
      for (const { source } of rows) sql.remove.run(ownerId, source);
      return rows.map(({ hash }) => hash);
    }),

    /** Takes those of the next few originals whose last chunk is gone. @returns their hashes, and where to go on; undefined at the end */
    removeStale: db.transaction(({ ownerId, source }: OriginalPlace): { hashes: Buffer[]; next?: OriginalPlace } => {
      const rows = sql.after.all(ownerId, source, ROWS);
      const stale = rows.filter(({ is_left }) => is_left === 0);
      for (const row of stale) sql.remove.run(row.owner_id, row.source);
      const last = rows.at(-1);
      const hashes = stale.map(({ hash }) => hash);
      return last === undefined ? { hashes } : { hashes, next: { ownerId: last.owner_id, source: last.source } };
    }),

    /** The records of an owner's uploads have another name now. */
    moveRecords(ownerId: string, from: string | null, to: string | null): void {
      sql.moveRecords.run(to, ownerId, from);
      replaced.moveRecords(ownerId, from, to);
    },

    isUsed: (hash: Buffer): boolean => sql.isUsed.get({ hash }) !== undefined,
    totals: (): OriginalTotals => sql.totals.get() ?? { files: 0, sizeBytes: 0 },
    totalsOf: (ownerId: string): OriginalTotals => sql.totalsOf.get(ownerId) ?? { files: 0, sizeBytes: 0 },

    /** Whether the uploads of the owner are stored; they are unless it was switched off. */
    isKeeping: (ownerId: string): boolean => sql.isOff.get(ownerId) === undefined,
    setKeeping: (ownerId: string, isKeeping: boolean): void => void (isKeeping ? sql.on : sql.off).run(ownerId),
  };
}

export type OriginalRepository = ReturnType<typeof createOriginalRepository>;
