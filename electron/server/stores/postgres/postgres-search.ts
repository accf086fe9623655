import type { MetadataFilter, QueryHit, VectorStoreQuery } from '../../core/vector-store.ts';
import type { Postgres, PostgresClient } from '../../databases/postgres.ts';
import { quoteName } from '../../databases/postgres-text.ts';
import { questionVector } from '../question-vector.ts';
import { type ChunkRow, chunkColumns, toStoredChunk } from './postgres-chunks.ts';
import { type PostgresFilter, postgresFilter } from './postgres-filter.ts';
import { DISTANCES, isAtLeast, PGVECTOR, type TableLayout, type TableNames } from './postgres-table.ts';
import { encodeVector } from './postgres-vectors.ts';

interface HitRow extends ChunkRow {
  readonly distance: number | null;
}

/** How far the index looks around, at least; pgvector's own 40 misses more of the nearest. Its limit is 1,000. */
const MIN_EF = 100;
const MAX_EF = 1000;
/** The index on half-precision numbers finds candidates, which are put into order by the whole ones. */
const CANDIDATES_PER_HIT = 2;

/** With or without the index, which is only near enough. */
type Way = 'index' | 'exact';

/** Text of the statement, whose parameters are vector, number of hits, and those of the filter. */
function searchStatement(names: TableNames, layout: TableLayout, filter: PostgresFilter, way: Way): string {
  const { operator } = DISTANCES[names.distance];
  const { dimensions, index, isTyped } = layout;
  const distance = `embedding ${operator} $1::vector`;
  const conditions = [
    isTyped ? 'embedding IS NOT NULL' : `vector_dims(embedding) = ${dimensions}`,
    ...(filter.sql === '' ? [] : [filter.sql]),
  ].join(' AND ');
  const select = `SELECT ${chunkColumns(names, layout)}, ${distance} AS distance FROM ${quoteName(names.table)} WHERE ${conditions}`;
  if (way === 'exact' || index !== 'halfvec') return `${select} ORDER BY ${distance} LIMIT $2`;
  const half = `halfvec(${dimensions})`;
  const rough = `embedding::${half} ${operator} $1::vector::${half}`;
  const candidates = `${select} ORDER BY ${rough} LIMIT $2::int * ${CANDIDATES_PER_HIT}`;
  return `SELECT * FROM (${candidates}) AS candidates ORDER BY distance LIMIT $2`;
}

async function setUp(client: PostgresClient, way: Way, topK: number, canGoOn: boolean): Promise<void> {
  if (way === 'exact') {
    await client.query('SET LOCAL enable_indexscan = off');
    return;
  }
  const ef = Math.min(MAX_EF, Math.max(MIN_EF, topK * CANDIDATES_PER_HIT));
  await client.query(`SET LOCAL hnsw.ef_search = ${ef}`);
  if (canGoOn) await client.query('SET LOCAL hnsw.iterative_scan = strict_order');
}

/**
 * The chunks nearest to a vector, best first. Through the index where there is one; if that brings fewer than asked (a filter that few pass, rows deleted
 * but not yet cleared away), by comparing with all that pass.
 * @throws UserError INVALID_INPUT for a filter of too many conditions
 */
export async function searchTable(
  postgres: Postgres,
  settings: TableNames & { readonly filter: MetadataFilter },
  layout: TableLayout,
  question: VectorStoreQuery,
  signal: AbortSignal,
): Promise<readonly QueryHit[]> {
  const { topK, filter } = question;
  const condition = postgresFilter([settings.filter, filter], 3);
  const canGoOn = isAtLeast(layout.pgvector, PGVECTOR.iterativeScan);
  const values = [encodeVector(await questionVector(question)), topK, ...condition.values];
  const search = (way: Way): Promise<HitRow[]> =>
    postgres.transaction(async (client) => {
      await setUp(client, way, topK, canGoOn);
      const { rows } = await client.query<HitRow>(searchStatement(settings, layout, condition, way), values);
      return rows;
    }, signal);
  const mayUseIndex = layout.index !== undefined && (canGoOn || condition.sql === '');
  const near = mayUseIndex ? await search('index') : [];
  const rows = near.length < topK ? await search('exact') : near;
  const { score } = DISTANCES[settings.distance];
  return rows.map((row) => {
    const { id, content, metadata, chunkNo } = toStoredChunk(row);
    // A vector of nothing but zeros has no direction, and so no cosine.
    const found = row.distance === null || Number.isNaN(row.distance) ? 0 : score(row.distance);
    return { id, pageContent: content, metadata, score: found, chunkNo };
  });
}
