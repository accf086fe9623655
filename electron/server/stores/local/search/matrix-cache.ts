import { setImmediate } from 'node:timers/promises';
import type { Metric } from '../../../../../shared/nodes/vectorstores/graph-settings.ts';
import type { Database } from '../../../storage/database.ts';
import { createLogReader, type LogReader } from '../log/log-reader.ts';
import { MetadataColumns } from './metadata-columns.ts';
import type { StoredRounded } from './rounded-vectors.ts';
import { matrixRowBytes, VectorMatrix } from './vector-matrix.ts';

/** Log entries a step: about 5 ms, so that other queries get in between. */
const SLICE_ROWS = 512;
/** Rounded vectors a step: about as long. */
const STORED_ROWS = 1024;
/** Each memory of WebAssembly reserves 8 GB of addresses, of which a process in Electron has 1 TB. */
const MAX_COLLECTIONS = 32;

export interface MatrixRequest {
  readonly collectionId: number;
  readonly dimensions: number;
  readonly metric: Metric;
  /** The matrix must cover the log after this position. */
  readonly from: number;
  /** Chunks in the collection: a matrix never has more rows, however long the log. */
  readonly count: number;
  readonly signal: AbortSignal;
}

/** Vectors and, by the same rows, metadata that filters have asked for. */
export interface Matrix {
  readonly vectors: VectorMatrix;
  readonly columns: MetadataColumns;
}

interface Held extends Matrix {
  /** Reading of the log takes turns: two at once would apply an entry twice. */
  turn: Promise<void>;
  /**
   * Up to this position of the log it is read from what is kept. One position, from beginning to end: what is deleted later is read from the log, behind it.
   */
  storedUpTo: number;
}

/** Vectors and metadata in memory for the scan thread, at most `budgetBytes` of vectors, those of the collections asked last. */
export class MatrixCache {
  readonly #db: Database;
  readonly #log: LogReader;
  readonly #budgetBytes: number;
  readonly #stored: StoredRounded | undefined;
  readonly #held = new Map<number, Held>();

  /** @param stored without it, all vectors are read and rounded again by the first question */
  constructor(db: Database, budgetBytes: number, stored?: StoredRounded) {
    this.#db = db;
    this.#log = createLogReader(db);
    this.#budgetBytes = budgetBytes;
    this.#stored = stored;
  }

  get bytes(): number {
    let sum = 0;
    for (const { vectors, columns } of this.#held.values()) sum += vectors.bytes + columns.bytes;
    return sum;
  }

  /**
   * A matrix that is up to date with what was committed when this was called, or undefined if it would not fit into the budget.
   * A tail (`from` over 0) has to be used before the next `await`.
   * @throws the signal's reason
   */
  async get(request: MatrixRequest): Promise<Matrix | undefined> {
    const { collectionId, from, signal } = request;
    for (;;) {
      const known = this.#usable(request);
      if (!this.#fits(request, known?.vectors)) {
        this.#held.delete(collectionId);
        return undefined;
      }
      const entry = known ?? this.#make(request);
      this.#held.delete(collectionId);
      this.#held.set(collectionId, entry);
      this.#evictOthers(collectionId, from === 0 ? request.count * matrixRowBytes(request.dimensions) : 0);
      const turn = entry.turn.then(() => this.#follow(collectionId, entry, signal));
      entry.turn = turn.catch(() => undefined);
      await turn;
      this.#evictOthers(collectionId, 0);
      // A later question may have moved the tail's start beyond what this one needs.
      if (entry.vectors.from <= from) return entry;
    }
  }

  /**
   * Takes the next `rows` entries of the log into a matrix that is in memory, and has been read as far as it is kept.
   * @returns whether there may be more
   */
  followInMemory(collectionId: number, rows: number): boolean {
    const held = this.#held.get(collectionId);
    if (held === undefined || held.vectors.position < held.storedUpTo || this.bytes > this.#budgetBytes) return false;
    const entries = this.#log.readAfter(collectionId, held.vectors.position, rows);
    held.vectors.apply(entries);
    return entries.length === rows;
  }

  /** Metadata of chunks has changed. */
  metadataChanged(collectionId: number, chunkIds: readonly number[]): void {
    this.#held.get(collectionId)?.columns.changed(chunkIds);
  }

  forget(collectionId: number): void {
    this.#held.delete(collectionId);
  }

  /** Drops the collection's matrix unless it is at the end of the log. */
  forgetBehind(collectionId: number): void {
    const held = this.#held.get(collectionId);
    if (held !== undefined && held.vectors.position < this.#log.lastSeq(collectionId)) this.#held.delete(collectionId);
  }

  /** @param expectedBytes what this collection is going to take, if that is more than it takes now */
  #evictOthers(collectionId: number, expectedBytes: number): void {
    const held = this.#held.get(collectionId)?.vectors.bytes ?? 0;
    const growth = Math.max(0, expectedBytes - held);
    for (const other of this.#held.keys()) {
      if (this.bytes + growth <= this.#budgetBytes && this.#held.size <= MAX_COLLECTIONS) return;
      if (other !== collectionId) this.#held.delete(other);
    }
  }

  #make(request: MatrixRequest): Held {
    const { dimensions, metric, from } = request;
    const vectors = new VectorMatrix(dimensions, metric, from);
    const storedUpTo = from === 0 ? (this.#stored?.upTo(request) ?? 0) : 0;
    return { vectors, columns: new MetadataColumns(this.#db, vectors), turn: Promise.resolve(), storedUpTo };
  }

  async #readStored(collectionId: number, entry: Held, signal: AbortSignal): Promise<void> {
    const { vectors, storedUpTo } = entry;
    const { dimensions, metric } = vectors;
    while (vectors.position < storedUpTo) {
      signal.throwIfAborted();
      const of = { collectionId, dimensions, metric };
      const rows = this.#stored?.read(of, vectors.position, storedUpTo, STORED_ROWS) ?? [];
      vectors.applyRounded(rows);
      // The rest, or what became of it, is in the log.
      if (rows.length < STORED_ROWS) entry.storedUpTo = 0;
      if (rows.length < STORED_ROWS) return;
      await setImmediate();
    }
  }

  async #follow(collectionId: number, entry: Held, signal: AbortSignal): Promise<void> {
    await this.#readStored(collectionId, entry, signal);
    const matrix = entry.vectors;
    const end = this.#log.lastSeq(collectionId);
    while (matrix.position < end) {
      signal.throwIfAborted();
      const entries = this.#log.readAfter(collectionId, matrix.position, SLICE_ROWS);
      if (entries.length === 0) return;
      matrix.apply(entries);
      await setImmediate();
    }
  }

  /** Moves a tail's start up, which is what keeps it small; the whole collection (from 0) stays whole. */
  #usable({ collectionId, dimensions, metric, from }: MatrixRequest): Held | undefined {
    const found = this.#held.get(collectionId);
    if (found === undefined || found.vectors.from > from) return undefined;
    if (found.vectors.dimensions !== dimensions || found.vectors.metric !== metric) return undefined;
    if (found.vectors.from > 0) found.vectors.dropThrough(from);
    return found;
  }

  #fits({ collectionId, dimensions, from, count }: MatrixRequest, matrix: VectorMatrix | undefined): boolean {
    const limit = Math.floor(this.#budgetBytes / matrixRowBytes(dimensions));
    if (count <= limit) return true;
    return this.#log.countAfter(collectionId, matrix?.from ?? from, limit + 1) <= limit;
  }
}
