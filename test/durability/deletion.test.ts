import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nodeDefinitions } from '../../shared/nodes/registry.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { makeTemporaryFolder } from '../helpers/builders/temporary-folder.ts';
import { type FakeOpenAI, startFakeOpenAI } from '../helpers/fakes/fake-openai.ts';
import { type ApiClient, createApiClient } from '../helpers/servers/api-client.ts';
import { type ServerProcess, startServerProcess } from '../helpers/servers/server-process.ts';
import { createStoreClient } from '../helpers/servers/store-client.ts';

const POLL = { timeout: 60_000, interval: 200 };

let folder: ReturnType<typeof makeTemporaryFolder>;
let server: ServerProcess;
let api: ApiClient;
let fake: FakeOpenAI;

async function start(): Promise<void> {
  server = await startServerProcess({ dataDir: folder.path, args: ['--headless'] });
  api = createApiClient(server.url);
}

beforeAll(async () => {
  folder = makeTemporaryFolder();
  fake = await startFakeOpenAI({ dimensions: 16 });
  await start();
});
afterAll(async () => {
  await server.kill();
  await fake.close();
  folder.remove();
});

/** Files of the data folder in which a word stands, whatever they are; backups and logs may have it. Each test has words of its own. */
function filesWith(word: string): string[] {
  return readdirSync(folder.path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !/[\\/](backups|logs|models)[\\/]/.test(file) && readFileSync(file).includes(word));
}

function newFlow(store: Record<string, unknown> = {}): Promise<string> {
  const splitter = { chunkSize: 300, chunkOverlap: 0 };
  const flow = makeFlow({ basepath: fake.basepath, splitter, store, records: { cleanup: 'incremental' } });
  return api.createFlow(flow).then(({ id }) => id);
}

/** Chunks of which each has the word, and words that stand for themselves in the keyword index. */
function textWith(word: string): string {
  return Array.from({ length: 40 }, (_, i) => `Part ${i} of ${word}, ${'and more of it '.repeat(12)}`).join('\n\n');
}

function remove(id: string, query = ''): ReturnType<ApiClient['call']> {
  return api.call('DELETE', `/chatflows/${id}${query}`);
}

test('deleting a flow leaves none of its text in the data folder, and others keep theirs', async () => {
  const id = await newFlow();
  const shared = await newFlow({ collection: 'common' });
  const other = await newFlow({ collection: 'common' });
  await api.upsert(id, [{ name: 'quetzal.txt', content: textWith('quetzalword') }]);
  await api.upsert(shared, [{ name: 'axolotl.txt', content: textWith('axolotlword') }]);
  await api.upsert(other, [{ name: 'ocelot.txt', content: textWith('ocelotword') }]);
  await api.query(id, { query: 'quetzalword', mode: 'hybrid' });
  await api.query(shared, { query: 'axolotlword', mode: 'hybrid' });
  await api.ask(id, { question: 'What is a part of quetzalword?' });
  expect(await remove(id)).toEqual({ status: 200, body: { raw: [], affected: 1 } });
  expect((await remove(shared)).status).toBe(200);
  await expect.poll(() => filesWith('quetzal'), POLL).toEqual([]);
  await expect.poll(() => filesWith('axolotl'), POLL).toEqual([]);
  const { docs } = await api.query(other, { query: 'ocelotword', mode: 'keyword', topK: 100 });
  expect(docs).toHaveLength(40);
  expect((await api.get(`/runs?chatflowId=${id}`)).body).toEqual([]);
});

test('a deletion goes on after kill -9', async () => {
  const id = await newFlow();
  await api.upsert(id, [{ name: 'tapir.txt', content: textWith('tapirword') }]);
  expect((await remove(id)).status).toBe(200);
  await server.kill();
  await start();
  await expect.poll(() => filesWith('tapir'), POLL).toEqual([]);
});

test('deleting a flow while it upserts stops the run, and nothing of it comes back', async () => {
  const id = await newFlow();
  const content = Array.from({ length: 60 }, (_, i) => textWith(`jaguarword${i}`)).join('\n\n');
  const headers = { prefer: 'respond-async' };
  const accepted = await api.upload(id, [{ name: 'jaguar.txt', content }], {}, headers);
  expect(accepted.status).toBe(202);
  expect((await remove(id)).status).toBe(200);
  await expect.poll(() => filesWith('jaguar'), POLL).toEqual([]);
  expect((await api.upload(id, [{ name: 'jaguar.txt', content }])).status).toBe(404);
});

test('the answer names stores that a deletion leaves as they are', async () => {
  const flow = makeFlow({ basepath: fake.basepath, storeNode: nodeDefinitions.qdrant });
  const { id } = await api.createFlow(flow);
  expect(await remove(id)).toMatchObject({ status: 200, body: { left: [{ name: 'qdrant' }] } });
});

test('keepData=true keeps what the flow has stored', async () => {
  const id = await newFlow();
  const reader = await newFlow({ collection: id });
  await api.upsert(id, [{ name: 'macaw.txt', content: textWith('macawword') }]);
  expect((await remove(id, '?keepData=true')).status).toBe(200);
  const { docs } = await api.query(reader, { query: 'macawword', mode: 'keyword', topK: 100 });
  expect(docs).toHaveLength(40);
});

test('deleting a document store takes its text along, also while it upserts', async () => {
  const stores = createStoreClient(server.url);
  const { id } = await stores.create({ name: 'Birds' });
  const body = {
    loader: { name: 'plainText', config: { text: textWith('toucanword') } },
    embedding: { name: 'openAIEmbeddings', config: { basepath: fake.basepath } },
    vectorStore: { name: 'hnsw', config: {} },
  };
  const upsert = () => api.json('POST', `/document-store/upsert/${id}`, body, { prefer: 'respond-async' });
  expect((await api.json('POST', `/document-store/upsert/${id}`, body)).status).toBe(200);
  expect((await upsert()).status).toBe(202);
  expect(await api.call('DELETE', `/document-store/store/${id}`)).toMatchObject({ status: 200, body: { deleted: 1 } });
  await expect.poll(() => filesWith('toucan'), POLL).toEqual([]);
});
