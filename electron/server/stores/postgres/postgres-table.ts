import { UserError } from '../../../../shared/errors/errors.ts';
import type { ModelIdentity } from '../../core/vector-store.ts';
import { databaseFailed } from '../../databases/database-errors.ts';
import { type Postgres, type PostgresClient, SQL_STATE, sqlStateOf } from '../../databases/postgres.ts';
import { quoteName, withoutNul } from '../../databases/postgres-text.ts';
import { embeddingMismatch } from '../embedding-mismatch.ts';

export type PgDistance = 'cosine' | 'euclidean' | 'innerProduct';

/** pgvector's operator and operator class, and a score that is the cosine for vectors of length 1. */
export const DISTANCES = {
  cosine: { operator: '<=>', opclass: 'cosine_ops', score: (distance: number) => 1 - distance },
  euclidean: { operator: '<->', opclass: 'l2_ops', score: (distance: number) => 1 - distance ** 2 / 2 },
  // Negative, since PostgreSQL's indexes sort upwards.
  innerProduct: { operator: '<#>', opclass: 'ip_ops', score: (distance: number) => -distance },
} as const satisfies Record<PgDistance, unknown>;

export interface TableNames {
  /** `table` or `schema.table`. */
  readonly table: string;
  readonly contentColumn: string;
  readonly distance: PgDistance;
}

/** Limits of pgvector: of the type, of an index on it, and of an index on half-precision numbers. */
const MAX_DIMENSIONS = 16_000;
const MAX_INDEXED = 2000;
const MAX_HALF_INDEXED = 4000;
/** Where `halfvec` and its index came, and searching on until enough rows pass a filter. */
export const PGVECTOR = { halfvec: [0, 7], iterativeScan: [0, 8] } as const;

const COMMENT = 'Tributary keeps vectors of this model here: ';
/** What is done on an empty table is done at once; an index on many rows is not made here. */
const PREPARE_MS = 5 * 60_000;

export interface TableLayout {
  /** Undefined: vectors of any length may be in it, and none is. */
  readonly dimensions: number | undefined;
  /** Whether the column takes vectors of one length only. */
  readonly isTyped: boolean;
  readonly model: string | undefined;
  readonly hasChunkNo: boolean;
  /** An index for this node's distance, on the vectors or on their half-precision form. */
  readonly index: 'vector' | 'halfvec' | undefined;
  readonly vectorOid: number;
  readonly pgvector: readonly number[];
}

type ReadRows = <Row extends object>(text: string, values: unknown[]) => Promise<Row[]>;

interface ColumnRow {
  readonly name: string;
  readonly type: string;
  readonly typmod: number;
  readonly comment: string | null;
  readonly oid: number;
}

const COLUMNS = `SELECT a.attname AS name, format_type(a.atttypid, NULL) AS type, a.atttypmod AS typmod,
    col_description(a.attrelid, a.attnum) AS comment, a.atttypid::int4 AS oid
  FROM pg_attribute a WHERE a.attrelid = to_regclass($1) AND a.attnum > 0 AND NOT a.attisdropped`;
const INDEXES = 'SELECT pg_get_indexdef(indexrelid) AS definition FROM pg_index WHERE indrelid = to_regclass($1)';
const EXTENSION = `SELECT extversion AS version FROM pg_extension WHERE extname = 'vector'`;

export function isAtLeast(version: readonly number[], [major, minor]: readonly [number, number]): boolean {
  const [ownMajor = 0, ownMinor = 0] = version;
  return ownMajor > major || (ownMajor === major && ownMinor >= minor);
}

/** The version of pgvector in the database; undefined if it is not set up there. */
export async function readPgvector(read: ReadRows): Promise<readonly number[] | undefined> {
  const [row] = await read<{ version: string }>(EXTENSION, []);
  return row?.version.split('.').map(Number);
}

