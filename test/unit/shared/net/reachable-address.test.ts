import { expect, test } from 'vitest';
import { reachableAddress } from '../../../../shared/net/reachable-address.ts';

test.each([
  ['http://0.0.0.0:3000', 'http://127.0.0.1:3000'],
  ['http://[::]:3000', 'http://127.0.0.1:3000'],
  ['http://[::1]:3000', 'http://[::1]:3000'],
  ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
  ['http://192.168.1.5:3000', 'http://192.168.1.5:3000'],
])('a server at %s is reached at %s', (url, expected) => {
  expect(reachableAddress(url)).toBe(expected);
});
