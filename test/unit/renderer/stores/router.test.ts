import { expect, test } from 'vitest';
import { hrefOf, type KnownRoute, parseRoute } from '../../../../renderer/stores/router.ts';

test.each([
  ['', { page: 'flows' }],
  ['#/', { page: 'flows' }],
  ['#/flows/', { page: 'flows' }],
  ['#/settings', { page: 'settings' }],
  ['#/settings/backups', { page: 'settings', section: 'backups' }],
  ['#/flows/a%2Fb', { page: 'editor', chatflowId: 'a/b' }],
  ['#/flows/x/', { page: 'editor', chatflowId: 'x' }],
  ['#/runs?status=FAILED&owner=a%20b', { page: 'runs', search: { status: 'FAILED', owner: 'a b' } }],
  ['#/ask?q=bees', { page: 'ask', search: { q: 'bees' } }],
  ['#/bin', { page: 'bin' }],
  ['#/bin/x', { page: 'unknown', path: '/bin/x' }],
  ['#/contents', { page: 'unknown', path: '/contents' }],
  ['#/nowhere', { page: 'unknown', path: '/nowhere' }],
  ['#/flows/x/y', { page: 'unknown', path: '/flows/x/y' }],
  ['#/flows/%E0%A4%A', { page: 'unknown', path: '/flows/%E0%A4%A' }],
])('%j leads to %j', (hash, route) => expect(parseRoute(hash)).toEqual(route));

test.each<KnownRoute>([
  { page: 'flows' },
  { page: 'editor', chatflowId: 'ä b/c' },
  { page: 'stores' },
  { page: 'store', storeId: '1' },
  { page: 'map', ownerId: '1' },
  { page: 'contents', ownerId: '1', search: { source: 'a/b ü.pdf' } },
  { page: 'runs', search: { status: 'FAILED' } },
  { page: 'run', runId: '1' },
  { page: 'resources' },
  { page: 'resources', tab: 'variables' },
  { page: 'settings' },
])('the link to %j leads there', (route) => expect(parseRoute(hrefOf(route))).toEqual(route));
