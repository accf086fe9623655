import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { UpsertAcceptedSchema } from '../../shared/api/vector.ts';
import { makeApiConfig, makeFlow } from '../helpers/builders/flows.ts';
import { readChunks } from '../helpers/builders/inspect-store.ts';
import { makeTemporaryFolder } from '../helpers/builders/temporary-folder.ts';
import { type FakeOpenAI, type FakeReply, startFakeOpenAI } from '../helpers/fakes/fake-openai.ts';
import { type Answer, type ApiClient, createApiClient, type UploadedFile } from '../helpers/servers/api-client.ts';
import { startServerProcess } from '../helpers/servers/server-process.ts';
import { type SharedServer, shareTestServer } from '../helpers/servers/test-server.ts';

let server: SharedServer;
let api: ApiClient;
let fake: FakeOpenAI;
let reply: FakeReply | undefined;

beforeAll(async () => {
  server = await shareTestServer();
  api = createApiClient(server.url);
  fake = await startFakeOpenAI({ dimensions: 8, reply: () => reply });
});

afterAll(() => fake.close());

/** Another text for each test: what was embedded before would not ask the embedding server again. */
let textFile: UploadedFile;
let tests = 0;

beforeEach(() => {
  tests += 1;
  textFile = { name: 'a.txt', content: `Words to keep ${tests}.` };
});

afterEach(() => {
  reply = undefined;
});
const SWITCHES = makeApiConfig({ 'Text File': ['files', 'metadata'] });

/** Without a record manager: running twice would store twice. */
async function newFlow(client: ApiClient = api): Promise<string> {
  return (await client.createFlow(makeFlow({ basepath: fake.basepath }), SWITCHES)).id;
}

function send(
  id: string,
  key: string,
  files: readonly UploadedFile[] = [textFile],
  headers: Record<string, string> = {},
): Promise<Answer> {
  return api.upload(id, files, {}, { 'idempotency-key': key, ...headers });
}

async function runsOf(id: string): Promise<readonly { readonly id: string; readonly status: string }[]> {
  return (await api.get(`/runs?chatflowId=${id}`)).body as { id: string; status: string }[];
}

const ASYNC = { prefer: 'respond-async' };

