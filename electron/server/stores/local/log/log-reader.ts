import type { Database } from '../../../storage/database.ts';

/** One change of a collection. */
export interface LogEntry {
  readonly seq: number;
  readonly op: number;
  readonly chunk_id: number;
  /** Of an added chunk that is still there; null of all other changes, and of a chunk that was deleted later. */
  readonly vector: Buffer | null;
}

export interface LogReader {
  /** At most `limit` changes after `seq`, in order. */
  readAfter(collectionId: number, seq: number, limit: number): LogEntry[];
  /** How many changes there are after `seq`, counted up to `limit`. */
  countAfter(collectionId: number, seq: number, limit: number): number;
  /** Number of the collection's last change; 0 when there was none. */
  lastSeq(collectionId: number): number;
}

/** Reads `vector_log` with the vectors: what everything that follows the store replays. */
export function createLogReader(db: Database): LogReader {
  const readAfter = db.prepare<[number, number, number], LogEntry>(
    `SELECT l.seq, l.op, l.chunk_id, e.vector
     FROM vector_log l
     LEFT JOIN chunk c ON l.op = 1 AND c.id = l.chunk_id
     LEFT JOIN embedding e ON e.id = c.embedding_id
     WHERE l.collection_id = ? AND l.seq > ? ORDER BY l.seq LIMIT ?`,
  );
  const countAfter = db
    .prepare<[number, number, number], number>(
      'SELECT count(*) FROM (SELECT 1 FROM vector_log WHERE collection_id = ? AND seq > ? LIMIT ?)',
    )
    .pluck();
  const lastSeq = db
    .prepare<[number], number>('SELECT seq FROM vector_log WHERE collection_id = ? ORDER BY seq DESC LIMIT 1')
    .pluck();
  return {
    readAfter: (collectionId, seq, limit) => readAfter.all(collectionId, seq, limit),
    countAfter: (collectionId, seq, limit) => countAfter.get(collectionId, seq, limit) ?? 0,
    lastSeq: (collectionId) => lastSeq.get(collectionId) ?? 0,
  };
}
