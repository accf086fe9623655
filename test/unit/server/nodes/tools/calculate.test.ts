import { describe, expect, test } from 'vitest';
import { calculate } from '../../../../../electron/server/nodes/tools/calculate.ts';

describe('calculate', () => {
  test.each([
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3', 9],
    ['2^3^2', 512],
    ['2 ** 10', 1024],
    ['-2^2', -4],
    ['2^-1', 0.5],
    ['7 % 4 - 10 / 4', 0.5],
    ['0.1 + 0.2', 0.3],
    ['1e3 + .5', 1000.5],
    ['3 × 4 ÷ 2 − 1', 5],
    ['sqrt(2) * SQRT(2)', 2],
    ['round(2.345, 2) + max(1, 2, 3)', 5.35],
    ['ln(e) + log(100) + log2(8)', 6],
    ['2 * pi', 6.2831853071796],
  ])('%s is %d', (expression, value) => {
    expect(calculate(expression)).toBeCloseTo(value, 12);
  });

  test.each([
    '',
    '1 +',
    '(1',
    '1)',
    '1 2',
    '1 / 0',
    'sqrt(-1)',
    'process.exit()',
    'constructor("return 1")()',
    'toString(1)',
    '__proto__',
    'alert`1`',
    'a => a',
    `${'('.repeat(300)}1${')'.repeat(300)}`,
    '1+'.repeat(1000),
  ])('%s is refused', (expression) => {
    expect(() => calculate(expression)).toThrow('can not be calculated');
  });
});
