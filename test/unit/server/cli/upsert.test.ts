import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expandFiles } from '../../../../electron/server/cli/upsert.ts';
import { makeTemporaryFolder } from '../../../helpers/builders/temporary-folder.ts';

const folder = makeTemporaryFolder();
const at = (...parts: readonly string[]) => join(folder.path, ...parts);

beforeAll(() => {
  mkdirSync(at('notes', 'deep'), { recursive: true });
  mkdirSync(at('empty'));
  for (const name of ['notes/b.txt', 'notes/a.txt', 'notes/.hidden.txt', 'notes/deep/c.txt', 'odd [1].txt']) {
    writeFileSync(at(name), name);
  }
  symlinkSync(at('notes', 'a.txt'), at('link.txt'));
});

afterAll(() => folder.remove());

const names = (...patterns: readonly string[]) =>
  expandFiles(patterns.map((pattern) => at(pattern))).map((file) => file.name);

test('a path is its file, with name and size', () => {
  expect(expandFiles([at('notes', 'a.txt')])).toEqual([
    { name: 'a.txt', path: at('notes', 'a.txt'), sizeBytes: 11, isFromFolder: false },
  ]);
});

test('a folder is its own files in order, without hidden ones and folders within', () => {
  expect(names('notes')).toEqual(['a.txt', 'b.txt']);
  expect(expandFiles([at('notes')]).every((file) => file.isFromFolder)).toBe(true);
});

test('a pattern finds files only, also deep ones', () => {
  expect(names('notes/**/*.txt')).toEqual(['a.txt', 'b.txt', 'c.txt']);
  expect(names('*')).toEqual(['link.txt', 'odd [1].txt']);
});

test('a name with the signs of a pattern is still a name', () => {
  expect(names('odd [1].txt')).toEqual(['odd [1].txt']);
});

test('each file comes once, as named by itself where it is', () => {
  const files = expandFiles([at('notes'), at('notes', 'a.txt'), at('notes', '*.txt')]);
  expect(files.map(({ name, isFromFolder }) => [name, isFromFolder])).toEqual([
    ['a.txt', false],
    ['b.txt', false],
  ]);
});

test.each(['missing.txt', 'empty', '*.pdf'])('%s is refused: there is no file', (pattern) => {
  expect(() => expandFiles([at('notes'), at(pattern)])).toThrow(/There is no file .*: check/);
});
