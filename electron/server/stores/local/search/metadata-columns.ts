import { setImmediate } from 'node:timers/promises';
import type { Database } from '../../../storage/database.ts';
import type { KeyCondition, Scalar } from './metadata-filter.ts';
import type { VectorMatrix } from './vector-matrix.ts';

/** Chunks a slice: about 3 ms, so that other queries get in between. */
const SLICE_ROWS = 512;
/** Columns that are kept, those of the keys that were asked for last. */
const MAX_COLUMNS = 16;
/** Stands for a key that is absent, and for a list or an object: no condition fits it. */
const NOTHING = 0;
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

interface Column {
  codes: Uint32Array;
  /** Rows that have been read. */
  length: number;
  /** Of these the ones that are to be read again. */
  stale: number[];
}

/** The last selection, as long as nothing has changed that it is made of. */
interface CachedRows {
  readonly conditions: string;
  readonly rows: Uint8Array;
  /** Of the matrix, when the selection was made. */
  readonly generation: number;
}

/** FNV-1a. */
function hash(text: string): number {
  let code = FNV_OFFSET;
  for (let i = 0; i < text.length; i += 1) code = Math.imul(code ^ text.charCodeAt(i), FNV_PRIME);
  return code >>> 0 || 1;
}

function codeOfScalar(value: Scalar): number {
  if (typeof value === 'string') return hash(`t${value}`);
  return hash(typeof value === 'number' ? `n${value}` : String(value));
}

/** What SQLite's json_type and json_extract say of a value. */
function codeOfJson(type: string | null, value: string | number | null): number {
  if (type === null || type === 'array' || type === 'object') return NOTHING;
  return codeOfScalar(type === 'true' ? true : type === 'false' ? false : value);
}

/** Marks the rows with any of the codes. Of one code, as most filters have it, in a third of the time that a set takes. */
function markFitting(fits: Uint8Array, codes: Uint32Array, wanted: readonly number[]): void {
  const [only = NOTHING] = wanted;
  if (wanted.length === 1) {
    for (let row = 0; row < fits.length; row += 1) if ((codes[row] ?? NOTHING) === only) fits[row] = 1;
    return;
  }
  const set = new Set(wanted);
  for (let row = 0; row < fits.length; row += 1) if (set.has(codes[row] ?? NOTHING)) fits[row] = 1;
}

/** Hashes of metadata values by row of a matrix, a column of four bytes a row for each key that filters have named. */
export class MetadataColumns {
  readonly #db: Database;
  readonly #matrix: VectorMatrix;
  #generation: number;
  readonly #columns = new Map<string, Column>();
  #changes = 0;
  #cached: CachedRows | undefined;

  constructor(db: Database, matrix: VectorMatrix) {
    this.#db = db;
    this.#matrix = matrix;
    this.#generation = matrix.generation;
  }

  get bytes(): number {
    let sum = this.#cached?.rows.byteLength ?? 0;
    for (const { codes } of this.#columns.values()) sum += codes.byteLength;
    return sum;
  }

  /** Metadata of chunks has changed: it is read again when it is asked for. */
  changed(chunkIds: readonly number[]): void {
    this.#changes += 1;
    this.#cached = undefined;
    const rows = chunkIds.flatMap((id) => this.#matrix.rowOf(id) ?? []);
    for (const column of this.#columns.values()) {
      column.stale = [...column.stale, ...rows.filter((row) => row < column.length)];
      // From here on it is less to read them all, once each.
      if (column.stale.length > column.length) Object.assign(column, { length: 0, stale: [] });
    }
  }

  /**
   * Of each row of the matrix, 1 when it may fit all conditions: a few may be there that do not. A key that is asked for the first time is read from the
   * database: 100,000 chunks in some 150 ms, or as long as the disk takes.
   */
  async select(conditions: readonly KeyCondition[], signal: AbortSignal): Promise<Uint8Array> {
    const key = JSON.stringify(conditions);
    for (;;) {
      const { used, generation } = this.#matrix;
      // Both searches of a hybrid question ask, and many questions come with one filter.
      const cached = this.#cached;
      if (cached?.conditions === key && cached.generation === generation && cached.rows.length === used)
        return cached.rows;
      const changes = this.#changes;
      const rows = await this.#select(conditions, signal);
      // Deletions meanwhile may have given the rows other numbers.
      if (generation !== this.#matrix.generation) continue;
      if (changes === this.#changes) this.#cached = { conditions: key, rows, generation };
      return rows;
    }
  }

  async #select(conditions: readonly KeyCondition[], signal: AbortSignal): Promise<Uint8Array> {
    const rows = new Uint8Array(this.#matrix.used).fill(1);
    for (const { paths, choices } of conditions) {
      const codes = choices.map(codeOfScalar);
      const fits = new Uint8Array(rows.length);
      for (const path of paths) {
        const column = await this.#follow(path, signal);
        markFitting(fits, column.codes, codes);
      }
      for (let row = 0; row < rows.length; row += 1) if (fits[row] === 0) rows[row] = 0;
    }
    return rows;
  }

  async #follow(path: string, signal: AbortSignal): Promise<Column> {
    for (;;) {
      if (this.#generation !== this.#matrix.generation) this.#columns.clear();
      this.#generation = this.#matrix.generation;
      const column = this.#touch(path);
      const rows = column.stale.length > 0 ? column.stale.splice(0, SLICE_ROWS) : this.#nextRows(column);
      if (rows.length === 0) return column;
      this.#read(path, column, rows);
      await setImmediate();
      signal.throwIfAborted();
    }
  }

  #nextRows({ length }: Column): readonly number[] {
    return Array.from({ length: Math.min(SLICE_ROWS, this.#matrix.used - length) }, (_, index) => length + index);
  }

  /** Makes it the one that was asked for last. */
  #touch(path: string): Column {
    const column = this.#columns.get(path) ?? { codes: new Uint32Array(), length: 0, stale: [] };
    this.#columns.delete(path);
    this.#columns.set(path, column);
    for (const other of this.#columns.keys()) {
      if (this.#columns.size <= MAX_COLUMNS) break;
      this.#columns.delete(other);
    }
    return column;
  }

  #read(path: string, column: Column, rows: readonly number[]): void {
    const ids = rows.map((row) => this.#matrix.idOf(row));
    const values = this.#db
      .prepare<[string, string, string], { type: string | null; value: string | number | null }>(
        `SELECT json_type(c.metadata, ?) AS type, json_extract(c.metadata, ?) AS value
         FROM json_each(?) j LEFT JOIN chunk c ON c.id = j.value ORDER BY j.key`,
      )
      .all(path, path, JSON.stringify(ids));
    const end = Math.max(column.length, (rows.at(-1) ?? 0) + 1);
    if (column.codes.length < end) {
      const larger = new Uint32Array(Math.max(this.#matrix.used, Math.ceil(column.codes.length * 1.25)));
      larger.set(column.codes);
      column.codes = larger;
    }
    for (const [index, { type, value }] of values.entries()) column.codes[rows[index] ?? 0] = codeOfJson(type, value);
    column.length = end;
  }
}
