import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { averageVectors, cutIntoWindows, normaliseInPlace } from '../../../../electron/server/common/vectors.ts';

describe('cutIntoWindows', () => {
  it('leaves what fits in one window', () => {
    const ids = Int32Array.from({ length: 120 }, (_, index) => index);
    expect(cutIntoWindows(ids, 120)).toEqual([ids]);
  });

  it('cuts one more id into two halves', () => {
    const lengths = cutIntoWindows(new Int32Array(121), 120).map((window) => window.length);
    expect(lengths).toEqual([60, 61]);
  });

  it('loses nothing, keeps the order, stays within the limit and makes even windows', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 7999 })), fc.integer({ min: 1, max: 20 }), (list, longest) => {
        const windows = cutIntoWindows(Int32Array.from(list), longest);
        expect(windows.flatMap((window) => Array.from(window))).toEqual(list);
        const lengths = windows.map((window) => window.length);
        for (const length of lengths) expect(length).toBeLessThanOrEqual(longest);
        if (lengths.length > 0) expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('vectors', () => {
  it('scales to length 1 and leaves zeros alone', () => {
    expect(Array.from(normaliseInPlace(Float32Array.of(3, 4)))).toEqual([Math.fround(0.6), Math.fround(0.8)]);
    expect(Array.from(normaliseInPlace(new Float32Array(2)))).toEqual([0, 0]);
  });

  it('averages directions', () => {
    const mean = averageVectors([Float32Array.of(1, 0), Float32Array.of(0, 1)]);
    expect(mean[0]).toBeCloseTo(Math.SQRT1_2, 6);
    expect(mean[1]).toBeCloseTo(Math.SQRT1_2, 6);
  });
});
