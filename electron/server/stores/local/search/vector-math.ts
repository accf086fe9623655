/** Bytes of a float32 number. */
export const FLOAT_BYTES = 4;

/** A blob's numbers; copied when the blob does not start at a multiple of four, as buffers of messages may. */
function floatsOf(blob: Uint8Array): Float32Array {
  const count = blob.byteLength / FLOAT_BYTES;
  if (blob.byteOffset % FLOAT_BYTES === 0) return new Float32Array(blob.buffer, blob.byteOffset, count);
  return new Float32Array(blob.slice().buffer, 0, count);
}

/** A stored vector (float32, little endian) as it is, in memory of its own. */
export function readStoredVector(blob: Uint8Array): Float32Array {
  return floatsOf(blob).slice();
}

/** Writes `vector` as it is at `offset` of `target`. False, and nothing of use written, if a number is not finite. */
function writeRaw(vector: Float32Array, target: Float32Array, offset: number): boolean {
  target.set(vector, offset);
  return vector.every(Number.isFinite);
}

/** Writes `vector` at `offset` of `target`, scaled to length 1. False, and nothing of use written, if a number is not finite. */
function writeUnit(vector: Float32Array, target: Float32Array, offset: number): boolean {
  let squares = 0;
  for (const value of vector) squares += value * value;
  if (!Number.isFinite(squares)) return false;
  const scale = squares === 0 ? 0 : 1 / Math.sqrt(squares);
  for (let i = 0; i < vector.length; i += 1) target[offset + i] = (vector[i] ?? 0) * scale;
  return true;
}

/**
 * Reads a stored vector (float32, little endian) into `target`, scaled to length 1; a zero vector stays zero.
 * @returns false for a blob of another length or with a number that is not finite: such a vector can't be compared
 */
export function readUnitVector(blob: Uint8Array, dimensions: number, target: Float32Array, offset = 0): boolean {
  if (blob.byteLength !== dimensions * FLOAT_BYTES) return false;
  return writeUnit(floatsOf(blob), target, offset);
}

/** {@link readUnitVector} without scaling. */
export function readRawVector(blob: Uint8Array, dimensions: number, target: Float32Array, offset = 0): boolean {
  if (blob.byteLength !== dimensions * FLOAT_BYTES) return false;
  return writeRaw(floatsOf(blob), target, offset);
}

/** A vector as it is; undefined if a number is not finite. */
export function toRawVector(vector: Float32Array): Float32Array | undefined {
  const raw = new Float32Array(vector.length);
  return writeRaw(vector, raw, 0) ? raw : undefined;
}

/** A vector at hand, scaled to length 1; undefined if a number is not finite. */
export function toUnitVector(vector: Float32Array): Float32Array | undefined {
  const unit = new Float32Array(vector.length);
  return writeUnit(vector, unit, 0) ? unit : undefined;
}

/**
 * Inner product of `a` with the row of `rows` that starts at `offset`: the cosine, when both have length 1. Four sums, since
 * one alone waits for itself (2.5 times slower).
 */
export function dotAt(a: Float32Array, rows: Float32Array, offset: number): number {
  const { length } = a;
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  let i = 0;
  for (; i + 3 < length; i += 4) {
    s0 += (a[i] ?? 0) * (rows[offset + i] ?? 0);
    s1 += (a[i + 1] ?? 0) * (rows[offset + i + 1] ?? 0);
    s2 += (a[i + 2] ?? 0) * (rows[offset + i + 2] ?? 0);
    s3 += (a[i + 3] ?? 0) * (rows[offset + i + 3] ?? 0);
  }
  for (; i < length; i += 1) s0 += (a[i] ?? 0) * (rows[offset + i] ?? 0);
  return s0 + s1 + s2 + s3;
}

/** Euclidean distance of `a` to the row of `rows` that starts at `offset`; four sums, as in {@link dotAt}. */
export function distanceAt(a: Float32Array, rows: Float32Array, offset: number): number {
  const { length } = a;
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  let i = 0;
  for (; i + 3 < length; i += 4) {
    s0 += ((a[i] ?? 0) - (rows[offset + i] ?? 0)) ** 2;
    s1 += ((a[i + 1] ?? 0) - (rows[offset + i + 1] ?? 0)) ** 2;
    s2 += ((a[i + 2] ?? 0) - (rows[offset + i + 2] ?? 0)) ** 2;
    s3 += ((a[i + 3] ?? 0) - (rows[offset + i + 3] ?? 0)) ** 2;
  }
  for (; i < length; i += 1) s0 += ((a[i] ?? 0) - (rows[offset + i] ?? 0)) ** 2;
  return Math.sqrt(s0 + s1 + s2 + s3);
}
