import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readConfig } from '../../electron/server/config.ts';
import { type RunningServer, startServer } from '../../electron/server/serve.ts';
import { type LocalModel, type ModelList, ModelListSchema } from '../../shared/api/models.ts';
import { createStarterFlow } from '../../shared/flow/starter-flow.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { makeTemporaryFolder } from '../helpers/builders/temporary-folder.ts';
import { type FakeHub, type FakeHubOptions, startFakeHub } from '../helpers/fakes/fake-hub.ts';
import { type ApiClient, createApiClient } from '../helpers/servers/api-client.ts';
import { checkAnswersOfServers } from '../helpers/servers/check-answers.ts';
import { createStoreClient } from '../helpers/servers/store-client.ts';

checkAnswersOfServers();

const MODEL = 'Xenova/bge-small-en-v1.5';
const MODEL_FILE = 'onnx/model_quantized.onnx';

let folder: ReturnType<typeof makeTemporaryFolder>;
let hub: FakeHub | undefined;
let server: RunningServer;
let api: ApiClient;

beforeEach(() => {
  folder = makeTemporaryFolder();
});

afterEach(async () => {
  await server.close();
  await hub?.close();
  folder.remove();
});

async function start(options?: FakeHubOptions): Promise<void> {
  hub = await startFakeHub(options);
  await startWith(hub.url);
}

async function startWith(modelHubUrl: string): Promise<void> {
  writeFileSync(join(folder.path, 'settings.json'), JSON.stringify({ modelHubUrl }));
  const config = readConfig(['--headless', '--port', '0', '--data-dir', folder.path], {});
  server = await startServer({ ...config, logLevel: 'error' });
  api = createApiClient(server.url);
}

async function list(): Promise<ModelList> {
  return ModelListSchema.parse((await api.get('/models')).body);
}

async function find(id = MODEL): Promise<LocalModel> {
  const model = (await list()).models.find((one) => one.id === id);
  if (model === undefined) throw new Error(`${id} is not in the list`);
  return model;
}

function download(body: object): ReturnType<ApiClient['json']> {
  return api.json('POST', '/models/download', body);
}

const reaches = (state: LocalModel['state']) =>
  vi.waitFor(async () => expect((await find()).state).toBe(state), { timeout: 20_000 });

async function modelsOfFlows(): Promise<string[]> {
  const flows = (await api.get('/chatflows')).body as { flowData: string }[];
  return flows.flatMap(({ flowData }) => [...flowData.matchAll(/"model":"([^"]*)"/g)].map(([, model = '']) => model));
}

test('the models that we know are listed with size, licence, languages and who uses them', async () => {
  await start();
  const { models, preferred, hub: host } = await list();
  expect(preferred).toBe('built-in');
  expect(host).toBe(new URL(hub?.url ?? '').host);
  expect(models.find(({ id }) => id === 'built-in')).toMatchObject({
    state: 'built-in',
    licence: 'Apache-2.0',
    usedBy: [{ kind: 'flow', name: 'My documents' }],
  });
  expect(await find()).toMatchObject({ state: 'absent', licence: 'MIT', languages: 'English', sizeBytes: 34_000_000 });
  expect(hub?.requests).toEqual([]);
});

test('a model is downloaded, preferred by flows that were never run, and removed', async () => {
  await start();
  const ran = await api.createFlow(createStarterFlow());
  await api.upsert(ran.id, [{ name: 'a.txt', content: 'The gate was green.' }]);
  expect((await download({ model: MODEL, prefer: true })).status).toBe(202);
  await reaches('ready');
  expect(await find()).toMatchObject({ usedBy: [{ name: 'My documents' }], failure: null });
  expect((await list()).preferred).toBe(MODEL);
  expect((await modelsOfFlows()).toSorted()).toEqual([MODEL, 'built-in']);
  const removed = await api.call('DELETE', `/models?model=${encodeURIComponent(MODEL)}`);
  expect(removed.status).toBe(200);
  expect(await find()).toMatchObject({ state: 'absent', receivedBytes: 0 });
  expect((await list()).preferred).toBe('built-in');
});

test('a download that is stopped goes on where it was, also after a restart', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  let isFirst = true;
  await start({
    cutAfter: ({ file }) => (file === MODEL_FILE && isFirst ? 100_000 : undefined),
    beforeCut: () => held,
  });
  await download({ model: MODEL });
  await vi.waitFor(async () => expect((await find()).receivedBytes).toBeGreaterThan(100_000), { timeout: 20_000 });
  expect((await find()).state).toBe('downloading');
  const stopped = await api.json('POST', '/models/cancel', { model: MODEL });
  expect(stopped.status).toBe(200);
  expect(await find()).toMatchObject({ state: 'partial', failure: null });
  release();
  isFirst = false;
  await server.close();
  await startWith(hub?.url ?? '');
  expect((await find()).state).toBe('partial');
  await download({ model: MODEL });
  await reaches('ready');
  const resumed = hub?.requests.filter(({ file, range }) => file === MODEL_FILE && range !== undefined);
  expect(resumed).toHaveLength(1);
});

