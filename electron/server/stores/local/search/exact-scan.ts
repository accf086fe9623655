import { setImmediate } from 'node:timers/promises';
import type BetterSqlite3 from 'better-sqlite3';
import { UserError } from '../../../../../shared/errors/errors.ts';
import type { Metric } from '../../../../../shared/nodes/vectorstores/graph-settings.ts';
import type { MetadataFilter } from '../../../core/vector-store.ts';
import type { Database } from '../../../storage/database.ts';
import { createLogReader, type LogReader } from '../log/log-reader.ts';
import { comparisonOf } from './comparison.ts';
import type { IdSet } from './id-set.ts';
import { type Matrix, MatrixCache } from './matrix-cache.ts';
import { type FilterSql, filterConditions, type KeyCondition, metadataFilterSql } from './metadata-filter.ts';
import { type CollectionFacts, createFactsReader, type StoredRounded } from './rounded-vectors.ts';
import { createTopK, type RankedChunk, type TopK } from './top-k.ts';
import type { RowRange } from './vector-matrix.ts';

/** Chunks a page of a scan that reads from the database: about 10 ms, so that other queries get in between. */
const PAGE_ROWS = 1024;
/** So few chunks are all compared exactly: 6 us each. */
const FEW_CHUNKS = 256;
/**
 * Of those that may be among the best by their rounded vectors, so many are compared exactly, or twice what is wanted. It ends before, when no other can be
 * better: after some 50 to 200 of texts. Only where more chunks than this are as near as makes no difference, one may be missed for another.
 */
const MAX_COMPARED = 1024;

export interface ScanOptions {
  /** Memory for vectors. */
  readonly matrixBytes: number;
  readonly stored?: StoredRounded | undefined;
}

export interface FilterRequest {
  readonly collectionId: number;
  readonly filter: MetadataFilter | undefined;
  readonly signal: AbortSignal;
}

export interface ScanRequest extends FilterRequest {
  readonly vector: Float32Array;
  readonly topK: number;
}

export interface RankRequest extends ScanRequest {
  /** What the graph found, as of the log's position `after`. */
  readonly candidates: readonly number[];
  readonly after: number;
}

interface PageRow {
  readonly id: number;
  readonly embedding_id: number;
  /** null for a chunk that the filter leaves out. */
  readonly vector: Buffer | null;
}

/** A question made ready: its vector as the metric wants it, what the collection is, and where the best chunks are gathered. */
interface Search {
  readonly collectionId: number;
  readonly count: number;
  readonly dimensions: number;
  readonly metric: Metric;
  readonly query: Float32Array;
  readonly filter: FilterSql | undefined;
  readonly conditions: readonly KeyCondition[];
  readonly signal: AbortSignal;
  readonly topK: number;
  readonly best: TopK;
}

const NO_FILTER: FilterSql = { sql: '1', params: [] };

/** Offers a stored vector; says how many were offered, 0 for one that can't be compared. */
function createOffer({ query, best, metric }: Search): (id: number, blob: Buffer | null) => number {
  const row = new Float32Array(query.length);
  const { read, score } = comparisonOf(metric);
  return (id, blob) => {
    if (blob === null || !read(blob, row.length, row)) return 0;
    best.offer(id, score(query, row, 0));
    return 1;
  };
}

type SelectVector = BetterSqlite3.Statement<(string | number)[], Buffer | null>;

function prepareVector(db: Database, { sql }: FilterSql): SelectVector {
  return db
    .prepare<(string | number)[], Buffer | null>(
      `SELECT (SELECT e.vector FROM embedding e WHERE e.id = c.embedding_id)
       FROM chunk c WHERE c.id = ? AND c.collection_id = ? AND ${sql}`,
    )
    .pluck();
}

/** Exact search by the collection's metric over the database, by reading only; for a thread of its own. */
export class ExactScan {
  readonly #db: Database;
  readonly #log: LogReader;
  readonly #matrices: MatrixCache;
  readonly #factsOf: (collectionId: number) => CollectionFacts | undefined;
  readonly #selectVector: SelectVector;