describe('the same Idempotency-Key', () => {
  test('gets the first answer, and nothing runs again', async () => {
    const id = await newFlow();
    const uploads = () => readdirSync(join(server.dataDir, 'tmp'));
    const before = uploads();
    const first = await send(id, 'one');
    const second = await send(id, 'one');
    expect(first).toMatchObject({ status: 200, body: { numAdded: 1 } });
    expect(second).toEqual(first);
    expect(await runsOf(id)).toHaveLength(1);
    expect(readChunks(server.dataDir, id)).toHaveLength(1);
    expect(uploads().filter((name) => !before.includes(name))).toEqual([]);
  });

  test('says that an answer is repeated', async () => {
    const id = await newFlow();
    const url = `${server.url}/api/v1/vector/upsert/${id}`;
    const post = () => {
      const body = new FormData();
      body.append('files', new Blob(['Words.']), 'a.txt');
      return fetch(url, { method: 'POST', body, headers: { 'idempotency-key': 'one' } });
    };
    expect((await post()).headers.get('idempotent-replayed')).toBeNull();
    expect((await post()).headers.get('idempotent-replayed')).toBe('true');
  });

  test('while the first call goes on waits for its answer', async () => {
    const id = await newFlow();
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(id, 'one')));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(answers[0]?.status).toBe(200);
    expect(await runsOf(id)).toHaveLength(1);
    expect(readChunks(server.dataDir, id)).toHaveLength(1);
  });

  test('without waiting gets the id of the same run, at once', async () => {
    reply = 'hang';
    const id = await newFlow();
    const first = await send(id, 'one', [textFile], ASYNC);
    expect(first.status).toBe(202);
    expect(await send(id, 'one', [textFile], ASYNC)).toEqual(first);
    expect(await send(id, 'one')).toEqual(first);
    await api.call('POST', `/runs/${UpsertAcceptedSchema.parse(first.body).runId}/cancel`);
  });

  test('joins a waiting call without waiting', async () => {
    reply = 'hang';
    const id = await newFlow();
    const before = fake.requests;
    const waiting = send(id, 'one');
    await expect.poll(() => fake.requests).toBeGreaterThan(before);
    const [run] = await runsOf(id);
    expect(await send(id, 'one', [textFile], ASYNC)).toMatchObject({ status: 202, body: { runId: run?.id } });
    await api.call('POST', `/runs/${run?.id}/cancel`);
    expect(await waiting).toMatchObject({ status: 409, body: { code: 'RUN_CANCELLED' } });
  });

  test('with other files, another name or other overrides is 422, and the first answer stays', async () => {
    const id = await newFlow();
    const first = await send(id, 'one');
    const others = [
      await send(id, 'one', [{ ...textFile, content: 'Words to drop.' }]),
      await send(id, 'one', [{ ...textFile, name: 'b.txt' }]),
      await send(id, 'one', [textFile, { ...textFile, name: 'b.txt' }]),
      await api.upload(id, [textFile], { metadata: '{"team":"x"}' }, { 'idempotency-key': 'one' }),
    ];
    for (const other of others) expect(other).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } });
    expect(await send(id, 'one')).toEqual(first);
    expect(await runsOf(id)).toHaveLength(1);
  });

  test('of another flow, and another key of the same flow, are calls of their own', async () => {
    const [one, two] = [await newFlow(), await newFlow()];
    await send(one, 'key');
    expect(await send(two, 'key')).toMatchObject({ status: 200, body: { numAdded: 1 } });
    await send(one, 'another key');
    expect(await runsOf(one)).toHaveLength(2);
  });

  test.each([
    { name: 'that waited', headers: {} },
    { name: 'that did not wait', headers: ASYNC },
  ])('after a failure runs again: a call $name', async ({ headers }) => {
    const id = await newFlow();
    reply = { status: 400, body: { error: { message: 'no' } } };
    await send(id, 'one', [textFile], headers);
    await expect.poll(async () => (await runsOf(id))[0]?.status).toBe('FAILED');
    reply = undefined;
    expect(await send(id, 'one')).toMatchObject({ status: 200, body: { numAdded: 1 } });
    expect((await runsOf(id)).map((run) => run.status)).toEqual(['FINISHED', 'FAILED']);
  });

  test('after a call that never became a run runs', async () => {
    const id = await newFlow();
    expect(await send(id, 'one', [{ name: 'a.zip', content: 'x' }])).toMatchObject({ status: 415 });
    expect(await send(id, 'one')).toMatchObject({ status: 200 });
  });

  test('is forgotten after 24 hours', async () => {
    const id = await newFlow();
    await send(id, 'old');
    const db = new BetterSqlite3(join(server.dataDir, 'tributary.db'));
    const age = (hours: number) =>
      db
        .prepare('UPDATE idempotency_key SET created_date = ? WHERE owner_id = ?')
        .run(new Date(Date.now() - hours * 3_600_000).toISOString(), id);
    try {
      age(23.9);
      await send(id, 'old');
      expect(await runsOf(id)).toHaveLength(1);
      age(24.1);
      await send(id, 'new');
      const keys = db.prepare('SELECT key FROM idempotency_key WHERE owner_id = ?').pluck().all(id);
      expect(keys).toEqual(['new']);
      await send(id, 'old');
      expect(await runsOf(id)).toHaveLength(3);
    } finally {
      db.close();
    }
  });

  test.each(['', 'k'.repeat(256)])('may have 1 to 255 characters', async (key) => {
    const id = await newFlow();
    expect(await send(id, key)).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    expect(await runsOf(id)).toEqual([]);
    expect(await send(id, 'k'.repeat(255))).toMatchObject({ status: 200 });
  });

  test('goes for JSON calls, too', async () => {
    const stored = `data:text/plain;base64,${Buffer.from('Stored words.').toString('base64')},filename:stored.txt`;
    const flow = makeFlow({ basepath: fake.basepath, loaderInputs: { txtFile: stored } });
    const { id } = await api.createFlow(flow, SWITCHES);
    const post = (body: unknown) => api.json('POST', `/vector/upsert/${id}`, body, { 'idempotency-key': 'one' });
    const first = await post({ overrideConfig: { metadata: { a: 1, b: 2 } } });
    expect(await post({ overrideConfig: { metadata: { b: 2, a: 1 } } })).toEqual(first);
    expect(await post({ overrideConfig: { metadata: { a: 1 } } })).toMatchObject({ status: 422 });
  });
});

test('a restart forgets neither the answer nor that a run was cut off', async () => {
  const folder = makeTemporaryFolder();
  const start = () => startServerProcess({ dataDir: folder.path });
  const first = await start();
  try {
    const client = createApiClient(first.url);
    const id = await newFlow(client);
    const headers = { 'idempotency-key': 'one' };
    const done = await client.upload(id, [textFile], {}, headers);
    reply = 'hang';
    const cut = await client.upload(
      id,
      [{ ...textFile, content: 'Other words.' }],
      {},
      { 'idempotency-key': 'two', ...ASYNC },
    );
    expect(cut.status).toBe(202);
    await first.kill();
    reply = undefined;

    const second = await start();
    try {
      const again = createApiClient(second.url);
      expect(await again.upload(id, [textFile], {}, headers)).toEqual(done);
      expect(
        await again.upload(id, [{ ...textFile, content: 'Other words.' }], {}, { 'idempotency-key': 'two' }),
      ).toMatchObject({
        status: 200,
        body: { numAdded: 1 },
      });
      expect(readChunks(folder.path, id)).toHaveLength(2);
    } finally {
      await second.stop();
    }
  } finally {
    await first.kill();
    folder.remove();
  }
});
