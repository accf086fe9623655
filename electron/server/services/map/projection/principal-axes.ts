import { addAt, createRandom, dotAt, type Matrix } from './matrix.ts';

/** Rounds over all pairs; a matrix of 60 columns needs 6 to 8. */
const MOST_SWEEPS = 30;

interface Eigen {
  readonly values: Float64Array;
  /** One vector a row, in the order of the values. */
  readonly vectors: Float64Array;
}

/** Turns columns and rows p and q so that their common entry becomes 0. */
function rotate(matrix: Float64Array, vectors: Float64Array, size: number, p: number, q: number): void {
  const at = (row: number, column: number) => matrix[row * size + column] ?? 0;
  const common = at(p, q);
  if (common === 0) return;
  const theta = (at(q, q) - at(p, p)) / (2 * common);
  const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.hypot(theta, 1));
  const c = 1 / Math.hypot(t, 1);
  const s = t * c;
  for (let k = 0; k < size; k += 1) {
    const [left, right] = [at(k, p), at(k, q)];
    matrix[k * size + p] = c * left - s * right;
    matrix[k * size + q] = s * left + c * right;
  }
  for (let k = 0; k < size; k += 1) {
    const [upper, lower] = [at(p, k), at(q, k)];
    matrix[p * size + k] = c * upper - s * lower;
    matrix[q * size + k] = s * upper + c * lower;
    const [a, b] = [vectors[p * size + k] ?? 0, vectors[q * size + k] ?? 0];
    vectors[p * size + k] = c * a - s * b;
    vectors[q * size + k] = s * a + c * b;
  }
}

function offDiagonal(matrix: Float64Array, size: number): number {
  let sum = 0;
  for (let i = 0; i < matrix.length; i += 1) if (i % (size + 1) !== 0) sum += (matrix[i] ?? 0) ** 2;
  return sum;
}

/** Eigenvalues and eigenvectors of a small symmetric matrix, the largest first (Jacobi's rotations). */
function symmetricEigen(symmetric: Float64Array, size: number): Eigen {
  const matrix = symmetric.slice();
  const vectors = new Float64Array(size * size);
  for (let i = 0; i < size; i += 1) vectors[i * (size + 1)] = 1;
  const enough = 1e-18 * matrix.reduce((sum, value) => sum + value * value, 0);
  for (let sweep = 0; sweep < MOST_SWEEPS && offDiagonal(matrix, size) > enough; sweep += 1) {
    for (let p = 0; p < size; p += 1) {
      for (let q = p + 1; q < size; q += 1) rotate(matrix, vectors, size, p, q);
    }
  }
  const entryOf = (index: number) => matrix[index * (size + 1)] ?? 0;
  const order = Array.from({ length: size }, (_, index) => index).sort((a, b) => entryOf(b) - entryOf(a) || a - b);
  const sorted = new Float64Array(size * size);
  for (const [to, from] of order.entries()) sorted.set(vectors.subarray(from * size, (from + 1) * size), to * size);
  return { values: Float64Array.from(order, entryOf), vectors: sorted };
}

/** Axes that are searched beside those that are wanted: the search meets the wanted ones sooner. */
const EXTRA = 8;
/** Rounds of the search; more do not change the picture. */
const ROUNDS = 3;
const SEED = 11;
/** An axis along which less of the variance lies than this is rounding. */
const LEAST_SHARE = 1e-9;

/** Directions in which rows differ most, the first the most (PCA). */
export interface PrincipalAxes {
  readonly mean: Float32Array;
  /** One axis a row, each of length 1. None if all rows are the same. */
  readonly axes: Matrix;
}

function meanOf({ data, rows, columns }: Matrix): Float32Array {
  const sums = new Float64Array(columns);
  for (let i = 0; i < data.length; i += 1) sums[i % columns] = (sums[i % columns] ?? 0) + (data[i] ?? 0);
  return Float32Array.from(sums, (sum) => sum / Math.max(1, rows));
}

function centre({ data, rows, columns }: Matrix, mean: Float32Array): Matrix {
  const centred = data.slice();
  for (let row = 0; row < rows; row += 1) addAt(centred, row * columns, mean, 0, columns, -1);
  return { data: centred, rows, columns };
}

/** Coordinates of rows along axes. */
function along({ data, rows, columns }: Matrix, axes: Matrix): Matrix {
  const found = new Float32Array(rows * axes.rows);
  for (let row = 0; row < rows; row += 1) {
    for (let axis = 0; axis < axes.rows; axis += 1) {
      found[row * axes.rows + axis] = dotAt(data, row * columns, axes.data, axis * columns, columns);
    }
  }
  return { data: found, rows, columns: axes.rows };
}

