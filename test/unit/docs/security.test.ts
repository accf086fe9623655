import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { root } from '../../../build/lib/paths.mjs';

const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** The rows of the table of Electron's checklist: number, and the test that holds it. */
const rows = Array.from(
  read('docs/security.md').matchAll(/^\| (?<point>\d+) \|.*\| `(?<file>test\/[^`]+)`: (?<name>.+) \|$/gm),
  ({ groups }) => z.object({ point: z.string(), file: z.string(), name: z.string() }).parse(groups),
);

test('each of the 20 points of Electron’s checklist has its row', () => {
  expect(rows.map(({ point }) => Number(point))).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
});

test.each(rows)('point $point is held by a test that exists: $name', ({ file, name }) => {
  expect(read(file)).toContain(`('${name}', `);
});

test('Electron is of one exact version, the one that is built in', () => {
  const { devDependencies } = z
    .object({ devDependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(read('package.json')));
  const locked = z
    .object({ packages: z.looseObject({ 'node_modules/electron': z.object({ version: z.string() }) }) })
    .parse(JSON.parse(read('package-lock.json')));
  expect(devDependencies.electron).toMatch(/^\d+\.\d+\.\d+$/);
  expect(devDependencies.electron).toBe(locked.packages['node_modules/electron'].version);
});
