import type { QueryResultRow } from 'pg';
import { uuidBytes, uuidText } from '../common/uuid.ts';
import type { DatabaseSettings } from '../databases/database-config.ts';
import { addressOf } from '../databases/database-target.ts';
import { isMissingTable, openPostgres, type Postgres } from '../databases/postgres.ts';
import { quoteName, withoutNul } from '../databases/postgres-text.ts';
import { checkRecordTable, recordTables } from './record-tables.ts';
import { type FoundRecord, type RecordSql, ROWS, SOURCES } from './remote-records.ts';

interface FoundRow {
  readonly id: number;
  readonly content_key: Buffer;
  readonly metadata_hash: Buffer;
  readonly chunk_no: number;
  readonly chunk_id: string;
  readonly last_run: number;
}

interface SourceRow {
  readonly id: number;
  readonly key: Buffer;
}

interface StaleRow {
  readonly source: number;
  readonly number: number;
  readonly chunk: string;
}

/** Making tables waits for other machines that make the same ones. */
const CREATE_MS = 60_000;

function uuidOf(text: string): Buffer {
  const bytes = uuidBytes(text);
  if (bytes === undefined) throw new Error('The database gave a UUID that is none.');
  return bytes;
}

function toFound(row: FoundRow): FoundRecord {
  return {
    contentKey: row.content_key,
    recordId: row.id,
    metadataHash: row.metadata_hash,
    chunkNo: row.chunk_no,
    chunkId: uuidOf(row.chunk_id),
    lastRun: row.last_run,
  };
}

/** A run never takes a record back from a later one; "no run" (a number below 1) does. */
function mark(column: string, run: number, param: string): string {
  return run > 0 ? `GREATEST(${column}, ${param})` : param;
}

function quotedTables(table: string) {
  const { records, namespaces, sources, runs } = recordTables(table);
  return {
    records: quoteName(records),
    namespaces: quoteName(namespaces),
    sources: quoteName(sources),
    runs: quoteName(runs),
  };
}

async function checkTable(postgres: Postgres, table: string, signal: AbortSignal): Promise<void> {
  const statement =
    'SELECT attname AS name FROM pg_attribute WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped';
  const columns = await postgres.query<{ name: string }>(statement, [quotedTables(table).records], signal);
  checkRecordTable(
    table,
    columns.map(({ name }) => name),
  );
}

async function createTables(postgres: Postgres, table: string, signal: AbortSignal): Promise<void> {
  await checkTable(postgres, table, signal);
  const tables = quotedTables(table);
  const [made] = await postgres.query<{ all: boolean }>(
    'SELECT bool_and(to_regclass(name) IS NOT NULL) AS all FROM unnest($1::text[]) AS name',
    [Object.values(tables)],
    signal,
  );
  if (made?.all === true) return;
  // Each run marks the records that it produces again: with some room on a page that touches no index.
  const number = 'GENERATED ALWAYS AS IDENTITY PRIMARY KEY';
  const statements = [
    `CREATE TABLE IF NOT EXISTS ${tables.namespaces} (id integer ${number}, name text NOT NULL UNIQUE)`,
    `CREATE TABLE IF NOT EXISTS ${tables.runs} (id bigint ${number}, namespace_id integer NOT NULL, started_at timestamptz NOT NULL DEFAULT now())`,
    `CREATE TABLE IF NOT EXISTS ${tables.sources} (id bigint ${number}, namespace_id integer NOT NULL, source_key bytea NOT NULL,
      source text NOT NULL, last_run bigint NOT NULL, UNIQUE (namespace_id, source_key))`,
    `CREATE TABLE IF NOT EXISTS ${tables.records} (id bigint ${number}, namespace_id integer NOT NULL, content_key bytea NOT NULL,
      metadata_hash bytea NOT NULL, source_id bigint NOT NULL, chunk_no integer NOT NULL, chunk_id uuid NOT NULL, last_run bigint NOT NULL,
      UNIQUE (namespace_id, content_key), UNIQUE (source_id, id)) WITH (fillfactor = 80)`,
  ];
  await postgres.transaction(
    async (client) => {
      await client.query(`SELECT pg_advisory_xact_lock(hashtext('tributary'), hashtext($1))`, [tables.records]);
      for (const statement of statements) await client.query(statement);
    },
    signal,
    { limitMs: CREATE_MS },
  );
}

type Tables = ReturnType<typeof quotedTables>;

