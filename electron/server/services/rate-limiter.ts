import { z } from 'zod';
import { UserError } from '../../../shared/errors/errors.ts';

export interface RateLimit {
  /** Calls that one client may make in one window. */
  readonly max: number;
  /** Length of a window. */
  readonly seconds: number;
  /** What refused callers are told; undefined for a sentence of ours. */
  readonly message: string | undefined;
}

/** Numbers may be texts: Flowise's form saves them so. */
const RateLimitSchema = z.looseObject({
  rateLimit: z
    .discriminatedUnion('status', [
      z.looseObject({
        status: z.literal(true),
        limitMax: z.coerce.number().int().positive(),
        limitDuration: z.coerce.number().positive(),
        limitMsg: z.string().nullish(),
      }),
      z.looseObject({ status: z.literal(false).optional() }),
    ])
    .nullish(),
});

/**
 * The rate limit in a chatflow's `apiConfig`; undefined when there is none, or it is switched off.
 * @throws UserError INVALID_INPUT when it is switched on without usable numbers, or the text is not JSON.
 */
export function readRateLimit(apiConfig: string | null): RateLimit | undefined {
  if (apiConfig === null || apiConfig.trim() === '') return undefined;
  try {
    const { rateLimit } = RateLimitSchema.parse(JSON.parse(apiConfig));
    if (rateLimit?.status !== true) return undefined;
    const { limitMax, limitDuration, limitMsg } = rateLimit;
    return { max: limitMax, seconds: limitDuration, message: limitMsg?.trim() || undefined };
  } catch (cause) {
    throw new UserError(
      'INVALID_INPUT',
      'rateLimit in apiConfig of the chatflow is not as it should be: give limitMax (calls) and limitDuration (seconds) as numbers above 0.',
      { cause },
    );
  }
}

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
