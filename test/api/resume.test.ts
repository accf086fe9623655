import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isFinalStatus, type RunStatus } from '../../shared/api/runs.ts';
import { UpsertAcceptedSchema } from '../../shared/api/vector.ts';
import { nodeDefinitions } from '../../shared/nodes/registry.ts';
import { makeEnglishText } from '../helpers/builders/english-text.ts';
import { makeApiConfig, makeFlow } from '../helpers/builders/flows.ts';
import { contentsOf, countHalves, readChunks } from '../helpers/builders/inspect-store.ts';
import { makeTemporaryFolder } from '../helpers/builders/temporary-folder.ts';
import { type FakeOpenAI, type FakeReply, startFakeOpenAI } from '../helpers/fakes/fake-openai.ts';
import { type Answer, type ApiClient, createApiClient, type UploadedFile } from '../helpers/servers/api-client.ts';
import { type ServerProcess, startServerProcess } from '../helpers/servers/server-process.ts';
import { createStoreClient } from '../helpers/servers/store-client.ts';

let folder: ReturnType<typeof makeTemporaryFolder>;
let server: ServerProcess;
let api: ApiClient;
let fake: FakeOpenAI;
/** Takes over the answers of the embedding server. */
let reply: (number: number) => FakeReply | undefined;

const open = () => undefined;

async function start(): Promise<void> {
  server = await startServerProcess({ dataDir: folder.path });
  api = createApiClient(server.url);
}

beforeEach(async () => {
  folder = makeTemporaryFolder();
  reply = open;
  fake = await startFakeOpenAI({ dimensions: 8, reply: ({ number }) => reply(number) });
  await start();
});

afterEach(async () => {
  await server.kill();
  await fake.close();
  folder.remove();
});

const SWITCHES = makeApiConfig({
  'Text File': ['files', 'metadata'],
  'Recursive Character Text Splitter': ['chunkSize'],
});
const ASYNC = { prefer: 'respond-async' };
const FILE: UploadedFile = { name: 'a.txt', content: 'Words to keep.' };

async function newFlow(): Promise<string> {
  const flow = makeFlow({ basepath: fake.basepath, records: { cleanup: 'incremental' } });
  return (await api.createFlow(flow, SWITCHES)).id;
}

async function begin(
  id: string,
  files: readonly UploadedFile[] = [FILE],
  fields: Record<string, string> = {},
): Promise<string> {
  return UpsertAcceptedSchema.parse((await api.upload(id, files, fields, ASYNC)).body).runId;
}

const resume = (runId: string, headers: Record<string, string> = {}): Promise<Answer> =>
  api.call('POST', `/runs/${runId}/resume`, { headers });

async function resumed(runId: string): Promise<string> {
  const answer = await resume(runId);
  expect(answer.status, JSON.stringify(answer.body)).toBe(202);
  return UpsertAcceptedSchema.parse(answer.body).runId;
}

async function endOf(runId: string): Promise<RunStatus> {
  await expect.poll(async () => isFinalStatus((await api.run(runId)).status), { timeout: 20_000 }).toBe(true);
  return (await api.run(runId)).status;
}

/** A run that fails at the embedding server. */
async function failedRun(id: string): Promise<string> {
  reply = () => ({ status: 400, body: {} });
  const runId = await begin(id);
  expect(await endOf(runId)).toBe('FAILED');
  reply = open;
  return runId;
}

const uploads = () => readdirSync(join(folder.path, 'tmp'));

function changeDatabase(sql: string, ...values: unknown[]): void {
  const db = new BetterSqlite3(join(folder.path, 'tributary.db'));
  db.prepare(sql).run(...values);
  db.close();
}