test('a question by words needs no model, and one by meaning says that it is gone', async () => {
  let isReachable = true;
  await start({ status: () => (isReachable ? undefined : 403) });
  const flow = makeFlow({ embedding: { model: MODEL }, records: {} });
  const { id } = await api.createFlow(flow);
  const files = [{ name: 'a.txt', content: 'The gate was green.' }];
  await api.upsert(id, files);
  const stores = createStoreClient(server.url);
  const store = await stores.create({
    embeddingConfig: { name: 'transformersEmbeddings', config: { model: MODEL } },
    vectorStoreConfig: { name: 'hnsw', config: { searchMode: 'keyword' } },
  });
  await stores.upsert(store.id, files, { loader: JSON.stringify({ name: 'textFile', config: {} }) });
  isReachable = false;
  await api.call('DELETE', `/models?model=${encodeURIComponent(MODEL)}`);
  const asked = hub?.requests.length;

  const found = [expect.objectContaining({ pageContent: 'The gate was green.' })];
  expect((await api.query(id, { query: 'gate', mode: 'keyword' })).docs).toEqual(found);
  expect((await stores.query(store.id, { query: 'gate' })).docs).toEqual(found);
  const empty = await api.createFlow(flow);
  expect((await api.query(empty.id, { query: 'gate' })).docs).toEqual([]);
  expect(hub?.requests).toHaveLength(asked ?? 0);
  const byMeaning = await api.json('POST', `/vector/query/${id}`, { query: 'gate' });
  expect(byMeaning).toMatchObject({ status: 502, body: { code: 'MODEL_UNAVAILABLE', nodeId: flow.nodes[2]?.id } });
});

test('a hub that can not be reached is told of, and nothing else suffers', async () => {
  await start({ status: () => 401 });
  await download({ model: MODEL, prefer: true });
  await vi.waitFor(async () => expect((await find()).failure).toContain('check its name'), { timeout: 20_000 });
  expect(await find()).toMatchObject({ state: 'absent' });
  await download({ model: 'somebody/unknown-model' });
  const failureOf = async () => (await find('somebody/unknown-model')).failure;
  await vi.waitFor(async () => expect(await failureOf()).toContain('check its name'), { timeout: 20_000 });
  expect(await modelsOfFlows()).toEqual(['built-in']);
  const [flow] = (await api.get('/chatflows')).body as { id: string }[];
  expect((await api.upsert(flow?.id ?? '', [{ name: 'a.txt', content: 'The gate was green.' }])).numAdded).toBe(1);
});

test('what is no model of the hub, or not there, is refused', async () => {
  await start();
  expect((await api.json('PUT', '/models/preferred', { model: MODEL })).body).toMatchObject({ code: 'NOT_FOUND' });
  expect((await api.json('PUT', '/models/preferred', { model: 'built-in' })).status).toBe(200);
  expect((await api.json('POST', '/models/cancel', { model: MODEL })).body).toMatchObject({ code: 'NOT_FOUND' });
  for (const model of ['../../secret', 'nobody', '', 'a/b/c']) {
    expect((await download({ model })).body).toMatchObject({ code: 'INVALID_PARAM' });
  }
  const removed = await api.call('DELETE', '/models?model=../../secret');
  expect(removed.body).toMatchObject({ code: 'INVALID_PARAM' });
  const built = await api.call('DELETE', '/models?model=built-in');
  expect(built.body).toMatchObject({ code: 'INVALID_PARAM' });
});
