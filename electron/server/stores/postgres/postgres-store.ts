import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import type {
  ChunkPage,
  EmbeddedChunk,
  MetadataFilter,
  QueryHit,
  StoredChunk,
  VectorStore,
  VectorStoreQuery,
} from '../../core/vector-store.ts';
import type { DatabaseSettings } from '../../databases/database-config.ts';
import { databaseFailed } from '../../databases/database-errors.ts';
import { addressOf } from '../../databases/database-target.ts';
import {
  describePlace,
  isMissingTable,
  openPostgres,
  type Postgres,
  type PostgresClient,
  SQL_STATE,
  sqlStateOf,
} from '../../databases/postgres.ts';
import { jsonbText, quoteName, withoutNul } from '../../databases/postgres-text.ts';
import { embeddingMismatch } from '../embedding-mismatch.ts';
import { nextOf, readCursor } from '../page-cursor.ts';
import { questionVector } from '../question-vector.ts';
import { type ChunkRow, chunkColumns, cutBatches, cutIds, toStoredChunk, upsertStatement } from './postgres-chunks.ts';
import { type PostgresFilter, postgresFilter } from './postgres-filter.ts';
import {
  DISTANCES,
  isAtLeast,
  PGVECTOR,
  prepareTable,
  readLayout,
  readPgvector,
  type TableLayout,
  type TableNames,
} from './postgres-table.ts';
import { encodeVector, encodeVectors } from './postgres-vectors.ts';

export interface PostgresStoreSettings extends TableNames {
  readonly database: DatabaseSettings;
  /** Chunks of one statement, at most. */
  readonly batchSize: number;
  /** For every question, besides its own. */
  readonly filter: MetadataFilter;
}

/** Before every id. */
const NO_ID = '00000000-0000-0000-0000-000000000000';

interface Session {
  readonly postgres: Postgres;
  readonly settings: PostgresStoreSettings;
  /** The table as it is; looked up once it is there. */
  layout(signal: AbortSignal): Promise<TableLayout | undefined>;
  forget(): void;
}

function startSession(settings: PostgresStoreSettings): Session {
  const postgres = openPostgres(settings.database);
  let known: TableLayout | undefined;
  return {
    postgres,
    settings,
    async layout(signal) {
      signal.throwIfAborted();
      // An untyped column says nothing of its length until a chunk is there.
      if (known?.dimensions !== undefined) return known;
      known = await readLayout((text, values) => postgres.query(text, values, signal), settings);
      return known;
    },
    forget: () => {
      known = undefined;
    },
  };
}

/** Gives `absent` if there is no table, or none any more. */
async function orAbsent<T>(work: () => Promise<T>, absent: T): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isMissingTable(error)) throw error;
    return absent;
  }
}

async function upsert({ postgres, settings, layout }: Session, chunks: readonly EmbeddedChunk[], signal: AbortSignal) {
  const found = await layout(signal);
  if (found === undefined) {
    throw databaseFailed(postgres.target, `has no table "${settings.table}" any more: start the run again.`);
  }
  const statement = upsertStatement(settings);
  for (const batch of cutBatches(chunks, settings.batchSize)) {
    const values = [
      batch.map(({ id }) => id),
      batch.map(({ content }) => withoutNul(content)),
      batch.map(({ metadata }) => jsonbText(metadata)),
      encodeVectors(
        batch.map(({ vector }) => vector),
        found.vectorOid,
      ),
      batch.map(({ chunkNo }) => chunkNo),
    ];
    await postgres.query(statement, values, signal);
    await nextTurn();
  }
}

async function deleteAll({ postgres, settings }: Session, signal: AbortSignal): Promise<void> {
  const table = quoteName(settings.table);
  try {
    // Row by row it would take long, and leave a file and an index full of holes.
    await postgres.query(`TRUNCATE ${table}`, [], signal);
  } catch (error) {
    const state = sqlStateOf(error);
    // The right to delete is enough for the other way, which also works when other tables refer to this one.
    if (state !== SQL_STATE.insufficientPrivilege && state !== SQL_STATE.featureNotSupported) throw error;
    await postgres.query(`DELETE FROM ${table}`, [], signal);
  }
}

