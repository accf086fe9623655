import {
  type FailedAttempt,
  failedWith,
  type RetryPolicy,
  readRetryAfterMs,
  SERVICE_RETRIES,
  type Sleep,
  withRetries,
} from '../../http/retries.ts';
import { postToService, type ServiceAnswer } from '../../http/service-dispatcher.ts';
import { networkProblem, ownErrorIn } from '../../http/service-errors.ts';
import { propertyOf } from './read-answer.ts';
import { refused, type ServiceNames, timedOut, unreachable, unusable } from './service-errors.ts';

export interface Service extends ServiceNames {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly sleep: Sleep;
}

/** One attempt more than elsewhere, about 8 s: a run of hours may depend on the answer. */
const RETRIES: RetryPolicy = { ...SERVICE_RETRIES, attempts: 5 };

type Attempt = { readonly value: unknown } | FailedAttempt<never>;

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

function parseBody(service: Service, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unusable(service, 'something that is not JSON');
  }
}

async function attempt(service: Service, body: string, signal: AbortSignal): Promise<Attempt> {
  // One timer for the whole exchange, the reading of the answer included.
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), service.timeoutMs);
  try {
    const both = AbortSignal.any([signal, timeout.signal]);
    // It follows no redirect, which could take the key to a host that it may not go to.
    return readAnswer(service, await postToService(service.url, { headers: service.headers, body, signal: both }));
  } catch (error) {
    signal.throwIfAborted();
    const own = ownErrorIn(error);
    if (own !== undefined) throw own;
    if (timeout.signal.aborted) throw timedOut(service, service.timeoutMs);
    const failure = unreachable(service, error);
    if (networkProblem(error)?.isLasting === true) throw failure;
    return failedWith(failure);
  } finally {
    clearTimeout(timer);
  }
}

function readAnswer(service: Service, { status, text, retryAfter }: ServiceAnswer): Attempt {
  if (status >= 200 && status < 300) return { value: parseBody(service, text) };
  const { words, isFinal } = readRefusal(text);
  const error = refused(service, { status, words });
  if (isFinal) throw error;
  return failedWith(error, { status, retryAfterMs: readRetryAfterMs(retryAfter) });
}

/**
 * Posts JSON and gives the parsed answer. Tries again on 429, 5xx and a broken connection, with pauses that double, or
 * those that the server asks for.
 * @throws OperationalError SERVICE_FAILED, SERVICE_TIMEOUT; UserError ADDRESS_REFUSED for where cloud machines get their secrets; the signal's reason when it aborts.
 */
export function postWithRetries(service: Service, body: string, signal: AbortSignal): Promise<unknown> {
  return withRetries({ policy: RETRIES, sleep: service.sleep, signal }, () => attempt(service, body, signal));
}
