import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openReadOnly } from '../../electron/server/storage/database.ts';
import { DRY_RUN_LIST_LIMIT, type DryRunResult, DryRunResultSchema } from '../../shared/api/dry-run.ts';
import { makeEnglishText } from '../helpers/builders/english-text.ts';
import { makeApiConfig, makeFlow } from '../helpers/builders/flows.ts';
import { readChunks } from '../helpers/builders/inspect-store.ts';
import { type FakeOpenAI, startFakeOpenAI } from '../helpers/fakes/fake-openai.ts';
import { type Answer, type ApiClient, createApiClient, type UploadedFile } from '../helpers/servers/api-client.ts';
import { startTestServer, type TestServer } from '../helpers/servers/test-server.ts';

let server: TestServer;
let api: ApiClient;
let fake: FakeOpenAI;

beforeAll(async () => {
  server = await startTestServer();
  api = createApiClient(server.url);
  fake = await startFakeOpenAI({ dimensions: 8 });
});

afterAll(async () => {
  await server.close();
  await fake.close();
});

const SPLITTER = { chunkSize: 200, chunkOverlap: 0 };
const SWITCHES = makeApiConfig({ 'Text File': ['files', 'metadata'] });

function newFlow(records?: Record<string, unknown>): Promise<{ readonly id: string }> {
  const flow = makeFlow({ basepath: fake.basepath, splitter: SPLITTER, ...(records === undefined ? {} : { records }) });
  return api.createFlow(flow, SWITCHES);
}

function tryDryRun(id: string, files: readonly UploadedFile[], fields: Record<string, string> = {}): Promise<Answer> {
  return api.upload(`${id}?dryRun=true`, files, fields);
}

async function dryRun(
  id: string,
  files: readonly UploadedFile[],
  fields: Record<string, string> = {},
): Promise<DryRunResult> {
  const answer = await tryDryRun(id, files, fields);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return DryRunResultSchema.parse(answer.body);
}

/** Every row of every table, as a number for each table and a sum over what a write would change. */
function fingerprint(): Record<string, unknown> {
  const db = openReadOnly(join(server.dataDir, 'tributary.db'));
  try {
    const tables = db
      .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
      .pluck()
      .all();
    const counts = tables.map((table) => [table, db.prepare(`SELECT count(*) FROM "${table}"`).pluck().get()]);
    return {
      ...Object.fromEntries(counts),
      lastRuns: db.prepare('SELECT total(last_run) FROM record').pluck().get(),
      sources: db.prepare('SELECT total(last_run) FROM record_source').pluck().get(),
    };
  } finally {
    db.close();
  }
}

/** Paragraphs that are a chunk each. */
function paragraphs(from: number, to: number): string[] {
  return Array.from({ length: to - from }, (_, index) =>
    `Paragraph ${from + index} ${'says a little more '.repeat(8)}`.trim(),
  );
}

function file(name: string, lines: readonly string[]): UploadedFile {
  return { name, content: lines.join('\n\n') };
}