function runSql(
  { query }: Postgres,
  { namespaces, runs }: Tables,
): Pick<RecordSql, 'addNamespace' | 'findNamespace' | 'addRun'> {
  return {
    async addNamespace(name, signal) {
      await query(`INSERT INTO ${namespaces} (name) VALUES ($1) ON CONFLICT DO NOTHING`, [name], signal);
      const [row] = await query<{ id: number }>(`SELECT id FROM ${namespaces} WHERE name = $1`, [name], signal);
      if (row === undefined) throw new Error('A namespace was neither added nor found.');
      return row.id;
    },
    async findNamespace(name, signal) {
      const [row] = await query<{ id: number }>(`SELECT id FROM ${namespaces} WHERE name = $1`, [name], signal);
      return row?.id;
    },
    async addRun(namespaceId, signal) {
      const statement = `INSERT INTO ${runs} (namespace_id) VALUES ($1) RETURNING id::float8 AS id`;
      const [row] = await query<{ id: number }>(statement, [namespaceId], signal);
      if (row === undefined) throw new Error('A run was not added.');
      return row.id;
    },
  };
}

/** For a page of many: reads along an index up to the end of the page, where a planner that knows little would sort everything behind it first. */
async function queryInOrder<Row extends QueryResultRow>(
  postgres: Postgres,
  statement: string,
  values: unknown[],
  signal: AbortSignal,
): Promise<Row[]> {
  return await postgres.transaction(async (client) => {
    await client.query('SET LOCAL enable_bitmapscan = off');
    return (await client.query<Row>(statement, values)).rows;
  }, signal);
}

function sourceSql(
  postgres: Postgres,
  { sources }: Tables,
): Pick<RecordSql, 'seeSources' | 'findSources' | 'listSources'> {
  const { query } = postgres;
  return {
    async seeSources(namespaceId, seen, run, signal) {
      // In one order in every run, so that two of them never wait for each other's rows.
      const statement = `INSERT INTO ${sources} AS s (namespace_id, source_key, source, last_run)
        SELECT $1, key, name, $4 FROM unnest($2::bytea[], $3::text[]) AS seen (key, name) ORDER BY key
        ON CONFLICT (namespace_id, source_key) DO UPDATE SET last_run = GREATEST(s.last_run, excluded.last_run)`;
      const values = [namespaceId, seen.map(({ key }) => key), seen.map(({ name }) => withoutNul(name)), run];
      await query(statement, values, signal);
    },
    findSources(namespaceId, keys, signal) {
      const statement = `SELECT s.id::float8 AS id, k.key FROM unnest($2::bytea[]) AS k (key)
        CROSS JOIN LATERAL (SELECT id FROM ${sources} WHERE namespace_id = $1 AND source_key = k.key LIMIT 1) AS s`;
      return query<SourceRow>(statement, [namespaceId, keys], signal);
    },
    listSources({ namespaceId, after, seenBy }, signal) {
      const statement = `SELECT id::float8 AS id, source_key AS key FROM ${sources}
        WHERE namespace_id = $1 AND source_key > $2 AND ($3::bigint IS NULL OR last_run = $3) ORDER BY source_key LIMIT ${SOURCES}`;
      return queryInOrder<SourceRow>(postgres, statement, [namespaceId, after, seenBy ?? null], signal);
    },
  };
}

/** Looks up row by row: of a table that was filled just now the planner knows nothing, and would read all of it. */
function readingSql(postgres: Postgres, { records }: Tables): Pick<RecordSql, 'find' | 'listRecords' | 'count'> {
  const { query } = postgres;
  return {
    async find(namespaceId, keys, signal) {
      const statement = `SELECT r.id::float8 AS id, content_key, metadata_hash, chunk_no, chunk_id::text AS chunk_id, last_run::float8 AS last_run
        FROM unnest($2::bytea[]) AS k (key)
        CROSS JOIN LATERAL (SELECT * FROM ${records} WHERE namespace_id = $1 AND content_key = k.key LIMIT 1) AS r`;
      return (await query<FoundRow>(statement, [namespaceId, keys], signal)).map(toFound);
    },
    async listRecords({ sourceIds, after, before }, signal) {
      const statement = `SELECT s.id::float8 AS source, r.id::float8 AS number, chunk_id::text AS chunk
        FROM unnest($1::bigint[]) WITH ORDINALITY AS s (id, place)
        CROSS JOIN LATERAL (SELECT id, chunk_id FROM ${records} WHERE source_id = s.id AND id > CASE WHEN place = 1 THEN $2::bigint ELSE 0 END
          AND ($3::bigint IS NULL OR last_run < $3) ORDER BY id LIMIT ${ROWS}) AS r
        ORDER BY place, r.id LIMIT ${ROWS}`;
      const rows = await queryInOrder<StaleRow>(postgres, statement, [sourceIds, after, before ?? null], signal);
      return rows.map(({ source, number, chunk }) => ({ sourceId: source, recordId: number, chunkId: uuidOf(chunk) }));
    },
    async count(namespaceId, signal) {
      const statement = `SELECT count(*)::float8 AS total FROM ${records} WHERE namespace_id = $1`;
      const [row] = await query<{ total: number }>(statement, [namespaceId], signal);
      return row?.total ?? 0;
    },
  };
}

