import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { expect, test } from 'vitest';
import { root } from '../../../build/lib/paths.mjs';

test('the server is built with the CMaps that PDFs need, and their licence', async () => {
  const configFile = join(root, 'build', 'vite.server.config.ts');
  const built = await build({ configFile, logLevel: 'silent', build: { write: false, sourcemap: false } });
  const output = 'output' in built ? built.output : [];
  const names = output.map(({ fileName }) => fileName);
  const cmaps = readdirSync(join(root, 'electron', 'server', 'readers', 'pdf', 'cmaps'));
  const expected = cmaps.filter((name) => name === 'LICENSE' || name.endsWith('.bcmap'));
  expect(expected.length).toBeGreaterThan(150);
  expect(names.filter((name) => name.startsWith('cmaps/')).sort()).toEqual(
    expected.map((name) => `cmaps/${name}`).sort(),
  );
  // They are looked for beside the file that reads them.
  expect(names).toContain('load-worker.js');
  expect(output.filter(({ fileName, type }) => type === 'chunk' && fileName.includes('/'))).toEqual([]);
});
