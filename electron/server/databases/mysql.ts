import { isIP, Socket } from 'node:net';
import type { Pool, PoolConnection, ResultSetHeader, RowDataPacket } from 'mysql2/promise';
import { AppError, OperationalError, UserError } from '../../../shared/errors/errors.ts';
import { createGuardedSocket } from '../http/guarded-agent.ts';
import { type DatabaseConfig, type DatabaseSettings, readDatabaseConfig } from './database-config.ts';
import { connectionFailure, databaseFailed, databaseTimedOut, errorCode, errorText } from './database-errors.ts';
import type { DatabaseTarget } from './database-target.ts';
import { withinLimit } from './statement-limit.ts';
import { untilAborted } from './until-aborted.ts';

/** A value of a statement; a list stands for `a, b, c`, and a list of lists for `(a, b), (c, d)`. */
export type MysqlValue = string | number | Buffer | null | readonly MysqlValue[];

/** A MySQL or MariaDB database with a few connections, which are made when they are needed. */
export interface Mysql {
  readonly target: DatabaseTarget;
  /** Rows of one statement, within the time limit of the settings. Tried again after a deadlock, so it must be one that may be. */
  query<Row extends RowDataPacket>(text: string, values: readonly MysqlValue[], signal: AbortSignal): Promise<Row[]>;
  /** As `query`, for a statement that answers with no rows. */
  run(text: string, values: readonly MysqlValue[], signal: AbortSignal): Promise<ResultSetHeader>;
  /** Several statements that are done together or not at all; otherwise as `query`. */
  transaction<T>(work: (connection: PoolConnection) => Promise<T>, signal: AbortSignal): Promise<T>;
  /** A connection for as long as the work takes. When the signal aborts it is cut, which ends the wait for a statement that runs. */
  withConnection<T>(work: (connection: PoolConnection) => Promise<T>, signal: AbortSignal): Promise<T>;
  /** Ends all connections. Other methods are not called after it. */
  close(): Promise<void>;
}

/** A run reads and writes at most a few batches at the same time. */
const MAX_CONNECTIONS = 4;
/** Longer than from one batch to the next; servers and firewalls on the way cut idle connections after minutes. */
const IDLE_MS = 10_000;

/** The driver compares a certificate with a name only. */
function requireName({ host }: DatabaseSettings, { tls }: DatabaseConfig): void {
  if (tls?.rejectUnauthorized !== true || isIP(host) === 0) return;
  throw new UserError(
    'INVALID_PARAM',
    `With SSL the host has to be a name, which the server's certificate is checked for, and ${host} is an address: write the name, or switch the check off with {"ssl": {"rejectUnauthorized": false}}.`,
    { details: { param: 'host' } },
  );
}

async function createPool(settings: DatabaseSettings, config: DatabaseConfig): Promise<Pool> {
  const mysql = await import('mysql2/promise');
  const { host, port, database, user, password } = settings;
  return mysql.createPool({
    host,
    port,
    database,
    user,
    password,
    // Otherwise a certificate of any host would do.
    ...(config.tls === undefined ? {} : { ssl: { ...config.tls, verifyIdentity: config.tls.rejectUnauthorized } }),
    stream: () => createGuardedSocket().connect(port, host).setNoDelay(true).setKeepAlive(true),
    charset: 'utf8mb4_bin',
    connectTimeout: config.connectMs,
    connectionLimit: MAX_CONNECTIONS,
    maxIdle: 1,
    idleTimeout: IDLE_MS,
    // A server may ask a client for any of its files; ours never sends one.
    flags: ['-LOCAL_FILES'],
  });
}

/** Sets a new connection up: values are written into statements here, which is safe only with the usual meaning of backslashes. */
async function setUp(connection: PoolConnection, statementMs: number): Promise<void> {
  const [[row]] = await connection.query<RowDataPacket[]>('SELECT VERSION() AS version');
  const isMariadb = /mariadb/i.test(String(row?.version));
  const limit = isMariadb ? `max_statement_time = ${statementMs / 1000}` : `max_execution_time = ${statementMs}`;
  const lockSeconds = Math.max(1, Math.floor(statementMs / 1000));
  await connection.query(
    `SET SESSION sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION', innodb_lock_wait_timeout = ${lockSeconds}, ${limit}`,
  );
}

