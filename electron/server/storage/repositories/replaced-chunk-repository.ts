import type { Database } from '../database.ts';

/** Values of `replaced_chunk.kind`. */
export const REPLACED = { updated: 1, moved: 2, deleted: 3 } as const;
export type ReplacedKind = keyof typeof REPLACED;

/** What chunks are to be restored with: the undoing of a run, or a source from the bin. */
export type RestoredWith = { readonly runSeq: number } | { readonly removedId: number };

/** A chunk as it was before a run, or before its source was removed. */
export interface ReplacedChunk {
  readonly id: number;
  /** 16 bytes; null in rows of earlier versions. */
  readonly chunkId: Buffer | null;
  readonly chunkNo: number;
  /** Canonical JSON. */
  readonly metadata: string;
  /** Of one that was deleted. */
  readonly content: string | null;
  /** Row of its vector, where that is in the database. */
  readonly embeddingId: number | null;
  /** Of its record, as are the next two; null where that is not in the database. */
  readonly contentKey: Buffer | null;
  readonly metadataHash: Buffer | null;
  /** Number of the run that loaded it last. */
  readonly lastRun: number | null;
  /** Value of the source id key. */
  readonly source: string;
}

/** One that had a record in the database, as all that runs have replaced. */
export interface RecordedChunk extends ReplacedChunk {
  readonly chunkId: Buffer;
  readonly contentKey: Buffer;
  readonly metadataHash: Buffer;
}

/** A chunk that has no record in the database. */
export interface UnrecordedChunk extends Pick<ReplacedChunk, 'source' | 'chunkNo' | 'metadata'> {
  /** 16 bytes. */
  readonly chunkId: Buffer;
  readonly content: string;
}

const SELECT = `SELECT id, chunk_uuid AS chunkId, chunk_no AS chunkNo, metadata, content, embedding_id AS embeddingId,
  content_key AS contentKey, metadata_hash AS metadataHash, source, last_run AS lastRun FROM replaced_chunk`;

type OfRecords = [{ run: number | null; removed: number | null; kind: number; records: string }];

/** The state of chunks by their records. Text and vector are copied only of those that are deleted. */
function copyRecords(isDeleted: boolean): string {
  const copied = isDeleted ? 'c.content, c.embedding_id' : 'NULL, NULL';
  return `INSERT INTO replaced_chunk (run_seq, removed_id, kind, chunk_uuid, chunk_no, metadata, content, embedding_id, content_key, metadata_hash, source, last_run)
    SELECT @run, @removed, @kind, c.uuid, c.chunk_no, c.metadata, ${copied}, r.content_key, r.metadata_hash, s.name, r.last_run
    FROM json_each(@records) j JOIN record r ON r.id = j.value JOIN record_source s ON s.id = r.source_id
      JOIN ${isDeleted ? 'chunk_with_text' : 'chunk'} c ON c.uuid = r.chunk_uuid ORDER BY s.name, r.chunk_no`;
}

function prepareStatements(db: Database) {
  const drop = (whose: string) =>
    db.prepare<[number, number]>(
      `DELETE FROM replaced_chunk WHERE id IN (SELECT id FROM replaced_chunk WHERE ${whose} = ? ORDER BY id LIMIT ?)`,
    );
  return {
    deleted: db.prepare<OfRecords>(copyRecords(true)),
    rewritten: db.prepare<OfRecords>(copyRecords(false)),
    insert: db.prepare<[number, Buffer, number, string, string, Buffer, string]>(
      `INSERT INTO replaced_chunk (removed_id, kind, chunk_uuid, chunk_no, metadata, content, embedding_id, source)
       VALUES (?, ${REPLACED.deleted}, ?, ?, ?, ?, (SELECT embedding_id FROM chunk WHERE uuid = ?), ?)`,
    ),
    ofRun: db.prepare<[number, string, number], RecordedChunk>(
      `${SELECT} WHERE run_seq = ? AND kind IN (SELECT value FROM json_each(?)) ORDER BY id LIMIT ?`,
    ),
    ofRemoved: db.prepare<[number, number], ReplacedChunk & { readonly content: string }>(
      `${SELECT} WHERE removed_id = ? ORDER BY id LIMIT ?`,
    ),
    drop: db.prepare<[string]>('DELETE FROM replaced_chunk WHERE id IN (SELECT value FROM json_each(?))'),
    dropOfRun: drop('run_seq'),
    dropOfRemoved: drop('removed_id'),
    unpin: db.prepare<[number, number]>(
      `UPDATE replaced_chunk SET embedding_id = NULL WHERE id IN (
         SELECT id FROM replaced_chunk WHERE run_seq = ? AND kind = ${REPLACED.deleted} AND embedding_id IS NOT NULL LIMIT ?)`,
    ),
  };
}

/** Chunks as they were before they were changed or went, for restoring them. Each call is a few ms for some hundred chunks. */
export function createReplacedChunkRepository(db: Database) {
  const sql = prepareStatements(db);
  return {
    /**
     * Copies chunks before they are changed or deleted, in the same transaction.
     * @param records JSON of the ids of their records
     * @returns how many
     */
    copy(to: RestoredWith, kind: ReplacedKind, records: string): number {
      const [run, removed] = 'runSeq' in to ? [to.runSeq, null] : [null, to.removedId];
      const statement = kind === 'deleted' ? sql.deleted : sql.rewritten;
      return statement.run({ run, removed, kind: REPLACED[kind], records }).changes;
    },
    /** Adds chunks of a removed source that have no record in the database, with their vectors if these are there. */
    insert(removedId: number, chunks: readonly UnrecordedChunk[]): void {
      for (const { chunkId, chunkNo, metadata, content, source } of chunks)
        sql.insert.run(removedId, chunkId, chunkNo, metadata, content, chunkId, source);
    },
    /** The first of a run, in their order. */
    ofRun: (runSeq: number, kinds: readonly ReplacedKind[], limit: number): RecordedChunk[] =>
      sql.ofRun.all(runSeq, JSON.stringify(kinds.map((kind) => REPLACED[kind])), limit),
    /** The first of a removed source, in their order. */
    ofRemoved: (removedId: number, limit: number) => sql.ofRemoved.all(removedId, limit),
    /** Deletes these: they are as they were. Inside the transaction that makes them so. */
    drop: (chunks: readonly Pick<ReplacedChunk, 'id'>[]): void =>
      void sql.drop.run(JSON.stringify(chunks.map(({ id }) => id))),
    /** Deletes the first. @returns how many */
    dropSome: (of: RestoredWith, limit: number): number =>
      ('runSeq' in of ? sql.dropOfRun.run(of.runSeq, limit) : sql.dropOfRemoved.run(of.removedId, limit)).changes,
    /** Releases vectors of chunks that a run deleted. @returns how many */
    unpin: (runSeq: number, limit: number): number => sql.unpin.run(runSeq, limit).changes,
  };
}
