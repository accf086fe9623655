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
export function symmetricEigen(symmetric: Float64Array, size: number): Eigen {
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
