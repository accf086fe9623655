import { createRandom, type Matrix, squareAt } from './matrix.ts';

/** The nearest rows of each row, itself left out, the nearest first. */
export interface Neighbours {
  readonly count: number;
  /** `count` rows of each row. */
  readonly rows: Int32Array;
  /** Their distances. */
  readonly distances: Float32Array;
}

/**
 * Compares every row with every other one: exact, and at 5,000 rows of 50 numbers no slower than a search that is not.
 * @param count fewer than there are rows
 * @param onProgress 0 to 1
 */
function findNeighbours(matrix: Matrix, count: number, onProgress: (fraction: number) => void): Neighbours {
  const { data, rows, columns } = matrix;
  const nearest = new Int32Array(rows * count).fill(-1);
  const squares = new Float32Array(rows * count).fill(Number.POSITIVE_INFINITY);
  const set = (row: number, other: number, square: number) => {
    const first = row * count;
    let at = first + count - 1;
    if (square >= (squares[at] ?? 0)) return;
    for (; at > first && (squares[at - 1] ?? 0) > square; at -= 1) {
      squares[at] = squares[at - 1] ?? 0;
      nearest[at] = nearest[at - 1] ?? 0;
    }
    squares[at] = square;
    nearest[at] = other;
  };
  for (let row = 0; row < rows; row += 1) {
    for (let other = row + 1; other < rows; other += 1) {
      const square = squareAt(data, row * columns, data, other * columns, columns);
      set(row, other, square);
      set(other, row, square);
    }
    if (row % 100 === 0) onProgress(1 - (1 - row / rows) ** 2);
  }
  return { count, rows: nearest, distances: squares.map(Math.sqrt) };
}

/**
 * UMAP (McInnes, Healy, Melville: arXiv 1802.03426) on rows whose principal axes are known. It begins with the two first of them instead of a random picture, so
 * that groups which are near each other stay so, and always draws the same. Written here, as the package for it takes thrice as long and depends on a library of matrices.
 */

/** As its authors propose. */
const NEIGHBOURS = 15;
const OTHERS_PUSHED = 5;
/** The curve of closeness for points that may come as near as 0.1: 1 / (1 + a d^2b). */
const A = 1.577;
const B = 0.8951;
/** More rounds only move points within their groups. */
const ROUNDS = 300;
const LARGEST_STEP = 4;
/** Half the width of the picture that it begins with. */
const START = 10;
const SEED = 7;

/** Pairs of rows that belong together. */
interface Ties {
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** How many rounds pass between two steps of a pair: the closer, the fewer. */
  readonly every: Float32Array;
}

/** How far a row reaches, so that its neighbours count as much as those of any other row. */
function reachOf({ distances, count }: Neighbours, row: number): { readonly nearest: number; readonly scale: number } {
  const own = distances.subarray(row * count, (row + 1) * count);
  const nearest = own.find((distance) => distance > 0) ?? 0;
  const wanted = Math.log2(count);
  let [low, high, scale] = [0, Number.POSITIVE_INFINITY, 1];
  for (let step = 0; step < 64; step += 1) {
    const sum = own.reduce((all, distance) => all + Math.exp(-Math.max(0, distance - nearest) / scale), 0);
    if (Math.abs(sum - wanted) < 1e-5) break;
    if (sum > wanted) high = scale;
    else low = scale;
    scale = high === Number.POSITIVE_INFINITY ? scale * 2 : (low + high) / 2;
  }
  const mean = own.reduce((all, distance) => all + distance, 0) / count;
  return { nearest, scale: Math.max(scale, mean * 1e-3, 1e-12) };
}

/** Closeness of pairs, from 0 to 1, seen from both sides. */
function closenessOf(neighbours: Neighbours, rows: number): Map<number, number> {
  const { count } = neighbours;
  const closeness = new Map<number, number>();
  for (let row = 0; row < rows; row += 1) {
    const { nearest, scale } = reachOf(neighbours, row);
    for (let i = row * count; i < (row + 1) * count; i += 1) {
      const other = neighbours.rows[i] ?? -1;
      if (other < 0) continue;
      const mine = Math.exp(-Math.max(0, (neighbours.distances[i] ?? 0) - nearest) / scale);
      const pair = Math.min(row, other) * rows + Math.max(row, other);
      const theirs = closeness.get(pair) ?? 0;
      closeness.set(pair, mine + theirs - mine * theirs);
    }
  }
  return closeness;
}

