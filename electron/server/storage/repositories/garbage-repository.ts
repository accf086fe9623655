import type { Database } from '../database.ts';
import { createRemovedSourceRepository, type RemovedSource } from './removed-source-repository.ts';

/** Vectors looked at in one transaction, while there are few collections: some 10 ms. */
const MOST_VECTORS = 256;
/** Each vector is looked up in every collection: so many lookups are some 10 ms. */
const LOOKUPS = 16_384;
/** Changes taken out of the log, and other small rows, in one transaction: a few ms. */
const ROWS = 500;
/** Newest runs of a flow or store that stay, with their history. */
const KEPT_RUNS = 200;
/** Of older runs, deletes the files that were found unchanged: what is synced each hour has thousands of them. */
const RUNS_WITH_ALL_FILES = 10;
/** Files of runs deleted in one transaction: a few ms. */
const FILES = 1000;
/** The newest of the unused vectors stay, up to this share of all chunks: what is changed back is not embedded again. */
const KEPT_SHARE = 0.05;

interface UnusedVector {
  readonly seq: number;
  readonly embedding_id: number;
}

/** Tables with rows of a kilobyte or so, whose pages are left half empty when rows between others go. */
export type RepackedTable = 'chunk' | 'embedding';
/** Row ids that are packed together: some ten pages, a few ms. */
const PACK_IDS = 64;
/** Where rows are set aside within the transaction that packs them. */
const ASIDE = -(2 ** 50);

/** Rows that went, and where to go on. */
export interface Dropped {
  /** The number to go on from; undefined at the end. */
  readonly next: number | undefined;
  readonly ids: readonly number[];
}

function prepareStatements(db: Database) {
  return {
    unusedAfter: db.prepare<[number, number, number], UnusedVector>(
      'SELECT seq, embedding_id FROM embedding_unused WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT ?',
    ),
    countUnused: db.prepare<[], number>('SELECT count(*) FROM embedding_unused').pluck(),
    lastToGo: db
      .prepare<[number], number>('SELECT seq FROM embedding_unused ORDER BY seq DESC LIMIT 1 OFFSET ?')
      .pluck(),
    countChunks: db.prepare<[], number>('SELECT coalesce(sum(chunk_count), 0) FROM collection').pluck(),
    countCollections: db.prepare<[], number>('SELECT count(*) FROM collection').pluck(),
    inUse: db
      .prepare<[string], number>(
        `SELECT value FROM json_each(?) WHERE
           EXISTS (SELECT 1 FROM collection k CROSS JOIN chunk c ON c.collection_id = k.id AND c.embedding_id = value)
           OR EXISTS (SELECT 1 FROM embedding_outside o WHERE o.embedding_id = value)
           OR EXISTS (SELECT 1 FROM replaced_chunk p WHERE p.embedding_id = value)`,
      )
      .pluck(),
    deleteVectors: db.prepare<[string]>('DELETE FROM embedding WHERE id IN (SELECT value FROM json_each(?))'),
    forgetUnused: db.prepare<[string]>(
      'DELETE FROM embedding_unused WHERE embedding_id IN (SELECT value FROM json_each(?))',
    ),
    remoteBefore: db
      .prepare<[number, number], number>('SELECT embedding_id FROM embedding_outside WHERE day < ? LIMIT ?')
      .pluck(),
    deleteRemote: db.prepare<[string, number]>(
      'DELETE FROM embedding_outside WHERE embedding_id IN (SELECT value FROM json_each(?)) AND day < ?',
    ),
    remoteOf: db
      .prepare<[string, number], number>('SELECT embedding_id FROM embedding_outside WHERE owner_id = ? LIMIT ?')
      .pluck(),
    deleteRemoteOf: db.prepare<[string, string]>(
      'DELETE FROM embedding_outside WHERE embedding_id IN (SELECT value FROM json_each(?)) AND owner_id = ?',
    ),
    addUnused: db.prepare<[string]>(
      'INSERT INTO embedding_unused (embedding_id) SELECT value FROM json_each(?) WHERE true ON CONFLICT DO NOTHING',
    ),
    collectionsWithDeletions: db
      .prepare<[], number>('SELECT DISTINCT collection_id FROM vector_log WHERE op = 2')
      .pluck(),
    deletions: db
      .prepare<[number, number, number], number>(
        'SELECT chunk_id FROM vector_log WHERE op = 2 AND collection_id = ? AND seq <= ? ORDER BY seq LIMIT ?',
      )
      .pluck(),
    lastSeq: db
      .prepare<[number], number>('SELECT seq FROM vector_log WHERE collection_id = ? ORDER BY seq DESC LIMIT 1')
      .pluck(),
    deleteLog: db.prepare<[string]>('DELETE FROM vector_log WHERE chunk_id IN (SELECT value FROM json_each(?))'),
    deleteSources: db.prepare<[number, number]>(
      `DELETE FROM record_source WHERE id IN (
         SELECT id FROM record_source s WHERE s.last_run < ? AND NOT EXISTS (SELECT 1 FROM record r WHERE r.source_id = s.id)
         LIMIT ?)`,
    ),
  };
}