describe('POST /runs/{id}/resume', () => {
  test('after kill -9 in the middle: the rest is stored, as if nothing had happened', async () => {
    const file = { name: 'a.txt', content: makeEnglishText(600_000, 3) };
    const fields = { overrideConfig: JSON.stringify({ chunkSize: 400, metadata: { team: 'library' } }) };
    const undisturbed = await newFlow();
    // Embedding answers for two requests only, so that some batches are stored and some are not.
    reply = (number) => (number <= 2 ? undefined : 'hang');
    const id = await newFlow();
    const runId = await begin(id, [file], fields);
    await expect
      .poll(async () => (await api.run(runId)).nodes.find((node) => node.nodeId === 'hnsw_0')?.done ?? 0)
      .toBeGreaterThan(0);
    await server.kill();
    const stored = readChunks(folder.path, id).length;
    reply = open;

    await start();
    expect((await api.run(runId)).status).toBe('INTERRUPTED');
    await expect.poll(uploads).toEqual([runId]);
    const next = await resumed(runId);
    expect(await endOf(next)).toBe('FINISHED');
    const { result } = await api.run(next);
    expect(result).toMatchObject({ numSkipped: stored, numDeleted: 0, numUpdated: 0 });
    expect(result?.numAdded).toBeGreaterThan(0);
    await api.upsert(undisturbed, [file], fields);
    expect(contentsOf(readChunks(folder.path, id))).toEqual(contentsOf(readChunks(folder.path, undisturbed)));
    expect(countHalves(folder.path)).toMatchObject({ chunksWithoutRecord: 0, recordsWithoutChunk: 0 });
    await expect.poll(uploads).toEqual([]);
    expect((await api.get(`/upsert-history/${id}`)).body).toMatchObject([{ id: next }]);
  }, 60_000);

  test('goes on without bad files if the run was to', async () => {
    const id = await newFlow();
    reply = () => ({ status: 400, body: {} });
    const runId = await begin(id, [FILE, { name: 'bad.txt', content: '' }], { skipFailedFiles: 'true' });
    expect(await endOf(runId)).toBe('FAILED');
    reply = open;
    const next = await resumed(runId);
    expect(await endOf(next)).toBe('FINISHED');
    expect((await api.run(next)).result).toMatchObject({ numAdded: 1, failedFiles: [{ name: 'bad.txt' }] });
  });

  test('after an orderly stop, also when the resumed run is cut off again', async () => {
    reply = () => 'hang';
    const id = await newFlow();
    let runId = await begin(id);
    for (let times = 0; times < 2; times += 1) {
      await server.stop();
      await start();
      expect((await api.run(runId)).status).toBe('INTERRUPTED');
      runId = await resumed(runId);
    }
    await server.stop();
    reply = open;
    await start();
    expect(await endOf(await resumed(runId))).toBe('FINISHED');
    expect(readChunks(folder.path, id).map((chunk) => chunk.content)).toEqual([FILE.content]);
    await expect.poll(uploads).toEqual([]);
  });

  test('takes a run that failed, and one that was cancelled', async () => {
    const id = await newFlow();
    expect(await endOf(await resumed(await failedRun(id)))).toBe('FINISHED');
    reply = () => 'hang';
    const cancelled = await begin(id, [{ name: 'b.txt', content: 'Other words.' }]);
    await api.call('POST', `/runs/${cancelled}/cancel`);
    reply = open;
    expect(await endOf(await resumed(cancelled))).toBe('FINISHED');
    expect(readChunks(folder.path, id)).toHaveLength(2);
    await expect.poll(uploads).toEqual([]);
  });

  test('works for a call without files, and keeps no folder for it', async () => {
    const stored = `data:text/plain;base64,${Buffer.from('Stored words.').toString('base64')},filename:stored.txt`;
    const flow = makeFlow({ basepath: fake.basepath, loaderInputs: { txtFile: stored }, records: {} });
    const { id } = await api.createFlow(flow, SWITCHES);
    reply = () => ({ status: 400, body: {} });
    expect(await api.json('POST', `/vector/upsert/${id}`, {})).toMatchObject({ status: 502 });
    await expect.poll(uploads).toEqual([]);
    reply = open;
    const [run] = (await api.get(`/runs?chatflowId=${id}`)).body as { id: string }[];
    expect(await endOf(await resumed(run?.id ?? ''))).toBe('FINISHED');
    expect(readChunks(folder.path, id)).toHaveLength(1);
  });

  test('happens once, however often it is asked for at once', async () => {
    const id = await newFlow();
    const runId = await failedRun(id);
    const answers = await Promise.all(Array.from({ length: 5 }, () => resume(runId)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 409, 409, 409, 409]);
    const next = UpsertAcceptedSchema.parse(answers.find(({ status }) => status === 202)?.body).runId;
    expect(await endOf(next)).toBe('FINISHED');
    expect(await resume(runId)).toMatchObject({
      status: 409,
      body: { code: 'RUN_NOT_RESUMABLE', details: { runId: next } },
    });
    expect((await api.get(`/runs?chatflowId=${id}`)).body).toHaveLength(2);
  });

  test('is refused with the reason: unknown, going on, finished, files gone, of a document store', async () => {
    expect(await resume('nobody')).toMatchObject({ status: 404, body: { code: 'RUN_NOT_FOUND' } });
    const id = await newFlow();
    const refused = (message: RegExp) => ({
      status: 409,
      body: { code: 'RUN_NOT_RESUMABLE', message: expect.stringMatching(message) },
    });
    const finished = await api.upsert(id, [{ name: 'b.txt', content: 'Other words.' }]);
    expect(await resume(finished.runId)).toMatchObject(refused(/has finished/));

    const failed = await failedRun(id);
    rmSync(join(folder.path, 'tmp', failed, 'upload-0'));
    expect(await resume(failed)).toMatchObject(refused(/a\.txt is not there/));

    reply = () => 'hang';
    const going = await begin(id, [{ name: 'c.txt', content: 'More words.' }]);
    expect(await resume(going)).toMatchObject(refused(/goes on/));

    const stores = createStoreClient(server.url);
    const store = await stores.create({
      embeddingConfig: { name: 'openAIEmbeddings', config: { basepath: fake.basepath } },
      vectorStoreConfig: { name: 'hnsw', config: {} },
    });
    reply = () => ({ status: 400, body: {} });
    await stores.upload(`/upsert/${store.id}`, [{ name: 'd.txt', content: 'Words of a store.' }]);
    const [run] = (await api.get(`/runs?chatflowId=${store.id}`)).body as { id: string }[];
    expect(await resume(run?.id ?? '')).toMatchObject(refused(/not kept/));
  });

  test('keeps the run resumable when the flow can not run as it is drawn now', async () => {
    const id = await newFlow();
    const runId = await failedRun(id);
    const { flowData } = (await api.get(`/chatflows/${id}`)).body as { flowData: string };
    await api.json('PUT', `/chatflows/${id}`, { flowData: JSON.stringify({ nodes: [], edges: [] }) });
    expect(await resume(runId)).toMatchObject({ status: 422, body: { code: 'NO_VECTOR_STORE' } });
    await api.json('PUT', `/chatflows/${id}`, { flowData });
    expect(await endOf(await resumed(runId))).toBe('FINISHED');
  });

  test('needs the key that the chatflow is bound to', async () => {
    const id = await newFlow();
    const runId = await failedRun(id);
    const key = (await api.json('POST', '/apikey', { keyName: 'Script' })).body as { id: string; apiKey: string };
    await api.json('PUT', `/chatflows/${id}`, { apikeyid: key.id });
    expect(await resume(runId)).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } });
    expect(await resume(runId, { authorization: `Bearer ${key.apiKey}` })).toMatchObject({ status: 202 });
  });
});

