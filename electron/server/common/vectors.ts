/**
 * Cuts token ids into windows of nearly the same length, none longer than `longest`, in order and without overlap.
 * Nothing gives no window.
 */
export function cutIntoWindows(ids: Int32Array, longest: number): readonly Int32Array[] {
  const count = Math.ceil(ids.length / longest);
  return Array.from({ length: count }, (_, index) =>
    ids.subarray(Math.floor((index * ids.length) / count), Math.floor(((index + 1) * ids.length) / count)),
  );
}

/** Scales a vector to length 1, in place; a vector of zeros stays. */
export function normaliseInPlace(vector: Float32Array): Float32Array {
  let squares = 0;
  for (const value of vector) squares += value * value;
  if (squares === 0) return vector;
  const scale = 1 / Math.sqrt(squares);
  for (let index = 0; index < vector.length; index++) vector[index] = (vector[index] ?? 0) * scale;
  return vector;
}

/** The mean of vectors of one length, scaled to length 1. At least one vector. */
export function averageVectors(vectors: readonly Float32Array[]): Float32Array {
  const sum = new Float32Array(vectors[0]?.length ?? 0);
  for (const vector of vectors) {
    for (let index = 0; index < sum.length; index++) sum[index] = (sum[index] ?? 0) + (vector[index] ?? 0);
  }
  return normaliseInPlace(sum);
}

/** The cosine of the angle between two vectors, -1 to 1; 0 for a vector of zeros, and for vectors of different lengths. */
export function cosineSimilarity(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length) return 0;
  let [product, squaresOfA, squaresOfB] = [0, 0, 0];
  for (let index = 0; index < a.length; index++) {
    const [left, right] = [a[index] ?? 0, b[index] ?? 0];
    product += left * right;
    squaresOfA += left * left;
    squaresOfB += right * right;
  }
  return squaresOfA === 0 || squaresOfB === 0 ? 0 : product / Math.sqrt(squaresOfA * squaresOfB);
}
