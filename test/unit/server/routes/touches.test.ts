import { expect, test } from 'vitest';
import { z } from 'zod';
import { joinRoutes } from '../../../../electron/server/routes/route.ts';
import { routes } from '../../../../electron/server/routes/routes.ts';
import { itsOwner } from '../../../../electron/server/routes/touches.ts';
import type { Operations } from '../../../../shared/operations/operation.ts';

const operations = {
  listNotes: {
    method: 'GET',
    path: '/notes',
    tag: 'Notes',
    summary: 'List notes',
    answers: { 200: z.object({}) },
    errors: [],
  },
} as const satisfies Operations;
const handle = () => ({});

test('an operation without a route does not compile', () => {
  // @ts-expect-error listNotes is missing
  expect(() => joinRoutes(operations, {})).toThrow('listNotes');
});

test('a route that does not say whose data it touches does not compile', () => {
  // @ts-expect-error touches is missing
  const [without] = joinRoutes(operations, { listNotes: { handle } });
  // @ts-expect-error its path has no id
  const [wrong] = joinRoutes(operations, { listNotes: { handle, touches: itsOwner } });
  expect([without?.touches, wrong?.touches]).toEqual([undefined, itsOwner]);
  const [right] = joinRoutes(operations, { listNotes: { handle, touches: 'nothing' } });
  expect(right).toMatchObject({ operationId: 'listNotes', path: '/notes', touches: 'nothing' });
});

test('only ping, the session and icons are open without key and secret', () => {
  const open = routes.filter(({ isOpen }) => isOpen === true).map(({ operationId }) => operationId);
  expect(open.toSorted()).toEqual(['getNodeIcon', 'getSession', 'openSession', 'ping']);
});
