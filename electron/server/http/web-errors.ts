import { OperationalError, UserError } from '../../../shared/errors/errors.ts';
import { ADDRESS_KIND_NAME, isNeverAllowed, type LocalAddressKind } from '../../../shared/net/address-kind.ts';
import {
  connectionCode,
  networkProblem,
  type RemoteService,
  serviceFailed,
  serviceRefused,
  WEB_STATUSES,
} from './service-errors.ts';

/** Of what a person wrote, in a message. */
const LONGEST_ADDRESS = 300;

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
    `"${trimmed.slice(0, LONGEST_ADDRESS)}" is not a web address: write one that begins with https:// or http://.`,
    { details: { param } },
  );
}

export function addressRefused(host: string, address: string, kind: LocalAddressKind): UserError {
  const leads = host === address ? `${host} is` : `${host} leads to ${address}, which is`;
  const remedy = isNeverAllowed(kind)
    ? 'use another address, since Tributary never connects to one of these.'
    : 'switch on "Allow local network" in the node if it is meant to read from there.';
  return new UserError('ADDRESS_REFUSED', `${leads} ${ADDRESS_KIND_NAME[kind]}: ${remedy}`, {
    details: { host, address, addressKind: kind },
  });
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
  return failure(url, `answers with ${problem}: try again, or tell those who run it.`, cause);
}

export function noAnswerInTime(url: URL, timeoutMs: number): OperationalError {
  const seconds = Math.round(timeoutMs / 100) / 10;
  return new OperationalError(
    'SERVICE_TIMEOUT',
    `${shownAddress(url)} did not answer in full within ${seconds} s: try again later.`,
    { details: { address: shownAddress(url), timeoutMs } },
  );
}

/** Turns an error of a connection, with the system's code, into one for people. */
export function connectionFailed(url: URL, cause: unknown): OperationalError {
  const [problem, remedy] = networkProblem(cause)?.meaning ?? ['broke off the connection', 'try again later'];
  return new OperationalError('SERVICE_FAILED', `${url.host} ${problem}: ${remedy}.`, {
    cause,
    details: { address: shownAddress(url), reason: connectionCode(cause) },
  });
}

/** Whether a request that failed with this error may succeed if it is sent again: the connection broke, or could not be made for now. */
export function isPassingFailure(error: unknown): boolean {
  if (!(error instanceof OperationalError) || error.details?.reason === undefined) return false;
  return networkProblem(error.cause)?.isLasting !== true;
}

/**
 * Says what an answer that is none of success (2xx) means.
 * @param words the server's own, where they help
 */
export function statusFailed(url: URL, status: number, words = ''): OperationalError {
  return serviceRefused(pageOf(url), { status, words }, WEB_STATUSES);
}

function failure(url: URL, rest: string, cause?: unknown): OperationalError {
  return serviceFailed(pageOf(url), rest, { cause });
}

function pageOf(url: URL): RemoteService {
  const address = shownAddress(url);
  return { title: address, address };
}
