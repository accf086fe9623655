import { setImmediate } from 'node:timers/promises';
import { UserError } from '../../../../shared/errors/errors.ts';
import type { Database } from '../../storage/database.ts';
import { createLogReader } from '../log-reader.ts';
import type { MetadataFilter } from '../vector-store.ts';
import { createMatrixCache } from './matrix-cache.ts';
import { type FilterSql, metadataFilterSql } from './metadata-filter.ts';
import { createTopK, type RankedChunk, type TopK } from './top-k.ts';
import { dotAt, readUnitVector, toUnitVector } from './vector-math.ts';

/** Chunks a page of a scan that reads from the database: about 10 ms, so that other queries get in between. */
const PAGE_ROWS = 1024;

export interface ScanRequest {
  readonly collectionId: number;
  readonly vector: Float32Array;
  readonly topK: number;
  readonly filter: MetadataFilter | undefined;
  readonly signal: AbortSignal;
}

export interface RankRequest extends ScanRequest {
  /** What the graph found, as of the log's position `after`. */
  readonly candidates: readonly number[];
  readonly after: number;
}

export interface ExactScan {
  /** The best of the whole collection by cosine. */
  scan(request: ScanRequest): Promise<RankedChunk[]>;
  /**
   * The best among the graph's candidates and what was added after its position; scores are those of `scan`, to the bit.
   * undefined when that can't be told: too few are left after deletions and filter, or the tail is most of the collection.
   */
  rank(request: RankRequest): Promise<RankedChunk[] | undefined>;
}

interface PageRow {
  readonly id: number;
  readonly embedding_id: number;
  /** null for a chunk that the filter leaves out. */
  readonly vector: Buffer | null;
}

interface CollectionFacts {
  readonly count: number;
  readonly dimensions: number | null;
}

const NO_FILTER: FilterSql = { sql: '1', params: [] };

/** Exact search over the database, by reading only; for a thread of its own. */
export function createExactScan(db: Database, options: { readonly matrixBytes: number }): ExactScan {
  const log = createLogReader(db);
  const matrices = createMatrixCache(log, options.matrixBytes);
  const selectFacts = db.prepare<[number], CollectionFacts>(
    `SELECT c.chunk_count AS count, m.dimensions
     FROM collection c LEFT JOIN embedding_model m ON m.id = c.model_id WHERE c.id = ?`,
  );

  /** Undefined for an empty collection; a vector of another length is the caller's mistake. */
  function factsFor({ collectionId, vector }: ScanRequest): { count: number; dimensions: number } | undefined {
    const facts = selectFacts.get(collectionId);
    if (facts === undefined || facts.dimensions === null || facts.count === 0) return undefined;
    if (facts.dimensions !== vector.length) {
      throw new UserError(
        'EMBEDDING_MISMATCH',
        `The collection's vectors have ${facts.dimensions} numbers, the question's has ${vector.length}: ask with the model that made the collection.`,
      );
    }
    return { count: facts.count, dimensions: facts.dimensions };
  }

  function createOffer(query: Float32Array, best: TopK): (id: number, blob: Buffer | null) => number {
    const row = new Float32Array(query.length);
    return (id, blob) => {
      if (blob === null || !readUnitVector(blob, row.length, row)) return 0;
      best.offer(id, dotAt(query, row, 0));
      return 1;
    };
  }

  /** Walks the index (collection, embedding, chunk), so that vectors are read in the order in which they lie on disk. */
  async function scanPages(request: ScanRequest, query: Float32Array, best: TopK): Promise<void> {
    const filter = metadataFilterSql(request.filter) ?? NO_FILTER;
    const page = db.prepare<(string | number)[], PageRow>(
      `SELECT c.id, c.embedding_id,
         CASE WHEN ${filter.sql} THEN (SELECT e.vector FROM embedding e WHERE e.id = c.embedding_id) END AS vector
       FROM chunk c WHERE c.collection_id = ? AND (c.embedding_id, c.id) > (?, ?)
       ORDER BY c.embedding_id, c.id LIMIT ${PAGE_ROWS}`,
    );
    const offer = createOffer(query, best);
    let last: PageRow | undefined;
    do {
      request.signal.throwIfAborted();
      const rows = page.all(...filter.params, request.collectionId, last?.embedding_id ?? 0, last?.id ?? 0);
      for (const { id, vector } of rows) offer(id, vector);
      last = rows.length < PAGE_ROWS ? undefined : rows.at(-1);
      await setImmediate();
    } while (last !== undefined);
  }

  function offerCandidates(request: RankRequest, query: Float32Array, best: TopK): number {
    const filter = metadataFilterSql(request.filter) ?? NO_FILTER;
    const one = db
      .prepare<(string | number)[], Buffer | null>(
        `SELECT (SELECT e.vector FROM embedding e WHERE e.id = c.embedding_id)
         FROM chunk c WHERE c.id = ? AND c.collection_id = ? AND ${filter.sql}`,
      )
      .pluck();
    const offer = createOffer(query, best);
    let found = 0;
    for (const id of request.candidates) {
      found += offer(id, one.get(id, request.collectionId, ...filter.params) ?? null);
    }
    return found;
  }

  /** What was logged after the graph's position, page by page, when it is filtered or too much to keep. */
  async function scanTail(request: RankRequest, query: Float32Array, best: TopK): Promise<number> {
    const filter = metadataFilterSql(request.filter) ?? NO_FILTER;
    const passes = db
      .prepare<(string | number)[], number>(`SELECT 1 FROM chunk c WHERE c.id = ? AND ${filter.sql}`)
      .pluck();
    const offer = createOffer(query, best);
    let offered = 0;
    for (let position = request.after; ; ) {
      request.signal.throwIfAborted();
      const entries = log.readAfter(request.collectionId, position, PAGE_ROWS);
      for (const { chunk_id, vector } of entries) {
        if (vector !== null && passes.get(chunk_id, ...filter.params) !== undefined) offered += offer(chunk_id, vector);
      }
      const last = entries.at(-1);
      if (last === undefined || entries.length < PAGE_ROWS) return offered;
      position = last.seq;
      await setImmediate();
    }
  }

  return {
    async scan(request) {
      const facts = factsFor(request);
      const query = toUnitVector(request.vector);
      if (facts === undefined || query === undefined) return [];
      const best = createTopK(request.topK);
      const { collectionId, signal } = request;
      const isFiltered = metadataFilterSql(request.filter) !== undefined;
      const matrix = isFiltered ? undefined : await matrices.get({ collectionId, ...facts, from: 0 });
      signal.throwIfAborted();
      if (matrix === undefined) await scanPages(request, query, best);
      else matrix.scan(query, 0, best);
      return best.result();
    },
    async rank(request) {
      const facts = factsFor(request);
      const query = toUnitVector(request.vector);
      if (facts === undefined || query === undefined) return [];
      const { collectionId, after, signal, topK } = request;
      if (log.countAfter(collectionId, after, facts.count) > facts.count / 2) return undefined;
      const isFiltered = metadataFilterSql(request.filter) !== undefined;
      const matrix = isFiltered ? undefined : await matrices.get({ collectionId, ...facts, from: after });
      signal.throwIfAborted();
      const best = createTopK(topK);
      const inTail = matrix === undefined ? await scanTail(request, query, best) : matrix.scan(query, after, best);
      // The graph's part must be full by itself: what it left out may be better than what the tail has.
      const wanted = isFiltered ? topK : Math.min(topK, facts.count - inTail);
      return offerCandidates(request, query, best) < wanted ? undefined : best.result();
    },
  };
}
