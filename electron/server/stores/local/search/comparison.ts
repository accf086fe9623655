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
  /** The score of an inner product and the lengths of both vectors. */
  scoreOf(inner: number, queryLength: number, rowLength: number): number;
}

/** 1 for the same vector, towards 0 with the distance. */
function scoreOfDistance(distance: number): number {
  return 1 / (1 + distance);
}

const COMPARISONS = {
  // Of vectors of length 1 the inner product is the cosine: -1 to 1.
  cosine: { read: readUnitVector, ready: toUnitVector, score: dotAt, scoreOf: (inner) => inner },
  l2: {
    read: readRawVector,
    ready: toRawVector,
    score: (query, rows, offset) => scoreOfDistance(distanceAt(query, rows, offset)),
    // |a - b|^2 = |a|^2 + |b|^2 - 2 ab
    scoreOf: (inner, queryLength, rowLength) =>
      scoreOfDistance(Math.sqrt(Math.max(0, queryLength ** 2 + rowLength ** 2 - 2 * inner))),
  },
  ip: { read: readRawVector, ready: toRawVector, score: dotAt, scoreOf: (inner) => inner },
} as const satisfies Record<Metric, Comparison>;

export function comparisonOf(metric: Metric): Comparison {
  return COMPARISONS[metric];
}