describe('a dry run', () => {
  test('writes nothing, opens no model and leaves no file, neither before a first upsert nor after one', async () => {
    const { id } = await newFlow({ cleanup: 'full' });
    const [requests, before] = [fake.requests, fingerprint()];
    expect(await dryRun(id, [file('a.txt', paragraphs(0, 5))])).toMatchObject({ numAdded: 5, dryRun: true });
    expect(fingerprint()).toEqual(before);
    expect(fake.requests).toBe(requests);

    await api.upsert(id, [file('a.txt', paragraphs(0, 5))]);
    const [later, after] = [fake.requests, fingerprint()];
    await dryRun(id, [file('a.txt', paragraphs(3, 8))], { metadata: '{"team":"x"}' });
    expect(fingerprint()).toEqual(after);
    expect(fake.requests).toBe(later);
    expect(readChunks(server.dataDir, id)).toHaveLength(5);
    expect(readdirSync(join(server.dataDir, 'tmp'))).toEqual([]);
  });

  test('needs no embedding service that answers', async () => {
    const flow = makeFlow({ basepath: 'http://127.0.0.1:9/v1', splitter: SPLITTER, records: {} });
    const { id } = await api.createFlow(flow, SWITCHES);
    expect(await dryRun(id, [file('a.txt', paragraphs(0, 3))])).toMatchObject({ numAdded: 3 });
  });

  test.each([
    { records: undefined },
    { records: { cleanup: 'none' } },
    { records: { cleanup: 'incremental' } },
    { records: { cleanup: 'full' } },
  ])('says what the upsert then does: $records', async ({ records }) => {
    const { id } = await newFlow(records);
    await api.upsert(id, [
      file('a.txt', paragraphs(0, 10)),
      file('b.txt', paragraphs(20, 30)),
      file('c.txt', paragraphs(40, 45)),
    ]);
    // a: two gone, three new, one twice; b: as it was; c is not in the call.
    const call = [file('a.txt', [...paragraphs(2, 13), ...paragraphs(5, 6)]), file('b.txt', paragraphs(20, 30))];
    const foretold = await dryRun(id, call);
    const done = await api.upsert(id, call);
    expect(foretold).toMatchObject({
      numAdded: done.numAdded,
      numDeleted: done.numDeleted,
      numUpdated: done.numUpdated,
      numSkipped: done.numSkipped,
      truncated: false,
    });
    expect(foretold.added).toHaveLength(done.numAdded);
    expect(foretold.deleted).toHaveLength(done.numDeleted);
    expect(foretold.updated).toHaveLength(done.numUpdated);
  });

  test('names the chunks that are added, updated and deleted', async () => {
    const { id } = await newFlow({ cleanup: 'incremental' });
    const [one = '', two = '', three = ''] = paragraphs(0, 3);
    await api.upsert(id, [file('a.txt', [one, two])]);
    const result = await dryRun(id, [file('a.txt', [one, three])], { metadata: '{"team":"library"}' });
    expect(result).toMatchObject({ numAdded: 1, numUpdated: 1, numDeleted: 1, numSkipped: 0 });
    expect(result.added).toMatchObject([{ pageContent: three, metadata: { source: 'a.txt', team: 'library' } }]);
    expect(result.updated).toMatchObject([{ pageContent: one, metadata: { source: 'a.txt', team: 'library' } }]);
    expect(result.updated[0]?.previousMetadata).toMatchObject({ source: 'a.txt' });
    expect(result.updated[0]?.previousMetadata).not.toHaveProperty('team');
    expect(result.deleted).toMatchObject([{ pageContent: two, metadata: { source: 'a.txt' } }]);
    expect(result.deleted[0]?.metadata).not.toHaveProperty('team');
  });

  test('counts all chunks and lists the first thousand', async () => {
    const { id } = await newFlow({ cleanup: 'full' });
    const text = makeEnglishText(300_000, 5);
    const result = await dryRun(id, [{ name: 'a.txt', content: text }]);
    expect(result.numAdded).toBeGreaterThan(DRY_RUN_LIST_LIMIT);
    expect(result).toMatchObject({ truncated: true, deleted: [] });
    expect(result.added).toHaveLength(DRY_RUN_LIST_LIMIT);
    await api.upsert(id, [{ name: 'a.txt', content: text }]);
    const other = await dryRun(id, [file('b.txt', paragraphs(0, 1))]);
    expect(other).toMatchObject({ numAdded: 1, numDeleted: result.numAdded, truncated: true });
    expect(other.deleted).toHaveLength(DRY_RUN_LIST_LIMIT);
  });

  test('runs on the files of the flow, names overrides without effect, and refuses what the upsert refuses', async () => {
    const stored = `data:text/plain;base64,${Buffer.from('Stored words.').toString('base64')},filename:stored.txt`;
    const flow = makeFlow({ basepath: fake.basepath, loaderInputs: { txtFile: stored } });
    const { id } = await api.createFlow(flow, SWITCHES);
    const answer = await api.json('POST', `/vector/upsert/${id}?dryRun=true`, { overrideConfig: { chunkSize: 5 } });
    expect(answer).toMatchObject({
      status: 200,
      body: { numAdded: 1, ignoredOverrides: ['chunkSize'], added: [{ metadata: { source: 'stored.txt' } }] },
    });
    expect(await tryDryRun(id, [{ name: 'a.zip', content: 'x' }])).toMatchObject({
      status: 415,
      body: { code: 'UNSUPPORTED_FILE_TYPE' },
    });
    expect(readdirSync(join(server.dataDir, 'tmp'))).toEqual([]);
  });

  test.each(['1', 'TRUE', '', 'yes'])('spelt dryRun=%s is refused rather than run', async (value) => {
    const { id } = await newFlow();
    const answer = await api.upload(`${id}?dryRun=${value}`, [file('a.txt', paragraphs(0, 1))]);
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    expect((await api.get(`/runs?chatflowId=${id}`)).body).toEqual([]);
  });

  test('spelt dryRun=false is an upsert', async () => {
    const { id } = await newFlow();
    const answer = await api.upload(`${id}?dryRun=false`, [file('a.txt', paragraphs(0, 1))]);
    expect(answer).toMatchObject({ status: 200, body: { numAdded: 1 } });
    expect(readChunks(server.dataDir, id)).toHaveLength(1);
  });
});

test.each(['dryrun=true', 'DryRun=true', 'dry_run=true', 'dryRun=TRUE'])(
  '?%s writes nothing: it is refused',
  async (query) => {
    const { id } = await newFlow({});
    const before = fingerprint();
    expect(await api.upload(`${id}?${query}`, [{ name: 'a.txt', content: 'Otters hold hands.' }])).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT' },
    });
    expect(fingerprint()).toEqual(before);
  },
);

test('what only limits a removal is not passed over either, when it is spelt wrong', async () => {
  const { id } = await newFlow({});
  const body = { code: 'INVALID_INPUT', message: expect.stringContaining('takes no keepsdata') };
  expect(await api.call('DELETE', `/chatflows/${id}?keepsdata=true`)).toMatchObject({ status: 400, body });
  expect(await api.get(`/chatflows/${id}`)).toMatchObject({ status: 200 });
});
