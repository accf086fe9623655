import { expect, test } from 'vitest';
import { z } from 'zod';
import { route } from '../../../../electron/server/routes/route.ts';
import { routes } from '../../../../electron/server/routes/routes.ts';
import { itsOwner } from '../../../../electron/server/routes/touches.ts';

const rest = {
  method: 'GET',
  path: '/notes',
  operationId: 'listNotes',
  summary: 'List notes',
  tag: 'Notes',
  answers: { 200: z.object({}) },
  errors: [],
  handle: () => ({}),
} as const;

test('a route that does not say whose data it touches does not compile', () => {
  // @ts-expect-error touches is missing
  const without = route(rest);
  // @ts-expect-error its path has no id
  const wrong = route({ ...rest, touches: itsOwner });
  expect([without.touches, wrong.touches]).toEqual([undefined, itsOwner]);
  expect(route({ ...rest, touches: 'nothing' }).touches).toBe('nothing');
});

test('only ping and the session are open without key and secret', () => {
  const open = routes.filter(({ isOpen }) => isOpen === true).map(({ operationId }) => operationId);
  expect(open.toSorted()).toEqual(['getSession', 'openSession', 'ping']);
});
