import { setTimeout as delay } from 'node:timers/promises';
import { OperationalError, UserError } from '../../../shared/errors/errors.ts';
import { SERVICE_ADDRESS } from '../../../shared/nodes/text-rules.ts';
import type { EmbeddedChunk } from '../core/vector-store.ts';
import { ownErrorIn } from '../http/web-errors.ts';

/** Waits, or rejects when the signal aborts. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

/** A vector store's server that is spoken to over HTTP. */
export interface StoreService {
  /** As people call it: "Chroma". */
  readonly name: string;
  /** Without a key or a password. */
  readonly address: string;
  readonly hasKey: boolean;
  /** For one request, the reading of the answer included. */
  readonly timeoutMs: number;
  readonly sleep: Sleep;
}

/** Why a request failed, as the client of the store tells it. */
export type StoreFailure =
  | { readonly kind: 'unreachable'; readonly cause: unknown }
  /** `words` are the server's own, if it has some that help. */
  | { readonly kind: 'refused'; readonly status: number; readonly words: string; readonly retryAfterMs?: number }
  /** The answer is not one of such a server. */
  | { readonly kind: 'unusable'; readonly cause: unknown };

/** One request and three more: with the pauses below about 4 s, enough for a restart or a burst over the limit. */
const MAX_ATTEMPTS = 4;
const FIRST_PAUSE_MS = 500;
/** A server that wants us to wait longer is not waited for in silence. */
const LONGEST_PAUSE_MS = 30_000;
/** Long enough for a server's sentence, short enough for a notice. */
const LONGEST_QUOTE = 300;

/** What error codes of Node and its HTTP client mean, to finish the sentence "… cannot be reached: ". */
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing answers at this address',
  ENOTFOUND: 'there is no host of this name',
  EAI_AGAIN: 'the name of the host cannot be looked up',
  EHOSTUNREACH: 'there is no way to the host',
  ENETUNREACH: 'there is no way to the host',
  ETIMEDOUT: 'the host does not answer',
  UND_ERR_CONNECT_TIMEOUT: 'the host does not answer',
  ECONNRESET: 'the connection broke off',
  UND_ERR_SOCKET: 'the connection broke off',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak https',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is not trusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is not trusted',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is of another host',
};
/** No pause brings these about. */
const LASTING = new Set(['ENOTFOUND', 'ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_TLS_CERT_ALTNAME_INVALID']);

export async function sleepFor(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal });
}

/**
 * The address of a store: http or https, a host, maybe a port and a path; without the slash at its end.
 * @throws UserError INVALID_PARAM naming the param
 */
export function parseStoreUrl(text: string, param: { readonly name: string; readonly example: string }): URL {
  const trimmed = text.trim().replace(/\/+$/, '');
  if (!SERVICE_ADDRESS.fits(trimmed)) {
    throw new UserError(
      'INVALID_PARAM',
      `The server's address is not one: write an address such as ${param.example}, without a name, a password or a question mark in it.`,
      { details: { param: param.name } },
    );
  }
  return new URL(trimmed);
}

/** The error code of a failed connection: of the error itself, or of what it wraps. */
function codeOf(error: unknown): string | undefined {
  for (let current = error, depth = 0; typeof current === 'object' && current !== null && depth < 4; depth++) {
    if ('code' in current && typeof current.code === 'string') return current.code;
    current = 'cause' in current ? current.cause : undefined;
  }
  return undefined;
}

function failed(
  service: StoreService,
  rest: string,
  more: { status?: number; cause?: unknown } = {},
): OperationalError {
  const { name, address } = service;
  const details = more.status === undefined ? { address } : { address, status: more.status };
  return new OperationalError('SERVICE_FAILED', `${name} at ${address} ${rest}`, { details, cause: more.cause });
}

function refused(service: StoreService, status: number, words: string): OperationalError {
  const quote = words === '' ? '' : ` It says: ${words.slice(0, LONGEST_QUOTE)}`;
  const because = (rest: string): OperationalError => failed(service, `${rest}${quote}`, { status });
  if (status === 401 || status === 403) {
    return because(
      service.hasKey
        ? `refuses the API key (status ${status}): check the key and what it may do.`
        : `wants an API key (status ${status}): choose a credential with one.`,
    );
  }
  if (status === 404) return because('does not know what was asked for (status 404): check address and collection.');
  if (status === 413) return because('finds the request too large (status 413): make the chunks smaller.');
  if (status === 429) {
    return because('takes no more requests for now (status 429): wait a while, or check the limits of the account.');
  }
  if (status >= 500) return because(`failed (status ${status}): try again later, or look into that server's log.`);
  return because(`refused the request (status ${status}): check the settings of the node.`);
}

function errorOf(service: StoreService, failure: StoreFailure): OperationalError {
  if (failure.kind === 'refused') return refused(service, failure.status, failure.words);
  if (failure.kind === 'unusable') {
    const rest = `gave an answer that cannot be read: check that the address is that of ${service.name}.`;
    return failed(service, rest, { cause: failure.cause });
  }
  const reason = REASONS[codeOf(failure.cause) ?? ''];
  const because = reason === undefined ? '' : ` (${reason})`;
  const rest = `cannot be reached${because}: check that it runs and that the address is right.`;
  return failed(service, rest, { cause: failure.cause });
}

