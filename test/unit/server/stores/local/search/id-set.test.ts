import fc from 'fast-check';
import { expect, test } from 'vitest';
import { idTest } from '../../../../../../electron/server/stores/local/search/id-set.ts';
import { idSetOf } from '../../../../../helpers/builders/id-set.ts';

/** Close together, at the ends of pages, and beyond 32 bits. */
const idArbitrary = fc.oneof(
  fc.nat(200),
  fc.integer({ min: 4090, max: 4100 }),
  fc.integer({ min: 2 ** 31 - 5, max: 2 ** 32 + 5 }),
  fc.maxSafeNat(),
);

test('has the ids that were added and no others, in whatever order', () => {
  fc.assert(
    fc.property(fc.array(idArbitrary), fc.array(idArbitrary), (added, asked) => {
      const has = idTest(idSetOf(added));
      const inside = new Set(added);
      for (const id of [...asked, ...added]) expect(has(id)).toBe(inside.has(id));
    }),
  );
});

test('comes to another thread as it is, and small', () => {
  const ids = Array.from({ length: 100_000 }, (_, no) => no + 1);
  const sent = structuredClone(idSetOf(ids));
  expect(ids.every(idTest(sent))).toBe(true);
  expect([0, 100_001].some(idTest(sent))).toBe(false);
  expect([...sent.values()].reduce((sum, { byteLength }) => sum + byteLength, 0)).toBeLessThan(13_000);
});
