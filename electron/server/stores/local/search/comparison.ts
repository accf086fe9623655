import type { Metric } from '../../../../../shared/nodes/vectorstores/graph-settings.ts';
import { distanceAt, dotAt, readRawVector, readUnitVector, toRawVector, toUnitVector } from './vector-math.ts';

/** How vectors are made ready and compared. */
export interface Comparison {
  /** Reads a stored vector into `target`; false for a blob that can't be compared (another length, a number that is not finite). */
  read(blob: Uint8Array, dimensions: number, target: Float32Array, offset?: number): boolean;
  /** The same for a vector at hand; undefined if a number is not finite. */
  ready(vector: Float32Array): Float32Array | undefined;
  /** How well the row that starts at `offset` fits; higher is better. Both have been made ready. */
  score(query: Float32Array, rows: Float32Array, offset: number): number;
  /** Rows are in the order of `inner` times their inner product with the query and `squares` times their squared length. */
  readonly order: RowOrder;
  /** The score of such a sum. */
  scoreOf(sum: number, queryLength: number): number;
}

export interface RowOrder {
  readonly inner: number;
  readonly squares: number;
}

const BY_INNER_PRODUCT: RowOrder = { inner: 1, squares: 0 };

/** 1 for the same vector, towards 0 with the distance. */
function scoreOfDistance(distance: number): number {
  return 1 / (1 + distance);
}

const COMPARISONS = {
  // Of vectors of length 1 the inner product is the cosine: -1 to 1.
  cosine: { read: readUnitVector, ready: toUnitVector, score: dotAt, order: BY_INNER_PRODUCT, scoreOf: (sum) => sum },
  l2: {
    read: readRawVector,
    ready: toRawVector,
    score: (query, rows, offset) => scoreOfDistance(distanceAt(query, rows, offset)),
    // |a - b|^2 = |a|^2 + |b|^2 - 2 ab
    order: { inner: 2, squares: -1 },
    scoreOf: (sum, queryLength) => scoreOfDistance(Math.sqrt(Math.max(0, queryLength ** 2 - sum))),
  },
  ip: { read: readRawVector, ready: toRawVector, score: dotAt, order: BY_INNER_PRODUCT, scoreOf: (sum) => sum },
} as const satisfies Record<Metric, Comparison>;

export function comparisonOf(metric: Metric): Comparison {
  return COMPARISONS[metric];
}
