import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeEnglishText } from '../../helpers/builders/english-text.ts';
import { makeFlow } from '../../helpers/builders/flows.ts';
import { makeTemporaryFolder } from '../../helpers/builders/temporary-folder.ts';
import { startFakeOpenAI } from '../../helpers/fakes/fake-openai.ts';
import { createApiClient } from '../../helpers/servers/api-client.ts';
import { type CliResult, callCli } from '../../helpers/servers/run-cli.ts';
import { startServerProcess } from '../../helpers/servers/server-process.ts';

/** A data folder with one filled collection, copied for each test. */
const template = makeTemporaryFolder();
const used = makeTemporaryFolder();
let dataDir = '';
let count = 0;
let flowId = '';
let chunks = 0;

beforeAll(async () => {
  writeFileSync(join(template.path, 'settings.json'), JSON.stringify({ graphFromChunks: 50 }));
  const fake = await startFakeOpenAI();
  const server = await startServerProcess({ dataDir: template.path });
  try {
    const api = createApiClient(server.url);
    flowId = (await api.createFlow(makeFlow({ basepath: fake.basepath, records: {} }))).id;
    chunks = (await api.upsert(flowId, [{ name: 'a.txt', content: makeEnglishText(80_000, 5) }])).numAdded;
  } finally {
    await server.stop();
    await fake.close();
  }
});

afterAll(() => {
  template.remove();
  used.remove();
});

beforeEach(() => {
  count += 1;
  dataDir = join(used.path, String(count));
  mkdirSync(dataDir);
  for (const name of ['tributary.db', 'settings.json']) copyFileSync(join(template.path, name), join(dataDir, name));
});

async function doctor(...args: readonly string[]): Promise<CliResult & { readonly report: unknown }> {
  const result = await callCli(['doctor', '--json', '--data-dir', dataDir, ...args]);
  return { ...result, report: JSON.parse(result.stdout) };
}

test('a sound folder: facts, no problems, code 0, and nothing is changed', async () => {
  const before = readdirSync(dataDir);
  const { code, report, stderr } = await doctor('--check');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(report).toMatchObject({
    ok: true,
    server: null,
    database: { isSound: true, counts: { flows: 2, runs: 1, collections: 1, chunks, records: chunks } },
    collections: [{ chunks, hasGraph: false }],
    problems: [],
  });
  expect(readdirSync(dataDir).filter((name) => !name.startsWith('tributary.db'))).toEqual(
    before.filter((name) => !name.startsWith('tributary.db')),
  );
  const { stdout } = await callCli(['doctor', '--data-dir', dataDir]);
  expect(stdout).toMatch(/^Versions +Tributary \d.*Node 24.*SQLite 3/m);
  expect(stdout).toMatch(/^No problems found\.$/m);
});

test('--rebuild-index makes keyword index and graph again, and the server uses them', async () => {
  const rebuilt = await doctor('--rebuild-index', '--check');
  expect(rebuilt).toMatchObject({ code: 0, report: { ok: true, rebuilt: [flowId] } });
  expect(rebuilt.report).toMatchObject({ collections: [{ chunks, keywordChunks: chunks, hasGraph: true }] });
  expect(existsSync(join(dataDir, 'server.json'))).toBe(false);
  const words = makeEnglishText(80_000, 5).split(/\s+/).slice(0, 3).join(' ');
  const found = await callCli([
    'query',
    flowId,
    words,
    '--mode',
    'keyword',
    '--top-k',
    '5',
    '--json',
    '--data-dir',
    dataDir,
  ]);
  expect(JSON.parse(found.stdout).docs).toHaveLength(5);
});

test('a graph that was changed on the disk is found by --check, and mended by --rebuild-index', async () => {
  await doctor('--rebuild-index');
  const [file = ''] = readdirSync(join(dataDir, 'index'));
  const path = join(dataDir, 'index', file);
  const bytes = readFileSync(path);
  bytes[bytes.length - 100] = (bytes.at(-100) ?? 0) ^ 0xff;
  writeFileSync(path, bytes);
  const found = await doctor('--check');
  expect(found).toMatchObject({ code: 1, report: { ok: false } });
  expect(found.report).toMatchObject({ problems: [expect.stringMatching(/its file was changed.*--rebuild-index/)] });
  expect(await doctor('--rebuild-index', '--check')).toMatchObject({ code: 0, report: { problems: [] } });
});

