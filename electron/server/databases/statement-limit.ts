import { setTimeout as pause } from 'node:timers/promises';
import { databaseTimedOut } from './database-errors.ts';
import type { DatabaseTarget } from './database-target.ts';

export interface StatementLimit {
  readonly target: DatabaseTarget;
  readonly limitMs: number;
  /** Whether trying the same again may help at once: after a deadlock. */
  mayRetry(error: unknown): boolean;
}

const MAX_ATTEMPTS = 4;
/** At most, before the second attempt, and twice as long before each further one: chosen at random, so that two that met do not meet again. */
const PAUSE_MS = 50;
/** The server's own limit comes first: it also ends the statement there. */
const GRACE_MS = 5_000;

/**
 * Does work that has to end within a time limit, all attempts together; the signal that it gets aborts when the time is over.
 * @throws OperationalError SERVICE_TIMEOUT; the signal's reason; what the work throws
 */
export async function withinLimit<T>(
  { target, limitMs, mayRetry }: StatementLimit,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), limitMs + GRACE_MS);
  try {
    const either = AbortSignal.any([signal, deadline.signal]);
    for (let attempt = 1; ; attempt++) {
      try {
        return await work(either);
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || !mayRetry(error)) throw error;
        await pause(Math.random() * PAUSE_MS * 2 ** (attempt - 1), undefined, { signal: either });
      }
    }
  } catch (error) {
    signal.throwIfAborted();
    if (!deadline.signal.aborted) throw error;
    const rest = `gave no answer within ${Math.round(limitMs / 1000)} s: check the network and its load, then try again.`;
    throw databaseTimedOut(target, rest, error);
  } finally {
    clearTimeout(timer);
  }
}
