import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Arch } from 'electron-builder';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { afterPack } from '../../../build/check-package.mjs';
import { BUDGET_BYTES } from '../../../build/lib/package-parts.mjs';
import { makeTemporaryFolder } from '../../helpers/builders/temporary-folder.ts';

let folder: ReturnType<typeof makeTemporaryFolder>;
let said = '';

/** A file of the packed app; a hole in it takes no place on the disk. */
function put(name: string, bytes: number, start = Buffer.alloc(0)): void {
  const file = join(folder.path, 'app', name);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, start);
  truncateSync(file, bytes);
}

const check = () =>
  afterPack({
    appOutDir: folder.path,
    arch: Arch.x64,
    electronPlatformName: 'linux',
    packager: { getResourcesDir: (path: string) => path },
  } as never);

beforeEach(() => {
  folder = makeTemporaryFolder();
  said = '';
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, 'write').mockImplementation((text) => {
      said += String(text);
      return true;
    });
  }
});
afterEach(() => {
  vi.restoreAllMocks();
  folder.remove();
});

test('a package within its budget is reported by part', async () => {
  put('dist/server/cli.js', BUDGET_BYTES - 2_000_000);
  put('node_modules/zod/index.js', 2_000_000);
  await check();
  expect(said).toContain('Beside Electron, linux on x64:');
  expect(said).toMatch(/2\.0 MB +1 files {2}zod\n/);
});

test('a package that is larger is refused, with what it has', async () => {
  put('dist/server/cli.js', BUDGET_BYTES);
  put('node_modules/zod/index.js', 1);
  await expect(check()).rejects.toThrow('The package has 120.0 MB beside Electron, more than the 120 it may have');
  expect(said).toMatch(/120\.0 MB +1 files {2}dist\/server\n/);
});

test('a package with a library for another processor is refused', async () => {
  const arm64 = Buffer.alloc(64);
  arm64.writeUInt32BE(0x7f45_4c46, 0);
  arm64.writeUInt16LE(0xb7, 18);
  put('node_modules/onnxruntime-node/bin/a.node', 64, arm64);
  await expect(check()).rejects.toThrow(
    'has programs for another system or processor: node_modules/onnxruntime-node/bin/a.node',
  );
});
