import { expect, test } from 'vitest';
import { hrefOf, parseRoute } from '../../../../renderer/stores/router.ts';

test.each([
  ['', { page: 'flows' }],
  ['#/', { page: 'flows' }],
  ['#/flows/', { page: 'flows' }],
  ['#/settings', { page: 'settings' }],
  ['#/flows/a%2Fb', { page: 'editor', chatflowId: 'a/b' }],
  ['#/flows/x/', { page: 'editor', chatflowId: 'x' }],
  ['#/flows/x/y', { page: 'unknown', path: '/flows/x/y' }],
  ['#/flows/%E0%A4%A', { page: 'unknown', path: '/flows/%E0%A4%A' }],
])('%j leads to %j', (hash, route) => expect(parseRoute(hash)).toEqual(route));

test('links lead where they say', () => {
  for (const route of [{ page: 'flows' }, { page: 'settings' }, { page: 'editor', chatflowId: 'ä b/c' }] as const) {
    expect(parseRoute(hrefOf(route))).toEqual(route);
  }
});
