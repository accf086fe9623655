/** Mulberry32: a seed gives the same numbers, 0 to 1, on every machine. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Up to this many differences every sign is tried: 2 ** 14 sums. */
const EXACT = 14;
const ROUNDS = 20_000;

/** Sums that differ by less are equal: they were added in another order. */
const ROUNDING = 1e-9;

/**
 * Fisher's randomisation test for pairs, one-sided: how likely the values would fall as much or more if old and new were the same but for chance.
 * (Smucker, Allan, Carterette 2007 recommend it for search.) Few differences are counted exactly, more by 20,000 draws from a fixed seed.
 * @returns p, 0 to 1; 1 if nothing differs
 * @throws {Error} unless both lists have the same length
 */
export function chanceOfFall(before: readonly number[], after: readonly number[]): number {
  if (before.length !== after.length) throw new Error('Pairs are compared: both lists need the same length.');
  const differences = after.map((value, index) => value - (before[index] ?? 0)).filter((value) => value !== 0);
  if (differences.length === 0) return 1;
  const observed = differences.reduce((sum, value) => sum + value, 0);
  const isAsLow = (isKept: (index: number) => boolean): boolean =>
    differences.reduce((sum, value, index) => sum + (isKept(index) ? value : -value), 0) <= observed + ROUNDING;

  if (differences.length <= EXACT) {
    const all = 2 ** differences.length;
    let asLow = 0;
    for (let signs = 0; signs < all; signs += 1) if (isAsLow((index) => (signs & (1 << index)) === 0)) asLow += 1;
    return asLow / all;
  }
  const random = createRandom(1);
  let asLow = 1;
  for (let round = 0; round < ROUNDS; round += 1) if (isAsLow(() => random() < 0.5)) asLow += 1;
  return asLow / (ROUNDS + 1);
}