function tiesOf(neighbours: Neighbours, rows: number): Ties {
  const closeness = closenessOf(neighbours, rows);
  let closest = 0;
  for (const value of closeness.values()) closest = Math.max(closest, value);
  const close = [...closeness].filter(([, value]) => value >= closest / ROUNDS);
  return {
    from: Int32Array.from(close, ([pair]) => Math.floor(pair / rows)),
    to: Int32Array.from(close, ([pair]) => pair % rows),
    every: Float32Array.from(close, ([, value]) => closest / value),
  };
}

/** The first two axes, as large as the picture begins; a little moved, so that equal rows come apart. */
function startOf({ data, rows, columns }: Matrix, random: () => number): Float32Array {
  const points = new Float32Array(rows * 2);
  for (let row = 0; row < rows; row += 1) {
    for (let axis = 0; axis < Math.min(2, columns); axis += 1) points[row * 2 + axis] = data[row * columns + axis] ?? 0;
  }
  const largest = points.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const scale = largest === 0 ? 0 : START / largest;
  return points.map((value) => value * scale + (random() - 0.5) * 1e-3);
}

function clip(step: number): number {
  return Math.max(-LARGEST_STEP, Math.min(LARGEST_STEP, step));
}

/** Draws two points together, both of them by half of it. */
function pull(points: Float32Array, a: number, b: number, rate: number): void {
  const x = (points[a] ?? 0) - (points[b] ?? 0);
  const y = (points[a + 1] ?? 0) - (points[b + 1] ?? 0);
  const square = x * x + y * y;
  if (square === 0) return;
  const power = square ** B;
  const factor = (-2 * A * B * power) / (square * (1 + A * power));
  const [stepX, stepY] = [clip(factor * x) * rate, clip(factor * y) * rate];
  points[a] = (points[a] ?? 0) + stepX;
  points[a + 1] = (points[a + 1] ?? 0) + stepY;
  points[b] = (points[b] ?? 0) - stepX;
  points[b + 1] = (points[b + 1] ?? 0) - stepY;
}

/** Drives a point away from one that it has nothing to do with. */
function push(points: Float32Array, a: number, b: number, rate: number): void {
  const x = (points[a] ?? 0) - (points[b] ?? 0);
  const y = (points[a + 1] ?? 0) - (points[b + 1] ?? 0);
  const square = x * x + y * y;
  if (square === 0) return;
  const factor = (2 * B) / ((0.001 + square) * (1 + A * square ** B));
  points[a] = (points[a] ?? 0) + clip(factor * x) * rate;
  points[a + 1] = (points[a + 1] ?? 0) + clip(factor * y) * rate;
}

function arrange(points: Float32Array, ties: Ties, random: () => number, onProgress: (fraction: number) => void): void {
  const rows = points.length / 2;
  const next = ties.every.slice();
  for (let round = 0; round < ROUNDS; round += 1) {
    const rate = 1 - round / ROUNDS;
    for (let tie = 0; tie < next.length; tie += 1) {
      if ((next[tie] ?? 0) > round) continue;
      next[tie] = (next[tie] ?? 0) + (ties.every[tie] ?? 1);
      const [a, b] = [(ties.from[tie] ?? 0) * 2, (ties.to[tie] ?? 0) * 2];
      pull(points, a, b, rate);
      for (let other = 0; other < OTHERS_PUSHED; other += 1) {
        push(points, a, Math.floor(random() * rows) * 2, rate);
        push(points, b, Math.floor(random() * rows) * 2, rate);
      }
    }
    if (round % 5 === 0) onProgress(round / ROUNDS);
  }
}

/** What is done, and how much of it, from 0 to 1. */
export type OnDrawing = (step: 'COMPARING' | 'ARRANGING', fraction: number) => void;

/**
 * Lays rows out in a plane so that near rows are near each other.
 * @param rows coordinates along principal axes; more than one
 * @returns two numbers a row, in no unit
 */
export function layOut(rows: Matrix, onDrawing: OnDrawing): Float32Array {
  const random = createRandom(SEED);
  const neighbours = findNeighbours(rows, Math.min(NEIGHBOURS, rows.rows - 1), (part) => onDrawing('COMPARING', part));
  const points = startOf(rows, random);
  arrange(points, tiesOf(neighbours, rows.rows), random, (part) => onDrawing('ARRANGING', part));
  return points;
}
