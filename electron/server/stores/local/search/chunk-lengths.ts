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

  /** A chunk was removed from the table. When all is read again, rows get other numbers: none that was told before may be used after this. */
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