  constructor(db: Database, options: ScanOptions) {
    this.#db = db;
    this.#log = createLogReader(db);
    this.#matrices = new MatrixCache(db, options.matrixBytes, options.stored);
    this.#factsOf = createFactsReader(db);
    this.#selectVector = prepareVector(db, NO_FILTER);
  }

  /** Drops the collection's vectors from memory. */
  forget(collectionId: number): void {
    this.#matrices.forget(collectionId);
  }

  /** Drops vectors in memory that have not followed the log to its end. */
  forgetBehind(collectionId: number): void {
    this.#matrices.forgetBehind(collectionId);
  }

  /** Takes the next changes into the collection's vectors in memory, if any are, so that the next question need not. @returns whether there may be more */
  followInMemory(collectionId: number, rows: number): boolean {
    return this.#matrices.followInMemory(collectionId, rows);
  }

  /** Metadata of chunks was changed: what is in memory of it is read again. */
  metadataChanged(collectionId: number, chunkIds: readonly number[]): void {
    this.#matrices.metadataChanged(collectionId, chunkIds);
  }

  /**
   * The chunks that certainly do not fit a filter, by what is in memory; of those that come later, and of a few others, the filter has to be asked.
   * undefined when it is unknown: without a filter, or when the collection does not fit into memory.
   */
  async unfit({ collectionId, filter, signal }: FilterRequest): Promise<IdSet | undefined> {
    const conditions = filterConditions(filter);
    const facts = this.#factsOf(collectionId);
    if (conditions.length === 0 || facts === undefined) return undefined;
    const matrix = await this.#matrices.get({ ...facts, collectionId, from: 0, signal });
    if (matrix === undefined) return undefined;
    return matrix.vectors.leftOut(await matrix.columns.select(conditions, signal));
  }

  /** The best of the whole collection. */
  async scan(request: ScanRequest): Promise<RankedChunk[]> {
    const search = this.#prepare(request);
    if (search === undefined) return [];
    const matrix = await this.#matrices.get({ ...search, from: 0 });
    search.signal.throwIfAborted();
    if (matrix === undefined) await this.#scanPages(search);
    else {
      const { conditions, signal } = search;
      const wanted = conditions.length === 0 ? undefined : await matrix.columns.select(conditions, signal);
      this.#offerNearest(search, matrix, { after: 0, wanted });
    }
    return search.best.result();
  }

  /**
   * The best among the graph's candidates and what was added after its position; scores are those of `scan`, to the bit.
   * undefined when that is unknown: too few are left after deletions and filter, or the tail is most of the collection.
   */
  async rank(request: RankRequest): Promise<RankedChunk[] | undefined> {
    const search = this.#prepare(request);
    if (search === undefined) return [];
    const { after, topK } = request;
    const { collectionId, count } = search;
    if (this.#log.countAfter(collectionId, after, count) > count / 2) return undefined;
    const matrix = search.filter === undefined ? await this.#matrices.get({ ...search, from: after }) : undefined;
    search.signal.throwIfAborted();
    const inTail =
      matrix === undefined ? await this.#scanTail(search, after) : this.#offerNearest(search, matrix, { after });
    // The graph's part must be full by itself: what it left out may be better than what the tail has.
    const wanted = search.filter === undefined ? Math.min(topK, count - inTail) : topK;
    return this.#offerAll(search, request.candidates) < wanted ? undefined : search.best.result();
  }

  /** undefined for an empty collection. */
  #prepare({ collectionId, vector, topK, filter, signal }: ScanRequest): Search | undefined {
    const facts = this.#factsOf(collectionId);
    if (facts === undefined || facts.count === 0) return undefined;
    const { count, dimensions, metric } = facts;
    const query = comparisonOf(metric).ready(vector);
    if (query === undefined) return undefined;
    if (dimensions !== vector.length) {
      throw new UserError(
        'EMBEDDING_MISMATCH',
        `The collection's vectors have ${dimensions} numbers, the question's has ${vector.length}: ask with the model that made the collection.`,
      );
    }
    return {
      collectionId,
      count,
      dimensions,
      metric,
      query,
      topK,
      signal,
      filter: metadataFilterSql(filter),
      conditions: filterConditions(filter),
      best: createTopK(topK),
    };
  }

