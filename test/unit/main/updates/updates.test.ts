import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { readUpdateUrl } from '../../../../electron/main/updates/read-update-url.ts';
import { type Updater, Updates } from '../../../../electron/main/updates/updates.ts';
import { UpdateUrlSchema } from '../../../../shared/update-url.ts';
import { makeTemporaryFolder } from '../../../helpers/builders/temporary-folder.ts';

describe('Looking for updates', () => {
  let said: string[] = [];
  let offered: string | undefined;
  let failure: Error | undefined;
  let answer = true;

  // Stands for electron-updater, which needs Electron: test/long/package.test.ts has the real one.
  const updater = {
    async checkForUpdates() {
      const version = offered ?? '1.0.0';
      const info = { version, files: [], path: '', sha512: '', releaseDate: '' };
      return { isUpdateAvailable: offered !== undefined, updateInfo: info, versionInfo: info };
    },
    async downloadUpdate() {
      if (failure !== undefined) throw failure;
      said.push('fetched');
      return [];
    },
  } satisfies Updater;
  const make = () =>
    new Updates(updater, {
      async shouldFetch(version) {
        said.push(`asked ${version}`);
        return answer;
      },
      async tellReady(version) {
        said.push(`ready ${version}`);
      },
      log: (line) => said.push(line),
    });

  beforeEach(() => {
    said = [];
    offered = '2.0.0';
    failure = undefined;
    answer = true;
  });

  test('asks, fetches and tells', async () => {
    await make().check();
    expect(said).toEqual(['asked 2.0.0', 'fetched', 'ready 2.0.0']);
  });

  test('says nothing when there is nothing newer', async () => {
    offered = undefined;
    await make().check();
    expect(said).toEqual([]);
  });

  test('fetches nothing unasked, and asks once about a version', async () => {
    answer = false;
    const updates = make();
    await updates.check();
    await updates.check();
    expect(said).toEqual(['asked 2.0.0']);
    offered = '2.1.0';
    await updates.check();
    expect(said).toEqual(['asked 2.0.0', 'asked 2.1.0']);
  });

  test('logs a failure, and offers the version again', async () => {
    failure = new Error('sha512 checksum mismatch');
    const updates = make();
    await updates.check();
    expect(said).toEqual(['asked 2.0.0', 'Looking for updates failed: sha512 checksum mismatch']);
    failure = undefined;
    await updates.check();
    expect(said.slice(2)).toEqual(['asked 2.0.0', 'fetched', 'ready 2.0.0']);
  });
});

describe('The address of updates', () => {
  const folder = makeTemporaryFolder();
  afterAll(() => folder.remove());

  test('is in settings.json, among others; without it there is none', () => {
    expect(readUpdateUrl(folder.path)).toBeUndefined();
    writeFileSync(join(folder.path, 'settings.json'), '{ "port": 3001 }');
    expect(readUpdateUrl(folder.path)).toBeUndefined();
    writeFileSync(join(folder.path, 'settings.json'), '{ "updateUrl": "" }');
    expect(readUpdateUrl(folder.path)).toBeUndefined();
    writeFileSync(join(folder.path, 'settings.json'), '{ "port": 3001, "updateUrl": "https://updates.example/app" }');
    expect(readUpdateUrl(folder.path)).toBe('https://updates.example/app');
  });

  test.each(['http://updates.example/app', 'ftp://updates.example', 'file:///tmp', 'updates.example'])(
    '%s is refused',
    (address) => expect(UpdateUrlSchema.safeParse(address).success).toBe(false),
  );

  test.each(['https://updates.example/app', 'http://127.0.0.1:8000', 'http://localhost:8000/app', 'http://[::1]:8000'])(
    '%s is taken',
    (address) => expect(UpdateUrlSchema.safeParse(address).success).toBe(true),
  );
});
