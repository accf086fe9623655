import type { ClientBase, Pool, PoolClient, QueryResultRow } from 'pg';
import { AppError, OperationalError } from '../../../shared/errors/errors.ts';
import { createGuardedSocket } from '../http/guarded-agent.ts';
import { type DatabaseConfig, type DatabaseSettings, readDatabaseConfig } from './database-config.ts';
import { connectionFailure, databaseFailed, databaseTimedOut, errorCode, errorText } from './database-errors.ts';
import { addressOf, type DatabaseTarget } from './database-target.ts';
import { withinLimit } from './statement-limit.ts';
import { untilAborted } from './until-aborted.ts';

export type PostgresClient = ClientBase;

/** A PostgreSQL database with a few connections, which are made when they are needed. */
export interface Postgres {
  readonly target: DatabaseTarget;
  /** One statement, within the time limit of the settings. Tried again after a deadlock, so it must be one that may be. */
  query<Row extends QueryResultRow>(text: string, values: unknown[], signal: AbortSignal): Promise<Row[]>;
  /** Several statements that are done together or not at all; otherwise as `query`. `limitMs` takes the place of the time limit. */
  transaction<T>(
    work: (client: PostgresClient) => Promise<T>,
    signal: AbortSignal,
    options?: { readonly limitMs?: number },
  ): Promise<T>;
  /** A connection for as long as the work takes. When the signal aborts it is cut, which ends a statement that runs. */
  withClient<T>(work: (client: PostgresClient) => Promise<T>, signal: AbortSignal): Promise<T>;
  /** Ends all connections. Other methods are not called after it. */
  close(): Promise<void>;
}

/** A run reads and writes at most a few batches at the same time. */
const MAX_CONNECTIONS = 4;
/** Longer than from one batch to the next; servers and firewalls on the way cut idle connections after minutes. */
const IDLE_MS = 10_000;

/** Connections say this to the server, whose list of connections shows it. */
const APPLICATION_NAME = 'Tributary';

async function createPool(settings: DatabaseSettings, config: DatabaseConfig): Promise<Pool> {
  const { Pool } = await import('pg');
  const { host, port, database, user, password } = settings;
  const pool = new Pool({
    host,
    port,
    database,
    user,
    // A function, since `pg` would look for another password in the environment and in files if this one were empty.
    password: () => password,
    ssl: config.tls ?? false,
    stream: createGuardedSocket,
    application_name: APPLICATION_NAME,
    connectionTimeoutMillis: config.connectMs,
    max: MAX_CONNECTIONS,
    idleTimeoutMillis: IDLE_MS,
    allowExitOnIdle: true,
    keepAlive: true,
    // Not as a start parameter: connection poolers such as PgBouncer refuse those.
    onConnect: async (client) => {
      await client.query(`SET statement_timeout = ${config.statementMs}`);
    },
  });
  // An idle connection that breaks is taken out of the pool, and the next call makes another.
  pool.on('error', () => undefined);
  return pool;
}

/** SQLSTATE codes, see appendix A of PostgreSQL's manual. */
export const SQL_STATE = {
  undefinedTable: '42P01',
  undefinedSchema: '3F000',
  insufficientPrivilege: '42501',
  featureNotSupported: '0A000',
  serializationFailure: '40001',
  deadlockDetected: '40P01',
} as const;

/** Long enough for a server's sentence, short enough for a notice. */
const LONGEST_QUOTE = 200;

/** The SQLSTATE of an error, also after {@link postgresFailure}. */
export function sqlStateOf(error: unknown): string | undefined {
  const state = error instanceof OperationalError ? error.details?.databaseCode : errorCode(error);
  return typeof state === 'string' && /^[0-9A-Z]{5}$/.test(state) ? state : undefined;
}

/** Says whether a table (or its schema) is not there. */
export function isMissingTable(error: unknown): boolean {
  const state = sqlStateOf(error);
  return state === SQL_STATE.undefinedTable || state === SQL_STATE.undefinedSchema;
}

function byState(state: string, error: unknown, target: DatabaseTarget): OperationalError {
  const because = (rest: string): OperationalError => databaseFailed(target, rest, error);
  switch (state) {
    case '28P01':
      return because(`refused user "${target.user}" or the password: check the credential.`);
    case '28000':
      return because(
        `does not let user "${target.user}" in from here: check the user, switch SSL on if the server wants it, and see its pg_hba.conf.`,
      );
    case '3D000':
      return because(`has no database "${target.database}": check its name, or make it.`);
    case SQL_STATE.insufficientPrivilege:
      return because(`does not allow this to user "${target.user}": ${quote(error)} Grant it, or use another user.`);
    case '53300':
      return because('takes no more connections: try again later, or raise max_connections.');
    case '53100':
      return because('has no disk space left: free some there.');
    case '57014':
    case '55P03':
      return databaseTimedOut(
        target,
        'did not finish a statement in time: try again, or raise statement_timeout in the additional configuration.',
        error,
      );
    default:
      return because(`failed (${state}): ${describe(state, error)}`);
  }
}

function quote(error: unknown): string {
  return `${errorText(error).slice(0, LONGEST_QUOTE)}.`;
}

