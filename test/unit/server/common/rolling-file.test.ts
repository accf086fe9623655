import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openRollingFile } from '../../../../electron/server/common/rolling-file.ts';
import { makeTemporaryFolder } from '../../../helpers/builders/temporary-folder.ts';

let folder: ReturnType<typeof makeTemporaryFolder>;
const troubles: unknown[] = [];

beforeEach(() => {
  folder = makeTemporaryFolder();
  troubles.length = 0;
});

afterEach(() => folder.remove());

const logs = () => join(folder.path, 'logs');
const open = (fileBytes: number) =>
  openRollingFile({ folder: logs(), fileBytes, keptFiles: 2, onTrouble: (cause) => troubles.push(cause) });
const read = (number: number) => readFileSync(join(logs(), `tributary.${number}.log`), 'utf8');

test('lines go on in the file of the last start until it is full, then in the next; the newest are kept', () => {
  const first = open(20);
  first.write('one\n');
  first.close();
  const second = open(20);
  second.write('two, which fills it up\n');
  second.write('three, in a file of its own\n');
  second.write('four\n');
  second.close();
  expect(readdirSync(logs()).sort()).toEqual(['tributary.2.log', 'tributary.3.log']);
  expect(read(2)).toBe('three, in a file of its own\n');
  expect(read(3)).toBe('four\n');
});

test('a file that can not be written to ends nothing, is told of once, and the lost lines are counted', () => {
  writeFileSync(logs(), 'a file in the place of the folder');
  const file = open(1000);
  file.write('lost\n');
  file.write('lost too\n');
  expect(troubles).toHaveLength(1);
  rmSync(logs());
  mkdirSync(logs());
  file.write('kept\n');
  file.close();
  expect(read(1)).toMatch(/^\{.*"2 lines were lost"\}\nkept\n$/);
});

test('files of other names are left alone and count for nothing', () => {
  const others = ['notes.txt', 'other.log', 'tributary.log', 'tributary.07.log', 'tributary.x.log'];
  mkdirSync(logs());
  for (const name of others) writeFileSync(join(logs(), name), 'theirs');
  const file = open(1000);
  file.write('ours\n');
  file.close();
  expect(readdirSync(logs()).sort()).toEqual([...others, 'tributary.1.log'].sort());
  expect(read(1)).toBe('ours\n');
});
