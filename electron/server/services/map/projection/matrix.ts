/** Rows of equal length, one behind the other. */
export interface Matrix {
  readonly data: Float32Array;
  readonly rows: number;
  readonly columns: number;
}

/** Inner product of two rows of `count` numbers that begin at `a` and `b`. */
export function dotAt(left: Float32Array, a: number, right: Float32Array, b: number, count: number): number {
  let sum = 0;
  for (let i = 0; i < count; i += 1) sum += (left[a + i] ?? 0) * (right[b + i] ?? 0);
  return sum;
}

/** Square of the distance between two rows of `count` numbers. */
export function squareAt(left: Float32Array, a: number, right: Float32Array, b: number, count: number): number {
  let sum = 0;
  for (let i = 0; i < count; i += 1) {
    const step = (left[a + i] ?? 0) - (right[b + i] ?? 0);
    sum += step * step;
  }
  return sum;
}

/** Adds `factor` times a row of `count` numbers to another. */
export function addAt(target: Float32Array, a: number, row: Float32Array, b: number, count: number, factor: number) {
  for (let i = 0; i < count; i += 1) target[a + i] = (target[a + i] ?? 0) + factor * (row[b + i] ?? 0);
}

/** Numbers from 0 to 1, always the same ones for a seed (mulberry32): the same collection is drawn the same way each time. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
