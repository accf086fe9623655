import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepLogIn, note } from '../../../../electron/main/logs/app-log.ts';
import { readLog } from '../../../../electron/main/logs/read-log.ts';
import { createLogger } from '../../../../electron/server/logger.ts';
import { makeTemporaryFolder } from '../../../helpers/builders/temporary-folder.ts';

let folder: ReturnType<typeof makeTemporaryFolder>;
const terminal = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
const logs = () => join(folder.path, 'logs');

beforeEach(() => {
  folder = makeTemporaryFolder();
  terminal.mockClear();
  keepLogIn(logs());
});
afterEach(() => folder.remove());

test('problems of the window are in the log of the server, between its own lines', async () => {
  note('error', 'The page could not be loaded');
  const server = createLogger(logs(), 'info');
  server.info({}, 'Backed up the database');
  note('warning', 'Looking for updates failed');
  server.close();
  const { lines } = await readLog(logs());
  expect(lines.map(({ level, message, details }) => [level, message, details])).toEqual([
    ['error', 'The page could not be loaded', 'from: window'],
    ['info', 'Backed up the database', ''],
    ['warning', 'Looking for updates failed', 'from: window'],
  ]);
  expect(terminal).toHaveBeenCalledWith('Looking for updates failed\n');
});

test('they go into the newest file', () => {
  mkdirSync(logs());
  for (const number of [9, 10]) writeFileSync(join(logs(), `tributary.${number}.log`), '');
  note('error', 'No page');
  expect(readFileSync(join(logs(), 'tributary.10.log'), 'utf8')).toContain('No page');
  expect(readFileSync(join(logs(), 'tributary.9.log'), 'utf8')).toBe('');
});

test('a log that can not be written ends nothing, and is told of', () => {
  rmSync(logs(), { recursive: true, force: true });
  writeFileSync(logs(), 'a file in the place of the folder');
  note('error', 'No page');
  expect(terminal).toHaveBeenCalledWith('No page\n');
  expect(terminal).toHaveBeenLastCalledWith(expect.stringContaining("The log can't be written"));
});
