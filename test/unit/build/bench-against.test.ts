import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BASE_FILE, compareRounds, parseBase } from '../../../build/lib/bench-against.mjs';

const root = join(import.meta.dirname, '..', '..', '..');

describe('the commits to compare with', () => {
  test('are read with the reasons behind them', () => {
    expect(parseBase('# why\nspeed 0123abc # fast\n\nmemory 89abcdef\n')).toEqual({
      speed: '0123abc',
      memory: '89abcdef',
    });
  });

  test.each(['speed 0123abc', 'speed 0123abc\nmemory HEAD', ''])(
    'are refused where one is missing or no commit: %j',
    (text) => {
      expect(() => parseBase(text)).toThrow(/test\/bench\/base/);
    },
  );

  // A clone of the newest commits alone does not have them.
  const isWhole = existsSync(join(root, '.git')) && !existsSync(join(root, '.git', 'shallow'));
  test.skipIf(!isWhole)('are ancestors of this one', () => {
    for (const commit of Object.values(parseBase(readFileSync(BASE_FILE, 'utf8')))) {
      expect(() => execFileSync('git', ['merge-base', '--is-ancestor', commit, 'HEAD'], { cwd: root })).not.toThrow();
    }
  });
});

test('rounds are compared by the medians of what both have measured, each better in its own direction', () => {
  const round = (seconds: number, rate: number) => [
    { what: 'first', value: seconds, unit: 's' },
    { what: 'small upserts', value: rate, unit: '/s', isLeast: true },
  ];
  const now = [...round(2, 90), { what: 'new here', value: 1, unit: 's' }];
  expect(compareRounds([round(4, 100), round(3, 80), round(5, 120)], [now, round(1, 80), round(3, 100)])).toEqual([
    {
      what: 'first',
      unit: 's',
      base: { median: 4, least: 3, most: 5 },
      now: { median: 2, least: 1, most: 3 },
      ratio: 0.5,
      isBetter: true,
    },
    {
      what: 'small upserts',
      unit: '/s',
      base: { median: 100, least: 80, most: 120 },
      now: { median: 90, least: 80, most: 100 },
      ratio: 0.9,
      isBetter: false,
    },
  ]);
});
