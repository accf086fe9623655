import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { LoaderPreviewSchema } from '../../shared/api/document-store-loaders.ts';
import { StoreLoaderSchema } from '../../shared/api/document-stores.ts';
import { nodeDefinitions } from '../../shared/nodes/registry.ts';
import { createApiClient } from '../helpers/api-client.ts';
import { type FakeOpenAI, startFakeOpenAI } from '../helpers/fake-openai.ts';
import { makeFlow, node } from '../helpers/flows.ts';
import { createStoreClient, type StoreClient } from '../helpers/store-client.ts';
import { startTestServer, type TestServer } from '../helpers/test-server.ts';

let server: TestServer;
let stores: StoreClient;
let fake: FakeOpenAI;
/** Requests hang until the release is called. */
let gate: Promise<void> | undefined;

beforeAll(async () => {
  server = await startTestServer();
  stores = createStoreClient(server.url);
  fake = await startFakeOpenAI({ dimensions: 16, reply: () => (gate === undefined ? undefined : 'hang') });
});

afterAll(async () => {
  await server.close();
  await fake.close();
});

const text = { name: 'textFile', config: {} };
const splitter = { name: 'recursiveCharacterTextSplitter', config: { chunkSize: 50, chunkOverlap: 0 } };
const lines = (count: number) =>
  Array.from({ length: count }, (_, index) => `Line ${index} of forty characters or so.`).join('\n\n');

async function newStore(): Promise<string> {
  const embeddingConfig = { name: 'openAIEmbeddings', config: { basepath: fake.basepath } };
  return (await stores.create({ embeddingConfig, vectorStoreConfig: { name: 'hnsw' } })).id;
}

async function saveLoader(storeId: string, files = [{ name: 'a.txt', content: lines(5) }]): Promise<string> {
  const answer = await stores.upload('/loader/save', files, {
    storeId,
    loader: JSON.stringify(text),
    splitter: JSON.stringify(splitter),
  });
  expect(answer.status).toBe(200);
  return StoreLoaderSchema.parse(answer.body).id;
}

describe('step by step', () => {
  test('preview shows the first chunks and writes nothing; save keeps settings and files; process loads; upsert stores', async () => {
    const id = await newStore();
    const loader = JSON.stringify(text);
    const preview = await stores.upload('/loader/preview', [{ name: 'a.txt', content: lines(5) }], {
      loader,
      splitter: JSON.stringify(splitter),
      previewChunkCount: '2',
    });
    expect(LoaderPreviewSchema.parse(preview.body)).toMatchObject({
      previewChunkCount: 2,
      isComplete: false,
      chunks: [{ chunkNo: 1, metadata: { source: 'a.txt' } }, { chunkNo: 2 }],
    });
    expect((await stores.store(id)).status).toBe('EMPTY');

    const docId = await saveLoader(id);
    expect(await stores.store(id)).toMatchObject({
      status: 'NEW',
      totalChunks: 0,
      loaders: [{ status: 'NEW', files: [{ name: 'a.txt', status: 'NEW' }] }],
    });
    const all = await stores.json('POST', '/loader/preview', { storeId: id, id: docId });
    expect(LoaderPreviewSchema.parse(all.body)).toMatchObject({ previewChunkCount: 5, isComplete: true });

    const page = await stores.json('POST', `/loader/process/${docId}`, {});
    expect(page).toMatchObject({ status: 200, body: { count: 5, docId, file: { status: 'SYNC' } } });
    expect(await stores.store(id)).toMatchObject({ status: 'SYNC', totalChunks: 5 });
    expect(await stores.upsertJson(id)).toMatchObject({ numAdded: 5 });
    expect((await stores.store(id)).status).toBe('UPSERTED');

    const changed = await stores.json('POST', '/loader/save', {
      storeId: id,
      id: docId,
      splitter: { name: splitter.name, config: { chunkSize: 500 } },
      loaderName: 'Minutes',
    });
    expect(changed).toMatchObject({
      status: 200,
      body: { id: docId, loaderName: 'Minutes', status: 'STALE', splitterConfig: { chunkSize: 500, chunkOverlap: 0 } },
    });
    expect((await stores.store(id)).status).toBe('STALE');
    expect(await stores.upsertJson(id)).toMatchObject({ numAdded: 1, numDeleted: 5 });
    expect(await stores.store(id)).toMatchObject({ status: 'UPSERTED', totalChunks: 1 });
  });

  test('an upsert loads what was saved and never loaded', async () => {
    const id = await newStore();
    await saveLoader(id);
    expect(await stores.upsertJson(id)).toMatchObject({ numAdded: 5 });
    expect(await stores.store(id)).toMatchObject({ status: 'UPSERTED', totalChunks: 5 });
  });

  test('process with Prefer: respond-async answers at once', async () => {
    const id = await newStore();
    const docId = await saveLoader(id);
    const answer = await stores.json('POST', `/loader/process/${docId}`, {}, { prefer: 'respond-async' });
    expect(answer).toMatchObject({ status: 202, body: { storeId: id, docId } });
    const { runId } = z.object({ runId: z.string() }).parse(answer.body);
    await expect.poll(async () => (await stores.run(runId)).status).toBe('FINISHED');
    expect((await stores.chunks(id)).count).toBe(5);
  });

  test('a load that fails leaves the chunks that were there, and the reason', async () => {
    const id = await newStore();
    const docId = await saveLoader(id);
    await stores.json('POST', `/loader/process/${docId}`, {});
    await stores.upload('/loader/save', [{ name: 'b.txt', content: '' }], { storeId: id, id: docId });
    expect(await stores.json('POST', `/loader/process/${docId}`, {})).toMatchObject({
      status: 400,
      body: { code: 'FILE_EMPTY' },
    });
    expect(await stores.store(id)).toMatchObject({
      status: 'STALE',
      totalChunks: 5,
      lastError: { code: 'FILE_EMPTY' },
      loaders: [{ status: 'STALE', source: 'b.txt' }],
    });
  });

  test.each([
    ['save without a store', '/loader/save', { loader: text }, 400],
    ['save without a loader', '/loader/save', {}, 422],
    ['save without files', '/loader/save', { loader: text }, 422],
    [
      'save of a loader that there is not',
      '/loader/save',
      { id: '00000000-0000-4000-8000-000000000000', loader: text },
      404,
    ],
    ['preview of nothing', '/loader/preview', {}, 422],
    ['preview of too many', '/loader/preview', { loader: text, previewChunkCount: 100_000 }, 400],
    ['process of what is not there', '/loader/process/nothing', {}, 404],
  ])('%s is refused', async (what, path, body, status) => {
    const storeId = what === 'save without a store' ? {} : { storeId: await newStore() };
    expect(await stores.json('POST', path, { ...storeId, ...body })).toMatchObject({ status });
  });
});

