import { timingSafeEqual } from 'node:crypto';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  generateApiKey,
  hashApiKey,
  hintOf,
  isSameHash,
  readBearerKey,
} from '../../../../electron/server/secrets/api-key.ts';

vi.mock('node:crypto', async (importOriginal) => {
  const original = await importOriginal<typeof import('node:crypto')>();
  return { ...original, timingSafeEqual: vi.fn(original.timingSafeEqual) };
});

beforeEach(() => {
  vi.mocked(timingSafeEqual).mockClear();
});

describe('keys', () => {
  test('are 32 bytes as base64url, each another', () => {
    const keys = Array.from({ length: 100 }, generateApiKey);
    expect(new Set(keys).size).toBe(100);
    for (const key of keys) expect(Buffer.from(key, 'base64url').length).toBe(32);
  });

  test('are hashed with SHA-256, and known by their last characters', () => {
    expect(hashApiKey('abc').toString('hex')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(hintOf('abcdefgh')).toBe('efgh');
  });

  test('are compared in constant time, whether they are the same or not', () => {
    expect(isSameHash(hashApiKey('a'), hashApiKey('a'))).toBe(true);
    expect(isSameHash(hashApiKey('a'), hashApiKey('b'))).toBe(false);
    expect(timingSafeEqual).toHaveBeenCalledTimes(2);
    expect(isSameHash(hashApiKey('a'), Buffer.alloc(3))).toBe(false);
  });
});

test.each([
  ['Bearer abc', 'abc'],
  ['bearer abc', 'abc'],
  ['Bearer   abc ', 'abc'],
  ['Bearer', undefined],
  ['Bearer ', undefined],
  ['abc', undefined],
  ['Basic abc', undefined],
  ['Bearer a b', undefined],
  ['xBearer abc', undefined],
  [undefined, undefined],
])('of the header %j the key is %j', (header, key) => {
  expect(readBearerKey(header)).toBe(key);
});
