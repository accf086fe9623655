import { expect, test } from 'vitest';
import { hasOrigin, isWebAddress } from '../../../electron/main/addresses.ts';

test.each([
  ['http://127.0.0.1:3000/#/flows', true],
  ['http://127.0.0.1:3001/', false],
  ['http://127.0.0.1:3000.example.org/', false],
  ['http://127.0.0.1:3000@example.org/', false],
  ['https://127.0.0.1:3000/', false],
  ['about:blank', false],
  ['', false],
])('%s is at our origin: %s', (address, expected) => {
  expect(hasOrigin(address, 'http://127.0.0.1:3000')).toBe(expected);
});

test.each([
  ['https://example.org/a', true],
  ['http://example.org', true],
  ['file:///etc/passwd', false],
  ['javascript:alert(1)', false],
  ['smb://host/share', false],
  ['no address', false],
])('%s may go to the browser: %s', (address, expected) => {
  expect(isWebAddress(address)).toBe(expected);
});
