import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chanceOfFall } from '../../../bench/search/paired-test.ts';

const fill = (count: number, value: number): number[] => Array.from({ length: count }, () => value);

describe('randomisation test for pairs', () => {
  it.each([
    ['one question fell', [1], [0], 1 / 2],
    ['three fell', [1, 1, 1], [0, 0, 0], 1 / 8],
    ['one rose', [0], [1], 1],
    ['as many rose as fell', [1, 0], [0, 1], 3 / 4],
    ['four fell, one rose', [1, 1, 1, 1, 0], [0, 0, 0, 0, 1], 6 / 32],
    ['nothing changed', [1, 0.5], [1, 0.5], 1],
    ['no questions', [], [], 1],
  ])('%s', (_, before, after, p) => {
    expect(chanceOfFall(before, after)).toBeCloseTo(p, 10);
  });

  it('draws when there are many differences, close to the exact chance', () => {
    // Of 20 signs at least 15 negative: 21,700 of 2 ** 20.
    const before = [...fill(15, 1), ...fill(5, 0)];
    const after = [...fill(15, 0), ...fill(5, 1)];
    expect(chanceOfFall(before, after)).toBeCloseTo(21_700 / 2 ** 20, 2);
  });

  it('gives the same chance each time', () => {
    const before = Array.from({ length: 40 }, (_, index) => 1 / (1 + (index % 7)));
    const after = Array.from({ length: 40 }, (_, index) => 1 / (1 + (index % 5)));
    expect(chanceOfFall(before, after)).toBe(chanceOfFall(before, after));
  });

  it('is a chance, and questions that did not change do not matter', () => {
    const pairs = fc.array(fc.tuple(fc.integer({ min: 0, max: 10 }), fc.integer({ min: 0, max: 10 })), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(pairs, (list) => {
        const before = list.map(([value]) => value);
        const after = list.map(([, value]) => value);
        const p = chanceOfFall(before, after);
        expect(p).toBeGreaterThan(0);
        expect(p).toBeLessThanOrEqual(1);
        expect(chanceOfFall([...before, 3], [...after, 3])).toBe(p);
      }),
    );
  });

  it('refuses lists of different lengths', () => {
    expect(() => chanceOfFall([1], [])).toThrow('same length');
  });
});
