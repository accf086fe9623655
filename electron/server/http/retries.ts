import { setTimeout as delay } from 'node:timers/promises';

// Not undici's retry interceptor: it comes back before a long Retry-After is over, and a page that broke off is only resumed by range, never fetched anew.

/** Waits, or rejects when the signal aborts. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

export const sleepFor: Sleep = async (ms, signal) => void (await delay(ms, undefined, { signal }));

/** When a request to a service is sent again, and after which pauses. */
export interface RetryPolicy {
  /** Requests in all, with the first one. */
  readonly attempts: number;
  /** Before the second request. It doubles with every further one. */
  readonly firstPauseMs: number;
  /** A service that asks for a longer pause (Retry-After) is not asked again: nobody waits for so long without a word. */
  readonly longestPauseMs: number;
  /** HTTP statuses worth retrying. */
  readonly statuses: ReadonlySet<number>;
}

/** The server refused the request without dealing with it: it may be sent again, whatever it does. */
export const TOO_MANY_REQUESTS = 429;

/** 500 to 599: whatever a service or a gateway before it calls a failure of its own. */
export const SERVER_FAILURES: readonly number[] = Array.from({ length: 100 }, (_, index) => 500 + index);

/**
 * For pages of the web. A page that fails with 500 mostly fails each time. The pauses are about 4 s together, enough for a restart or a burst over a limit.
 */
export const PAGE_RETRIES: RetryPolicy = {
  attempts: 4,
  firstPauseMs: 500,
  longestPauseMs: 30_000,
  statuses: new Set([TOO_MANY_REQUESTS, 502, 503, 504]),
};

/** For services that take the same request twice without harm. */
export const SERVICE_RETRIES: RetryPolicy = {
  ...PAGE_RETRIES,
  statuses: new Set([TOO_MANY_REQUESTS, ...SERVER_FAILURES]),
};

/** A failure that another attempt may mend. */
export interface FailedAttempt<T> {
  /** Of the answer; undefined if none came. */
  readonly status?: number | undefined;
  /** What the service asks to wait at least. */
  readonly retryAfterMs?: number | undefined;
  /** Ends the request without another attempt: with the answer as it is, or an error that it throws. */
  giveUp(): T | Promise<T>;
  /** Called before another attempt. */
  release?(): void;
}

/** An attempt that failed with an error. */
export function failedWith(
  error: unknown,
  facts: Pick<FailedAttempt<never>, 'status' | 'retryAfterMs'> = {},
): FailedAttempt<never> {
  return {
    ...facts,
    giveUp() {
      throw error;
    },
  };
}

export interface Retrying {
  readonly policy: RetryPolicy;
  readonly sleep: Sleep;
  readonly signal: AbortSignal;
}

/**
 * Attempts something until it succeeds or the policy gives up.
 * @param attempt what it throws ends it at once
 * @throws what the attempt and its `giveUp` throw; the signal's reason when it aborts
 */
export async function withRetries<T>(
  { policy, sleep, signal }: Retrying,
  attempt: () => Promise<{ readonly value: T } | FailedAttempt<T>>,
): Promise<T> {
  for (let number = 1; ; number += 1) {
    signal.throwIfAborted();
    const outcome = await attempt();
    if ('value' in outcome) return outcome.value;
    signal.throwIfAborted();
    const pauseMs = pauseAfter(number, outcome, policy);
    if (pauseMs === undefined) return await outcome.giveUp();
    outcome.release?.();
    await sleep(pauseMs, signal).catch((error: unknown) => {
      signal.throwIfAborted();
      throw error;
    });
  }
}

/** @returns undefined if there is to be no further attempt */
function pauseAfter(
  number: number,
  { status, retryAfterMs = 0 }: FailedAttempt<unknown>,
  { attempts, firstPauseMs, longestPauseMs, statuses }: RetryPolicy,
): number | undefined {
  if (number >= attempts || retryAfterMs > longestPauseMs) return undefined;
  if (status !== undefined && !statuses.has(status)) return undefined;
  // Several may wait for the same server: the random part keeps them from coming back all at once.
  const backOffMs = firstPauseMs * 2 ** (number - 1) * (0.75 + Math.random() / 4);
  return Math.max(retryAfterMs, backOffMs);
}

/**
 * Reads a Retry-After header: seconds or a date (RFC 9110).
 * @returns ms from now, at least 0; undefined if there is none that can be read
 */
export function readRetryAfterMs(value: string | null, nowMs: number = Date.now()): number | undefined {
  if (value === null || value.trim() === '') return undefined;
  const seconds = Number(value);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - nowMs;
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}
