import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fuseRanks } from '../../../../../../electron/server/stores/local/query-collection.ts';
import { byRank, createTopK } from '../../../../../../electron/server/stores/local/search/top-k.ts';
import {
  dotAt,
  readUnitVector,
  toUnitVector,
} from '../../../../../../electron/server/stores/local/search/vector-math.ts';
import { blobOf, cosine } from '../../../../../helpers/builders/vector-corpus.ts';

describe('createTopK', () => {
  test('keeps the same items as sorting all, ties by age', () => {
    const scores = fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 60 });
    fc.assert(
      fc.property(scores, fc.integer({ min: 1, max: 12 }), (values, k) => {
        const all = values.map((score, index) => ({ id: index + 1, score }));
        const best = createTopK(k);
        for (const { id, score } of all.toReversed()) best.offer(id, score);
        expect(best.result()).toEqual([...all].sort(byRank).slice(0, k));
      }),
    );
  });
});

describe('fuseRanks', () => {
  const list = (...ids: number[]) => ids.map((id, index) => ({ id, score: 100 - index }));

  test('adds weight / (20 + rank) of each list', () => {
    const fused = fuseRanks([
      { chunks: list(1, 2), weight: 1 },
      { chunks: list(2, 3), weight: 0.5 },
    ]);
    expect(fused.map(({ id }) => id)).toEqual([2, 1, 3]);
    expect(fused[0]?.score).toBeCloseTo(1 / 22 + 0.5 / 21, 12);
    expect(fused[2]?.score).toBeCloseTo(0.5 / 22, 12);
  });

  test('lets what one list has first pass what another has far behind, by a small weight too', () => {
    const words = list(...Array.from({ length: 50 }, (_, index) => index + 1));
    const fused = fuseRanks([
      { chunks: words, weight: 1 },
      { chunks: list(99), weight: 0.4 },
    ]).map(({ id }) => id);
    expect(fused.indexOf(99)).toBeGreaterThan(5);
    expect(fused.indexOf(99)).toBeLessThan(40);
  });

  test('keeps the similarities of what is found by meaning', () => {
    const fused = fuseRanks([
      { chunks: list(1, 2), weight: 1 },
      { chunks: list(2), weight: 1, isByMeaning: true },
    ]);
    expect(fused.map(({ id, similarity }) => [id, similarity])).toEqual([
      [2, 100],
      [1, undefined],
    ]);
  });

  test('orders equal scores by age', () => {
    const fused = fuseRanks([
      { chunks: list(9), weight: 1 },
      { chunks: list(4), weight: 1 },
    ]);
    expect(fused.map(({ id }) => id)).toEqual([4, 9]);
  });
});

describe('vectors', () => {
  test('the inner product of unit vectors is the cosine, at any length', () => {
    const number = fc.float({ min: -100, max: 100, noNaN: true });
    const pair = fc.integer({ min: 1, max: 19 }).chain((length) => {
      const numbers = fc.array(number, { minLength: length, maxLength: length });
      return fc.tuple(numbers, numbers);
    });
    fc.assert(
      fc.property(pair, ([x, y]) => {
        const [a, b] = [Float32Array.from(x), Float32Array.from(y)];
        expect(dotAt(toUnitVector(a) ?? a, toUnitVector(b) ?? b, 0)).toBeCloseTo(cosine(a, b), 5);
      }),
    );
  });

  test('a blob that does not start at a multiple of four is read right', () => {
    const bytes = new Uint8Array(13);
    bytes.set(blobOf(Float32Array.of(0, 3, 4)), 1);
    const target = new Float32Array(3);
    expect(readUnitVector(bytes.subarray(1), 3, target)).toBe(true);
    expect([...target]).toEqual([0, Math.fround(0.6), Math.fround(0.8)]);
  });

  test.each([
    ['a wrong length', Float32Array.of(1, 2)],
    ['NaN', Float32Array.of(1, Number.NaN, 2)],
    ['infinity', Float32Array.of(1, Number.POSITIVE_INFINITY, 2)],
  ])('%s is refused', (_what, vector) => {
    expect(readUnitVector(blobOf(vector), 3, new Float32Array(3))).toBe(false);
  });

  test('a zero vector stays zero', () => {
    expect(toUnitVector(new Float32Array(2))).toEqual(new Float32Array(2));
  });
});
