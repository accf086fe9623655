import { setImmediate } from 'node:timers/promises';
import type { LogReader } from '../log-reader.ts';
import { FLOAT_BYTES } from './vector-math.ts';
import { createVectorMatrix, type VectorMatrix } from './vector-matrix.ts';

/** Log entries a step: about 5 ms, so that other queries get in between. */
const SLICE_ROWS = 512;

export interface MatrixRequest {
  readonly collectionId: number;
  readonly dimensions: number;
  /** The matrix must cover the log after this position. */
  readonly from: number;
  /** Chunks in the collection: a matrix never has more rows, however long the log. */
  readonly count: number;
}

export interface MatrixCache {
  /**
   * A matrix that is up to date with what was committed when this was called, or undefined if it would not fit into the budget.
   * Use it before the next `await`.
   */
  get(request: MatrixRequest): Promise<VectorMatrix | undefined>;
  readonly bytes: number;
}

interface Held {
  readonly matrix: VectorMatrix;
  /** Reading of the log takes turns: two at once would apply an entry twice. */
  turn: Promise<void>;
}

/** Vectors in memory, at most `budgetBytes` of them, the collections asked last. */
export function createMatrixCache(log: LogReader, budgetBytes: number): MatrixCache {
  const held = new Map<number, Held>();

  function totalBytes(): number {
    let sum = 0;
    for (const { matrix } of held.values()) sum += matrix.bytes;
    return sum;
  }

  function evictOthers(collectionId: number): void {
    for (const other of held.keys()) {
      if (totalBytes() <= budgetBytes) return;
      if (other !== collectionId) held.delete(other);
    }
  }

  async function followLog(collectionId: number, matrix: VectorMatrix): Promise<void> {
    const end = log.lastSeq(collectionId);
    while (matrix.position < end) {
      const entries = log.readAfter(collectionId, matrix.position, SLICE_ROWS);
      if (entries.length === 0) return;
      matrix.apply(entries);
      await setImmediate();
    }
  }

  /** Moves a tail's start up where that is what keeps it small; the whole collection (from 0) stays whole. */
  function usable({ collectionId, dimensions, from }: MatrixRequest): Held | undefined {
    const found = held.get(collectionId);
    if (found === undefined || found.matrix.dimensions !== dimensions || found.matrix.from > from) return undefined;
    if (found.matrix.from > 0) found.matrix.dropThrough(from);
    return found;
  }

  function fits({ collectionId, dimensions, from, count }: MatrixRequest, matrix: VectorMatrix | undefined): boolean {
    const limit = Math.floor(budgetBytes / (dimensions * FLOAT_BYTES));
    if (count <= limit) return true;
    return log.countAfter(collectionId, matrix?.from ?? from, limit + 1) <= limit;
  }

  return {
    get bytes() {
      return totalBytes();
    },
    async get(request) {
      const { collectionId, dimensions, from } = request;
      for (;;) {
        const known = usable(request);
        if (!fits(request, known?.matrix)) {
          held.delete(collectionId);
          return undefined;
        }
        const entry = known ?? { matrix: createVectorMatrix(dimensions, from), turn: Promise.resolve() };
        held.delete(collectionId);
        held.set(collectionId, entry);
        const turn = entry.turn.then(() => followLog(collectionId, entry.matrix));
        entry.turn = turn.catch(() => undefined);
        await turn;
        evictOthers(collectionId);
        // A later question may have moved the tail's start beyond what this one needs.
        if (entry.matrix.from <= from) return entry.matrix;
      }
    },
  };
}
