import type { FieldPacket, Query, QueryOptions, RowDataPacket, TypeCastField, TypeCastNext } from 'mysql2';
import type { PoolConnection } from 'mysql2/promise';
import { BugError } from '../../../../shared/errors/errors.ts';
import { type DatabaseSettings, readDatabaseConfig } from '../../databases/database-config.ts';
import { databaseTimedOut, errorText } from '../../databases/database-errors.ts';
import type { DatabaseTarget } from '../../databases/database-target.ts';
import { type Mysql, mysqlCodeOf, mysqlFailure, openMysql } from '../../databases/mysql.ts';
import { untilAborted } from '../../databases/until-aborted.ts';
import { borrow } from './borrow.ts';
import { type Cell, type CellMaker, cellOf, fromText, numberCell, type RowBatch, timeCell } from './cell.ts';
import { queryRefused } from './require-select.ts';

/** After this time without reading, the server drops a client (60 s by default). */
const WRITE_TIMEOUT_S = 24 * 3600;
const STREAM_ROWS = 64;
/** Shorter than the time that a worker has to end its job. */
const KILL_MS = 1000;

/**
 * Rows of a query, streamed in a read-only transaction.
 * @throws UserError INVALID_PARAM for a query that the server rejects; OperationalError SERVICE_FAILED, SERVICE_TIMEOUT
 */
export async function* mysqlRows(
  settings: DatabaseSettings,
  query: string,
  signal: AbortSignal,
): AsyncGenerator<RowBatch> {
  const database = openMysql(settings);
  const { statementMs } = readDatabaseConfig(settings);
  try {
    const { client, release } = await borrow<PoolConnection>((use) => database.withConnection(use, signal));
    let isUsable = false;
    try {
      await prepare(client);
      await client.query('START TRANSACTION READ ONLY');
      const rows = streamRows(startQuery(client, query));
      yield* withLimits(rows, { limitMs: statementMs, target: database.target, signal });
      await client.query('COMMIT');
      isUsable = true;
    } catch (error) {
      signal.throwIfAborted();
      throw queryProblem(error) ?? mysqlFailure(error, database.target);
    } finally {
      await release(isUsable);
      if (!isUsable) await endStatement(database, client);
    }
  } finally {
    await database.close();
  }
}

/** Closing the connection would not stop a statement before its first row, so it is killed. */
async function endStatement(database: Mysql, { threadId }: PoolConnection): Promise<void> {
  try {
    await database.run('KILL QUERY ?', [threadId], AbortSignal.timeout(KILL_MS));
  } catch {
    // It has ended already, or the server is unreachable: the earlier failure is the one to report.
  }
}

/** The server's time limit would include the time in which the caller uses the rows; ours counts only the waits. */
async function prepare(client: PoolConnection): Promise<void> {
  const [variables] = await client.query<RowDataPacket[]>(
    "SHOW VARIABLES WHERE Variable_name IN ('max_statement_time', 'max_execution_time')",
  );
  const limits = variables.map((variable) => `${variable.Variable_name} = 0`);
  await client.query(`SET SESSION ${[`net_write_timeout = ${WRITE_TIMEOUT_S}`, ...limits].join(', ')}`);
}

interface StreamingConnection {
  query(options: QueryOptions): Query;
}

function isStreaming(connection: object): connection is StreamingConnection {
  return 'query' in connection && typeof connection.query === 'function';
}

/** The connection behind the driver's promise wrapper, which alone can stream. */
function startQuery(client: PoolConnection, query: string): Query {
  const inner: object = client.connection;
  if (!isStreaming(inner)) throw new BugError('The MySQL driver has changed: its connections have no query()');
  return inner.query({ sql: query, rowsAsArray: true, typeCast: readField });
}

async function* streamRows(query: Query): AsyncGenerator<RowBatch> {
  let columns: readonly string[] = [];
  let makerOf: readonly CellMaker[] = [];
  query.on('fields', (fields: readonly FieldPacket[] | undefined = []) => {
    columns = fields.map((field) => field.name);
    makerOf = fields.map((field) => makers.get(field.columnType ?? -1) ?? cellOf);
  });
  let rows: (Cell | undefined)[][] = [];
  let isFirst = true;
  for await (const values of query.stream({ highWaterMark: STREAM_ROWS })) {
    rows.push(Array.isArray(values) ? values.map((value, index) => makerOf[index]?.(value)) : []);
    if (rows.length < STREAM_ROWS) continue;
    yield { columns, rows };
    rows = [];
    isFirst = false;
  }
  if (isFirst || rows.length > 0) yield { columns, rows };
}

/** Columns that {@link readField} returns as text, by MySQL's type number. */
const makers: ReadonlyMap<number, CellMaker> = new Map([
  // DECIMAL, LONGLONG, NEWDECIMAL
  [0, fromText(numberCell)],
  [8, fromText(numberCell)],
  [246, fromText(numberCell)],
  // TIMESTAMP, DATE, DATETIME
  [7, fromText(timeCell)],
  [10, fromText(timeCell)],
  [12, fromText(timeCell)],
]);

/** Numbers and times as text, so that nothing is lost; bytes and geometries not at all. */
function readField(field: TypeCastField, next: TypeCastNext): unknown {
  switch (field.type) {
    case 'LONGLONG':
    case 'DECIMAL':
    case 'NEWDECIMAL':
    case 'DATE':
    case 'DATETIME':
    case 'TIMESTAMP':
      return field.string('ascii');
    case 'JSON':
      return field.string('utf8');
    case 'BIT':
    case 'GEOMETRY':
      field.buffer();
      return null;
    default:
      return next();
  }
}

interface Limits {
  readonly limitMs: number;
  readonly target: DatabaseTarget;
  readonly signal: AbortSignal;
}

/** The stream of a closed connection may never end: each wait for rows ends with the time limit or the signal. */
async function* withLimits(batches: AsyncGenerator<RowBatch>, limits: Limits): AsyncGenerator<RowBatch> {
  const { limitMs, target, signal } = limits;
  for (;;) {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      const rest =
        'gave no rows in time: make the query simpler, or raise statementTimeout in the additional configuration.';
      late.reject(databaseTimedOut(target, rest));
    }, limitMs);
    let next: IteratorResult<RowBatch>;
    try {
      next = await untilAborted(Promise.race([batches.next(), late.promise]), signal);
    } finally {
      clearTimeout(timer);
    }
    if (next.done === true) return;
    yield next.value;
  }
}

/** Errors about things in the query that the database does not have, or can't parse. */
const QUERY_PROBLEMS = [
  'ER_PARSE_ERROR',
  'ER_SYNTAX_ERROR',
  'ER_EMPTY_QUERY',
  'ER_BAD_FIELD_ERROR',
  'ER_NO_SUCH_TABLE',
  'ER_NON_UNIQ_ERROR',
  'ER_SP_DOES_NOT_EXIST',
  'ER_FUNC_INEXISTENT_NAME_COLLISION',
  'ER_WRONG_FIELD_WITH_GROUP',
  'ER_WRONG_NUMBER_OF_COLUMNS_IN_SELECT',
  'ER_BAD_TABLE_ERROR',
  'ER_UNKNOWN_TABLE',
  'ER_VIEW_INVALID',
];

function queryProblem(error: unknown): Error | undefined {
  const code = mysqlCodeOf(error) ?? '';
  if (code === 'ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION') {
    return queryRefused('changes data, and only reading is allowed', error);
  }
  if (!QUERY_PROBLEMS.includes(code)) return undefined;
  return queryRefused(`is not one that the database takes, which says: ${errorText(error)}`, error);
}
