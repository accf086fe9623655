import { join, resolve, sep } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fullPath, KnownPaths } from '../../../../electron/main/shell/known-paths.ts';

const home = resolve('/home/ada');

describe('The full path', () => {
  test.each([
    ['~', home],
    ['~/docs', join(home, 'docs')],
    [join(home, 'docs', '..', 'notes'), join(home, 'notes')],
    ['~bob/docs', undefined],
    ['docs', undefined],
    ['', undefined],
  ])('of %s is %s', (path, full) => {
    expect(fullPath(path, home)).toBe(full);
  });
});

test('known are the paths that were added, and what lies in them', () => {
  const known = new KnownPaths();
  known.add(join(home, 'docs') + sep);
  known.add(join(home, 'export.json'));
  const isKnown = (...parts: readonly string[]) => known.has([home, ...parts].join(sep));
  expect(isKnown('docs')).toBe(true);
  expect(isKnown('docs', 'sub', 'a.md')).toBe(true);
  expect(isKnown('export.json')).toBe(true);
  expect(isKnown('docs', '..', 'other')).toBe(false);
  expect(isKnown('docs2')).toBe(false);
  expect(isKnown()).toBe(false);
});