/** @throws UserError INVALID_PARAM when the table is not one for chunks */
function checkColumns(columns: readonly ColumnRow[], { table, contentColumn }: TableNames): ColumnRow {
  const wanted = {
    id: /^uuid$/,
    [contentColumn]: /^(text|character varying)$/,
    metadata: /^jsonb$/,
    embedding: /vector"?$/,
  };
  const wrong = Object.entries(wanted).find(
    ([name, type]) => !columns.some((column) => column.name === name && type.test(column.type)),
  );
  const embedding = columns.find(({ name }) => name === 'embedding');
  if (wrong !== undefined || embedding === undefined) {
    throw new UserError(
      'INVALID_PARAM',
      `The table "${table}" is not one for chunks, its column "${wrong?.[0] ?? 'embedding'}" is missing or of another type: choose another table name, or another content column.`,
      { details: { param: 'tableName', column: wrong?.[0] } },
    );
  }
  return embedding;
}

function findIndex(definitions: readonly string[], distance: PgDistance): TableLayout['index'] {
  const { opclass } = DISTANCES[distance];
  const kinds = ['vector', 'halfvec'] as const;
  return kinds.find((kind) =>
    definitions.some((text) => /USING (hnsw|ivfflat)/.test(text) && text.includes(`${kind}_${opclass}`)),
  );
}

/**
 * Looks at the table; undefined if there is none.
 * @throws UserError INVALID_PARAM when it is not one for chunks
 */
export async function readLayout(read: ReadRows, names: TableNames): Promise<TableLayout | undefined> {
  const name = quoteName(names.table);
  const columns = await read<ColumnRow>(COLUMNS, [name]);
  if (columns.length === 0) return undefined;
  const embedding = checkColumns(columns, names);
  const pgvector = (await readPgvector(read)) ?? [];
  const indexes = await read<{ definition: string }>(INDEXES, [name]);
  const isTyped = embedding.typmod > 0;
  const some = `SELECT vector_dims(embedding) AS dimensions FROM ${name} WHERE embedding IS NOT NULL LIMIT 1`;
  const [first] = isTyped ? [] : await read<{ dimensions: number }>(some, []);
  return {
    dimensions: isTyped ? embedding.typmod : first?.dimensions,
    isTyped,
    model: embedding.comment?.startsWith(COMMENT) ? embedding.comment.slice(COMMENT.length) : undefined,
    hasChunkNo: columns.some(({ name }) => name === 'chunk_no'),
    index: findIndex(
      indexes.map(({ definition }) => definition),
      names.distance,
    ),
    vectorOid: embedding.oid,
    pgvector,
  };
}

async function ensurePgvector(client: PostgresClient, { target }: Postgres): Promise<readonly number[]> {
  const read: ReadRows = async (text, values) => (await client.query(text, values)).rows;
  const found = await readPgvector(read);
  if (found !== undefined) return found;
  const available = await read(`SELECT 1 FROM pg_available_extensions WHERE name = 'vector'`, []);
  if (available.length === 0) {
    throw databaseFailed(target, 'has no pgvector: install it there, or choose another vector store.');
  }
  try {
    await client.query('CREATE EXTENSION IF NOT EXISTS vector');
  } catch (error) {
    if (sqlStateOf(error) !== SQL_STATE.insufficientPrivilege) throw error;
    throw databaseFailed(
      target,
      `does not allow user "${target.user}" to set pgvector up: let an administrator run "CREATE EXTENSION vector" in the database "${target.database}".`,
      error,
    );
  }
  return (await readPgvector(read)) ?? [];
}

async function createTable(
  client: PostgresClient,
  { table, contentColumn }: TableNames,
  dimensions: number,
): Promise<void> {
  // Flowise's own columns, so that its nodes read and fill the table as well; chunk_no is ours.
  await client.query(
    `CREATE TABLE ${quoteName(table)} (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), ${quoteName(contentColumn)} text, metadata jsonb,
      embedding vector(${dimensions}), chunk_no integer)`,
  );
}

