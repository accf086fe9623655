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

test('it prints exactly one line to standard output, the ready line, and stops orderly', async () => {
  const server = await suite.start();
  expect(await server.stop()).toBe(0);
  expect(server.output).toBe(`Tributary is ready: ${server.url}\n`);
  expect(existsSync(join(suite.folder, 'server.json'))).toBe(false);
});

test('it tells the program that started it when it opens its data, and how long it needs to stop', async () => {
  const args = ['serve', '--headless', '--port', '0', '--data-dir', suite.folder];
  const entry = fileURLToPath(new URL('../../electron/server/cli.ts', import.meta.url));
  const server = spawnNodeServer(process.execPath, { entry, args, env: {} });
  const heard: unknown[] = [];
  server.onMessage((message) => heard.push(message));
  await once(server.stdout, 'data');
  server.stop();
  await server.ended;
  // There is no graph to save.
  expect(heard).toEqual([{ opensData: true }, { opensData: false }, { stopsInMs: 5000 }]);
});

test('a closed terminal (SIGHUP) is a clean stop', async () => {
  const server = await suite.start();
  expect(await server.stop('SIGHUP')).toBe(0);
  expect(existsSync(join(suite.folder, 'server.json'))).toBe(false);
});

test('a connection that a browser opened in advance does not hold up the stop', async () => {
  const server = await suite.start();
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  // Its own connection was accepted after the silent one, so that one is known to the server by now.
  expect((await createApiClient(server.url).get('/ping')).body).toBe('pong');
  const closed = once(socket, 'close');
  expect(await server.stop()).toBe(0);
  await closed;
  expect(existsSync(join(suite.folder, 'server.json'))).toBe(false);
});

test('one server per data folder: the second says who holds it', async () => {
  const server = await suite.start();
  await expect(suite.start()).rejects.toThrow(`process ${server.pid} at ${server.url}`);
});

test('the lock of a killed server does not keep the next one out', async () => {
  await (await suite.start()).kill();
  const next = await suite.start();
  expect((await createApiClient(next.url).get('/ping')).body).toBe('pong');
});

test('a taken port is named, with what to do', async () => {
  const server = await suite.start();
  const other = makeTemporaryFolder();
  try {
    const { port } = new URL(server.url);
    await expect(startServerProcess({ dataDir: other.path, args: ['--port', port] })).rejects.toThrow(
      new RegExp(`Port ${port} is taken.*--port`, 's'),
    );
  } finally {
    other.remove();
  }
});

test('a host beyond this machine is refused', async () => {
  await expect(suite.start({ args: ['--host', '0.0.0.0'] })).rejects.toThrow(/--host 0\.0\.0\.0/);
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

test('a database of a newer version is refused with a message and left as it is', async () => {
  await (await suite.start()).stop();
  const file = join(suite.folder, 'tributary.db');
  const db = new BetterSqlite3(file);
  db.prepare("INSERT INTO migration VALUES (99, 'from the future', 'x', '2030-01-01')").run();
  db.close();
  await expect(suite.start()).rejects.toThrow(/newer version of Tributary.*--data-dir/s);
  const after = new BetterSqlite3(file, { readonly: true });
  expect(after.prepare('SELECT count(*) AS flows FROM chatflow').get()).toEqual({ flows: 1 });
  after.close();
});

test('a damaged database is put aside, never deleted, and the user is told', async () => {
  await (await suite.start()).stop();
  const file = join(suite.folder, 'tributary.db');
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

test('what a killed server left of its uploads is removed at the next start', async () => {
  mkdirSync(join(suite.folder, 'tmp', 'left-over'), { recursive: true });
  copyFileSync(import.meta.filename, join(suite.folder, 'tmp', 'left-over', 'upload-0'));
  await suite.start();
  expect(readdirSync(join(suite.folder, 'tmp'))).toEqual([]);
});