/** Errors about data may quote it, so only their code is reported. */
function describe(state: string, error: unknown): string {
  if (state.startsWith('22') || state.startsWith('23')) return 'it does not take a value: see its log.';
  if (state.startsWith('57')) return 'it is starting, stopping or was told to end this: try again.';
  return `it says: ${quote(error)} See its log.`;
}

/**
 * What an error of `pg` means to people: SERVICE_FAILED or SERVICE_TIMEOUT with the address and what to do. `details.databaseCode` holds the SQLSTATE.
 * Errors of ours pass unchanged; one that nobody foresaw is returned as it is.
 */
export function postgresFailure(error: unknown, target: DatabaseTarget): unknown {
  if (error instanceof AppError) return error;
  const state = sqlStateOf(error);
  if (state !== undefined && error instanceof Error && 'severity' in error) return byState(state, error, target);
  const text = errorText(error);
  if (/client password must be/.test(text)) {
    return databaseFailed(target, `wants a password of user "${target.user}": check the credential.`, error);
  }
  if (/^SASL|unknown authentication|authenticationOk/i.test(text)) {
    return databaseFailed(target, 'wants another way to log in than we know: see its pg_hba.conf.', error);
  }
  return connectionFailure(error, target) ?? error;
}

function mayRetry(error: unknown): boolean {
  const state = sqlStateOf(error);
  return state === SQL_STATE.serializationFailure || state === SQL_STATE.deadlockDetected;
}

/** A statement that fails leaves its connection as it was; after anything else nobody knows. */
function leavesUsable(error: unknown): boolean {
  return error instanceof AppError || (error instanceof Error && 'severity' in error && error.severity === 'ERROR');
}

async function inTransaction<T>(client: PostgresClient, work: (client: PostgresClient) => Promise<T>): Promise<T> {
  await client.query('BEGIN');
  try {
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    // On a broken connection this fails as well, and the server rolls back by itself: the first failure is the one to report.
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

interface Connector {
  connect(signal: AbortSignal): Promise<PoolClient>;
  close(): Promise<void>;
}

function createConnector(settings: DatabaseSettings, config: DatabaseConfig): Connector {
  let opening: Promise<Pool> | undefined;
  return {
    async connect(signal) {
      signal.throwIfAborted();
      opening ??= createPool(settings, config);
      const connecting = (await opening).connect();
      try {
        return await untilAborted(connecting, signal);
      } catch (error) {
        // It may still come: nobody waits for it any more.
        if (signal.aborted) {
          void connecting.then(
            (client) => client.release(),
            () => undefined,
          );
        }
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
  client: PoolClient,
  work: (client: PostgresClient) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  let isReleased = false;
  const release = (isBroken: boolean): void => {
    if (!isReleased) client.release(isBroken);
    isReleased = true;
  };
  const cut = (): void => release(true);
  // The statement that runs fails with the same error; without a listener it would end the process.
  const ignore = (): undefined => undefined;
  client.on('error', ignore);
  signal.addEventListener('abort', cut, { once: true });
  try {
    const result = await work(client);
    release(false);
    return result;
  } catch (error) {
    release(!leavesUsable(error));
    throw error;
  } finally {
    signal.removeEventListener('abort', cut);
    client.removeListener('error', ignore);
  }
}

/**
 * Opens a database; connects to nothing yet.
 * @throws UserError INVALID_PARAM for an additional configuration that has no meaning. Its methods throw OperationalError SERVICE_FAILED,
 *   SERVICE_TIMEOUT, or the signal's reason.
 */
export function openPostgres(settings: DatabaseSettings): Postgres {
  const config = readDatabaseConfig(settings);
  const { host, port, database, user } = settings;
  const target: DatabaseTarget = { product: 'PostgreSQL', host, port, database, user };
  const connector = createConnector(settings, config);

  async function withClient<T>(work: (client: PostgresClient) => Promise<T>, signal: AbortSignal): Promise<T> {
    try {
      return await workWith(await connector.connect(signal), work, signal);
    } catch (error) {
      signal.throwIfAborted();
      throw postgresFailure(error, target);
    }
  }
  function within<T>(work: (client: PostgresClient) => Promise<T>, limitMs: number, signal: AbortSignal): Promise<T> {
    return withinLimit({ target, limitMs, mayRetry }, signal, (either) => withClient(work, either));
  }

  return {
    target,
    withClient,
    async query<Row extends QueryResultRow>(text: string, values: unknown[], signal: AbortSignal): Promise<Row[]> {
      const result = await within((client) => client.query<Row>(text, values), config.statementMs, signal);
      return result.rows;
    },
    transaction(work, signal, { limitMs } = {}) {
      const run = (client: PostgresClient): ReturnType<typeof work> =>
        inTransaction(client, async () => {
          if (limitMs !== undefined) await client.query(`SET LOCAL statement_timeout = ${limitMs}`);
          return await work(client);
        });
      return within(run, limitMs ?? config.statementMs, signal);
    },
    close: connector.close,
  };
}

/** Names a database among others: what one server calls `documents`, another may as well. */
export function describePlace(target: DatabaseTarget): string {
  return `${addressOf(target)}/${target.database}`;
}
