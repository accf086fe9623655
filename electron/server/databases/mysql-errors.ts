import { AppError, OperationalError } from '../../../shared/errors/errors.ts';
import { connectionFailure, databaseFailed, databaseTimedOut, errorCode, errorText } from './database-errors.ts';
import type { DatabaseTarget } from './database-target.ts';

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
export function isMysqlDeadlock(error: unknown): boolean {
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