describe('the files of runs', () => {
  test('that can be resumed outlive a start, those of others do not', async () => {
    const id = await newFlow();
    const runId = await failedRun(id);
    await server.stop();
    mkdirSync(join(folder.path, 'tmp', 'left-over'));
    writeFileSync(join(folder.path, 'tmp', 'left-over', 'upload-0'), 'x');
    await start();
    await expect.poll(uploads).toEqual([runId]);
    await api.call('DELETE', `/chatflows/${id}`);
    // With the flow goes the history of its runs.
    await expect.poll(async () => (await resume(runId)).status, { timeout: 10_000 }).toBe(404);
    await server.stop();
    await start();
    await expect.poll(uploads).toEqual([]);
  });

  test('are kept for seven days', async () => {
    const id = await newFlow();
    const runId = await failedRun(id);
    const end = (daysAgo: number) =>
      changeDatabase(
        'UPDATE run SET finished_date = ? WHERE id = ?',
        new Date(Date.now() - daysAgo * 86_400_000).toISOString(),
        runId,
      );
    end(6.9);
    await server.stop();
    await start();
    await expect.poll(uploads).toEqual([runId]);
    end(7.1);
    // Another run that is kept is an occasion to look for those that are too old.
    reply = () => ({ status: 400, body: {} });
    const other = await begin(id, [{ name: 'b.txt', content: 'Other words.' }]);
    expect(await endOf(other)).toBe('FAILED');
    await expect.poll(uploads).toEqual([other]);
    expect(await resume(runId)).toMatchObject({ status: 409, body: { code: 'RUN_NOT_RESUMABLE' } });
  });

  test('go at once when the same files can never succeed', async () => {
    const flow = makeFlow({ basepath: fake.basepath, loader: nodeDefinitions.jsonFile });
    const { id } = await api.createFlow(flow, makeApiConfig({ 'JSON File': ['files'] }));
    const runId = await begin(id, [{ name: 'a.json', content: '{"a": ' }]);
    expect(await endOf(runId)).toBe('FAILED');
    await expect.poll(uploads).toEqual([]);
    expect(await resume(runId)).toMatchObject({ status: 409, body: { code: 'RUN_NOT_RESUMABLE' } });
  });

  test('are kept up to two gigabytes, the newest first', async () => {
    const id = await newFlow();
    const first = await failedRun(id);
    const request = {
      overrides: {},
      isFromApp: false,
      files: [{ name: 'a.txt', file: 'upload-0', sizeBytes: 2 ** 31 }],
    };
    changeDatabase('UPDATE run_request SET request = ? WHERE run_id = ?', JSON.stringify(request), first);
    reply = () => ({ status: 400, body: {} });
    const second = await begin(id, [{ name: 'b.txt', content: 'Other words.' }]);
    expect(await endOf(second)).toBe('FAILED');
    await expect.poll(uploads).toEqual([second]);
    expect(existsSync(join(folder.path, 'tmp', second, 'upload-0'))).toBe(true);
  });
});
