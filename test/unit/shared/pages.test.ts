import { expect, test } from 'vitest';
import { PAGE_NAMES, pageRow, RAIL_PAGES } from '../../../shared/pages.ts';

test('each page has an address of its own', () => {
  const addresses = PAGE_NAMES.map((name) => pageRow(name).path.replace(/:\w+(\??)$/, ':$1'));
  expect(new Set(addresses).size).toBe(addresses.length);
  expect(addresses.every((address) => /^\/[a-z]+(\/:\??)?$/.test(address))).toBe(true);
});

test('a page belongs to one on the rail', () => {
  const above = PAGE_NAMES.flatMap((name) => pageRow(name).under ?? []);
  expect(RAIL_PAGES).toEqual(expect.arrayContaining(above));
});
