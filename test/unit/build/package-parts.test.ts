import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { packAsar } from '../../../build/lib/asar.mjs';
import {
  describeParts,
  foreignPrograms,
  listPackage,
  packageBytes,
  programTarget,
  sumByPart,
} from '../../../build/lib/package-parts.mjs';
import { makeTemporaryFolder } from '../../helpers/builders/temporary-folder.ts';

const folder = makeTemporaryFolder();
afterAll(() => folder.remove());

function write(path: string, content: Uint8Array): string {
  const file = join(folder.path, path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, content);
  return file;
}

/** The start of a program, with the fields that tell what it is for. */
function program(kind: 'elf' | 'mach' | 'pe', machine: number): Buffer {
  const bytes = Buffer.alloc(256);
  if (kind === 'elf') {
    bytes.writeUInt32BE(0x7f454c46, 0);
    bytes.writeUInt16LE(machine, 18);
  } else if (kind === 'mach') {
    bytes.writeUInt32LE(0xfeedfacf, 0);
    bytes.writeUInt32LE(machine, 4);
  } else {
    bytes.write('MZ');
    bytes.writeUInt32LE(128, 0x3c);
    bytes.write('PE', 128);
    bytes.writeUInt16LE(machine, 132);
  }
  return bytes;
}

test('files are added up by package, and by folder of our own', () => {
  const parts = sumByPart([
    { path: 'node_modules/a/index.js', bytes: 1 },
    { path: 'node_modules/@b/c/x/y.js', bytes: 20 },
    { path: 'node_modules/@b/c/package.json', bytes: 2 },
    { path: 'dist/server/cli.js', bytes: 300 },
    { path: 'LICENSE', bytes: 4 },
  ]);
  expect(parts).toEqual([
    { name: 'dist/server', bytes: 300, files: 1 },
    { name: '@b/c', bytes: 22, files: 2 },
    { name: 'LICENSE', bytes: 4, files: 1 },
    { name: 'a', bytes: 1, files: 1 },
  ]);
});

test('the report has the largest parts, the others in a line, and the sum', () => {
  const files = Array.from({ length: 15 }, (_, index) => ({
    path: `dist/part-${index}/file`,
    bytes: 1_000_000 * (15 - index),
  }));
  const lines = describeParts(files).split('\n');
  expect(lines).toHaveLength(14);
  expect(lines[0]).toMatch(/^\s*15\.0 MB\s+1 files {2}dist\/part-0$/);
  expect(lines[12]).toMatch(/^\s*6\.0 MB\s+3 files {2}3 others$/);
  expect(lines[13]).toMatch(/^\s*120\.0 MB\s+15 files {2}together$/);
});

test('a package is measured as an archive or as a folder', () => {
  const archive = packAsar({ 'package.json': Buffer.from('{}'), LICENSE: Buffer.from('free') });
  write('archive/app.asar', archive);
  expect(listPackage(join(folder.path, 'archive'))).toEqual([
    { path: 'package.json', bytes: 2, isUnpacked: false },
    { path: 'LICENSE', bytes: 4, isUnpacked: false },
  ]);
  expect(packageBytes(join(folder.path, 'archive'))).toBe(archive.length);
  write('folder/app/dist/main/main.js', Buffer.from('1234'));
  expect(listPackage(join(folder.path, 'folder'))).toEqual([{ path: 'dist/main/main.js', bytes: 4 }]);
  expect(packageBytes(join(folder.path, 'folder'))).toBe(4);
});

test.each([
  ['linux-x64', 'elf', 0x3e],
  ['linux-arm64', 'elf', 0xb7],
  ['darwin-x64', 'mach', 0x01000007],
  ['darwin-arm64', 'mach', 0x0100000c],
  ['win32-x64', 'pe', 0x8664],
  ['win32-arm64', 'pe', 0xaa64],
] as const)('a program for %s is known by its header', (target, kind, machine) => {
  expect(programTarget(write(`programs/${target}`, program(kind, machine)))).toBe(target);
});

test('libraries for another system or processor are found, and other files are not looked at', () => {
  expect(programTarget(write('programs/text', Buffer.from('short')))).toBeUndefined();
  expect(programTarget(process.execPath)).toBe(`${process.platform}-${process.arch}`);
  const own = 'mixed/app.asar.unpacked/node_modules/a/';
  write(`${own}right.node`, program('elf', 0x3e));
  write(`${own}wrong.so.1`, program('elf', 0xb7));
  write(`${own}other.dll`, program('pe', 0x8664));
  write(`${own}package.json`, Buffer.from('{}'));
  expect(foreignPrograms(join(folder.path, 'mixed'), 'linux-x64').sort()).toEqual([
    'node_modules/a/other.dll',
    'node_modules/a/wrong.so.1',
  ]);
  expect(foreignPrograms(join(folder.path, 'nowhere'), 'linux-x64')).toEqual([]);
});
