import { LOG_ADDED } from '../collection-writes.ts';
import type { LogEntry } from '../log-reader.ts';
import type { TopK } from './top-k.ts';
import { dotAt, FLOAT_BYTES, readUnitVector } from './vector-math.ts';

const FIRST_CAPACITY = 1024;
/** Rows of deleted chunks are closed up when they are more than this share. */
const MAX_DEAD_SHARE = 0.5;
/** Stands in `ids` for a deleted chunk; SQLite's ids start at 1. */
const DEAD = 0;

/**
 * The vectors that a collection's log added after a position, scaled to length 1, in the order of the log. Follows the log by
 * `apply`. Position 0 makes it the whole collection.
 */
export interface VectorMatrix {
  readonly dimensions: number;
  /** The log is covered after `from` up to `position`. */
  readonly from: number;
  readonly position: number;
  readonly bytes: number;
  /** Takes the next entries of the log. */
  apply(entries: readonly LogEntry[]): void;
  /**
   * Offers the chunks that were added after `afterSeq`. Blocks: 16 million numbers (64 MB) take about 15 ms.
   * @returns how many there were
   */
  scan(query: Float32Array, afterSeq: number, best: TopK): number;
  /** Forgets what was added up to `seq`. */
  dropThrough(seq: number): void;
}

/** An empty matrix that expects the log's entries after `from`. */
export function createVectorMatrix(dimensions: number, from: number): VectorMatrix {
  let start = from;
  let position = from;
  let used = 0;
  let dead = 0;
  let ids: number[] = [];
  let seqs: number[] = [];
  let vectors = new Float32Array(FIRST_CAPACITY * dimensions);
  const rowOf = new Map<number, number>();

  function reserve(rows: number): void {
    if (rows * dimensions <= vectors.length) return;
    const larger = new Float32Array(Math.max(rows, Math.ceil((vectors.length / dimensions) * 1.5)) * dimensions);
    larger.set(vectors);
    vectors = larger;
  }

  function append(entry: LogEntry): void {
    if (entry.vector === null || rowOf.has(entry.chunk_id)) return;
    if (!readUnitVector(entry.vector, dimensions, vectors, used * dimensions)) return;
    ids[used] = entry.chunk_id;
    seqs[used] = entry.seq;
    rowOf.set(entry.chunk_id, used);
    used += 1;
  }

  function remove(chunkId: number): void {
    const row = rowOf.get(chunkId);
    if (row === undefined) return;
    rowOf.delete(chunkId);
    ids[row] = DEAD;
    dead += 1;
  }

  function closeUp(): void {
    const rows = [...rowOf.values()].sort((a, b) => a - b);
    for (const [to, row] of rows.entries()) {
      vectors.copyWithin(to * dimensions, row * dimensions, (row + 1) * dimensions);
      rowOf.set(ids[row] ?? DEAD, to);
    }
    ids = rows.map((row) => ids[row] ?? DEAD);
    seqs = rows.map((row) => seqs[row] ?? 0);
    used = rows.length;
    dead = 0;
  }

  function closeUpIfWorth(): void {
    if (dead > FIRST_CAPACITY && dead > used * MAX_DEAD_SHARE) closeUp();
  }

  return {
    dimensions,
    get from() {
      return start;
    },
    get position() {
      return position;
    },
    get bytes() {
      return vectors.length * FLOAT_BYTES;
    },
    apply(entries) {
      reserve(used + entries.length);
      for (const entry of entries) {
        if (entry.op === LOG_ADDED) append(entry);
        else remove(entry.chunk_id);
        position = entry.seq;
      }
      closeUpIfWorth();
    },
    scan(query, afterSeq, best) {
      let offered = 0;
      for (let row = 0; row < used; row += 1) {
        const id = ids[row] ?? DEAD;
        if (id === DEAD || (seqs[row] ?? 0) <= afterSeq) continue;
        best.offer(id, dotAt(query, vectors, row * dimensions));
        offered += 1;
      }
      return offered;
    },
    dropThrough(seq) {
      for (let row = 0; row < used && (seqs[row] ?? 0) <= seq; row += 1) {
        remove(ids[row] ?? DEAD);
      }
      start = Math.max(start, seq);
      closeUpIfWorth();
    },
  };
}