/** Makes each axis of length 1 and square to those before it; one that has nothing of its own becomes 0. Twice, against rounding. */
function straighten({ data, rows, columns }: Matrix): void {
  for (let axis = 0; axis < rows; axis += 1) {
    const at = axis * columns;
    const before = Math.sqrt(dotAt(data, at, data, at, columns));
    for (let other = 0; other < 2 * axis; other += 1) {
      const to = (other % axis) * columns;
      addAt(data, at, data, to, columns, -dotAt(data, at, data, to, columns));
    }
    const length = Math.sqrt(dotAt(data, at, data, at, columns));
    const scale = length <= before * 1e-5 ? 0 : 1 / length;
    for (let i = 0; i < columns; i += 1) data[at + i] = (data[at + i] ?? 0) * scale;
  }
}

/** Gaussian numbers from uniform ones, near enough for a start. */
function startAxes(rows: number, columns: number): Matrix {
  const random = createRandom(SEED);
  const data = Float32Array.from({ length: rows * columns }, () => random() + random() + random() - 1.5);
  return { data, rows, columns };
}

/** One round: axes that the rows stretch most come forward. */
function turnToRows(centred: Matrix, axes: Matrix): Matrix {
  const { columns } = centred;
  const places = along(centred, axes);
  const data = new Float32Array(axes.rows * columns);
  for (let row = 0; row < centred.rows; row += 1) {
    for (let axis = 0; axis < axes.rows; axis += 1) {
      const factor = places.data[row * axes.rows + axis] ?? 0;
      addAt(data, axis * columns, centred.data, row * columns, columns, factor);
    }
  }
  const turned = { data, rows: axes.rows, columns };
  straighten(turned);
  return turned;
}

/** Products of the columns with each other. */
function products({ data, rows, columns }: Matrix): Float64Array {
  const sums = new Float64Array(columns * columns);
  for (let row = 0; row < rows; row += 1) {
    for (let a = 0; a < columns; a += 1) {
      const left = data[row * columns + a] ?? 0;
      for (let b = 0; b < columns; b += 1) {
        sums[a * columns + b] = (sums[a * columns + b] ?? 0) + left * (data[row * columns + b] ?? 0);
      }
    }
  }
  return sums;
}

/** An axis has no front: the largest of its numbers is made positive, so that a picture is never mirrored. */
function pointForward(data: Float32Array, at: number, columns: number): void {
  let largest = 0;
  for (let i = at; i < at + columns; i += 1) if (Math.abs(data[i] ?? 0) > Math.abs(largest)) largest = data[i] ?? 0;
  if (largest < 0) for (let i = at; i < at + columns; i += 1) data[i] = -(data[i] ?? 0);
}

/**
 * Finds the directions in which rows differ most, by a randomised search with a fixed seed: some 0.5 s for 5,000 rows of 384 numbers.
 * @param most axes that are found at most; fewer if the rows differ in fewer directions
 */
export function findPrincipalAxes(rows: Matrix, most: number): PrincipalAxes {
  const { columns } = rows;
  const mean = meanOf(rows);
  const centred = centre(rows, mean);
  let searched = startAxes(Math.min(most + EXTRA, columns, rows.rows), columns);
  straighten(searched);
  for (let round = 0; round < ROUNDS; round += 1) searched = turnToRows(centred, searched);
  const size = searched.rows;
  const { values, vectors } = symmetricEigen(products(along(centred, searched)), size);
  const total = values.reduce((sum, value) => sum + Math.max(0, value), 0);
  const smallest = Math.max(total * LEAST_SHARE, rows.rows * 1e-12);
  const count = Math.min(most, values.filter((value) => value > smallest).length);
  const data = new Float32Array(count * columns);
  for (let axis = 0; axis < count; axis += 1) {
    for (let from = 0; from < size; from += 1) {
      addAt(data, axis * columns, searched.data, from * columns, columns, vectors[axis * size + from] ?? 0);
    }
    pointForward(data, axis * columns, columns);
  }
  return { mean, axes: { data, rows: count, columns } };
}

/** Coordinates of rows along principal axes. */
export function reduceRows(rows: Matrix, { mean, axes }: PrincipalAxes): Matrix {
  return along(centre(rows, mean), axes);
}
