import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type UpsertHistoryEntry, UpsertHistoryEntrySchema } from '../../shared/api/upsert-history.ts';
import { makeApiConfig, makeFlow } from '../helpers/builders/flows.ts';
import { readChunks } from '../helpers/builders/inspect-store.ts';
import { type FakeOpenAI, startFakeOpenAI } from '../helpers/fakes/fake-openai.ts';
import { type ApiClient, createApiClient } from '../helpers/servers/api-client.ts';
import { createStoreClient } from '../helpers/servers/store-client.ts';
import { type SharedServer, shareTestServer } from '../helpers/servers/test-server.ts';

let server: SharedServer;
let api: ApiClient;
let fake: FakeOpenAI;

/** A text that the embedding server does not take. */
const REFUSED = 'Not to be embedded.';

beforeAll(async () => {
  server = await shareTestServer();
  api = createApiClient(server.url);
  fake = await startFakeOpenAI({
    dimensions: 8,
    reply: ({ texts }) => (texts.includes(REFUSED) ? { status: 400 } : undefined),
  });
});

afterAll(() => fake.close());

const SWITCHES = makeApiConfig({
  'Text File': ['files', 'metadata'],
  'Recursive Character Text Splitter': ['chunkSize'],
});

async function newFlow(embedding: Record<string, unknown> = {}): Promise<string> {
  const flow = makeFlow({ basepath: fake.basepath, embedding, splitter: { chunkOverlap: 0 }, records: {} });
  return (await api.createFlow(flow, SWITCHES)).id;
}

async function historyOf(id: string, query = ''): Promise<UpsertHistoryEntry[]> {
  const answer = await api.get(`/upsert-history/${id}${query}`);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return z.array(UpsertHistoryEntrySchema).parse(answer.body);
}

/** Moves runs of a flow, oldest first, to these instants. */
async function moveRuns(id: string, dates: readonly string[]): Promise<void> {
  const entries = await historyOf(id);
  const db = new BetterSqlite3(join(server.dataDir, 'tributary.db'));
  const move = db.prepare('UPDATE run SET created_date = ? WHERE id = ?');
  for (const [index, date] of dates.entries()) move.run(date, entries[index]?.id);
  db.close();
}