describe('settings', () => {
  test('are saved together; another collection has to be filled first', async () => {
    const id = await newStore();
    await stores.upload(`/upsert/${id}`, [{ name: 'a.txt', content: lines(3) }]);
    const answer = await stores.json('POST', '/vectorstore/save', {
      storeId: id,
      vectorStore: { name: 'hnsw', config: { collection: `other-${id}` } },
    });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        status: 'SYNC',
        vectorStoreConfig: { config: { collection: `other-${id}` } },
        embeddingConfig: { name: 'openAIEmbeddings' },
      },
    });
    expect((await stores.query(id, { query: 'Line', mode: 'vector' })).docs).toEqual([]);
    expect(await stores.upsertJson(id)).toMatchObject({ numSkipped: 0, numDeleted: 0 });
    expect((await stores.query(id, { query: 'Line', mode: 'vector' })).docs).not.toEqual([]);
    expect(
      await stores.json('POST', '/vectorstore/save', { storeId: id, recordManager: { name: 'hnsw' } }),
    ).toMatchObject({ status: 400, body: { details: { part: 'recordManager' } } });
    expect(await stores.json('POST', '/vectorstore/save', { storeId: id, recordManager: null })).toMatchObject({
      status: 200,
      body: { recordManagerConfig: null },
    });
  });

  test('a test of them says of each part whether it works, and saves nothing', async () => {
    const id = await newStore();
    expect((await stores.json('POST', '/vectorstore/test', { storeId: id })).body).toMatchObject({
      ok: true,
      checks: [
        { part: 'embedding', ok: true, message: expect.stringContaining('16 numbers') },
        { ok: true },
        { ok: true },
      ],
    });
    const embedding = { name: 'openAIEmbeddings', config: { basepath: 'http://127.0.0.1:9/v1', timeout: 500 } };
    const vectorStore = { name: 'hnsw', config: { collection: 'not allowed!' } };
    const answer = await stores.json('POST', '/vectorstore/test', { storeId: id, embedding, vectorStore });
    expect(answer.body).toMatchObject({
      ok: false,
      checks: [
        { part: 'embedding', ok: false, code: expect.any(String) },
        { part: 'vectorStore', ok: false, details: { field: 'collection' } },
        { part: 'recordManager', ok: true },
      ],
    });
    expect((await stores.store(id)).embeddingConfig).toMatchObject({ config: { basepath: fake.basepath } });
  });

  test('clean-up "none" keeps what an edit replaced', async () => {
    const id = await newStore();
    await stores.upload(`/upsert/${id}`, [{ name: 'a.txt', content: 'Before.' }], {
      recordManager: JSON.stringify({ name: 'SQLiteRecordManager', config: { cleanup: 'none' } }),
    });
    const [chunk] = (await stores.chunks(id)).chunks;
    await stores.json('PUT', `/chunks/${id}/${chunk?.docId}/${chunk?.id}`, { pageContent: 'After.' });
    expect(await stores.upsertJson(id)).toMatchObject({ numAdded: 1, numDeleted: 0, totalKeys: 2 });
  });

  test('take variables', async () => {
    const name = 'storeBase';
    await createApiClient(server.url).json('POST', '/variables', { name, value: fake.basepath, type: 'static' });
    const embeddingConfig = { name: 'openAIEmbeddings', config: { basepath: `{{$vars.${name}}}` } };
    const { id } = await stores.create({ embeddingConfig, vectorStoreConfig: { name: 'hnsw' } });
    expect(await stores.upsert(id, [{ name: 'a.txt', content: 'By a variable.' }])).toMatchObject({ numAdded: 1 });
    expect((await stores.store(id)).embeddingConfig).toEqual(embeddingConfig);
    const unknown = { name: 'openAIEmbeddings', config: { basepath: '{{$vars.nothing}}' } };
    expect(await stores.json('POST', '/store', { name: 'x', embeddingConfig: unknown })).toMatchObject({
      status: 422,
      body: { code: 'INVALID_PARAM' },
    });
  });
});