/** Locks records in the order of their contents, as `insert` does: what changes them by number alone would lock them as they lie in the table. */
function lockedIn(records: string): string {
  return `WITH locked AS MATERIALIZED (SELECT id FROM ${records} WHERE id = ANY($1::bigint[]) ORDER BY content_key FOR UPDATE)`;
}

function writingSql(
  { query }: Postgres,
  { records }: Tables,
): Pick<RecordSql, 'insert' | 'touch' | 'replace' | 'remove'> {
  return {
    async insert(namespaceId, rows, run, signal) {
      // xmax is 0 for a row that this statement made, and not for one that was there.
      const statement = `INSERT INTO ${records} AS r (namespace_id, content_key, metadata_hash, source_id, chunk_no, chunk_id, last_run)
        SELECT $1, key, hash, source, place, chunk, $7
        FROM unnest($2::bytea[], $3::bytea[], $4::bigint[], $5::int[], $6::uuid[]) AS new (key, hash, source, place, chunk) ORDER BY key
        ON CONFLICT (namespace_id, content_key) DO UPDATE SET last_run = GREATEST(r.last_run, excluded.last_run)
        RETURNING content_key, xmax = 0 AS added`;
      const values = [
        namespaceId,
        rows.map(({ contentKey }) => contentKey),
        rows.map(({ metadataHash }) => metadataHash),
        rows.map(({ sourceId }) => sourceId),
        rows.map(({ chunkNo }) => chunkNo),
        rows.map(({ chunkId }) => uuidText(chunkId)),
        run,
      ];
      const marked = await query<{ content_key: Buffer; added: boolean }>(statement, values, signal);
      return marked.filter(({ added }) => added).map(({ content_key }) => content_key);
    },
    async touch(_namespaceId, ids, run, signal) {
      const statement = `${lockedIn(records)} UPDATE ${records} AS r SET last_run = ${mark('r.last_run', run, '$2')} FROM locked WHERE r.id = locked.id`;
      await query(statement, [ids, run], signal);
    },
    async replace(_namespaceId, replaced, run, signal) {
      const statement = `${lockedIn(records)} UPDATE ${records} AS r SET metadata_hash = new.hash, chunk_no = new.place, last_run = ${mark('r.last_run', run, '$4')}
        FROM unnest($1::bigint[], $2::bytea[], $3::int[]) AS new (id, hash, place)
        JOIN locked ON locked.id = new.id WHERE r.id = new.id`;
      const values = [
        replaced.map(({ recordId }) => recordId),
        replaced.map(({ metadataHash }) => metadataHash),
        replaced.map(({ chunkNo }) => chunkNo),
        run,
      ];
      await query(statement, values, signal);
    },
    async remove(_namespaceId, ids, signal) {
      await query(
        `${lockedIn(records)} DELETE FROM ${records} AS r USING locked WHERE r.id = locked.id`,
        [ids],
        signal,
      );
    },
  };
}

/**
 * Records in a PostgreSQL database. Numbers go as float8, which `pg` reads as numbers.
 * @throws UserError INVALID_PARAM for settings that can't be used
 */
export function createPostgresRecords(settings: DatabaseSettings, table: string): RecordSql {
  const postgres = openPostgres(settings);
  const tables = quotedTables(table);
  return {
    checkTable: (signal) => checkTable(postgres, table, signal),
    createTables: (signal) => createTables(postgres, table, signal),
    isMissing: isMissingTable,
    ...runSql(postgres, tables),
    ...sourceSql(postgres, tables),
    ...readingSql(postgres, tables),
    ...writingSql(postgres, tables),
    async describe(signal) {
      const statement = `SELECT current_setting('server_version') AS version`;
      const [row] = await postgres.query<{ version: string }>(statement, [], signal);
      return `PostgreSQL ${row?.version} answers at ${addressOf(postgres.target)}`;
    },
    close: () => postgres.close(),
  };
}
