import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { listAsar } from '../../build/lib/asar.mjs';
import { bundledPackages } from '../../build/lib/bundled-packages.ts';
import { listPackage } from '../../build/lib/package-parts.mjs';
import { root } from '../../build/lib/paths.mjs';
import { makeTemporaryFolder } from '../helpers/builders/temporary-folder.ts';
import { openForUpdates, startUpdateFeed } from '../helpers/pages/update-feed.ts';
import { testDisplay } from '../helpers/pages/virtual-display.ts';
import { windowSkipReason } from '../helpers/pages/window-app.ts';

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

const testElectron = windowSkipReason === undefined ? dirname(process.env.TRIBUTARY_TEST_ELECTRON ?? '') : undefined;
if (testElectron === undefined) console.warn(`\nTHE PACKED APP IS NOT STARTED: ${windowSkipReason}.\n`);

/** An Electron that is none: its 250 MB say nothing about what goes in beside it. */
function makeEmptyElectron(folder: string): string {
  const locales = join(folder, 'locales');
  mkdirSync(join(folder, 'resources'), { recursive: true });
  mkdirSync(locales);
  writeFileSync(join(folder, 'electron'), '#!/bin/sh\n', { mode: 0o755 });
  for (const name of ['de', 'en-US', 'fr', 'zh-CN', 'zh-TW']) writeFileSync(join(locales, `${name}.pak`), '');
  return folder;
}

/** The settings of the installers; an Electron that is none has no fuses. */
function writeConfig(folder: string): string {
  const { electronFuses, ...config } = z
    .looseObject({ electronFuses: z.unknown() })
    .parse(parse(readFileSync(join(root, 'electron-builder.yml'), 'utf8')));
  const file = join(folder, 'electron-builder.json');
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, JSON.stringify(testElectron === undefined ? config : { ...config, electronFuses }));
  return file;
}

/** Packs as `npm run dist:dir` does. @returns the folder of the packed app */
async function packApp(folder: string, ...options: string[]): Promise<string> {
  const electronDist = testElectron ?? makeEmptyElectron(join(folder, 'electron'));
  const settings = [`-c.electronDist=${electronDist}`, `-c.directories.output=${folder}`, ...options];
  await promisify(execFile)(
    process.execPath,
    [builder, '--config', writeConfig(folder), '--linux', 'dir', '--x64', '--publish', 'never', ...settings],
    { cwd: root },
  );
  return join(folder, 'linux-unpacked');
}

/** Starts a packed app, sees its page, upserts, asks and quits: build/smoke-app.mjs. */
async function startPacked(app: string, serverNode: string): Promise<string> {
  const { stderr } = await promisify(execFile)(
    process.execPath,
    // As root, Chromium does not start with its sandbox; without graphics one window in 25 never loads with the GPU process.
    [join(root, 'build', 'smoke-app.mjs'), join(app, 'tributary'), '--no-sandbox', '--disable-gpu'],
    { env: { ...process.env, TRIBUTARY_SERVER_NODE: serverNode, DISPLAY: await testDisplay() } },
  );
  return stderr;
}