describe('a flow', () => {
  test('with a document store node answers from the store, and is listed where the store is used', async () => {
    const api = createApiClient(server.url);
    const id = await newStore();
    await stores.upload(`/upsert/${id}`, [{ name: 'a.txt', content: lines(4) }], {
      loader: JSON.stringify(text),
      splitter: JSON.stringify(splitter),
    });
    const reader = node(nodeDefinitions.documentStoreVS, { selectedStore: id, topK: '2' });
    const flow = await api.createFlow({ nodes: [reader], edges: [] });
    expect((await api.query(flow.id, { query: 'Line 2', mode: 'vector' })).docs).toHaveLength(2);
    expect((await api.query(flow.id, { query: 'Line 2', mode: 'vector', topK: 3 })).docs).toHaveLength(3);
    expect((await stores.store(id)).whereUsed).toEqual([{ id: flow.id, name: flow.name }]);
    expect(await api.json('POST', `/vector/upsert/${flow.id}`, {})).toMatchObject({
      status: 422,
      body: { code: 'NO_VECTOR_STORE', nodeId: reader.id },
    });

    const both = makeFlow({ basepath: fake.basepath });
    await api.json('PUT', `/chatflows/${flow.id}`, {
      flowData: JSON.stringify({ ...both, nodes: [...both.nodes, reader] }),
    });
    expect((await api.query(flow.id, { query: 'x', stopNodeId: reader.id, mode: 'vector' })).docs).toHaveLength(2);
    expect((await api.query(flow.id, { query: 'x', mode: 'vector' })).docs).toEqual([]);
    await api.call('DELETE', `/chatflows/${flow.id}`);
    expect((await stores.store(id)).whereUsed).toEqual([]);
  });

  test('whose store is gone says so', async () => {
    const api = createApiClient(server.url);
    const reader = node(nodeDefinitions.documentStoreVS, { selectedStore: '00000000-0000-4000-8000-000000000000' });
    const flow = await api.createFlow({ nodes: [reader], edges: [] });
    expect(await api.json('POST', `/vector/query/${flow.id}`, { query: 'x' })).toMatchObject({
      status: 404,
      body: { code: 'STORE_NOT_FOUND' },
    });
  });
});