test.each([
  ['keyword.db', 'The keyword index'],
  ['scan.db', 'The file of rounded vectors'],
])('a damaged %s is told, and mended by --rebuild-index', async (fileName, title) => {
  writeFileSync(join(dataDir, fileName), 'This is no database. '.repeat(500));
  const remedy = expect.stringMatching(new RegExp(`^${title} can't be read.*--rebuild-index`));
  expect(await doctor()).toMatchObject({ code: 1, report: { problems: [remedy] } });
  expect(await doctor('--rebuild-index')).toMatchObject({
    code: 0,
    report: { collections: [{ keywordChunks: chunks }] },
  });
});

test('a damaged database is left as it is; the way back to a backup is told', async () => {
  const file = join(dataDir, 'tributary.db');
  const bytes = readFileSync(file);
  bytes.fill(0x5a, 3 * 8192, 12 * 8192);
  writeFileSync(file, bytes);
  const found = await doctor('--rebuild-index');
  expect(found).toMatchObject({ code: 1, report: { ok: false, rebuilt: [] } });
  expect(found.report).toMatchObject({
    problems: expect.arrayContaining([expect.stringContaining('--restore-backup newest')]),
  });
  expect(readFileSync(file)).toEqual(bytes);
  writeFileSync(file, 'This is no database. '.repeat(500));
  expect(await doctor()).toMatchObject({
    code: 1,
    report: { problems: [expect.stringContaining('--restore-backup newest')] },
  });
});

test('contradictions between tables are found by --check', async () => {
  const db = new BetterSqlite3(join(dataDir, 'tributary.db'));
  db.exec('DELETE FROM chunk WHERE id IN (SELECT id FROM chunk LIMIT 3)');
  db.close();
  expect(await doctor()).toMatchObject({ code: 0 });
  const { code, report } = await doctor('--check');
  expect(code).toBe(1);
  expect(report).toMatchObject({
    problems: [expect.stringMatching(/^1 collections count/), expect.stringMatching(/^3 records have no chunk/)],
  });
});

test('a database of a newer version, and settings that are wrong, are told', async () => {
  const db = new BetterSqlite3(join(dataDir, 'tributary.db'));
  db.prepare("INSERT INTO migration VALUES (99, 'from the future', 'x', '2030-01-01')").run();
  db.close();
  writeFileSync(join(dataDir, 'settings.json'), '{"port": "blue"}');
  const { code, report } = await doctor();
  expect(code).toBe(1);
  expect(report).toMatchObject({
    problems: [expect.stringContaining('settings.json'), expect.stringContaining('newer version')],
  });
});

test('a folder that is not there is not made', async () => {
  rmSync(dataDir, { recursive: true });
  expect(await callCli(['doctor', '--data-dir', dataDir])).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('There is no data folder'),
  });
  expect(existsSync(dataDir)).toBe(false);
});

test('--purge-backups deletes the backups, the databases that were set aside, and nothing else', async () => {
  const backups = join(dataDir, 'backups');
  mkdirSync(backups);
  writeFileSync(join(backups, 'tributary-2026-01-02T03-04-05-678Z.db'), 'x');
  writeFileSync(join(backups, 'mine.txt'), 'x');
  for (const name of ['damaged-2026-01-02T03-04-05-678Z', 'damaged-2026-01-02T03-04-05-678Z-wal', 'replaced-mine'])
    writeFileSync(join(dataDir, `tributary.db.${name}`), 'x');
  const told = await callCli(['doctor', '--data-dir', dataDir]);
  expect(told.stdout).toMatch(/Set aside\s+1 database, 2 B/);
  const result = await doctor('--purge-backups');
  expect(result.stderr).toContain('Deleted 1 backup and 1 database that had been set aside');
  expect(JSON.parse(result.stdout)).toMatchObject({ folder: { setAside: [], backups: [] } });
  expect(readdirSync(dataDir).filter((name) => name.startsWith('tributary.db.'))).toEqual([
    'tributary.db.replaced-mine',
  ]);
  expect(readdirSync(backups)).toEqual(['mine.txt']);
  expect(existsSync(join(dataDir, 'tributary.db'))).toBe(true);
});
