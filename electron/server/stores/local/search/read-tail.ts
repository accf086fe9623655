export interface TailLimits {
  /** Changes that a question by words reads without the keyword index. */
  readonly rows: number;
  /** Of these at a time. */
  readonly sliceRows: number;
  /** Longer is not read, in ms. */
  readonly ms: number;
}

export const TAIL_LIMITS: TailLimits = {
  // One to two seconds of a free core; Chinese takes longer.
  rows: 32_768,
  // 5 to 20 ms, so that other questions get in between.
  sliceRows: 128,
  ms: 3000,
};

/**
 * Reads what the keyword index does not have yet, as far as the limits go.
 * @param readSlice reads so many changes at most, and says whether there may be more
 * @param pause between two slices; what it throws ends the reading
 */
export async function readTail(
  readSlice: (rows: number) => boolean,
  pause: () => Promise<void>,
  { rows, sliceRows, ms }: TailLimits = TAIL_LIMITS,
): Promise<void> {
  const startMs = performance.now();
  for (let left = rows; left > 0; left -= sliceRows) {
    const hasMore = readSlice(Math.min(sliceRows, left));
    if (!hasMore || performance.now() - startMs > ms) return;
    await pause();
  }
}
