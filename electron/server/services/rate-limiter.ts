import { UserError } from '../../../shared/errors/errors.ts';
import type { RateLimit } from '../../../shared/flow/api-config.ts';

interface Window {
  readonly endsAt: number;
  count: number;
}

/** Windows that are over are thrown away when there are so many. */
const MOST_WINDOWS = 10_000;

/**
 * Counts calls in fixed windows, each beginning with a client's first call.
 * @param clock milliseconds that only grow
 */
export function createRateLimiter(clock: () => number) {
  const windows = new Map<string, Window>();

  function dropEnded(now: number): void {
    for (const [key, window] of windows) if (window.endsAt <= now) windows.delete(key);
  }

  return {
    /**
     * Counts a call.
     * @param key who calls what
     * @throws UserError RATE_LIMITED with `retryAfterSeconds` in its details
     */
    count(key: string, limit: RateLimit): void {
      const now = clock();
      if (windows.size >= MOST_WINDOWS) dropEnded(now);
      const current = windows.get(key);
      if (current === undefined || current.endsAt <= now) {
        windows.set(key, { endsAt: now + limit.seconds * 1000, count: 1 });
        return;
      }
      current.count += 1;
      if (current.count <= limit.max) return;
      const retryAfterSeconds = Math.ceil((current.endsAt - now) / 1000);
      const message =
        limit.message ??
        `This flow takes ${limit.max} calls in ${limit.seconds} s: try again in ${retryAfterSeconds} s.`;
      throw new UserError('RATE_LIMITED', message, { details: { retryAfterSeconds } });
    },
  };
}

export type RateLimiter = ReturnType<typeof createRateLimiter>;
