import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { expect, test } from 'vitest';
import { root } from '../../../build/lib/paths.mjs';

test('the server is built with the CMaps and decoders that PDFs need, and their licences', async () => {
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
  expect(names).toEqual(
    expect.arrayContaining(['jbig2.wasm', 'openjpeg.wasm', 'LICENSE_PDFJS_JBIG2'].map((name) => `decoders/${name}`)),
  );
  // They are looked for beside the file that reads them.
  expect(names).toContain('load-worker.js');
  expect(output.filter(({ fileName, type }) => type === 'chunk' && fileName.includes('/'))).toEqual([]);
  // What the bundled packages name and nothing uses is not asked for at run time.
  const code = output.flatMap((part) => (part.type === 'chunk' ? [...part.imports, ...part.dynamicImports] : []));
  expect(code.filter((name) => /sharp|canvas|onnxruntime-web|transformers$|^pdfjs/.test(name))).toEqual([]);
  expect(output.some((part) => part.type === 'chunk' && part.code.includes('t=e("@napi-rs/canvas")'))).toBe(false);
});