describe('while a store is upserted', () => {
  test('it says so, is not changed by others, and is back where it was when the run is cancelled', async () => {
    const id = await newStore();
    await stores.upsert(id, [{ name: 'a.txt', content: 'First.' }]);
    const [chunk] = (await stores.chunks(id)).chunks;
    const release = Promise.withResolvers<void>();
    gate = release.promise;
    const started = await stores.upload(
      `/upsert/${id}`,
      [{ name: 'b.txt', content: 'Second, never embedded.' }],
      {},
      { prefer: 'respond-async' },
    );
    const { runId } = z.object({ runId: z.string() }).parse(started.body);
    await expect.poll(async () => (await stores.store(id)).status).toBe('UPSERTING');
    const answers = await Promise.all([
      stores.json('PUT', `/chunks/${id}/${chunk?.docId}/${chunk?.id}`, { pageContent: 'x' }),
      stores.remove(`/chunks/${id}/${chunk?.docId}/${chunk?.id}`),
      stores.remove(`/store/${id}`),
      stores.remove(`/loader/${id}/${chunk?.docId}`),
      stores.remove(`/vectorstore/${id}`),
      stores.json('PUT', `/store/${id}`, {
        recordManagerConfig: { name: 'SQLiteRecordManager', config: { cleanup: 'full' } },
      }),
      stores.upload('/loader/save', [{ name: 'c.txt', content: 'x' }], { storeId: id, loader: JSON.stringify(text) }),
    ]);
    for (const answer of answers) expect(answer).toMatchObject({ status: 409, body: { code: 'STORE_BUSY' } });
    expect(await stores.json('PUT', `/store/${id}`, { name: 'Renamed meanwhile' })).toMatchObject({ status: 200 });
    await createApiClient(server.url).call('POST', `/runs/${runId}/cancel`);
    gate = undefined;
    release.resolve();
    expect(await stores.store(id)).toMatchObject({
      name: 'Renamed meanwhile',
      status: 'UPSERTED',
      totalChunks: 1,
      lastError: { code: 'RUN_CANCELLED' },
    });
    expect(await stores.upsertJson(id)).toMatchObject({ numAdded: 0, numSkipped: 1, totalKeys: 1 });
  });
});

describe('a dry run', () => {
  test('says what an upsert would do, and writes nothing', async () => {
    const id = await newStore();
    const docId = await saveLoader(id);
    const dry = async (body: object) => (await stores.json('POST', `/upsert/${id}?dryRun=true`, body)).body;
    expect(await dry({})).toMatchObject({ dryRun: true, numAdded: 5, numDeleted: 0, numSkipped: 0 });
    expect(await stores.store(id)).toMatchObject({ status: 'NEW', totalChunks: 0 });
    await stores.upsertJson(id);
    const [chunk] = (await stores.chunks(id)).chunks;
    await stores.json('PUT', `/chunks/${id}/${docId}/${chunk?.id}`, { pageContent: 'Edited before a dry run.' });
    const before = fake.texts;
    expect(await dry({})).toMatchObject({
      numAdded: 1,
      numDeleted: 1,
      numUpdated: 0,
      numSkipped: 4,
      added: [{ pageContent: 'Edited before a dry run.' }],
      deleted: [{ pageContent: chunk?.pageContent }],
    });
    expect(fake.texts).toBe(before);
    expect(await stores.upsertJson(id)).toMatchObject({ numAdded: 1, numDeleted: 1, numUpdated: 0, numSkipped: 4 });
    const replaced = await stores.upload(`/upsert/${id}?dryRun=true`, [{ name: 'b.txt', content: lines(2) }], {
      docId,
      replaceExisting: 'true',
    });
    expect(replaced.body).toMatchObject({ numAdded: 2, numDeleted: 5 });
    expect(await stores.store(id)).toMatchObject({
      status: 'UPSERTED',
      totalChunks: 5,
      loaders: [{ source: 'a.txt' }],
    });
    expect(await stores.json('POST', `/upsert/${id}?dryRun=true`, { createNewDocStore: true })).toMatchObject({
      status: 400,
    });
  });
});

describe('an upsert', () => {
  test('with an Idempotency-Key is run once', async () => {
    const id = await newStore();
    const send = (content: string) =>
      stores.upload(`/upsert/${id}`, [{ name: 'a.txt', content }], {}, { 'idempotency-key': 'once' });
    const first = await send('Sent twice.');
    expect(first).toMatchObject({ status: 200, body: { numAdded: 1 } });
    expect(await send('Sent twice.')).toEqual(first);
    expect((await stores.store(id)).loaders).toHaveLength(1);
    expect(await send('Something else.')).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } });
  });

  test('is in the history, without its secrets', async () => {
    const id = await newStore();
    await stores.upsert(id, [{ name: 'a.txt', content: 'For the history.' }], {
      embedding: JSON.stringify({ name: 'openAIEmbeddings', config: { openAIApiKey: 'sk-hidden' } }),
    });
    const { status, body } = await createApiClient(server.url).get(`/upsert-history/${id}`);
    expect({ status, body }).toMatchObject({ status: 200, body: [{ chatflowid: id, result: { numAdded: 1 } }] });
    expect(JSON.stringify(body)).toContain('a.txt');
    expect(JSON.stringify(body)).not.toContain('sk-hidden');
  });
});
