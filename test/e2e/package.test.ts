import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { listAsar } from '../../build/lib/asar.mjs';
import { bundledPackages } from '../../build/lib/bundled-packages.ts';
import { root } from '../../build/lib/paths.mjs';
import { makeTemporaryFolder } from '../helpers/builders/temporary-folder.ts';

const builder = join(root, 'node_modules', 'electron-builder', 'cli.js');
/** What lies in a working folder and is in no list: it must not go into the package. */
const straysFolder = join(root, 'left-over-of-the-package-test');

function reasonToSkip(): string | undefined {
  if (process.platform !== 'linux') return 'the package for Linux is only made on Linux';
  if (!existsSync(builder)) return 'electron-builder is not installed';
  if (!existsSync(join(root, 'dist', 'main', 'main.cjs'))) return 'the app is not built: run npm run build';
  return undefined;
}

const skipReason = reasonToSkip();
if (skipReason !== undefined) console.warn(`\nTHE TESTS OF THE PACKAGE ARE SKIPPED: ${skipReason}.\n`);

/** Packs as `npm run dist` does, around an Electron that is none: its 250 MB say nothing about what goes in beside it. */
async function packApp(folder: string): Promise<string[]> {
  const electronDist = join(folder, 'electron');
  mkdirSync(join(electronDist, 'resources'), { recursive: true });
  writeFileSync(join(electronDist, 'electron'), '#!/bin/sh\n', { mode: 0o755 });
  const locales = join(electronDist, 'locales');
  mkdirSync(locales);
  for (const name of ['de', 'en-US', 'fr', 'zh-CN', 'zh-TW']) writeFileSync(join(locales, `${name}.pak`), '');
  const output = join(folder, 'release');
  const settings = [`-c.electronDist=${electronDist}`, `-c.directories.output=${output}`];
  await promisify(execFile)(process.execPath, [builder, '--linux', 'dir', '--x64', '--publish', 'never', ...settings], {
    cwd: root,
  });
  return listAsar(join(output, 'linux-unpacked', 'resources', 'app.asar')).map(({ path }) => path);
}

describe.skipIf(skipReason !== undefined)('The package', () => {
  const folder = makeTemporaryFolder();
  let packed: string[] = [];
  const own = () => packed.filter((path) => !path.startsWith('node_modules/'));

  beforeAll(async () => {
    mkdirSync(straysFolder, { recursive: true });
    writeFileSync(join(straysFolder, 'notes.txt'), 'not for others\n');
    packed = await packApp(folder.path);
  });
  afterAll(() => {
    rmSync(straysFolder, { recursive: true, force: true });
    folder.remove();
  });

  test('contains the built programs, the samples and the licence, and nothing else of the folder', () => {
    expect([...new Set(own().map((path) => path.split('/').slice(0, 2).join('/')))].sort()).toEqual([
      'LICENSE',
      'dist/icons',
      'dist/main',
      'dist/model',
      'dist/preload',
      'dist/renderer',
      'dist/server',
      'package.json',
      'samples/garden-handbook.pdf',
      'samples/plots.csv',
      'samples/spring-meeting.docx',
    ]);
    expect(own()).toContain('dist/main/main.cjs');
    expect(own()).toContain('dist/server/cli.js');
    expect(own().filter((path) => /\.(map|ts|tsx)$/.test(path))).toEqual([]);
  });

  test('contains every package that the programs run with', () => {
    const { dependencies } = z
      .object({ dependencies: z.record(z.string(), z.string()) })
      .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
    const missing = Object.keys(dependencies).filter((name) => !packed.includes(`node_modules/${name}/package.json`));
    expect(missing).toEqual([]);
  });

  test('contains the embedding model as it is run, and not the package that it is made of', () => {
    expect(
      own()
        .filter((path) => path.startsWith('dist/model/'))
        .sort(),
    ).toEqual(['dist/model/LICENSE', 'dist/model/use-lite-int8-v1.onnx', 'dist/model/vocabulary.json']);
    expect(packed.filter((path) => path.includes('@energetic-ai'))).toEqual([]);
  });

  test('contains of the tokenizers what is read of them', () => {
    const tokenizers = packed.filter((path) => path.startsWith('node_modules/js-tiktoken/dist/'));
    const ranks = ['cl100k_base', 'gpt2', 'o200k_base', 'p50k_base', 'p50k_edit', 'r50k_base'];
    expect(tokenizers.sort()).toEqual(ranks.map((name) => `node_modules/js-tiktoken/dist/ranks/${name}.js`));
  });

  test('contains the one build of Tesseract, and what decodes pictures of PDFs', () => {
    const tesseract = packed.filter((path) => path.startsWith('node_modules/tesseract.js-core/'));
    expect(tesseract.filter((path) => /\.(?:m?js|wasm)$/.test(path))).toEqual([
      'node_modules/tesseract.js-core/tesseract-core-simd-lstm.js',
      'node_modules/tesseract.js-core/tesseract-core-simd-lstm.wasm',
    ]);
    expect(own()).toEqual(
      expect.arrayContaining(['dist/server/decoders/jbig2.wasm', 'dist/server/decoders/openjpeg.wasm']),
    );
  });

  test('contains nothing of what is built into the programs, or of pictures, a runtime for browsers and a canvas, which transformers.js and pdf.js name', () => {
    const names = [...bundledPackages, '@img', '@napi-rs', 'onnxruntime-web', 'sharp'];
    expect(packed.filter((path) => names.some((name) => path.startsWith(`node_modules/${name}/`)))).toEqual([]);
  });

  test('contains the languages of the app', () => {
    const locales = readdirSync(join(folder.path, 'release', 'linux-unpacked', 'locales'));
    expect(locales.sort()).toEqual(['de.pak', 'en-US.pak', 'zh-CN.pak']);
  });

  test('contains native programs for its own system and processor only', () => {
    const native = packed.filter((path) => /\.(node|so|dylib|dll)(\.[\d.]+)?$/.test(path));
    expect(native).toContain('node_modules/better-sqlite3/prebuilds/linux-x64.node');
    expect(native).toContain('node_modules/hnswlib-node/build/Release/addon.node');
    expect(native.filter((path) => /darwin|win32|musl|arm64/.test(path))).toEqual([]);
  });
});
