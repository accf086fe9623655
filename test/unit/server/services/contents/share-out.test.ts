import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isTaken, shareOut } from '../../../../../electron/server/services/contents/share-out.ts';

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0);

describe('shareOut', () => {
  test('shares by size, and gives each source one', () => {
    expect(shareOut([10, 20], 50)).toEqual([10, 20]);
    expect(shareOut([901, 101, 1], 12)).toEqual([9, 2, 1]);
    expect(shareOut([5, 5, 5, 5], 2)).toEqual([0, 1, 0, 1]);
  });

  test('gives all that there is to give, and nobody more than it has', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 500 }), { maxLength: 60 }),
        fc.integer({ min: 1, max: 300 }),
        (counts, limit) => {
          const shares = shareOut(counts, limit);
          expect(sumOf(shares)).toBe(Math.min(limit, sumOf(counts)));
          expect(shares.every((share, index) => share <= (counts[index] ?? 0))).toBe(true);
          if (counts.length <= limit) expect(shares.every((share) => share >= 1)).toBe(true);
        },
      ),
    );
  });

  test('takes evenly spread ones', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 0, max: 200 }), (count, wanted) => {
        const share = Math.min(count, wanted);
        const taken = Array.from({ length: count }, (_, place) => place).filter((place) =>
          isTaken(place, share, count),
        );
        expect(taken).toHaveLength(share);
        const gaps = taken.slice(1).map((place, index) => place - (taken[index] ?? 0));
        expect(gaps.every((gap) => Math.abs(gap - count / share) < 1)).toBe(true);
      }),
    );
  });
});