/** @returns the part of an index definition that names what is indexed; undefined for vectors that pgvector has no index for */
function indexedExpression(names: TableNames, dimensions: number, pgvector: readonly number[]): string | undefined {
  const { opclass } = DISTANCES[names.distance];
  if (dimensions <= MAX_INDEXED) return `embedding vector_${opclass}`;
  if (dimensions > MAX_HALF_INDEXED || !isAtLeast(pgvector, PGVECTOR.halfvec)) return undefined;
  return `(embedding::halfvec(${dimensions})) halfvec_${opclass}`;
}

async function dropVectorIndexes(client: PostgresClient, table: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT indexrelid::regclass::text AS name FROM pg_index
     WHERE indrelid = to_regclass($1) AND pg_get_indexdef(indexrelid) ~ 'USING (hnsw|ivfflat)'`,
    [table],
  );
  // `regclass` as text is quoted already where it must be.
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
}

function fits(layout: TableLayout, model: ModelIdentity): boolean {
  return layout.dimensions === model.dimensions && layout.model === model.id && layout.hasChunkNo;
}

/** Gives an empty table to a model, whatever it was for before. */
async function tie(
  client: PostgresClient,
  names: TableNames,
  { dimensions, pgvector }: { readonly dimensions: number; readonly pgvector: readonly number[] },
): Promise<void> {
  const table = quoteName(names.table);
  await dropVectorIndexes(client, table);
  await client.query(`ALTER TABLE ${table} ALTER COLUMN embedding TYPE vector(${dimensions})`);
  const expression = indexedExpression(names, dimensions, pgvector);
  if (expression !== undefined) await client.query(`CREATE INDEX ON ${table} USING hnsw (${expression})`);
}

async function prepareInside(
  client: PostgresClient,
  postgres: Postgres,
  names: TableNames,
  model: ModelIdentity,
): Promise<void> {
  const read: ReadRows = async (text, values) => (await client.query(text, values)).rows;
  const table = quoteName(names.table);
  await client.query(`SELECT pg_advisory_xact_lock(hashtext('tributary'), hashtext($1))`, [table]);
  const pgvector = await ensurePgvector(client, postgres);
  const layout = await readLayout(read, names);
  if (layout !== undefined && fits(layout, model)) return;
  if (layout === undefined) await createTable(client, names, model.dimensions);
  else if (!layout.hasChunkNo) await client.query(`ALTER TABLE ${table} ADD COLUMN IF NOT EXISTS chunk_no integer`);
  await client.query(`LOCK TABLE ${table}`);
  const isEmpty = (await read(`SELECT 1 FROM ${table} LIMIT 1`, [])).length === 0;
  if (isEmpty) await tie(client, names, { dimensions: model.dimensions, pgvector });
  else if (layout?.dimensions !== undefined) {
    const held = { id: layout.model, dimensions: layout.dimensions };
    if (held.dimensions !== model.dimensions || (held.id ?? model.id) !== model.id)
      throw embeddingMismatch(held, model);
  }
  const comment = client.escapeLiteral(`${COMMENT}${withoutNul(model.id)}`);
  await client.query(`COMMENT ON COLUMN ${table}.embedding IS ${comment}`);
}

/**
 * Makes the table for a model if it is not there, gives an empty one to the model, and adds what is missing to one of Flowise's. A table that holds
 * chunks already gets no index, since making one locks the table for long.
 * @throws UserError EMBEDDING_MISMATCH (409), INVALID_PARAM; OperationalError when pgvector is missing or may not be set up
 */
export async function prepareTable(
  postgres: Postgres,
  names: TableNames,
  model: ModelIdentity,
  signal: AbortSignal,
): Promise<void> {
  if (model.dimensions > MAX_DIMENSIONS) {
    throw new UserError(
      'INVALID_PARAM',
      `pgvector holds vectors of at most ${MAX_DIMENSIONS} numbers, and this model makes ${model.dimensions}: choose another model.`,
    );
  }
  const layout = await readLayout((text, values) => postgres.query(text, values, signal), names);
  if (layout !== undefined && fits(layout, model)) return;
  await postgres.transaction((client) => prepareInside(client, postgres, names, model), signal, {
    limitMs: PREPARE_MS,
  });
}
