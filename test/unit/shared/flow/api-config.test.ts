import { describe, expect, test } from 'vitest';
import { readOverrideSwitches, readRateLimit } from '../../../../shared/flow/api-config.ts';

describe('reading the override switches of a chatflow', () => {
  test.each(['{', '[]', '{"overrideConfig":{"nodes":[]}}'])('apiConfig %s is refused', (text) => {
    expect(() => readOverrideSwitches(text)).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }));
  });

  test('variables that are no list switch none on', () => {
    const text = '{"overrideConfig":{"status":true,"nodes":{},"variables":[1]}}';
    expect(readOverrideSwitches(text)).toEqual({ status: true, nodes: {}, variables: undefined });
  });

  test.each([null, '', '{}', '{"overrideConfig":{"status":false}}'])('%s switches nothing on', (text) => {
    expect(readOverrideSwitches(text)).toBeUndefined();
  });
});

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
