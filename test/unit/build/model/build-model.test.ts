import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quantiseColumns, quantiseRows } from '../../../../build/model/build-model.ts';

const matrix = Float32Array.of(1, -2, 0, 4, 8, 0);
const shape = { rows: 2, columns: 3 };

describe('quantising', () => {
  it('scales each row by its largest value', () => {
    const { values, scales } = quantiseRows(matrix, shape, 100);
    expect(Array.from(values)).toEqual([50, -100, 0, 50, 100, 0]);
    expect(Array.from(scales)).toEqual([Math.fround(0.02), Math.fround(0.08)]);
  });

  it('scales each column by its largest value, and a column of zeros stays zeros', () => {
    const { values, scales } = quantiseColumns(matrix, shape, 100);
    expect(Array.from(values)).toEqual([25, -25, 0, 100, 100, 0]);
    expect(scales[2]).toBeGreaterThan(0);
  });

  it('never overflows, and is off by half a step at most', () => {
    const numbers = fc.array(fc.float({ min: -10, max: 10, noNaN: true }), { minLength: 6, maxLength: 6 });
    fc.assert(
      fc.property(numbers, fc.integer({ min: 1, max: 127 }), (list, largest) => {
        const { values, scales } = quantiseColumns(Float32Array.from(list), shape, largest);
        for (const [index, value] of values.entries()) {
          const scale = scales[index % shape.columns] ?? Number.NaN;
          expect(Math.abs(value)).toBeLessThanOrEqual(largest);
          expect(Math.abs(value * scale - (list[index] ?? 0))).toBeLessThanOrEqual(scale * 0.5001);
        }
      }),
    );
  });
});
