import { expect, test } from 'vitest';
import { isWebAddress } from '../../../../electron/main/page/addresses.ts';

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
