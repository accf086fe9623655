import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { nodeBinary, root } from '../../../build/lib/paths.mjs';

const ListSchema = z.array(z.object({ file: z.string(), projectName: z.string() }));

/** What vitest would run, by its own word. */
async function listFiles() {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const args = [vitest, 'list', '--filesOnly', '--json'];
  const { stdout } = await promisify(execFile)(nodeBinary, args, { cwd: root, maxBuffer: 64 * 1024 * 1024 });
  return ListSchema.parse(JSON.parse(stdout));
}

test('every file of tests is run by npm test or by npm run test:long, and none by both', async () => {
  const listed = await listFiles();
  const long = listed.filter(({ projectName }) => projectName === 'long').map(({ file }) => file);
  const all = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.test\.tsx?$/.test(path))
    .map((path) => join(root, 'test', path));
  expect(listed.map(({ file }) => file).sort()).toEqual(all.sort());
  expect(long.sort()).toEqual(all.filter((path) => path.startsWith(join(root, 'test', 'long'))));
  expect(long.length).toBeGreaterThan(0);
});
