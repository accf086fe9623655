import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { bundles, sourceStamp } from '../../../build/lib/bundles.mjs';
import { root } from '../../../build/lib/paths.mjs';

describe('The stamp of a bundle', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tributary-stamp-'));
    mkdirSync(join(folder, 'source', 'deep'), { recursive: true });
    writeFileSync(join(folder, 'source', 'deep', 'a.ts'), 'one');
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  const stamp = () => sourceStamp(folder, ['source', 'absent']);

  test('stays while nothing changes', () => {
    expect(stamp()).toBe(stamp());
  });

  test.each<[string, () => void]>([
    ['another size', () => writeFileSync(join(folder, 'source/deep/a.ts'), 'three')],
    ['another time', () => utimesSync(join(folder, 'source/deep/a.ts'), 1, 1)],
    ['a new file', () => writeFileSync(join(folder, 'source/b.ts'), '')],
    ['a file that is gone', () => rmSync(join(folder, 'source/deep/a.ts'))],
    ['a source that was absent', () => writeFileSync(join(folder, 'absent'), '')],
  ])('changes with %s', (_what, change) => {
    const before = stamp();
    change();
    expect(stamp()).not.toBe(before);
  });
});

test('every source of every bundle is in the project', () => {
  const sources = Object.values(bundles).flatMap((bundle) => bundle.sources);
  expect(sources.filter((source) => !existsSync(join(root, source)))).toEqual([]);
});
