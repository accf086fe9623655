import { AppError, OperationalError, UserError } from '../../../shared/errors/errors.ts';
import { ADDRESS_KIND_NAME, type LocalAddressKind } from '../../../shared/net/address-kind.ts';

/** Long enough for a server's sentence, short enough for a notice. */
const LONGEST_QUOTE = 300;

/** An address as messages and logs may show it: without name, password, query and fragment, which often hold keys. */
export function shownAddress(url: URL): string {
  return `${url.protocol}//${url.host}${url.pathname}`;
}

/**
 * Reads a web address that a person wrote.
 * @param param name of the setting that it comes from, for the message
 * @throws UserError INVALID_PARAM
 */
export function parseWebAddress(text: string, param = 'url'): URL {
  const trimmed = text.trim();
  const url = URL.canParse(trimmed) ? new URL(trimmed) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol)) return url;
  throw new UserError(
    'INVALID_PARAM',
    `"${trimmed.slice(0, LONGEST_QUOTE)}" is not a web address: write one that begins with https:// or http://.`,
    { details: { param } },
  );
}

export function addressRefused(host: string, address: string, kind: LocalAddressKind): UserError {
  const leads = host === address ? `${host} is` : `${host} leads to ${address}, which is`;
  const remedy =
    kind === 'link-local'
      ? 'use another address, since Tributary never connects to one of these.'
      : 'switch on "Allow local network" in the node if it is meant to read from there.';
  return new UserError('ADDRESS_REFUSED', `${leads} ${ADDRESS_KIND_NAME[kind]}: ${remedy}`, {
    details: { host, address, addressKind: kind },
  });
}

/** The error of ours that made a connection fail, which HTTP clients wrap in theirs; undefined if it was another reason. */
export function ownErrorIn(error: unknown): AppError | undefined {
  for (let current = error, depth = 0; current instanceof Error && depth < 4; current = current.cause, depth++) {
    if (current instanceof AppError) return current;
  }
  return undefined;
}

export function redirectRefused(from: URL, problem: string): OperationalError {
  return failure(from, `redirects ${problem}`);
}

export function answerTooLarge(url: URL, maxBytes: number): UserError {
  const megabytes = Math.floor(maxBytes / 1_000_000);
  return new UserError(
    'FILE_TOO_LARGE',
    `${shownAddress(url)} answers with more than ${megabytes >= 1 ? `${megabytes} MB` : `${maxBytes} bytes`}, which is the limit: choose a smaller part of it.`,
    { details: { address: shownAddress(url), maxBytes } },
  );
}

export function answerDamaged(url: URL, problem: string, cause?: unknown): OperationalError {
  return failure(url, `answers with ${problem}: try again, or tell those who run it.`, { cause });
}

export function noAnswerInTime(url: URL, timeoutMs: number): OperationalError {
  const seconds = Math.round(timeoutMs / 100) / 10;
  return new OperationalError(
    'SERVICE_TIMEOUT',
    `${shownAddress(url)} did not answer in full within ${seconds} s: try again later.`,
    { details: { address: shownAddress(url), timeoutMs } },
  );
}

/** What went wrong with a connection, by the code of the system, TLS or the client. */
const CONNECTION_PROBLEMS: readonly (readonly [RegExp, string])[] = [
  [/^ENOTFOUND$/, 'cannot be found: check the name in the address'],
  [/^EAI_AGAIN$/, 'cannot be looked up: check the network connection'],
  [/^ECONNREFUSED$/, 'takes no connections: check that it runs and that the port is right'],
  [/^(ENETUNREACH|EHOSTUNREACH|ENETDOWN)$/, 'cannot be reached from here: check the network connection'],
  [
    /^(UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT)$/,
    'does not take the connection: check the address and the network connection',
  ],
  [/^CERT_HAS_EXPIRED$/, 'has a certificate that has expired: tell those who run it'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'has a certificate of another name: check the name in the address'],
  [
    /CERT|SIGNATURE|SELF_SIGNED/,
    'has a certificate that no known authority has signed, so that nobody can tell whose it is: check the address',
  ],
  [/^(HPE_|HTTPParserError$)/, 'does not speak HTTP as it should: check the address and the port'],
  [/^(ERR_SSL|EPROTO)/, 'does not speak https as it should: check whether the address begins with http:// instead'],
];

/** Turns an error of a connection, with the system's code, into one for people. */
export function connectionFailed(url: URL, cause: unknown): OperationalError {
  const code = errorCode(cause) ?? '';
  const problem = CONNECTION_PROBLEMS.find(([pattern]) => pattern.test(code))?.[1];
  return new OperationalError(
    'SERVICE_FAILED',
    `${url.host} ${problem ?? 'broke off the connection: try again later'}.`,
    {
      cause,
      details: { address: shownAddress(url), reason: code },
    },
  );
}

/** The code of an error, or of the first of several (one for each address of a host). */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  if (error instanceof AggregateError) return errorCode(error.errors[0]);
  // undici's for what is no HTTP has its code only sometimes.
  return error.name === 'HTTPParserError' ? error.name : undefined;
}

/**
 * Says what an answer that is none of success (2xx) means.
 * @param words the server's own, where they help
 */
export function statusFailed(url: URL, status: number, words = ''): OperationalError {
  const quote = words.trim() === '' ? '' : ` It says: ${words.trim().slice(0, LONGEST_QUOTE)}`;
  return failure(url, `${meaningOf(status)}${quote}`, { status });
}

function meaningOf(status: number): string {
  if (status === 401) return 'wants to know who asks (status 401): check the key or password.';
  if (status === 403) return 'does not let us in (status 403): check the address and what the account may do.';
  if (status === 404 || status === 410) return `is not there (status ${status}): check the address.`;
  if (status === 429) return 'takes no more requests for now (status 429): wait a while, or ask for less at once.';
  if (status >= 500) return `failed (status ${status}): try again later.`;
  return `refused the request (status ${status}): check the settings.`;
}

function failure(url: URL, rest: string, more: { status?: number; cause?: unknown } = {}): OperationalError {
  const { status, cause } = more;
  const address = shownAddress(url);
  const details = status === undefined ? { address } : { address, status };
  return new OperationalError('SERVICE_FAILED', `${address} ${rest}`, { details, cause });
}
