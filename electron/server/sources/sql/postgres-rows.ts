import type { CustomTypesConfig, FieldDef, QueryResult } from 'pg';
import type Cursor from 'pg-cursor';
import type { DatabaseSettings } from '../../databases/database-config.ts';
import { errorText } from '../../databases/database-errors.ts';
import { openPostgres, type PostgresClient, postgresFailure, SQL_STATE, sqlStateOf } from '../../databases/postgres.ts';
import { createBatchSize } from './batch-size.ts';
import { borrow } from './borrow.ts';
import { type CellMaker, cellOf, countCharacters, fromText, numberCell, type RowBatch, timeCell } from './cell.ts';
import { queryRefused } from './require-select.ts';

/**
 * Rows of a query, read through a cursor in a read-only transaction.
 * @throws UserError INVALID_PARAM for a query that the server rejects; OperationalError SERVICE_FAILED, SERVICE_TIMEOUT
 */
export async function* postgresRows(
  settings: DatabaseSettings,
  query: string,
  signal: AbortSignal,
): AsyncGenerator<RowBatch> {
  const database = openPostgres(settings);
  try {
    const { client, release } = await borrow<PostgresClient>((use) => database.withClient(use, signal));
    let isUsable = false;
    try {
      await client.query('BEGIN READ ONLY');
      // The caller may be busy for a long time between two batches; dates must be ISO 8601.
      await client.query("SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL DateStyle = 'ISO'");
      yield* readCursor(client, query);
      await client.query('COMMIT');
      isUsable = true;
    } catch (error) {
      signal.throwIfAborted();
      throw queryProblem(error) ?? postgresFailure(error, database.target);
    } finally {
      await release(isUsable);
    }
  } finally {
    await database.close();
  }
}

async function* readCursor(client: PostgresClient, query: string): AsyncGenerator<RowBatch> {
  const [{ default: PgCursor }, { types: known }] = await Promise.all([import('pg-cursor'), import('pg')]);
  const types: CustomTypesConfig = {
    getTypeParser: (oid) => (makers.has(oid) ? (text: string) => text : known.getTypeParser(oid, 'text')),
  };
  const cursor = client.query(new PgCursor<unknown[]>(query, [], { rowMode: 'array', types }));
  const size = createBatchSize();
  for (let isFirst = true; ; isFirst = false) {
    const { fields, values } = await readBatch(cursor, size.rows);
    const makerOf = fields.map(({ dataTypeID }) => makers.get(dataTypeID) ?? cellOf);
    const rows = values.map((row) => row.map((value, index) => makerOf[index]?.(value)));
    if (rows.length > 0 || isFirst) yield { columns: fields.map(({ name }) => name), rows };
    if (rows.length === 0) return;
    size.learn(rows.length, countCharacters(rows));
  }
}

/** Columns that keep the server's text, by the type's number in PostgreSQL's catalogue (pg_type). */
const makers: ReadonlyMap<number, CellMaker> = new Map([
  // bytea
  [17, () => undefined],
  // int8, numeric
  [20, fromText(numberCell)],
  [1700, fromText(numberCell)],
  // date, timestamp
  [1082, fromText(timeCell)],
  [1114, fromText(timeCell)],
]);

interface Values {
  readonly fields: readonly FieldDef[];
  readonly values: readonly unknown[][];
}

function readBatch(cursor: Cursor<unknown[]>, maxRows: number): Promise<Values> {
  const { promise, resolve, reject } = Promise.withResolvers<Values>();
  cursor.read(maxRows, (error, values, result?: QueryResult) => {
    if (error) reject(error);
    // A finished cursor no longer reports its columns.
    else resolve({ fields: result?.fields ?? [], values });
  });
  return promise;
}

/** Errors of class 42 name things in the query that the database does not have, or can't parse. */
function queryProblem(error: unknown): Error | undefined {
  const state = sqlStateOf(error);
  if (state === '25006') return queryRefused('changes data, and only reading is allowed', error);
  if (state === undefined || !state.startsWith('42') || state === SQL_STATE.insufficientPrivilege) return undefined;
  return queryRefused(`is not one that PostgreSQL takes, which says: ${errorText(error)}`, error);
}
