import { copyFileSync, cpSync, readdirSync, rmSync, truncateSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../electron/server/config.ts';
import { type RunningServer, startServer } from '../../electron/server/serve.ts';
import { BackupListSchema } from '../../shared/api/backups.ts';
import { damagePages, makeBackup } from '../helpers/builders/backups.ts';
import { makeEnglishText } from '../helpers/builders/english-text.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { makeTemporaryFolder } from '../helpers/builders/temporary-folder.ts';
import { type FakeOpenAI, startFakeOpenAI } from '../helpers/fakes/fake-openai.ts';
import { type ApiClient, createApiClient } from '../helpers/servers/api-client.ts';
import { checkAnswersOfServers } from '../helpers/servers/check-answers.ts';
import { runCli } from '../helpers/servers/run-cli.ts';
import { startServerProcess } from '../helpers/servers/server-process.ts';

checkAnswersOfServers();

/** Above it a start does not read the whole database. */
const LARGE_BYTES = 66 * 1024 * 1024;

/** A data folder with a flow and its chunk, and the database of before; each test has a copy of it. */
const template = makeTemporaryFolder();
let folder: ReturnType<typeof makeTemporaryFolder>;
let fake: FakeOpenAI;
let server: RunningServer | undefined;
/** The flow of the folder. */
let id: string;

beforeAll(async () => {
  fake = await startFakeOpenAI();
  folder = template;
  await start();
  await stop();
  copyFileSync(database(), `${database()}.old`);
  const api = await start();
  ({ id } = await api.createFlow(makeFlow({ basepath: fake.basepath })));
  await api.upsert(id, [{ name: 'a.txt', content: 'The gate was green.' }]);
  await stop();
});

beforeEach(() => {
  folder = makeTemporaryFolder();
  cpSync(template.path, folder.path, { recursive: true });
});

afterEach(async () => {
  await stop();
  folder.remove();
});

afterAll(async () => {
  await fake.close();
  template.remove();
});

const database = () => join(folder.path, 'tributary.db');
const filesLike = (part: string) => readdirSync(folder.path).filter((name) => name.includes(part));

async function start(): Promise<ApiClient> {
  const config = readConfig(['--headless', '--port', '0', '--data-dir', folder.path], {});
  server = await startServer({ ...config, logLevel: 'error' });
  return createApiClient(server.url);
}

async function stop(): Promise<void> {
  await server?.close();
  server = undefined;
}

/** Makes the database larger than what is checked at a start. */
function enlarge(): void {
  const db = new BetterSqlite3(database());
  const insert = db.prepare('INSERT INTO setting (key, value) VALUES (?, ?)');
  db.transaction(() => {
    for (let bytes = 0; bytes < LARGE_BYTES; bytes += 1024 * 1024)
      insert.run(`large ${bytes}`, 'x'.repeat(1024 * 1024));
  })();
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
}

function rootPageOf(table: string): number {
  const db = new BetterSqlite3(database(), { readonly: true });
  const page = db.prepare<[string], number>('SELECT rootpage FROM sqlite_schema WHERE name = ?').pluck().get(table);
  db.close();
  return page ?? 0;
}

async function expectRestored(api: ApiClient): Promise<void> {
  await expect
    .poll(async () => {
      const answer = await api.get('/backups').catch(() => undefined);
      return answer?.status === 200 && !BackupListSchema.parse(answer.body).isRestoring;
    })
    .toBe(true);
  expect((await api.query(id, { query: 'The gate was green.', topK: 1 })).docs).toMatchObject([
    { pageContent: 'The gate was green.' },
  ]);
}

describe('a database that is not what it was: the newest backup is offered, and puts back what there was', () => {
  const cases: readonly [what: string, code: string, breakIt: () => void][] = [
    ['four damaged pages', 'DATABASE_SET_ASIDE', () => damagePages(database(), 2, 4)],
    [
      'four damaged pages of a large one',
      'DATABASE_SET_ASIDE',
      () => {
        enlarge();
        damagePages(database(), 2, 4);
      },
    ],
    ['missing', 'DATABASE_MISSING', () => rmSync(database())],
    ['empty', 'DATABASE_MISSING', () => truncateSync(database())],
    ['older than its newest backup', 'DATABASE_OLDER', () => copyFileSync(`${database()}.old`, database())],
  ];
  test.each(cases)('%s', async (_what, code, breakIt) => {
    const name = await makeBackup(folder.path);
    breakIt();

    const api = await start();
    const { body } = await api.get('/notices');
    expect(body).toMatchObject([
      { code, message: expect.stringContaining('--restore-backup newest'), backup: { name } },
    ]);
    expect(await api.get(`/chatflows/${id}`)).toMatchObject({ status: 404 });
    expect(await api.json('POST', '/backups/newest/restore', {})).toMatchObject({ status: 202 });
    await expectRestored(api);
    expect((await api.get('/notices')).body).toEqual([]);
    expect(filesLike('.replaced-')).toHaveLength(1);
  });
});

test('a database that is older than its log says is put aside together with the log', async () => {
  await (await start()).upsert(id, [{ name: 'long.txt', content: makeEnglishText(300_000, 1) }]);
  await stop();
  await makeBackup(folder.path);
  const killed = await startServerProcess({ dataDir: folder.path });
  await createApiClient(killed.url).upsert(id, [{ name: 'b.txt', content: 'The gate was green.' }]);
  await killed.kill();
  copyFileSync(`${database()}.old`, database());
  const api = await start();
  expect((await api.get('/notices')).body).toMatchObject([{ code: 'DATABASE_SET_ASIDE', backup: {} }]);
  expect(filesLike('.damaged-').filter((name) => name.endsWith('-wal'))).toHaveLength(1);
});

test('damage deep in a large database is found after the start and told, questions are 503, and no backup is made of it', async () => {
  const name = await makeBackup(folder.path, new Date(Date.now() - 3 * 24 * 60 * 60 * 1000));
  enlarge();
  damagePages(database(), 4000, 10);
  damagePages(database(), rootPageOf('chunk'), 1);
  const api = await start();
  expect((await api.get('/notices')).body).toEqual([]);
  expect(await api.json('POST', `/vector/query/${id}`, { query: 'gate' })).toMatchObject({
    status: 503,
    body: { code: 'DATABASE_DAMAGED', message: expect.stringContaining('restore a backup') },
  });
  await expect
    .poll(async () => (await api.get('/notices')).body, { timeout: 50_000 })
    .toMatchObject([{ code: 'DATABASE_DAMAGED', backup: { name } }]);
  expect(readdirSync(join(folder.path, 'backups'))).toEqual([name]);
  expect(await api.json('POST', `/backups/${name}/restore`, {})).toMatchObject({ status: 202 });
  await expectRestored(api);
});

test('a backup is restored although its caller hangs up before it was checked', async () => {
  await makeBackup(folder.path);
  const api = await start();
  await api.json('DELETE', `/chatflows/${id}`, {});
  const { hostname, port } = new URL(server?.url ?? '');
  const caller = connect(Number(port), hostname);
  const lines = [
    'POST /api/v1/backups/newest/restore HTTP/1.1',
    `host: ${hostname}:${port}`,
    'content-type: application/json',
    'content-length: 2',
    '',
    '{}',
  ];
  caller.write(lines.join('\r\n'), () => caller.destroy());
  await expect.poll(() => filesLike('.replaced-').length).toBe(1);
  await expectRestored(api);
});

test('a backup that is damaged itself is refused, and the newest one that is whole is taken', async () => {
  const good = await makeBackup(folder.path, new Date(Date.now() - 60_000));
  const bad = await makeBackup(folder.path);
  damagePages(join(folder.path, 'backups', bad), 2, 4);
  const api = await start();
  await api.json('DELETE', `/chatflows/${id}`, {});
  expect(await api.json('POST', '/backups/nothing/restore', {})).toMatchObject({ status: 404 });
  expect(await api.json('POST', `/backups/${bad}/restore`, {})).toMatchObject({
    status: 503,
    body: { code: 'DATABASE_DAMAGED', message: expect.stringContaining('choose another') },
  });
  await stop();
  const { code, stderr } = await runCli(['doctor', '--restore-backup', 'newest', '--data-dir', folder.path]);
  expect(stderr).toContain('The backup is in place.');
  expect(code).toBe(0);
  await expectRestored(await start());
  expect(readdirSync(join(folder.path, 'backups'))).toContain(good);
});
