import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readLog } from '../../../../electron/main/logs/read-log.ts';
import { createLogger } from '../../../../electron/server/logger.ts';
import { makeTemporaryFolder } from '../../../helpers/builders/temporary-folder.ts';

let folder: ReturnType<typeof makeTemporaryFolder>;
const logs = () => join(folder.path, 'logs');

function writeFile(number: number, text: string): void {
  mkdirSync(logs(), { recursive: true });
  writeFileSync(join(logs(), `tributary.${number}.log`), text);
}
const line = (msg: string, more = {}) => `${JSON.stringify({ level: 30, time: 1000, msg, ...more })}\n`;
const messages = async (limits?: { lines: number; bytes: number }) => {
  const { lines, isCut } = await readLog(logs(), limits);
  return [isCut, ...lines.map(({ message }) => message)];
};

beforeEach(() => {
  folder = makeTemporaryFolder();
});
afterEach(() => folder.remove());

test('what the server logs is read with its time, level and what is beside the message', async () => {
  const log = createLogger(logs(), 'debug');
  const before = Date.now();
  log.info({}, 'The database is backed up');
  log.warn({ names: ['a', 'b'], runId: 'r1' }, 'A run waits');
  log.error({ err: new TypeError('no such thing') }, 'A check failed');
  log.close();
  const { lines, isCut } = await readLog(logs());
  expect(isCut).toBe(false);
  expect(lines.map(({ level, message }) => [level, message])).toEqual([
    ['info', 'The database is backed up'],
    ['warning', 'A run waits'],
    ['error', 'A check failed'],
  ]);
  expect(lines[0]?.at).toBeGreaterThanOrEqual(before);
  expect(lines.map(({ details }) => details)).toEqual([
    '',
    'names: ["a","b"]\nrunId: r1',
    expect.stringMatching(/^err: TypeError: no such thing\n {4}at /),
  ]);
});

test('without a folder, and with an empty file, there are no lines', async () => {
  expect(await messages()).toEqual([false]);
  writeFile(1, '');
  expect(await messages()).toEqual([false]);
});

test('the newest lines come out of the newest files, whatever order their names have', async () => {
  writeFile(9, line('one') + line('two'));
  writeFile(10, line('three'));
  expect(await messages({ lines: 3, bytes: 10_000 })).toEqual([false, 'one', 'two', 'three']);
  expect(await messages({ lines: 2, bytes: 10_000 })).toEqual([true, 'two', 'three']);
  expect(await messages({ lines: 1, bytes: 10_000 })).toEqual([true, 'three']);
});

test('of a large file only its end is read, from the first line that is whole', async () => {
  const last = line('ünd zwei');
  writeFile(1, line('öne') + last);
  for (const more of [0, 3, 10]) {
    expect(await messages({ lines: 10, bytes: Buffer.byteLength(last) + 1 + more })).toEqual([true, 'ünd zwei']);
  }
});

test('a line that was cut off is shown as it is', async () => {
  writeFile(1, `${line('one')}{"level":30,"ti\n${line('two')}{"lev`);
  const { lines } = await readLog(logs());
  expect(lines.map(({ at, message }) => [at, message])).toEqual([
    [1000, 'one'],
    [null, '{"level":30,"ti'],
    [1000, 'two'],
    [null, '{"lev'],
  ]);
});

test('a line keeps its id when others follow, and no two have the same', async () => {
  writeFile(1, line('one') + line('one'));
  const { lines: before } = await readLog(logs());
  writeFile(1, line('one') + line('one') + line('one'));
  writeFile(2, line('one') + line('one'));
  const { lines: after } = await readLog(logs());
  expect(after.slice(0, 2)).toEqual(before);
  expect(new Set(after.map(({ id }) => id)).size).toBe(5);
});