  /** Offers the best chunks of a range. @returns how many chunks the range has */
  #offerNearest(search: Search, { vectors }: Matrix, range: RowRange): number {
    const { query, topK, best } = search;
    const count = vectors.count(range);
    if (count <= FEW_CHUNKS) {
      this.#offerAll(search, vectors.list(range));
      return count;
    }
    const offer = this.#createOfferStored(search);
    const offered = new Set<number>();
    const limit = Math.max(MAX_COMPARED, topK * 2);
    // Chunks that a filter leaves out after all, or that were just deleted, may have made the first choice too narrow.
    for (const sure of [topK, count]) {
      const { chunks, rest } = vectors.nearest(query, { topK: sure, limit }, range);
      this.#together(() => {
        for (const { id, score } of chunks) {
          // The score is the most that it can be: nothing that comes now is better.
          if (score < best.floor) break;
          if (!offered.has(id)) offer(id);
          offered.add(id);
        }
      });
      if (rest === undefined || best.floor >= rest) break;
    }
    return count;
  }

  /** Walks the index (collection, embedding, chunk), so that vectors are read in the order in which they lie on disk. */
  async #scanPages(search: Search): Promise<void> {
    const { sql, params } = search.filter ?? NO_FILTER;
    const page = this.#db.prepare<(string | number)[], PageRow>(
      `SELECT c.id, c.embedding_id,
         CASE WHEN ${sql} THEN (SELECT e.vector FROM embedding e WHERE e.id = c.embedding_id) END AS vector
       FROM chunk c WHERE c.collection_id = ? AND (c.embedding_id, c.id) > (?, ?)
       ORDER BY c.embedding_id, c.id LIMIT ${PAGE_ROWS}`,
    );
    const offer = createOffer(search);
    let last: PageRow | undefined;
    do {
      search.signal.throwIfAborted();
      const rows = page.all(...params, search.collectionId, last?.embedding_id ?? 0, last?.id ?? 0);
      for (const { id, vector } of rows) offer(id, vector);
      last = rows.length < PAGE_ROWS ? undefined : rows.at(-1);
      await setImmediate();
    } while (last !== undefined);
  }

  /** What was logged after the graph's position, page by page: when it is filtered, or too much to keep. */
  async #scanTail(search: Search, after: number): Promise<number> {
    const { sql, params } = search.filter ?? NO_FILTER;
    const passes = this.#db
      .prepare<(string | number)[], number>(`SELECT 1 FROM chunk c WHERE c.id = ? AND ${sql}`)
      .pluck();
    const offer = createOffer(search);
    let offered = 0;
    for (let position = after; ; ) {
      search.signal.throwIfAborted();
      const entries = this.#log.readAfter(search.collectionId, position, PAGE_ROWS);
      for (const { chunk_id, vector } of entries) {
        if (vector !== null && passes.get(chunk_id, ...params) !== undefined) offered += offer(chunk_id, vector);
      }
      const last = entries.at(-1);
      if (last === undefined || entries.length < PAGE_ROWS) return offered;
      position = last.seq;
      await setImmediate();
    }
  }

  /** Offers a chunk if it is there and passes the filter, by its stored vector; says how many were offered, 0 or 1. */
  #createOfferStored(search: Search): (id: number) => number {
    const { filter } = search;
    const vectorOf = filter === undefined ? this.#selectVector : prepareVector(this.#db, filter);
    const params = filter?.params ?? [];
    const offer = createOffer(search);
    return (id) => offer(id, vectorOf.get(id, search.collectionId, ...params) ?? null);
  }

  /** Reads in one transaction: of single reads the locks would take a quarter of the time. */
  #together(read: () => void): void {
    this.#db.transaction(read)();
  }

  #offerAll(search: Search, ids: readonly number[]): number {
    const offer = this.#createOfferStored(search);
    let offered = 0;
    this.#together(() => {
      for (const id of ids) offered += offer(id);
    });
    return offered;
  }
}
