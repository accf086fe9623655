import { OperationalError, UserError } from '../../../shared/errors/errors.ts';
import { SERVICE_ADDRESS } from '../../../shared/nodes/text-rules.ts';
import type { EmbeddedChunk } from '../core/vector-store.ts';
import { failedWith, SERVICE_RETRIES, type Sleep, withRetries } from '../http/retries.ts';
import {
  ACCOUNT_STATUSES,
  networkProblem,
  ownErrorIn,
  type StatusMeanings,
  serviceFailed,
  serviceRefused,
  serviceUnreachable,
} from '../http/service-errors.ts';

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

function statusesOf({ hasKey }: StoreService): StatusMeanings {
  const refusedKey = ['refuses the API key', 'check the key and what it may do'] as const;
  const noKey = ['wants an API key', 'choose a credential with one'] as const;
  return {
    ...ACCOUNT_STATUSES,
    'unknown-caller': hasKey ? refusedKey : noKey,
    forbidden: hasKey ? refusedKey : noKey,
    missing: ['does not know what was asked for', 'check address and collection'],
    'too-large': ['finds the request too large', 'make the chunks smaller'],
    refused: ['refused the request', 'check the settings of the node'],
  };
}

function errorOf(service: StoreService, failure: StoreFailure): OperationalError {
  const { name, address } = service;
  const remote = { title: `${name} at ${address}`, address };
  if (failure.kind === 'refused') return serviceRefused(remote, failure, statusesOf(service));
  if (failure.kind === 'unreachable') return serviceUnreachable(remote, failure.cause);
  const rest = `gave an answer that cannot be read: check that the address is that of ${name}.`;
  return serviceFailed(remote, rest, { cause: failure.cause });
}

function isLasting(failure: StoreFailure): boolean {
  return (
    failure.kind === 'unusable' || (failure.kind === 'unreachable' && networkProblem(failure.cause)?.isLasting === true)
  );
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
 * Asks a store, by {@link SERVICE_RETRIES}: what is asked has to be worth asking twice, unless it says `retry: false`.
 * @throws OperationalError SERVICE_FAILED (with `details.status` if the server refused), SERVICE_TIMEOUT; the signal's reason when it aborts; any
 *   error of ours that the attempt throws, at once
 */
export function callStore<T>(service: StoreService, call: StoreCall<T>, signal: AbortSignal): Promise<T> {
  const policy = call.retry === false ? { ...SERVICE_RETRIES, attempts: 1 } : SERVICE_RETRIES;
  return withRetries({ policy, sleep: service.sleep, signal }, async () => {
    const outcome = await attemptInTime(service, call, signal);
    if ('value' in outcome) return outcome;
    signal.throwIfAborted();
    const error = errorOf(service, outcome);
    if (isLasting(outcome)) throw error;
    return failedWith(error, outcome.kind === 'refused' ? outcome : {});
  });
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
