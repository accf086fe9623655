import { setTimeout as delay } from 'node:timers/promises';
import type { OperationalError } from '../../../../shared/errors/errors.ts';
import { serviceFetchOptions } from '../../http/service-dispatcher.ts';
import { ownErrorIn } from '../../http/web-errors.ts';
import { propertyOf } from './read-answer.ts';
import { refused, type ServiceNames, timedOut, unreachable, unusable } from './service-errors.ts';

/** Waits, or rejects when the signal aborts. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

export interface Service extends ServiceNames {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly sleep: Sleep;
}

/** One request and four more: with the pauses below about 8 s, enough for a restart or a burst over the limit. */
const MAX_ATTEMPTS = 5;
const FIRST_PAUSE_MS = 500;
/** A server that wants us to wait longer is not waited for in silence. */
const LONGEST_PAUSE_MS = 30_000;

type Attempt =
  | { readonly body: unknown }
  | { readonly error: OperationalError; readonly retry: boolean; readonly retryAfterMs?: number | undefined };

export async function sleepFor(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal });
}

/** Retry-After holds seconds or a date (RFC 9110). */
function readRetryAfter(response: Response): number | undefined {
  const value = response.headers.get('retry-after');
  if (value === null) return undefined;
  const seconds = Number(value);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}

/** The server's own words: `error.message`, `error`, `message` or `detail`, as services differ. An account without credit is not worth a retry. */
function readRefusal(text: string): { words: string; isFinal: boolean } {
  try {
    const body: unknown = JSON.parse(text);
    const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined;
    if (typeof error === 'string') return { words: error, isFinal: false };
    if (typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string') {
      return { words: error.message, isFinal: 'code' in error && error.code === 'insufficient_quota' };
    }
    const message = propertyOf(body, 'message') ?? propertyOf(body, 'detail');
    if (typeof message === 'string') return { words: message, isFinal: false };
  } catch {
    // Not JSON: a proxy's page, which says nothing that a person could use.
  }
  return { words: '', isFinal: false };
}

function parseBody(service: Service, text: string): Attempt {
  try {
    return { body: JSON.parse(text) };
  } catch {
    return { error: unusable(service, 'something that is not JSON'), retry: false };
  }
}

async function attempt(service: Service, body: string, signal: AbortSignal): Promise<Attempt> {
  // One timer for the whole exchange, the reading of the answer included.
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), service.timeoutMs);
  try {
    const both = AbortSignal.any([signal, timeout.signal]);
    // A redirect could take the key to a host that it may not go to.
    const request: RequestInit = { method: 'POST', headers: service.headers, body, redirect: 'manual', signal: both };
    const response = await fetch(service.url, { ...(await serviceFetchOptions()), ...request });
    const text = await response.text();
    if (response.ok) return parseBody(service, text);
    const { words, isFinal } = readRefusal(text);
    const error = refused(service, response.status, words);
    const retry = !isFinal && (response.status === 429 || response.status >= 500);
    return { error, retry, retryAfterMs: readRetryAfter(response) };
  } catch (error) {
    signal.throwIfAborted();
    if (timeout.signal.aborted) return { error: timedOut(service, service.timeoutMs), retry: false };
    const own = ownErrorIn(error);
    if (own !== undefined) throw own;
    return { error: unreachable(service, error), retry: true };
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Posts JSON and gives the parsed answer. Tries again on 429, 5xx and a broken connection, with pauses that double, or
 * those that the server asks for.
 * @throws OperationalError SERVICE_FAILED, SERVICE_TIMEOUT; UserError ADDRESS_REFUSED for a link-local address; the signal's reason when it aborts.
 */
export async function postWithRetries(service: Service, body: string, signal: AbortSignal): Promise<unknown> {
  for (let number = 1; ; number++) {
    signal.throwIfAborted();
    const outcome = await attempt(service, body, signal);
    if ('body' in outcome) return outcome.body;
    const { error, retry, retryAfterMs = 0 } = outcome;
    if (!retry || number === MAX_ATTEMPTS || retryAfterMs > LONGEST_PAUSE_MS) throw error;
    // Several requests are in flight: the random part keeps them from coming back all at once.
    const backOffMs = FIRST_PAUSE_MS * 2 ** (number - 1) * (0.75 + Math.random() / 4);
    try {
      await service.sleep(Math.max(retryAfterMs, backOffMs), signal);
    } catch (sleepError) {
      signal.throwIfAborted();
      throw sleepError;
    }
  }
}
