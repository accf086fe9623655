import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../../../electron/server/config.ts';
import { type Opening, type RunningServer, runServer } from '../../../electron/server/server-life.ts';
import { openDatabase } from '../../../electron/server/storage/database.ts';
import { makeBackup } from '../../helpers/builders/backups.ts';
import { makeTemporaryFolder } from '../../helpers/builders/temporary-folder.ts';

let folder: ReturnType<typeof makeTemporaryFolder>;
let openings: Opening[];
let closed: number;

beforeEach(async () => {
  folder = makeTemporaryFolder();
  openings = [];
  closed = 0;
  openDatabase(join(folder.path, 'tributary.db'), () => new Date()).db.close();
  await makeBackup(folder.path);
});

afterEach(() => folder.remove());

const copy = () => join(folder.path, 'tributary.db.restoring');

/** Around a server that does nothing. */
function start(): Promise<RunningServer> {
  const config = readConfig(['--headless', '--data-dir', folder.path], {});
  return runServer(config, (opening) => {
    openings.push(opening);
    const close = () => {
      closed += 1;
      return Promise.resolve();
    };
    return Promise.resolve({ url: 'http://127.0.0.1:1', makeLink: () => '', savingMs: () => 0, close });
  });
}

const restore = () => openings.at(-1)?.prepareRestore('newest') ?? Promise.reject(new Error('not open'));

test('a second restore is refused while one goes on, and may follow it', async () => {
  const server = await start();
  const first = restore();
  await expect(restore()).rejects.toMatchObject({ code: 'RESTORE_RUNNING' });
  const restart = await first;
  await expect(restore()).rejects.toMatchObject({ code: 'RESTORE_RUNNING' });
  restart();
  await expect.poll(() => openings.length).toBe(2);
  (await restore())();
  await expect.poll(() => openings.length).toBe(3);
  await server.close();
});

test('a restore that failed does not keep the next from being made', async () => {
  const server = await start();
  await expect(openings[0]?.prepareRestore('nothing')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  (await restore())();
  await expect.poll(() => openings.length).toBe(2);
  await server.close();
});

test('a stop while the backup is copied: nothing is restored, and no copy is left', async () => {
  const server = await start();
  const preparing = restore();
  const stopping = server.close();
  await expect(preparing).rejects.toMatchObject({ code: 'SHUTTING_DOWN' });
  await stopping;
  expect([openings.length, closed, existsSync(copy())]).toEqual([1, 1, false]);
});

test('a stop before the answer is out: the server does not start again', async () => {
  const server = await start();
  const restart = await restore();
  const stopping = server.close();
  restart();
  await stopping;
  expect([openings.length, closed, existsSync(copy())]).toEqual([1, 1, false]);
});

test('a stop while it closes for a restore: the backup is in place for the next start', async () => {
  const server = await start();
  const restart = await restore();
  restart();
  await server.close();
  expect([openings.length, closed, existsSync(copy())]).toEqual([1, 1, false]);
});

test('a copy that a killed restore left is removed at the start', async () => {
  writeFileSync(copy(), 'half');
  const server = await start();
  expect(existsSync(copy())).toBe(false);
  await server.close();
});