describe('GET /upsert-history/{id}', () => {
  test('has each finished upsert with its counts and the settings that it used', async () => {
    const id = await newFlow();
    const { runId, ...counts } = await api.upsert(id, [{ name: 'a.txt', content: 'Words.' }], {
      overrideConfig: JSON.stringify({ chunkSize: 77, metadata: { team: 'library' } }),
    });
    const [entry, ...others] = await historyOf(id);
    expect(others).toEqual([]);
    const { numAdded, numDeleted, numUpdated, numSkipped } = counts;
    expect(entry).toMatchObject({
      id: runId,
      chatflowid: id,
      result: { numAdded, numDeleted, numUpdated, numSkipped },
    });
    expect(entry?.flowData.map((node) => [node.id, node.name, node.label, node.category])).toEqual([
      ['textFile_0', 'textFile', 'Text File', 'Document Loaders'],
      [
        'recursiveCharacterTextSplitter_0',
        'recursiveCharacterTextSplitter',
        'Recursive Character Text Splitter',
        'Text Splitters',
      ],
      ['SQLiteRecordManager_0', 'SQLiteRecordManager', 'SQLite Record Manager', 'Record Manager'],
      ['openAIEmbeddings_0', 'openAIEmbeddings', 'OpenAI Embedding', 'Embeddings'],
      ['hnsw_0', 'hnsw', 'Local vector store (HNSW)', 'Vector Stores'],
    ]);
    const [loader, splitter] = entry?.flowData ?? [];
    expect(loader?.paramValues).toEqual([
      { label: 'Text file', name: 'txtFile', type: 'file', value: 'a.txt' },
      { label: 'Additional metadata', name: 'metadata', type: 'json', value: { team: 'library' } },
    ]);
    expect(splitter?.paramValues).toEqual(
      expect.arrayContaining([
        { label: 'Chunk size', name: 'chunkSize', type: 'number', value: 77 },
        { label: 'Chunk overlap', name: 'chunkOverlap', type: 'number', value: 0 },
      ]),
    );
  });

  test('has no secret, neither of a node nor of a variable, and cuts what is very long', async () => {
    await api.json('POST', '/variables', { name: 'dimensions-key', value: 'swordfish-variable', type: 'static' });
    const id = await newFlow({ openAIApiKey: 'swordfish-key', modelName: 'm-{{$vars.dimensions-key}}' });
    await api.upsert(id, [{ name: 'a.txt', content: 'Words.' }], {
      metadata: JSON.stringify({ note: 'x'.repeat(50_000) }),
    });
    const text = JSON.stringify(await historyOf(id));
    expect(text).not.toContain('swordfish');
    expect(text).not.toContain('openAIApiKey');
    expect(text).toContain('m-{{$vars.dimensions-key}}');
    expect(text.length).toBeLessThan(10_000);
  });

  test('goes by order and dates, and in pages', async () => {
    const id = await newFlow();
    for (const word of ['one', 'two', 'three']) await api.upsert(id, [{ name: `${word}.txt`, content: word }]);
    await moveRuns(id, ['2025-01-10T08:00:00.000Z', '2025-01-11T23:59:59.999Z', '2025-01-12T00:00:00.000Z']);
    const ids = (await historyOf(id)).map((entry) => entry.id);
    const list = async (query: string) => (await historyOf(id, query)).map((entry) => ids.indexOf(entry.id));
    expect(await list('?order=ASC')).toEqual([0, 1, 2]);
    expect(await list('?order=DESC')).toEqual([2, 1, 0]);
    expect(await list('?startDate=2025-01-11')).toEqual([1, 2]);
    expect(await list('?endDate=2025-01-11')).toEqual([0, 1]);
    expect(await list('?startDate=2025-01-10T08:00:01Z&endDate=2025-01-11T23:59:59.999Z')).toEqual([1]);
    expect((await api.get(`/upsert-history/${id}?page=2&limit=2`)).body).toMatchObject({
      data: [{ id: ids[2] }],
      total: 3,
    });
    expect(await api.get(`/upsert-history/${id}?page=0&limit=2`)).toMatchObject({ status: 412 });
    expect(await api.get(`/upsert-history/${id}?order=UP`)).toMatchObject({ status: 400 });
    expect(await api.get(`/upsert-history/${id}?startDate=soon`)).toMatchObject({ status: 400 });
  });

  test('leaves out what failed, and is 404 for an id that nothing has', async () => {
    const id = await newFlow();
    expect((await api.upload(id, [{ name: 'a.pdf', content: 'No PDF.' }])).status).toBe(415);
    expect((await api.upload(id, [{ name: 'a.txt', content: REFUSED }])).status).toBe(502);
    expect(await historyOf(id)).toEqual([]);
    expect(await api.get('/upsert-history/nobody')).toMatchObject({
      status: 404,
      body: { code: 'CHATFLOW_NOT_FOUND' },
    });
  });

  test('of a document store is had by its id', async () => {
    const stores = createStoreClient(server.url);
    const store = await stores.create({
      name: 'Library',
      embeddingConfig: { name: 'openAIEmbeddings', config: { basepath: fake.basepath, openAIApiKey: 'swordfish-key' } },
      vectorStoreConfig: { name: 'hnsw', config: {} },
    });
    expect(await historyOf(store.id)).toEqual([]);
    const { runId } = await stores.upsert(store.id, [{ name: 'a.txt', content: 'Words.' }]);
    const [entry, ...others] = await historyOf(store.id);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ id: runId, chatflowid: store.id, result: { numAdded: 1 } });
    expect(entry?.flowData.map((node) => node.category)).toEqual([
      'Document Loaders',
      'Text Splitters',
      'Record Manager',
      'Embeddings',
      'Vector Stores',
    ]);
    expect(entry?.flowData[0]?.paramValues).toContainEqual(expect.objectContaining({ type: 'file', value: 'a.txt' }));
    expect(JSON.stringify(entry)).not.toContain('swordfish');
  });

  test('goes with its chatflow', async () => {
    const id = await newFlow();
    const { runId } = await api.upsert(id, [{ name: 'a.txt', content: 'Words.' }]);
    await api.call('DELETE', `/chatflows/${id}`);
    expect(await api.get(`/upsert-history/${id}`)).toMatchObject({ status: 404 });
    expect((await api.json('PATCH', '/upsert-history', { ids: [runId] })).body).toMatchObject({ affected: 0 });
  });
});

describe('PATCH /upsert-history', () => {
  test('takes entries out of the history, and leaves runs and chunks', async () => {
    const id = await newFlow();
    const first = await api.upsert(id, [{ name: 'a.txt', content: 'One.' }]);
    const second = await api.upsert(id, [{ name: 'b.txt', content: 'Two.' }]);
    const answer = await api.json('PATCH', '/upsert-history', { ids: [first.runId, 'nobody'] });
    expect(answer).toEqual({ status: 200, body: { raw: [], affected: 1 } });
    expect((await historyOf(id)).map((entry) => entry.id)).toEqual([second.runId]);
    expect((await api.run(first.runId)).status).toBe('FINISHED');
    expect(readChunks(server.dataDir, id)).toHaveLength(2);
  });

  test.each([{}, { ids: [] }, { ids: 'all' }, { ids: [1] }])('refuses %j', async (body) => {
    expect(await api.json('PATCH', '/upsert-history', body)).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT' },
    });
  });
});