async function getByIds(
  session: Session,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<readonly StoredChunk[]> {
  const { postgres, settings } = session;
  const found = await session.layout(signal);
  if (found === undefined) return [];
  const chunks: StoredChunk[] = [];
  const statement = `SELECT ${chunkColumns(settings, found)} FROM ${quoteName(settings.table)} WHERE id = ANY($1::uuid[])`;
  for (const batch of cutIds(ids)) {
    for (const row of await postgres.query<ChunkRow>(statement, [batch], signal)) {
      chunks.push(toStoredChunk(row));
    }
  }
  return chunks;
}

/** Pages in the order of the ids, which are the primary key. */
async function listChunks(
  session: Session,
  { after, limit }: { after: string | undefined; limit: number },
  signal: AbortSignal,
): Promise<ChunkPage> {
  const { postgres, settings } = session;
  const start = after === undefined ? NO_ID : readCursor(z.uuid(), after);
  const found = await session.layout(signal);
  if (found === undefined) return { chunks: [], next: undefined };
  const statement = `SELECT ${chunkColumns(settings, found)} FROM ${quoteName(settings.table)} WHERE id > $1 ORDER BY id LIMIT $2`;
  const rows = await postgres.query<ChunkRow>(statement, [start, limit], signal);
  return { chunks: rows.map(toStoredChunk), next: nextOf(rows, limit, ({ id }) => id) };
}

async function vectorsOf(
  { postgres, settings }: Session,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Float32Array>> {
  const statement = `SELECT id::text AS id, embedding::float4[] AS vector FROM ${quoteName(settings.table)} WHERE id = ANY($1::uuid[])`;
  const found = new Map<string, Float32Array>();
  for (const batch of cutIds(ids)) {
    const rows = await postgres.query<{ id: string; vector: number[] | null }>(statement, [batch], signal);
    for (const { id, vector } of rows) if (vector !== null) found.set(id, new Float32Array(vector));
  }
  return found;
}

async function count({ postgres, settings }: Session, signal: AbortSignal): Promise<number> {
  const statement = `SELECT count(*)::float8 AS total FROM ${quoteName(settings.table)}`;
  const [row] = await postgres.query<{ total: number }>(statement, [], signal);
  return row?.total ?? 0;
}

async function check(session: Session, signal: AbortSignal): Promise<string> {
  const { postgres, settings } = session;
  const { target } = postgres;
  const [server] = await postgres.query<{ version: string; available: boolean }>(
    `SELECT current_setting('server_version') AS version,
      EXISTS (SELECT 1 FROM pg_available_extensions WHERE name = 'vector') AS available`,
    [],
    signal,
  );
  const pgvector = await readPgvector((text, values) => postgres.query(text, values, signal));
  if (pgvector === undefined && server?.available !== true) {
    throw databaseFailed(target, 'has no pgvector: install it there, or choose another vector store.');
  }
  const version = pgvector === undefined ? '' : ` with pgvector ${pgvector.join('.')}`;
  const answers = `PostgreSQL ${server?.version}${version} answers at ${addressOf(target)}.`;
  const found = await session.layout(signal);
  if (found === undefined) return `${answers} The table ${settings.table} will be made by the first upsert.`;
  const total = await count(session, signal);
  const holds = `The table ${settings.table} holds ${total} ${total === 1 ? 'chunk' : 'chunks'}.`;
  const slow =
    found.index === undefined ? ' It has no index for this distance, so a question compares with every chunk.' : '';
  return `${answers} ${holds}${slow}`;
}

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
async function searchTable(
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

/**
 * A table of a PostgreSQL with pgvector, in the layout that Flowise reads. Opening connects to nothing.
 * @throws UserError INVALID_PARAM for settings that can't be used
 */
export function createPostgresStore(settings: PostgresStoreSettings): VectorStore {
  const session = startSession(settings);
  const { postgres } = session;
  return {
    collection: `postgres:${describePlace(postgres.target)}/${settings.table}`,
    async model(signal) {
      session.forget();
      const found = await session.layout(signal);
      return found?.dimensions === undefined ? undefined : { id: found.model, dimensions: found.dimensions };
    },
    async prepare(model, signal) {
      await prepareTable(postgres, settings, model, signal);
      session.forget();
    },
    upsert: (chunks, signal) => upsert(session, chunks, signal),
    async deleteByIds(ids, signal) {
      signal.throwIfAborted();
      const table = quoteName(settings.table);
      const statement = `WITH locked AS MATERIALIZED (SELECT id FROM ${table} WHERE id = ANY($1::uuid[]) ORDER BY id FOR UPDATE)
        DELETE FROM ${table} AS t USING locked WHERE t.id = locked.id`;
      const remove = async (): Promise<void> => {
        for (const batch of cutIds(ids)) await postgres.query(statement, [batch], signal);
      };
      await orAbsent(remove, undefined);
    },
    deleteAll: (signal) => orAbsent(() => deleteAll(session, signal), undefined),
    getByIds: (ids, signal) => orAbsent(() => getByIds(session, ids, signal), []),
    count: (signal) => orAbsent(() => count(session, signal), 0),
    async query(question: VectorStoreQuery, signal) {
      const found = await session.layout(signal);
      if (found?.dimensions === undefined) return [];
      const { dimensions, model } = found;
      const { length } = await questionVector(question);
      if (length !== dimensions) {
        throw embeddingMismatch({ id: model, dimensions }, { id: undefined, dimensions: length });
      }
      return await orAbsent(() => searchTable(postgres, settings, found, question, signal), []);
    },
    browse: {
      listChunks: (page, signal) => orAbsent(() => listChunks(session, page, signal), { chunks: [], next: undefined }),
      vectorsOf: (ids, signal) => orAbsent(() => vectorsOf(session, ids, signal), new Map()),
    },
    check: (signal) => check(session, signal),
    close: () => postgres.close(),
  };
}
