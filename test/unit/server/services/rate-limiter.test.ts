import { describe, expect, test } from 'vitest';
import { createRateLimiter } from '../../../../electron/server/services/rate-limiter.ts';
import type { RateLimit } from '../../../../shared/flow/api-config.ts';

describe('counting calls', () => {
  const limit: RateLimit = { max: 2, seconds: 60, message: undefined };

  function limiter() {
    const time = { now: 1000 };
    return { time, ...createRateLimiter(() => time.now) };
  }

  test('rejects a call over the limit with the time to retry', () => {
    const { time, count } = limiter();
    count('flow', limit);
    count('flow', limit);
    time.now += 15_500;
    expect(() => count('flow', limit)).toThrow(
      expect.objectContaining({ code: 'RATE_LIMITED', status: 429, details: { retryAfterSeconds: 45 } }),
    );
  });

  test('a new window begins when the old one is over, not before', () => {
    const { time, count } = limiter();
    count('flow', limit);
    count('flow', limit);
    time.now += 59_999;
    expect(() => count('flow', limit)).toThrow();
    time.now += 1;
    expect(() => count('flow', limit)).not.toThrow();
  });

  test('each client of each flow is counted by itself', () => {
    const { count } = limiter();
    for (const key of ['flow a', 'flow b', 'other a']) {
      count(key, limit);
      count(key, limit);
    }
    expect(() => count('flow b', limit)).toThrow();
  });

  test('the flow has its own words', () => {
    const { count } = limiter();
    const worded = { ...limit, max: 1, message: 'Come back tomorrow.' };
    count('flow', worded);
    expect(() => count('flow', worded)).toThrow('Come back tomorrow.');
  });
});
