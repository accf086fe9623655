import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { nodeBinary, root } from '../../../build/lib/paths.mjs';

const ListSchema = z.array(z.object({ file: z.string(), projectName: z.string() }));

const sources = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => join(root, 'test', path));
const testFiles = sources.filter((path) => /\.test\.tsx?$/.test(path));
const isIsolated = (path: string) => /\.isolated\.test\.tsx?$/.test(path);

/** What vitest would run, by its own word. */
async function listFiles(): Promise<z.infer<typeof ListSchema>> {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const args = [vitest, 'list', '--filesOnly', '--json'];
  const { stdout } = await promisify(execFile)(nodeBinary, args, { cwd: root, maxBuffer: 64 * 1024 * 1024 });
  return ListSchema.parse(JSON.parse(stdout));
}

test('every file of tests is in one project: run by npm test or by npm run test:long, and isolated if its name says so', async () => {
  const listed = await listFiles();
  expect(listed.map(({ file }) => file).sort()).toEqual(testFiles.toSorted());
  const filesOf = (project: string) =>
    listed.flatMap(({ file, projectName }) => (projectName === project ? [file] : []));
  const long = testFiles.filter((path) => path.startsWith(join(root, 'test', 'long')));
  expect(filesOf('long').sort()).toEqual(long.sort());
  expect(long.length).toBeGreaterThan(0);
  expect(filesOf('isolated').sort()).toEqual(testFiles.filter(isIsolated).sort());
});

/** What a file changes for those that run after it in the same process. */
const SHARED_CHANGES = [
  /\bvi\.(?:mock|doMock|unmock|doUnmock|resetModules|stubEnv)\(/,
  /\bprocess\.env(?:\.\w+|\[[^\]]+\]) *(?:\?\?|\|\|)?=[^=]/,
  /\bdelete process\.env\b/,
  /\b(?:assign|set|defineProperty|deleteProperty)\(process\.env\b/,
  /\bprocess\.(?:chdir|umask)\(/,
];

test.each([
  ["vi.mock('electron')", true],
  ["process.env.HOME = '/'", true],
  ["process.env['HOME'] ??= '/'", true],
  ['delete process.env.HOME', true],
  ["Object.assign(process.env, { HOME: '/' })", true],
  ['process.chdir(folder)', true],
  ["process.env.HOME === '/'", false],
  ['vi.mocked(write)', false],
])('%s is seen as a change for other files: %s', (code, isChange) => {
  expect(SHARED_CHANGES.some((pattern) => pattern.test(code))).toBe(isChange);
});

test('only files with a process of their own mock modules, or change the environment or the current folder', () => {
  const shared = sources.filter(
    (path) => (testFiles.includes(path) || path.startsWith(join(root, 'test', 'helpers'))) && !isIsolated(path),
  );
  const wrong = shared.filter((path) => {
    const code = readFileSync(path, 'utf8');
    return path !== import.meta.filename && SHARED_CHANGES.some((pattern) => pattern.test(code));
  });
  expect(wrong, 'Name them .isolated.test.ts').toEqual([]);
});
