import type { Metric } from '../../../../../shared/nodes/vectorstores/graph-settings.ts';
import { LOG_ADDED } from '../log/collection-writes.ts';
import type { LogEntry } from '../log/log-reader.ts';
import { type Comparison, comparisonOf } from './comparison.ts';
import type { TopK } from './top-k.ts';
import { FLOAT_BYTES } from './vector-math.ts';

const FIRST_CAPACITY = 1024;
/** Rows of deleted chunks are closed up when they are more than this share. */
const MAX_DEAD_SHARE = 0.5;
/** Stands in the ids for a deleted chunk; SQLite's ids start at 1. */
const DEAD = 0;

/**
 * The vectors that a collection's log added after a position, made ready for comparing, in the order of the log. Follows the log by
 * `apply`. From position 0 it is the whole collection.
 */
export class VectorMatrix {
  readonly dimensions: number;
  readonly metric: Metric;
  readonly #comparison: Comparison;
  #from: number;
  #position: number;
  #used = 0;
  #dead = 0;
  #ids: number[] = [];
  #seqs: number[] = [];
  #vectors: Float32Array;
  readonly #rowOf = new Map<number, number>();

  /** An empty matrix that expects the log's entries after `from`. */
  constructor(dimensions: number, metric: Metric, from: number) {
    this.dimensions = dimensions;
    this.metric = metric;
    this.#comparison = comparisonOf(metric);
    this.#from = from;
    this.#position = from;
    this.#vectors = new Float32Array(FIRST_CAPACITY * dimensions);
  }

  /** The log is covered after this position … */
  get from(): number {
    return this.#from;
  }

  /** … up to this one. */
  get position(): number {
    return this.#position;
  }

  get bytes(): number {
    return this.#vectors.length * FLOAT_BYTES;
  }

  /** Takes the next entries of the log. */
  apply(entries: readonly LogEntry[]): void {
    this.#reserve(this.#used + entries.length);
    for (const entry of entries) {
      if (entry.op === LOG_ADDED) this.#append(entry);
      else this.#remove(entry.chunk_id);
      this.#position = entry.seq;
    }
    this.#closeUpIfWorth();
  }

  /**
   * Offers the chunks that were added after `afterSeq`. Blocks: 16 million numbers (64 MB) take about 15 ms.
   * @returns how many there were
   */
  scan(query: Float32Array, afterSeq: number, best: TopK): number {
    const { score } = this.#comparison;
    let offered = 0;
    for (let row = 0; row < this.#used; row += 1) {
      const id = this.#ids[row] ?? DEAD;
      if (id === DEAD || (this.#seqs[row] ?? 0) <= afterSeq) continue;
      best.offer(id, score(query, this.#vectors, row * this.dimensions));
      offered += 1;
    }
    return offered;
  }

  /** Forgets what was added up to `seq`. */
  dropThrough(seq: number): void {
    for (let row = 0; row < this.#used && (this.#seqs[row] ?? 0) <= seq; row += 1) this.#remove(this.#ids[row] ?? DEAD);
    this.#from = Math.max(this.#from, seq);
    this.#closeUpIfWorth();
  }

  #reserve(rows: number): void {
    const { dimensions } = this;
    if (rows * dimensions <= this.#vectors.length) return;
    const capacity = Math.max(rows, Math.ceil((this.#vectors.length / dimensions) * 1.5));
    const larger = new Float32Array(capacity * dimensions);
    larger.set(this.#vectors);
    this.#vectors = larger;
  }

  #append(entry: LogEntry): void {
    if (entry.vector === null || this.#rowOf.has(entry.chunk_id)) return;
    if (!this.#comparison.read(entry.vector, this.dimensions, this.#vectors, this.#used * this.dimensions)) return;
    this.#ids[this.#used] = entry.chunk_id;
    this.#seqs[this.#used] = entry.seq;
    this.#rowOf.set(entry.chunk_id, this.#used);
    this.#used += 1;
  }

  #remove(chunkId: number): void {
    const row = this.#rowOf.get(chunkId);
    if (row === undefined) return;
    this.#rowOf.delete(chunkId);
    this.#ids[row] = DEAD;
    this.#dead += 1;
  }

  #closeUpIfWorth(): void {
    if (this.#dead <= FIRST_CAPACITY || this.#dead <= this.#used * MAX_DEAD_SHARE) return;
    const { dimensions } = this;
    const rows = [...this.#rowOf.values()].sort((a, b) => a - b);
    for (const [to, row] of rows.entries()) {
      this.#vectors.copyWithin(to * dimensions, row * dimensions, (row + 1) * dimensions);
      this.#rowOf.set(this.#ids[row] ?? DEAD, to);
    }
    this.#ids = rows.map((row) => this.#ids[row] ?? DEAD);
    this.#seqs = rows.map((row) => this.#seqs[row] ?? 0);
    this.#used = rows.length;
    this.#dead = 0;
  }
}
