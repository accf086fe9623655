import { describe, expect, test } from 'vitest';
import { createRateLimiter, type RateLimit, readRateLimit } from '../../../../electron/server/services/rate-limiter.ts';

describe('reading the limit of a chatflow', () => {
  test.each([
    ['none', null],
    ['an empty text', ''],
    ['nothing about it', '{}'],
    ['switched off', '{"rateLimit":{"status":false,"limitMax":"","limitDuration":""}}'],
    ['never switched', '{"rateLimit":{}}'],
    ['null', '{"rateLimit":null}'],
  ])('%s means no limit', (_name, apiConfig) => {
    expect(readRateLimit(apiConfig)).toBeUndefined();
  });

  test('numbers may be texts, as Flowise saves them', () => {
    const apiConfig = '{"rateLimit":{"status":true,"limitMax":"10","limitDuration":"60","limitMsg":"Slow down"}}';
    expect(readRateLimit(apiConfig)).toEqual({ max: 10, seconds: 60, message: 'Slow down' });
  });

  test('a blank message means ours', () => {
    const apiConfig = '{"rateLimit":{"status":true,"limitMax":1,"limitDuration":0.5,"limitMsg":" "}}';
    expect(readRateLimit(apiConfig)).toEqual({ max: 1, seconds: 0.5, message: undefined });
  });

  test.each([
    '{"rateLimit":{"status":true}}',
    '{"rateLimit":{"status":true,"limitMax":0,"limitDuration":60}}',
    '{"rateLimit"',
  ])('%s is refused', (apiConfig) => {
    expect(() => readRateLimit(apiConfig)).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }));
  });
});

describe('counting calls', () => {
  const limit: RateLimit = { max: 2, seconds: 60, message: undefined };

  function limiter() {
    const time = { now: 1000 };
    return { time, ...createRateLimiter(() => time.now) };
  }

  test('so many calls pass, the next is told when to come again', () => {
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
