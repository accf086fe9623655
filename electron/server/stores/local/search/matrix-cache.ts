import { setImmediate } from 'node:timers/promises';
import type { Metric } from '../../../../../shared/nodes/vectorstores/graph-settings.ts';
import type { LogReader } from '../log/log-reader.ts';
import { FLOAT_BYTES } from './vector-math.ts';
import { VectorMatrix } from './vector-matrix.ts';

/** Log entries a step: about 5 ms, so that other queries get in between. */
const SLICE_ROWS = 512;

export interface MatrixRequest {
  readonly collectionId: number;
  readonly dimensions: number;
  readonly metric: Metric;
  /** The matrix must cover the log after this position. */
  readonly from: number;
  /** Chunks in the collection: a matrix never has more rows, however long the log. */
  readonly count: number;
}

interface Held {
  readonly matrix: VectorMatrix;
  /** Reading of the log takes turns: two at once would apply an entry twice. */
  turn: Promise<void>;
}

/** Vectors in memory, at most `budgetBytes` of them, those of the collections asked last. */
export class MatrixCache {
  readonly #log: LogReader;
  readonly #budgetBytes: number;
  readonly #held = new Map<number, Held>();

  constructor(log: LogReader, budgetBytes: number) {
    this.#log = log;
    this.#budgetBytes = budgetBytes;
  }

  get bytes(): number {
    let sum = 0;
    for (const { matrix } of this.#held.values()) sum += matrix.bytes;
    return sum;
  }

  /**
   * A matrix that is up to date with what was committed when this was called, or undefined if it would not fit into the budget.
   * Use it before the next `await`.
   */
  async get(request: MatrixRequest): Promise<VectorMatrix | undefined> {
    const { collectionId, dimensions, metric, from } = request;
    for (;;) {
      const known = this.#usable(request);
      if (!this.#fits(request, known?.matrix)) {
        this.#held.delete(collectionId);
        return undefined;
      }
      const entry = known ?? { matrix: new VectorMatrix(dimensions, metric, from), turn: Promise.resolve() };
      this.#held.delete(collectionId);
      this.#held.set(collectionId, entry);
      const turn = entry.turn.then(() => this.#followLog(collectionId, entry.matrix));
      entry.turn = turn.catch(() => undefined);
      await turn;
      this.#evictOthers(collectionId);
      // A later question may have moved the tail's start beyond what this one needs.
      if (entry.matrix.from <= from) return entry.matrix;
    }
  }

  forget(collectionId: number): void {
    this.#held.delete(collectionId);
  }

  /** Drops the collection's matrix unless it is at the end of the log. */
  forgetBehind(collectionId: number): void {
    const held = this.#held.get(collectionId);
    if (held !== undefined && held.matrix.position < this.#log.lastSeq(collectionId)) this.#held.delete(collectionId);
  }

  #evictOthers(collectionId: number): void {
    for (const other of this.#held.keys()) {
      if (this.bytes <= this.#budgetBytes) return;
      if (other !== collectionId) this.#held.delete(other);
    }
  }

  async #followLog(collectionId: number, matrix: VectorMatrix): Promise<void> {
    const end = this.#log.lastSeq(collectionId);
    while (matrix.position < end) {
      const entries = this.#log.readAfter(collectionId, matrix.position, SLICE_ROWS);
      if (entries.length === 0) return;
      matrix.apply(entries);
      await setImmediate();
    }
  }

  /** Moves a tail's start up, which is what keeps it small; the whole collection (from 0) stays whole. */
  #usable({ collectionId, dimensions, metric, from }: MatrixRequest): Held | undefined {
    const found = this.#held.get(collectionId);
    if (found === undefined || found.matrix.from > from) return undefined;
    if (found.matrix.dimensions !== dimensions || found.matrix.metric !== metric) return undefined;
    if (found.matrix.from > 0) found.matrix.dropThrough(from);
    return found;
  }

  #fits({ collectionId, dimensions, from, count }: MatrixRequest, matrix: VectorMatrix | undefined): boolean {
    const limit = Math.floor(this.#budgetBytes / (dimensions * FLOAT_BYTES));
    if (count <= limit) return true;
    return this.#log.countAfter(collectionId, matrix?.from ?? from, limit + 1) <= limit;
  }
}
