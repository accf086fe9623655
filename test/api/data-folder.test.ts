import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../electron/server/config.ts';
import { startServer } from '../../electron/server/serve.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { createApiClient } from '../helpers/servers/api-client.ts';
import { runCli } from '../helpers/servers/run-cli.ts';
import { setUpServerSuite } from '../helpers/servers/server-suite.ts';
import { canMount, mountMemory } from '../helpers/servers/small-disk.ts';

const suite = setUpServerSuite();

/** A path below the folder of exactly so many bytes. */
function pathOfLength(bytes: number): string {
  let path = suite.folder;
  while (path.length < bytes) path += `/${'x'.repeat(Math.max(1, Math.min(200, bytes - path.length - 1)))}`;
  return path;
}

describe('a data folder that can be used', () => {
  test.each([
    ['? " : | * and other signs in its name', () => join(suite.folder, `what? "this": a|b*c #1 100%25 [x]{y} 'z' \\`)],
    ['a path of 400 bytes', () => pathOfLength(400)],
  ])('%s: it takes an upsert, logs, and answers', async (_name, dataDirOf) => {
    const dataDir = dataDirOf();
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(join(dataDir, 'settings.json'), JSON.stringify({ logLevel: 'debug' }));
    const api = createApiClient((await suite.start({ dataDir })).url);
    const { id } = await api.createFlow(makeFlow());
    expect(await api.upload(id, [{ name: 'a.txt', content: 'The garden gate is green.' }])).toMatchObject({
      status: 200,
      body: { numAdded: 1 },
    });
    expect((await api.query(id, { query: 'colour of the gate' })).docs).toHaveLength(1);
    expect(readdirSync(join(dataDir, 'logs'))).toEqual(['tributary.1.log']);
  });

  test.each([
    ['other content', (file: string) => writeFileSync(file, 'not a lock at all'.repeat(100))],
    ['a folder', (file: string) => mkdirSync(join(file, 'within'), { recursive: true })],
  ])('a lock.db with %s in its place is made again, and locks', async (_name, breakLock) => {
    breakLock(join(suite.folder, 'lock.db'));
    const server = await suite.start();
    await expect(suite.start()).rejects.toThrow(`process ${server.pid} at ${server.url}`);
  });

  test('the folder that the server was started in is deleted: upserts go on', async () => {
    const cwd = join(suite.folder, 'started in');
    mkdirSync(cwd);
    const api = createApiClient((await suite.start({ dataDir: join(suite.folder, 'data'), cwd })).url);
    rmSync(cwd, { recursive: true });
    const { id } = await api.createFlow(makeFlow());
    expect(await api.upload(id, [{ name: 'a.txt', content: 'Words.' }])).toMatchObject({ status: 200 });
    expect((await api.query(id, { query: 'words' })).docs).toHaveLength(1);
  });
});

describe('a data folder that can not be used is a sentence with what to do', () => {
  const startHere = (dataDir: string) =>
    startServer(readConfig(['--headless', '--port', '0', '--data-dir', dataDir], {}));

  test.each([
    ['below a file', () => join(suite.folder, 'file', 'below'), /data folder \S+ lies in a file: .*--data-dir/],
    ['a path that is too long', () => pathOfLength(900), /path of more than 430 bytes/],
    ['a name that is too long', () => join(suite.folder, 'x'.repeat(300)), /name that is too long/],
  ])('%s', async (_name, dataDirOf, message) => {
    writeFileSync(join(suite.folder, 'file'), 'content');
    await expect(startHere(dataDirOf())).rejects.toThrow(
      expect.objectContaining({ code: 'DATA_FOLDER_UNUSABLE', message: expect.stringMatching(message) }),
    );
  });

  // Node's own way to make a folder and those above it never ends there.
  test.skipIf(!existsSync('/proc/self'))('where the system makes no folders', async () => {
    await expect(startHere('/proc/tributary/below')).rejects.toThrow(/\/below is where this system makes no folders: /);
  });

  test.skipIf(!canMount(mountMemory))('on a disk that is read-only', async () => {
    const disk = mountMemory(1024 * 1024);
    try {
      disk.makeReadOnly();
      await expect(startHere(disk.path)).rejects.toThrow(/data folder \S+ is on a disk that is read-only: /);
    } finally {
      disk.remove();
    }
  });

  test('a file: the terminal shows no stack trace', async () => {
    const file = join(suite.folder, 'file');
    writeFileSync(file, 'content');
    const { code, stdout, stderr } = await runCli(['serve', '--headless', '--port', '0', '--data-dir', file]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toBe(
      `Tributary can't start. The data folder ${file} is a file: correct that, or choose another folder with --data-dir.\n`,
    );
  });
});
