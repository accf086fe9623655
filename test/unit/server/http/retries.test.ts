import { describe, expect, it } from 'vitest';
import {
  type FailedAttempt,
  PAGE_RETRIES,
  readRetryAfterMs,
  SERVICE_RETRIES,
  type Sleep,
  withRetries,
} from '../../../../electron/server/http/retries.ts';

const live = new AbortController().signal;

/** Fails in these ways, one after the other, and then succeeds. */
function setUp(...failures: readonly Pick<FailedAttempt<string>, 'status' | 'retryAfterMs'>[]) {
  const left = [...failures];
  const pauses: number[] = [];
  const log: string[] = [];
  const sleep: Sleep = async (ms) => void pauses.push(ms);
  const attempt = async (): Promise<{ value: string } | FailedAttempt<string>> => {
    log.push('attempt');
    const failure = left.shift();
    if (failure === undefined) return { value: 'done' };
    return { ...failure, giveUp: () => 'given up', release: () => void log.push('release') };
  };
  return { pauses, log, run: (policy = SERVICE_RETRIES) => withRetries({ policy, sleep, signal: live }, attempt) };
}

describe('retries', () => {
  it('double the pause each time, less a random part', async () => {
    const { run, pauses } = setUp({}, {}, {});
    expect(await run()).toBe('done');
    expect(pauses).toHaveLength(3);
    for (const [index, ms] of pauses.entries()) {
      expect(ms).toBeGreaterThanOrEqual(375 * 2 ** index);
      expect(ms).toBeLessThanOrEqual(500 * 2 ** index);
    }
  });

  it('end after as many attempts as the policy allows', async () => {
    const { run, log } = setUp({}, {}, {});
    expect(await run({ ...SERVICE_RETRIES, attempts: 2 })).toBe('given up');
    expect(log).toEqual(['attempt', 'release', 'attempt']);
  });

  it('wait as long as the service asks, unless that is too long', async () => {
    const short = setUp({ retryAfterMs: 9000 });
    expect(await short.run()).toBe('done');
    expect(short.pauses).toEqual([9000]);
    const long = setUp({ retryAfterMs: 30_001 });
    expect(await long.run()).toBe('given up');
    expect(long.pauses).toEqual([]);
  });

  it.each([
    ['a page', PAGE_RETRIES, [429, 502, 503, 504], [400, 401, 404, 500, 501]],
    ['a service', SERVICE_RETRIES, [429, 500, 502, 529, 599], [400, 401, 404, 409, 422]],
  ])('of %s follow the statuses of its policy', async (_what, policy, retried, final) => {
    for (const status of retried) expect(await setUp({ status }).run(policy), `${status}`).toBe('done');
    for (const status of final) expect(await setUp({ status }).run(policy), `${status}`).toBe('given up');
  });

  it('end in a pause with the reason of the signal', async () => {
    const stop = new AbortController();
    const sleep: Sleep = async () => {
      stop.abort(new Error('stopped'));
      throw new Error('The operation was aborted');
    };
    const attempt = async () => ({ giveUp: () => 'given up' });
    await expect(withRetries({ policy: SERVICE_RETRIES, sleep, signal: stop.signal }, attempt)).rejects.toThrow(
      'stopped',
    );
  });
});

const now = Date.parse('2026-03-01T12:00:00Z');

it.each([
  ['120', 120_000],
  ['0', 0],
  ['1.5', 1500],
  ['-5', 0],
  ['Sun, 01 Mar 2026 12:00:30 GMT', 30_000],
  ['Sun, 01 Mar 2026 11:00:00 GMT', 0],
  ['soon', undefined],
  ['', undefined],
  [null, undefined],
])('reads Retry-After: %s', (value, ms) => {
  expect(readRetryAfterMs(value, now)).toBe(ms);
});