function isWorthARetry(failure: StoreFailure): boolean {
  if (failure.kind === 'unusable') return false;
  if (failure.kind === 'unreachable') return !LASTING.has(codeOf(failure.cause) ?? '');
  if ((failure.retryAfterMs ?? 0) > LONGEST_PAUSE_MS) return false;
  return failure.status === 429 || failure.status >= 500;
}

export interface StoreCall<T> {
  /** One request; its signal aborts with the caller's, and when the time is over. */
  readonly attempt: (signal: AbortSignal) => Promise<T>;
  readonly explain: (error: unknown) => StoreFailure | Promise<StoreFailure>;
  /** False: the first failure is the answer. */
  readonly retry?: boolean;
}

async function attemptInTime<T>(
  service: StoreService,
  { attempt, explain }: StoreCall<T>,
  signal: AbortSignal,
): Promise<{ readonly value: T } | StoreFailure> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), service.timeoutMs);
  try {
    return { value: await attempt(AbortSignal.any([signal, timeout.signal])) };
  } catch (error) {
    signal.throwIfAborted();
    const own = ownErrorIn(error);
    if (own !== undefined) throw own;
    if (timeout.signal.aborted) {
      const { name, address, timeoutMs } = service;
      const message = `${name} at ${address} gave no answer within ${timeoutMs / 1000} s: try again, or look into that server's log.`;
      throw new OperationalError('SERVICE_TIMEOUT', message, { details: { address, timeoutMs } });
    }
    const failure = await explain(error);
    const hidden = failure.kind === 'unreachable' ? ownErrorIn(failure.cause) : undefined;
    if (hidden !== undefined) throw hidden;
    return failure;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Asks a store, again on 429, 5xx and a broken connection, with pauses that double, or those that the server asks for. What is asked has to
 * be worth asking twice.
 * @throws OperationalError SERVICE_FAILED (with `details.status` if the server refused), SERVICE_TIMEOUT; the signal's reason when it aborts; any
 *   error of ours that the attempt throws, at once
 */
export async function callStore<T>(service: StoreService, call: StoreCall<T>, signal: AbortSignal): Promise<T> {
  for (let number = 1; ; number++) {
    signal.throwIfAborted();
    const outcome = await attemptInTime(service, call, signal);
    if ('value' in outcome) return outcome.value;
    signal.throwIfAborted();
    if (call.retry === false || number === MAX_ATTEMPTS || !isWorthARetry(outcome)) throw errorOf(service, outcome);
    const retryAfterMs = outcome.kind === 'refused' ? (outcome.retryAfterMs ?? 0) : 0;
    // Several runs may wait at once: the random part keeps them from coming back together.
    const backOffMs = FIRST_PAUSE_MS * 2 ** (number - 1) * (0.75 + Math.random() / 4);
    try {
      await service.sleep(Math.max(retryAfterMs, backOffMs), signal);
    } catch (sleepError) {
      signal.throwIfAborted();
      throw sleepError;
    }
  }
}

/** The status with which the store refused a request; undefined for any other error. */
export function refusedStatus(error: unknown): number | undefined {
  const status = error instanceof OperationalError ? error.details?.status : undefined;
  return typeof status === 'number' ? status : undefined;
}

/**
 * For the text of one request, which is made on the server's thread: about 20 ms of work, and less than any store refuses (Qdrant 32 MB, Chroma 40 MB,
 * unless they are told otherwise).
 */
export const REQUEST_BYTES = 2 * 1024 * 1024;
/** A float32 as JSON text, with its comma: most have 17 digits or more. */
const BYTES_PER_NUMBER = 22;

/** About how much of a request's text a chunk is. */
export function requestBytes({
  content,
  metadata,
  vector,
}: Pick<EmbeddedChunk, 'content' | 'metadata' | 'vector'>): number {
  return Buffer.byteLength(content) + Buffer.byteLength(JSON.stringify(metadata)) + vector.length * BYTES_PER_NUMBER;
}

/** How large a request may be. */
export interface BatchLimits<T> {
  readonly items: number;
  /** Of the request's text; a single item may be larger. */
  readonly bytes: number;
  readonly bytesOf: (item: T) => number;
}

/** Runs of items that fit in one request, in order. */
export function cutIntoBatches<T>(
  all: readonly T[],
  { items, bytes, bytesOf }: BatchLimits<T>,
): readonly (readonly T[])[] {
  const batches: T[][] = [];
  let current: T[] = [];
  let size = 0;
  for (const item of all) {
    const itemSize = bytesOf(item);
    if (current.length > 0 && (current.length === items || size + itemSize > bytes)) {
      batches.push(current);
      current = [];
      size = 0;
    }
    current.push(item);
    size += itemSize;
  }
  if (current.length > 0) batches.push(current);
  return batches;
}
