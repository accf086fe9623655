import { OperationalError } from '../../../shared/errors/errors.ts';
import { addressOf, type DatabaseTarget } from './database-target.ts';

/** Code of an error of Node or of a driver: ECONNREFUSED, 28P01, ER_DUP_ENTRY. */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Codes of Node and OpenSSL for a certificate that we don't take. */
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|ALTNAME/;
/** What `mysql2` makes of all of them, with the same words. */
const MYSQL_TLS = 'HANDSHAKE_SSL_ERROR';
const UNKNOWN_HOST = ['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA'];
const UNREACHABLE = ['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'EADDRNOTAVAIL', 'ENOENT', 'EACCES'];
const BROKEN = ['ECONNRESET', 'EPIPE', 'PROTOCOL_CONNECTION_LOST', 'ECONNABORTED'];

/** "PostgreSQL at db.example.com:5432 <rest>", with the code that the driver gave. */
export function databaseFailed(target: DatabaseTarget, rest: string, cause?: unknown): OperationalError {
  const address = addressOf(target);
  const code = errorCode(cause);
  const details = code === undefined ? { address } : { address, databaseCode: code };
  return new OperationalError('SERVICE_FAILED', `${target.product} at ${address} ${rest}`, { details, cause });
}

export function databaseTimedOut(target: DatabaseTarget, rest: string, cause?: unknown): OperationalError {
  const address = addressOf(target);
  return new OperationalError('SERVICE_TIMEOUT', `${target.product} at ${address} ${rest}`, {
    details: { address },
    cause,
  });
}

/** What went wrong between here and the server; undefined if the server itself answered with the error. */
export function connectionFailure(error: unknown, target: DatabaseTarget): OperationalError | undefined {
  const code = errorCode(error) ?? '';
  const text = errorText(error);
  const because = (rest: string): OperationalError => databaseFailed(target, rest, error);
  if (code === 'ECONNREFUSED') {
    return because('cannot be reached, it refuses the connection: check that it runs, and its host and port.');
  }
  if (UNKNOWN_HOST.includes(code)) {
    return because(`cannot be found, the name "${target.host}" is unknown: check the host and the network.`);
  }
  if (UNREACHABLE.includes(code)) return because('cannot be reached: check its host and port, and the network.');
  if (code === 'ETIMEDOUT' || /connect.*time(d )?out|timeout expired|timeout exceeded/i.test(text)) {
    return databaseTimedOut(
      target,
      'did not answer in time: check its host and port, and firewalls on the way.',
      error,
    );
  }
  if (CERTIFICATE.test(code) || (code === MYSQL_TLS && /certificate/i.test(text))) {
    // Node's own words go on with advice that is not for people who use an app.
    const [reason = code] = text.split(/[;:]/);
    return because(
      `shows a certificate that is not trusted here (${reason}): add its authority with {"ssl": {"ca": "-----BEGIN CERTIFICATE-----…"}} in the additional configuration, or take it unchecked with {"ssl": {"rejectUnauthorized": false}}.`,
    );
  }
  if (/server does not support (SSL|secure)/i.test(text) || code === 'HANDSHAKE_NO_SSL_SUPPORT') {
    return because('does not offer SSL: switch SSL off, or set it up there.');
  }
  if (
    code === MYSQL_TLS ||
    code.startsWith('ERR_SSL') ||
    code.startsWith('ERR_TLS') ||
    code === 'EPROTO' ||
    /establishing an SSL/.test(text)
  ) {
    return because('could not agree on SSL with us: check that the port is right, and its SSL settings.');
  }
  if (BROKEN.includes(code) || /Connection (terminated|lost)|closed state/i.test(text)) {
    return because('broke the connection off: try again, or look into its log.');
  }
  return undefined;
}