describe.skipIf(skipReason !== undefined)('The package', () => {
  const folder = makeTemporaryFolder();
  let app = '';
  let packed: string[] = [];
  const own = () => packed.filter((path) => !path.startsWith('node_modules/'));

  beforeAll(async () => {
    mkdirSync(straysFolder, { recursive: true });
    writeFileSync(join(straysFolder, 'notes.txt'), 'not for others\n');
    app = await packApp(join(folder.path, 'archive'));
    packed = listAsar(join(app, 'resources', 'app.asar')).map(({ path }) => path);
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
    const locales = readdirSync(join(app, 'locales'));
    expect(locales.sort()).toEqual(['de.pak', 'en-US.pak', 'zh-CN.pak']);
  });

  test('contains native programs for its own system and processor only', () => {
    const native = packed.filter((path) => /\.(node|so|dylib|dll)(\.[\d.]+)?$/.test(path));
    expect(native).toContain('node_modules/better-sqlite3/prebuilds/linux-x64.node');
    expect(native).toContain('node_modules/hnswlib-node/build/Release/addon.node');
    expect(native.filter((path) => /darwin|win32|musl|arm64/.test(path))).toEqual([]);
  });

  test.skipIf(testElectron === undefined)('has the fuses of Electron set', async () => {
    const { version: _, ...fuses } = await getCurrentFuseWire(join(app, 'tributary'));
    const isOn = (option: FuseV1Options) => fuses[option] === '1'.charCodeAt(0);
    expect(isOn(FuseV1Options.RunAsNode)).toBe(false);
    expect(isOn(FuseV1Options.EnableCookieEncryption)).toBe(true);
    expect(isOn(FuseV1Options.EnableNodeOptionsEnvironmentVariable)).toBe(false);
    expect(isOn(FuseV1Options.EnableNodeCliInspectArguments)).toBe(false);
    expect(isOn(FuseV1Options.EnableEmbeddedAsarIntegrityValidation)).toBe(true);
    expect(isOn(FuseV1Options.OnlyLoadAppFromAsar)).toBe(true);
    expect(isOn(FuseV1Options.LoadBrowserProcessSpecificV8Snapshot)).toBe(false);
    expect(isOn(FuseV1Options.GrantFileProtocolExtraPrivileges)).toBe(false);
  });

  test.skipIf(testElectron === undefined)('shows its page out of the archive', async () => {
    // The tests' Electron can't load the server, nor its Node the archive: the server is the built one beside it.
    const node = join(folder.path, 'node-beside');
    const server = join(root, 'dist', 'server', 'cli.js');
    writeFileSync(node, `#!/bin/sh\nshift 2\nexec '${process.execPath}' '${server}' "$@"\n`, { mode: 0o755 });
    expect(await startPacked(app, node)).toContain('starts, shows its page, upserts, answers and quits');
  });

  describe.skipIf(testElectron === undefined)('packed as a folder', () => {
    let unpacked = '';

    beforeAll(async () => {
      // Its Node can read a folder; Playwright looks in where a fuse would keep it out.
      const fuses = {
        onlyLoadAppFromAsar: false,
        enableEmbeddedAsarIntegrityValidation: false,
        enableNodeCliInspectArguments: true,
      };
      const options = Object.entries(fuses).map(([name, isOn]) => `-c.electronFuses.${name}=${isOn}`);
      unpacked = await packApp(join(folder.path, 'folder'), '-c.asar=false', ...options);
    });

    test('has the same files', () => {
      const files = listPackage(join(unpacked, 'resources')).map(({ path }) => path);
      expect(files.sort()).toEqual(packed.toSorted());
    });

    test('tells Electron the name of its entry on the desktop', () => {
      const { desktopName } = JSON.parse(readFileSync(join(unpacked, 'resources', 'app', 'package.json'), 'utf8'));
      expect(desktopName).toBe('tributary.desktop');
    });

    test('upserts a PDF, answers and quits by its own server', async () => {
      expect(await startPacked(unpacked, process.execPath)).toContain(
        'starts, shows its page, upserts, answers and quits',
      );
    });

    test('fetches a newer version from the address of its settings, and installs it when it quits', async () => {
      const feed = await startUpdateFeed('#!/bin/sh\n# The new version.\n');
      const update = await openForUpdates(unpacked, folder.path, feed.url);
      try {
        await expect
          .poll(update.questions)
          .toEqual(['Tributary 99.0.0 is there. Fetch it?', 'Tributary 99.0.0 is installed when you quit.']);
        expect(readFileSync(update.installed, 'utf8')).toBe('the version of before');
        expect(feed.numbers()).toEqual(['']);
      } finally {
        await update.quit();
        await feed.close();
      }
      expect(readFileSync(update.installed, 'utf8')).toContain('The new version.');
    });

    test('installs nothing that is another than the feed says', async () => {
      const feed = await startUpdateFeed('#!/bin/sh\n# The new version.\n', 'another program');
      const update = await openForUpdates(unpacked, folder.path, feed.url);
      try {
        await expect.poll(update.messages).toMatch(/Looking for updates failed: sha512 checksum mismatch/);
        expect(await update.questions()).toEqual(['Tributary 99.0.0 is there. Fetch it?']);
      } finally {
        await update.quit();
        await feed.close();
      }
      expect(readFileSync(update.installed, 'utf8')).toBe('the version of before');
    });
  });
});
