import type { ChunkLengths } from './chunk-lengths.ts';

/** A term counts as often as it is there, from four times on by steps: BM25 makes less and less of it. */
const FREQUENCIES = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32];

/** A chunk counts as having a term so often at most. */
export const MAX_FREQUENCY = 255;

const COMMA = 0x2c;
const ZERO = 0x30;

/** The chunks that have a term, by their rows (see {@link ChunkLengths}), ascending, and how often they have it. */
export interface Postings {
  readonly rows: Int32Array;
  readonly frequencies: Uint8Array;
}

const NO_POSTINGS: Postings = { rows: new Int32Array(), frequencies: new Uint8Array() };

/** How often a term of this level is in a chunk at least; undefined beyond the last level. */
export function frequencyOfLevel(level: number): number | undefined {
  return FREQUENCIES[level];
}

/** The levels of a term that is so often in a chunk: all up to its own. */
export function levelsOf(count: number): number[] {
  const levels: number[] = [];
  for (const [level, frequency] of FREQUENCIES.entries()) if (count >= frequency) levels.push(level);
  return levels;
}

/** How often a term that is so often in a chunk counts. */
export function roundedFrequency(count: number): number {
  return FREQUENCIES.findLast((frequency) => count >= frequency) ?? 0;
}

/** Reads numbers that are separated by commas; ids of chunks are below 2^32. */
export function readIds(text: Uint8Array): Uint32Array {
  let count = text.length === 0 ? 0 : 1;
  for (let i = 0; i < text.length; i += 1) if (text[i] === COMMA) count += 1;
  const ids = new Uint32Array(count);
  let id = 0;
  let at = 0;
  for (let i = 0; i < text.length; i += 1) {
    const code = text[i] ?? COMMA;
    if (code === COMMA) {
      ids[at] = id;
      at += 1;
      id = 0;
    } else id = id * 10 + (code - ZERO);
  }
  if (count > 0) ids[at] = id;
  return ids;
}

/** Of what each chunk has of some terms together: as often as of all of them. */
export function addPostings(some: readonly Postings[]): Postings {
  const lists = some.filter(({ rows }) => rows.length > 0);
  const [first = NO_POSTINGS, ...further] = lists;
  if (further.length === 0) return first;
  const count = Math.max(...lists.map(({ rows }) => (rows.at(-1) ?? 0) + 1));
  const sums = new Uint16Array(count);
  for (const { rows, frequencies } of lists) {
    for (let i = 0; i < rows.length; i += 1) sums[rows[i] ?? 0] = (sums[rows[i] ?? 0] ?? 0) + (frequencies[i] ?? 0);
  }
  let found = 0;
  for (let row = 0; row < count; row += 1) if (sums[row] !== 0) found += 1;
  const added = { rows: new Int32Array(found), frequencies: new Uint8Array(found) };
  let at = 0;
  for (let row = 0; row < count; row += 1) {
    const sum = sums[row] ?? 0;
    if (sum === 0) continue;
    added.rows[at] = row;
    added.frequencies[at] = Math.min(MAX_FREQUENCY, sum);
    at += 1;
  }
  return added;
}

/** The chunks that have a term. @param levels chunks that have it once, twice and so on, of which each is a part of the one before */
export function toPostings(
  [all = new Uint32Array(), ...further]: readonly Uint32Array[],
  lengths: ChunkLengths,
): Postings {
  const frequencies = new Uint8Array(all.length).fill(1);
  for (const [i, ids] of further.entries()) {
    const frequency = FREQUENCIES[i + 1] ?? 0;
    let at = 0;
    // Each list is a part of the first, in the same order.
    for (const id of ids) {
      while (at < all.length && (all[at] ?? 0) < id) at += 1;
      frequencies[at] = frequency;
    }
  }
  return { rows: lengths.rowsOf(all), frequencies };
}
