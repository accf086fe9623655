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

/** Ids a page of the table that leads from ids to rows: an id costs 4 bytes, also where other collections have theirs between. */
const PAGE_IDS = 4096;
const FIRST_CAPACITY = 1024;
const GROWTH = 1.25;

function grown<T extends Float64Array | Uint32Array>(array: T, make: (length: number) => T): T {
  const larger = make(Math.ceil(array.length * GROWTH));
  larger.set(array);
  return larger;
}

/**
 * The lengths of the chunks in a keyword table, in memory, each in a row. It follows the table by the ids, which only grow. Rows of deleted chunks stay until
 * they are half of all: no list leads to them.
 */
export class ChunkLengths {
  readonly #read: (afterId: number) => Iterable<readonly [id: number, terms: number]>;
  readonly #pages = new Map<number, Int32Array>();
  #ids = new Float64Array(FIRST_CAPACITY);
  #terms = new Uint32Array(FIRST_CAPACITY);
  #count = 0;
  #removed = 0;

  /** @param read reads the rows of the table behind an id, in their order */
  constructor(read: (afterId: number) => Iterable<readonly [id: number, terms: number]>) {
    this.#read = read;
  }

  /** Rows, those of deleted chunks included. */
  get count(): number {
    return this.#count;
  }

  idOf(row: number): number {
    return this.#ids[row] ?? 0;
  }

  /** Whether a row of the chunk has been read. */
  has(id: number): boolean {
    return this.#rowOf(id) >= 0;
  }

  /** The length of the chunk in each row, in terms; what is beyond the rows is of no meaning. */
  get terms(): Uint32Array {
    return this.#terms;
  }

  /** The rows of chunks, in the same order, -1 for those that are not in the table. @param ids the last one is the newest */
  rowsOf(ids: Uint32Array): Int32Array {
    if (ids.length > 0 && this.#rowOf(ids[ids.length - 1] ?? 0) < 0) this.#follow();
    const rows = new Int32Array(ids.length);
    let pageNo = -1;
    let page: Int32Array | undefined;
    for (let i = 0; i < ids.length; i += 1) {
      const id = ids[i] ?? 0;
      const no = Math.floor(id / PAGE_IDS);
      if (no !== pageNo) page = this.#pages.get(no);
      pageNo = no;
      rows[i] = (page?.[id % PAGE_IDS] ?? 0) - 1;
    }
    return rows;
  }

  /** A chunk that was removed is in the table again, with another length: it keeps its row, if that has been read. */
  replace(id: number, terms: number): void {
    const row = this.#rowOf(id);
    if (row >= 0) this.#terms[row] = terms;
  }

  /** A chunk was removed from the table. When all is read again, rows get other numbers: no earlier number may be used after this. */
  remove(): void {
    this.#removed += 1;
    if (this.#removed < FIRST_CAPACITY || this.#removed < this.#count / 2) return;
    this.#pages.clear();
    this.#ids = new Float64Array(FIRST_CAPACITY);
    this.#terms = new Uint32Array(FIRST_CAPACITY);
    this.#count = 0;
    this.#removed = 0;
  }

  /** -1 for an unknown chunk. */
  #rowOf(id: number): number {
    return (this.#pages.get(Math.floor(id / PAGE_IDS))?.[id % PAGE_IDS] ?? 0) - 1;
  }

  #follow(): void {
    for (const [id, terms] of this.#read(this.#count === 0 ? 0 : this.idOf(this.#count - 1))) {
      if (this.#count === this.#ids.length) {
        this.#ids = grown(this.#ids, (length) => new Float64Array(length));
        this.#terms = grown(this.#terms, (length) => new Uint32Array(length));
      }
      this.#ids[this.#count] = id;
      this.#terms[this.#count] = terms;
      this.#count += 1;
      const no = Math.floor(id / PAGE_IDS);
      const page = this.#pages.get(no) ?? new Int32Array(PAGE_IDS);
      this.#pages.set(no, page);
      page[id % PAGE_IDS] = this.#count;
    }
  }
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