function prepareRunStatements(db: Database) {
  return {
    oldestOpenRun: db
      .prepare<[], number | null>("SELECT min(seq) FROM run WHERE status IN ('QUEUED', 'RUNNING')")
      .pluck(),
    newestRun: db.prepare<[], number | null>('SELECT max(seq) FROM run').pluck(),
    ownersOfMany: db
      .prepare<[number], string>('SELECT owner_id FROM run GROUP BY owner_id HAVING count(*) > ?')
      .pluck(),
    deleteFiles: db.prepare<[string, number, number]>(
      `DELETE FROM run_file WHERE (run_seq, file_no) IN (
         SELECT run_seq, file_no FROM (SELECT seq FROM run WHERE owner_id = ? ORDER BY seq DESC LIMIT -1 OFFSET ?)
           JOIN run_file ON run_seq = seq AND state = 'unchanged' LIMIT ?)`,
    ),
    deleteRuns: db.prepare<[string, number, number]>(
      `DELETE FROM run WHERE seq IN (
         SELECT seq FROM run WHERE owner_id = ? AND status NOT IN ('QUEUED', 'RUNNING')
           AND (status = 'FINISHED' OR id NOT IN (SELECT run_id FROM run_request))
         ORDER BY seq DESC LIMIT ? OFFSET ?)`,
    ),
  };
}

/** Finds and deletes rows that nothing needs any more, a few at a time: each call is one transaction of some 10 ms. */
export function createGarbageRepository(db: Database) {
  const removed = createRemovedSourceRepository(db);
  const sql = { ...prepareStatements(db), ...prepareRunStatements(db) };

  function dropVectors(rows: readonly UnusedVector[], held: ReadonlySet<number>): readonly number[] {
    const ids = rows.map((row) => row.embedding_id).filter((id) => !held.has(id));
    const used = new Set(sql.inUse.all(JSON.stringify(ids)));
    const unused = ids.filter((id) => !used.has(id));
    sql.deleteVectors.run(JSON.stringify(unused));
    sql.forgetUnused.run(JSON.stringify(ids));
    return unused;
  }

  const move = (table: RepackedTable) =>
    db.prepare<[number, number, number]>(`UPDATE ${table} SET id = id + ? WHERE id BETWEEN ? AND ?`);
  const moves = { chunk: move('chunk'), embedding: move('embedding') };

  return {
    /** Up to which number of `embedding_unused` vectors are to go. @param isAll also those that would stay for a while */
    lastUnusedToGo(isAll: boolean): number {
      const kept = isAll ? 0 : Math.floor((sql.countChunks.get() ?? 0) * KEPT_SHARE);
      return sql.lastToGo.get(kept) ?? 0;
    },

    /**
     * Deletes unused vectors behind a number of `embedding_unused`.
     * @param held vectors that runs under way have looked up
     */
    dropVectors: db.transaction((after: number, last: number, held: ReadonlySet<number>): Dropped => {
      const collections = Math.max(1, sql.countCollections.get() ?? 1);
      const limit = Math.min(MOST_VECTORS, Math.max(8, Math.floor(LOOKUPS / collections)));
      const rows = sql.unusedAfter.all(after, last, limit);
      return { ids: dropVectors(rows, held), next: rows.at(-1)?.seq };
    }),

    /** Deletes vectors of remote stores that were not written there since a day (days since 1970). @returns how many */
    expireRemote: db.transaction((day: number): number => {
      const ids = JSON.stringify(sql.remoteBefore.all(day, ROWS));
      sql.addUnused.run(ids);
      return sql.deleteRemote.run(ids, day).changes;
    }),

    /** The same for all that a flow or document store has in remote stores. @returns how many */
    releaseRemote: db.transaction((ownerId: string): number => {
      const ids = JSON.stringify(sql.remoteOf.all(ownerId, ROWS));
      sql.addUnused.run(ids);
      return sql.deleteRemoteOf.run(ids, ownerId).changes;
    }),

    collectionsWithDeletions: (): number[] => sql.collectionsWithDeletions.all(),

    /**
     * Takes chunks that came and went out of the log. The last row of the collection stays: it says how far the log went.
     * @param upTo everything that follows the log has read so far
     * @returns ids of the chunks
     */
    dropLog: db.transaction((collectionId: number, upTo: number): readonly number[] => {
      const last = sql.lastSeq.get(collectionId) ?? 0;
      const chunks = sql.deletions.all(collectionId, Math.min(upTo, last - 1), ROWS);
      sql.deleteLog.run(JSON.stringify(chunks));
      return chunks;
    }),

    /** Groups of neighbouring rows, of which some went. */
    packsOf: (ids: readonly number[]): number[] => ids.map((id) => Math.floor(id / PACK_IDS)),

    /** Writes the rows of a group again, so that they fill their pages: nothing else about them changes. */
    pack: db.transaction((table: RepackedTable, pack: number): void => {
      const [first, last] = [pack * PACK_IDS, (pack + 1) * PACK_IDS - 1];
      moves[table].run(ASIDE, first, last);
      moves[table].run(-ASIDE, first + ASIDE, last + ASIDE);
    }),

    /** Sources that have no record any more and that no run under way has announced. @returns how many */
    dropSources(): number {
      const before = sql.oldestOpenRun.get() ?? (sql.newestRun.get() ?? 0) + 1;
      return sql.deleteSources.run(before, ROWS).changes;
    },

    ownersOfManyRuns: (): string[] => sql.ownersOfMany.all(RUNS_WITH_ALL_FILES),
    /** Unchanged files of an owner's older runs. @returns how many */
    dropFiles: (ownerId: string): number => sql.deleteFiles.run(ownerId, RUNS_WITH_ALL_FILES, FILES).changes,
    /** Oldest runs of an owner with their history, but for those that may be resumed. @returns how many */
    dropRuns: (ownerId: string): number => sql.deleteRuns.run(ownerId, ROWS, KEPT_RUNS).changes,
    /** A part of what was removed from contents before a date. @returns 0 when nothing is left */
    forgetRemoved: (before: string, onGone: (source: RemovedSource) => void): number =>
      removed.dropOld(before, ROWS, onGone),
  };
}

export type GarbageRepository = ReturnType<typeof createGarbageRepository>;
