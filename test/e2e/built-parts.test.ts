import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import rendererConfig from '../../build/vite.renderer.config.ts';

const built = join(import.meta.dirname, '../../dist/server');

test('the server is built with the CMaps and decoders that PDFs need, and their licences', () => {
  const names = readdirSync(built, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'));
  const cmaps = readdirSync(join(import.meta.dirname, '../../electron/server/readers/pdf/cmaps'));
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
  const programs = names.filter((name) => name.endsWith('.js'));
  expect(programs.filter((name) => name.includes('/'))).toEqual([]);
  // What the bundled packages name and nothing uses is not asked for at run time.
  const codes = programs.map((name) => readFileSync(join(built, name), 'utf8'));
  const isComment = /^\s*\*.*$/gm;
  const asked = codes.flatMap((code) =>
    Array.from(
      code.replaceAll(isComment, '').matchAll(/\b(?:from|import)\s*\(?["'`]([^"'`./][^"'`]*)["'`]/g),
      ([, name = '']) => name,
    ),
  );
  expect(asked).toContain('onnxruntime-node');
  expect(asked.filter((name) => /sharp|canvas|onnxruntime-web|transformers$|^pdfjs/.test(name))).toEqual([]);
  expect(codes.some((code) => code.includes('t=e("@napi-rs/canvas")'))).toBe(false);
});

// The cache of texts that were read goes by this: electron/server/sources/cache/read-found-files.ts.
test('the program that reads files names all its parts by their content, down to the readers', () => {
  const reached = new Set<string>();
  const follow = (name: string): void => {
    if (reached.has(name)) return;
    reached.add(name);
    const parts = readFileSync(join(built, name), 'utf8').matchAll(/(?:from|import)\s*\(?"\.\/([^"]+\.js)"/g);
    for (const [, part = ''] of parts) follow(part);
  };
  follow('load-worker.js');
  const [, ...parts] = reached;
  for (const part of parts) expect(part).toMatch(/-[\w-]{8}\.js$/);
  const readers = readdirSync(built).filter((name) =>
    /^(?:docx-reader|html|epub-reader|notebook|csv-reader)-[\w-]{8}\.js$/.test(name),
  );
  expect(readers.length).toBeGreaterThanOrEqual(5);
  expect(parts).toEqual(expect.arrayContaining(readers));
});

test('no part of the page is so large that every build and start warns of it', () => {
  const assets = join(import.meta.dirname, '../../dist/renderer/assets');
  const mostBytes = (rendererConfig.build?.chunkSizeWarningLimit ?? 500) * 1000;
  const programs = readdirSync(assets).filter((name) => name.endsWith('.js'));
  expect(programs.filter((name) => statSync(join(assets, name)).size > mostBytes)).toEqual([]);
  expect(programs.length).toBeGreaterThan(1);
});
