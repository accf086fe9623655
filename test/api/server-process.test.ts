import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { UpsertAcceptedSchema } from '../../shared/api/vector.ts';
import { createApiClient } from '../helpers/api-client.ts';
import { startFakeOpenAI } from '../helpers/fake-openai.ts';
import { makeFlow } from '../helpers/flows.ts';
import { type ServerProcess, startServerProcess } from '../helpers/server-process.ts';
import { makeTemporaryFolder } from '../helpers/temporary-folder.ts';

let folder: ReturnType<typeof makeTemporaryFolder>;
const started: ServerProcess[] = [];

beforeEach(() => {
  folder = makeTemporaryFolder();
});

afterEach(async () => {
  for (const server of started.splice(0)) await server.kill();
  folder.remove();
});

async function start(args: readonly string[] = []): Promise<ServerProcess> {
  const server = await startServerProcess({ dataDir: folder.path, args });
  started.push(server);
  return server;
}

test('it prints exactly one line to standard output, the ready line, and stops orderly', async () => {
  const server = await start();
  expect(await server.stop()).toBe(0);
  expect(server.output).toBe(`Tributary is ready: ${server.url}\n`);
  expect(existsSync(join(folder.path, 'server.json'))).toBe(false);
});

test('a closed terminal (SIGHUP) is a clean stop', async () => {
  const server = await start();
  expect(await server.stop('SIGHUP')).toBe(0);
  expect(existsSync(join(folder.path, 'server.json'))).toBe(false);
});

test('one server per data folder: the second says who holds it', async () => {
  const server = await start();
  await expect(start()).rejects.toThrow(`process ${server.pid} at ${server.url}`);
});

test('the lock of a killed server does not keep the next one out', async () => {
  await (await start()).kill();
  const next = await start();
  expect((await createApiClient(next.url).get('/ping')).body).toBe('pong');
});

test('a taken port is named, with what to do', async () => {
  const server = await start();
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
  await expect(start(['--host', '0.0.0.0'])).rejects.toThrow(/--host 0\.0\.0\.0/);
});

test('a stop while an upsert runs marks it, and it takes less than five seconds', async () => {
  const held = await startFakeOpenAI({ reply: () => 'hang' });
  try {
    const server = await start();
    const api = createApiClient(server.url);
    const { id } = await api.createFlow(makeFlow({ basepath: held.basepath, records: {} }));
    const answer = await api.upload(id, [{ name: 'a.txt', content: 'Words.' }], {}, { prefer: 'respond-async' });
    const { runId } = UpsertAcceptedSchema.parse(answer.body);
    expect(await server.stop()).toBe(0);
    // Kept for resuming it.
    expect(readdirSync(join(folder.path, 'tmp'))).toEqual([runId]);
    const next = await start();
    expect(await createApiClient(next.url).run(runId)).toMatchObject({ status: 'INTERRUPTED' });
  } finally {
    await held.close();
  }
});

test('a database of a newer version is refused with a message and left as it is', async () => {
  await (await start()).stop();
  const file = join(folder.path, 'tributary.db');
  const db = new BetterSqlite3(file);
  db.prepare("INSERT INTO migration VALUES (99, 'from the future', 'x', '2030-01-01')").run();
  db.close();
  await expect(start()).rejects.toThrow(/newer version of Tributary.*--data-dir/s);
  const after = new BetterSqlite3(file, { readonly: true });
  expect(after.prepare('SELECT count(*) AS flows FROM chatflow').get()).toEqual({ flows: 1 });
  after.close();
});

test('a damaged database is put aside, never deleted, and the user is told', async () => {
  await (await start()).stop();
  const file = join(folder.path, 'tributary.db');
  const damaged = Buffer.from('This is no database any more. '.repeat(2000));
  writeFileSync(file, damaged);
  const server = await start();
  const aside = readdirSync(folder.path).find((name) => name.startsWith('tributary.db.damaged-'));
  expect(readFileSync(join(folder.path, aside ?? ''))).toEqual(damaged);
  const notices = (await createApiClient(server.url).get('/notices')).body;
  expect(notices).toEqual([
    { code: 'DATABASE_SET_ASIDE', message: expect.stringContaining(aside ?? 'nothing was put aside'), backup: null },
  ]);
});

test('what a killed server left of its uploads is removed at the next start', async () => {
  mkdirSync(join(folder.path, 'tmp', 'left-over'), { recursive: true });
  copyFileSync(import.meta.filename, join(folder.path, 'tmp', 'left-over', 'upload-0'));
  await start();
  expect(readdirSync(join(folder.path, 'tmp'))).toEqual([]);
});
