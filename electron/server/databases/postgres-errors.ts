import { AppError, OperationalError } from '../../../shared/errors/errors.ts';
import { connectionFailure, databaseFailed, databaseTimedOut, errorCode, errorText } from './database-errors.ts';
import type { DatabaseTarget } from './database-target.ts';

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