/** Ends a connection at once: the driver's own way waits for the statement that runs. */
function cutConnection(connection: PoolConnection): void {
  connection.destroy();
  const inner: object = connection.connection;
  if ('stream' in inner && inner.stream instanceof Socket) inner.stream.destroy();
}

const DENIED_USER = [
  'ER_ACCESS_DENIED_ERROR',
  'ER_ACCESS_DENIED_NO_PASSWORD_ERROR',
  'ER_ACCESS_DENIED_CHANGE_USER_ERROR',
];
const DENIED_ACTION = [
  'ER_DBACCESS_DENIED_ERROR',
  'ER_TABLEACCESS_DENIED_ERROR',
  'ER_COLUMNACCESS_DENIED_ERROR',
  'ER_SPECIFIC_ACCESS_DENIED_ERROR',
];
const DENIED_HOST = ['ER_HOST_NOT_PRIVILEGED', 'ER_HOST_IS_BLOCKED'];
const TOO_MANY = ['ER_CON_COUNT_ERROR', 'ER_TOO_MANY_USER_CONNECTIONS', 'ER_USER_LIMIT_REACHED'];
const TOO_SLOW = ['ER_LOCK_WAIT_TIMEOUT', 'ER_STATEMENT_TIMEOUT', 'ER_QUERY_TIMEOUT', 'ER_QUERY_INTERRUPTED'];
const FULL = ['ER_DISK_FULL', 'ER_RECORD_FILE_FULL'];

/** Long enough for a server's sentence, short enough for a notice. */
const LONGEST_QUOTE = 200;

/** MariaDB's "max_statement_time exceeded", which the driver has no name for. */
const MARIADB_STATEMENT_TIMEOUT = 1969;

/** The server's name of an error (ER_…), also after {@link mysqlFailure}. */
export function mysqlCodeOf(error: unknown): string | undefined {
  const code = error instanceof OperationalError ? error.details?.databaseCode : errorCode(error);
  if (typeof code === 'string') return code.startsWith('ER_') ? code : undefined;
  const number = error instanceof Error && 'sqlState' in error && 'errno' in error ? error.errno : undefined;
  if (typeof number !== 'number') return undefined;
  return number === MARIADB_STATEMENT_TIMEOUT ? 'ER_STATEMENT_TIMEOUT' : `ER_${number}`;
}

/** Says whether a table is not there. */
export function isMissingMysqlTable(error: unknown): boolean {
  return mysqlCodeOf(error) === 'ER_NO_SUCH_TABLE';
}

/** Two transactions stood in each other's way, and this one was to give in. */
function isMysqlDeadlock(error: unknown): boolean {
  return mysqlCodeOf(error) === 'ER_LOCK_DEADLOCK';
}

function byCode(code: string, error: unknown, target: DatabaseTarget): OperationalError {
  const because = (rest: string): OperationalError => databaseFailed(target, rest, error);
  const { user, database } = target;
  if (DENIED_USER.includes(code)) return because(`refused user "${user}" or the password: check the credential.`);
  if (DENIED_HOST.includes(code)) {
    return because(
      'takes no connections from this machine: allow it there (CREATE USER … @ …), or use another server.',
    );
  }
  if (code === 'ER_BAD_DB_ERROR') return because(`has no database "${database}": check its name, or make it.`);
  if (DENIED_ACTION.includes(code)) {
    const said = errorText(error).slice(0, LONGEST_QUOTE);
    return because(`does not allow this to user "${user}": ${said}. Grant it, or use another user.`);
  }
  if (code === 'ER_SECURE_TRANSPORT_REQUIRED') {
    return because('wants SSL: add {"ssl": true} to the additional configuration.');
  }
  if (TOO_MANY.includes(code)) return because('takes no more connections: try again later, or raise max_connections.');
  if (FULL.includes(code)) return because('has no disk space left: free some there.');
  if (TOO_SLOW.includes(code)) {
    const rest =
      'did not finish a statement in time: try again, or raise statementTimeout in the additional configuration.';
    return databaseTimedOut(target, rest, error);
  }
  // The server's own words often hold the statement or its data, so only the code is reported.
  return because(`failed (${code}): see its log.`);
}

/**
 * What an error of `mysql2` means to people: SERVICE_FAILED or SERVICE_TIMEOUT with the address and what to do. `details.databaseCode` holds the server's
 * name of the error. Errors of ours pass unchanged; one that nobody foresaw is returned as it is.
 */
