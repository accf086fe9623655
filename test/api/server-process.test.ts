import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import { spawnNodeServer } from '../../electron/main/server/server-child.ts';
import { UpsertAcceptedSchema } from '../../shared/api/vector.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { makeTemporaryFolder } from '../helpers/builders/temporary-folder.ts';
import { startFakeOpenAI } from '../helpers/fakes/fake-openai.ts';
import { createApiClient } from '../helpers/servers/api-client.ts';
import { startServerProcess } from '../helpers/servers/server-process.ts';
import { setUpServerSuite } from '../helpers/servers/server-suite.ts';

const suite = setUpServerSuite();

test('it prints exactly one line to standard output, the ready line, and stops orderly, whatever connection a browser opened in advance', async () => {
  const server = await suite.start();
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  // Its own connection was accepted after the silent one, so that one is known to the server by now.
  expect((await createApiClient(server.url).get('/ping')).body).toBe('pong');
  const closed = once(socket, 'close');
  expect(await server.stop()).toBe(0);
  await closed;
  expect(server.output).toBe(`Tributary is ready: ${server.url}\n`);
  expect(existsSync(join(suite.folder, 'server.json'))).toBe(false);
});

test('it tells the program that started it when it opens its data, and how long it needs to stop', async () => {
  const args = ['serve', '--headless', '--port', '0', '--data-dir', suite.folder];
  const entry = fileURLToPath(new URL('../../dist/server/cli.js', import.meta.url));
  const server = spawnNodeServer(process.execPath, { entry, args, env: {} });
  const heard: unknown[] = [];
  server.onMessage((message) => heard.push(message));
  await once(server.stdout, 'data');
  server.stop();
  await server.ended;
  // There is no graph to save.
  expect(heard).toEqual([{ opensData: true }, { opensData: false }, { stopsInMs: 5000 }]);
});

test('neither the lock nor the uploads that a killed server left stay, and a closed terminal (SIGHUP) is a clean stop', async () => {
  await (await suite.start()).kill();
  mkdirSync(join(suite.folder, 'tmp', 'left-over'), { recursive: true });
  copyFileSync(import.meta.filename, join(suite.folder, 'tmp', 'left-over', 'upload-0'));
  const next = await suite.start();
  expect((await createApiClient(next.url).get('/ping')).body).toBe('pong');
  expect(readdirSync(join(suite.folder, 'tmp'))).toEqual([]);
  expect(await next.stop('SIGHUP')).toBe(0);
  expect(existsSync(join(suite.folder, 'server.json'))).toBe(false);
});

test('a folder that another server holds, its port, and a host beyond this machine are refused by name, with what to do', async () => {
  const server = await suite.start();
  await expect(suite.start()).rejects.toThrow(`process ${server.pid} at ${server.url}`);
  const other = makeTemporaryFolder();
  try {
    const { port } = new URL(server.url);
    await expect(startServerProcess({ dataDir: other.path, args: ['--port', port] })).rejects.toThrow(
      new RegExp(`Port ${port} is taken.*--port`, 's'),
    );
    await expect(startServerProcess({ dataDir: other.path, args: ['--host', '0.0.0.0'] })).rejects.toThrow(
      /--host 0\.0\.0\.0/,
    );
  } finally {
    other.remove();
  }
});

test('a stop while an upsert runs marks it, and it takes less than five seconds', async () => {
  const held = await startFakeOpenAI({ reply: () => 'hang' });
  try {
    const server = await suite.start();
    const api = createApiClient(server.url);
    const { id } = await api.createFlow(makeFlow({ basepath: held.basepath, records: {} }));
    const answer = await api.upload(id, [{ name: 'a.txt', content: 'Words.' }], {}, { prefer: 'respond-async' });
    const { runId } = UpsertAcceptedSchema.parse(answer.body);
    expect(await server.stop()).toBe(0);
    // Kept for resuming it.
    expect(readdirSync(join(suite.folder, 'tmp'))).toEqual([runId]);
    const next = await suite.start();
    expect(await createApiClient(next.url).run(runId)).toMatchObject({ status: 'INTERRUPTED' });
  } finally {
    await held.close();
  }
});

test('a database of a newer version is refused with a message and left as it is; a damaged one is put aside, never deleted, and the user is told', async () => {
  await (await suite.start()).stop();
  const file = join(suite.folder, 'tributary.db');
  const db = new BetterSqlite3(file);
  db.prepare("INSERT INTO migration VALUES (99, 'from the future', 'x', '2030-01-01')").run();
  db.close();
  await expect(suite.start()).rejects.toThrow(/newer version of Tributary.*--data-dir/s);
  const after = new BetterSqlite3(file, { readonly: true });
  expect(after.prepare('SELECT count(*) AS flows FROM chatflow').get()).toEqual({ flows: 1 });
  after.close();

  const damaged = Buffer.from('This is no database any more. '.repeat(2000));
  writeFileSync(file, damaged);
  const server = await suite.start();
  const aside = readdirSync(suite.folder).find((name) => name.startsWith('tributary.db.damaged-'));
  expect(readFileSync(join(suite.folder, aside ?? ''))).toEqual(damaged);
  const notices = (await createApiClient(server.url).get('/notices')).body;
  expect(notices).toEqual([
    { code: 'DATABASE_SET_ASIDE', message: expect.stringContaining(aside ?? 'nothing was put aside'), backup: null },
  ]);
});