export function mysqlFailure(error: unknown, target: DatabaseTarget): unknown {
  if (error instanceof AppError) return error;
  const code = mysqlCodeOf(error);
  if (code !== undefined) return byCode(code, error, target);
  if (/auth|plugin/i.test(errorCode(error) ?? '') || /unknown (authentication )?plugin/i.test(errorText(error))) {
    return databaseFailed(
      target,
      'wants another way to log in than we know: give the user a password of the usual kind.',
      error,
    );
  }
  return connectionFailure(error, target) ?? error;
}

/** A statement that the server refuses leaves its connection as it was; after anything else nobody knows. */
function leavesUsable(error: unknown): boolean {
  if (error instanceof AppError) return true;
  const isFatal = error instanceof Error && 'fatal' in error && error.fatal === true;
  return mysqlCodeOf(error) !== undefined && !isFatal;
}

async function inTransaction<T>(
  connection: PoolConnection,
  work: (connection: PoolConnection) => Promise<T>,
): Promise<T> {
  await connection.beginTransaction();
  try {
    const result = await work(connection);
    await connection.commit();
    return result;
  } catch (error) {
    // On a broken connection this fails as well, and the server rolls back by itself: the first failure is the one to report.
    await connection.rollback().catch(() => undefined);
    throw error;
  }
}

interface Connector {
  /** A connection that is set up. */
  connect(signal: AbortSignal): Promise<PoolConnection>;
  close(): Promise<void>;
}

function createConnector(settings: DatabaseSettings, config: DatabaseConfig): Connector {
  const ready = new WeakSet<object>();
  let opening: Promise<Pool> | undefined;
  const setUpOnce = async (connection: PoolConnection): Promise<void> => {
    if (ready.has(connection.connection)) return;
    await setUp(connection, config.statementMs);
    ready.add(connection.connection);
  };
  return {
    async connect(signal) {
      signal.throwIfAborted();
      opening ??= createPool(settings, config);
      const connecting = (await opening).getConnection();
      try {
        const connection = await untilAborted(connecting, signal);
        await untilAborted(setUpOnce(connection), signal);
        return connection;
      } catch (error) {
        // It may still come: nobody waits for it any more.
        void connecting.then(cutConnection, () => undefined);
        throw error;
      }
    },
    async close() {
      if (opening !== undefined) await (await opening).end();
    },
  };
}

/** Gives a connection back as soon as the work is done, or cuts it: when the signal aborts, and when nobody knows what state it is in. */
async function workWith<T>(
  connection: PoolConnection,
  work: (connection: PoolConnection) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  try {
    const result = await untilAborted(work(connection), signal);
    connection.release();
    return result;
  } catch (error) {
    if (!signal.aborted && leavesUsable(error)) connection.release();
    else cutConnection(connection);
    throw error;
  }
}

/**
 * Opens a database; connects to nothing yet.
 * @throws UserError INVALID_PARAM for an additional configuration that has no meaning, or an address where SSL needs a name. Its methods throw
 *   OperationalError SERVICE_FAILED, SERVICE_TIMEOUT, or the signal's reason.
 */
export function openMysql(settings: DatabaseSettings): Mysql {
  const config = readDatabaseConfig(settings);
  requireName(settings, config);
  const { host, port, database, user } = settings;
  const target: DatabaseTarget = { product: 'MySQL', host, port, database, user };
  const connector = createConnector(settings, config);

  async function withConnection<T>(work: (connection: PoolConnection) => Promise<T>, signal: AbortSignal): Promise<T> {
    try {
      return await workWith(await connector.connect(signal), work, signal);
    } catch (error) {
      signal.throwIfAborted();
      throw mysqlFailure(error, target);
    }
  }
  function within<T>(work: (connection: PoolConnection) => Promise<T>, signal: AbortSignal): Promise<T> {
    const limit = { target, limitMs: config.statementMs, mayRetry: isMysqlDeadlock };
    return withinLimit(limit, signal, (either) => withConnection(work, either));
  }

  return {
    target,
    withConnection,
    async query<Row extends RowDataPacket>(text: string, values: readonly MysqlValue[], signal: AbortSignal) {
      const [rows] = await within((connection) => connection.query<Row[]>(text, [...values]), signal);
      return rows;
    },
    async run(text, values, signal) {
      const [header] = await within((connection) => connection.query<ResultSetHeader>(text, [...values]), signal);
      return header;
    },
    transaction: (work, signal) => within((connection) => inTransaction(connection, work), signal),
    close: connector.close,
  };
}
