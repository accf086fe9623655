import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeTemporaryFolder } from '../../helpers/builders/temporary-folder.ts';
import { type FakeOpenAI, startFakeOpenAI } from '../../helpers/fakes/fake-openai.ts';
import { type ApiClient, createApiClient } from '../../helpers/servers/api-client.ts';
import { createStoreClient, type StoreClient } from '../../helpers/servers/store-client.ts';
import { startTestServer, type TestServer } from '../../helpers/servers/test-server.ts';

const SOON = { timeout: 20_000, interval: 50 };

let server: TestServer;
let api: ApiClient;
let stores: StoreClient;
let fake: FakeOpenAI;
let papers: ReturnType<typeof makeTemporaryFolder>;

beforeAll(async () => {
  fake = await startFakeOpenAI({ dimensions: 8 });
  server = await startTestServer();
  api = createApiClient(server.url);
  stores = createStoreClient(server.url);
});
afterAll(async () => {
  await server.close();
  await fake.close();
});
beforeEach(() => {
  papers = makeTemporaryFolder();
});
afterEach(() => papers.remove());

function put(path: string, content = `This is ${path}`): void {
  mkdirSync(dirname(join(papers.path, path)), { recursive: true });
  writeFileSync(join(papers.path, path), content);
}

async function newStore(): Promise<string> {
  const { id } = await stores.create({
    embeddingConfig: { name: 'openAIEmbeddings', config: { basepath: fake.basepath } },
    vectorStoreConfig: { name: 'hnsw', config: {} },
  });
  const loader = { name: 'folderFiles', config: { folderPath: papers.path, recursive: true } };
  await stores.upsertJson(id, { loader });
  return id;
}

/** Texts by source, as the store shows them and as a question finds them. */
async function texts(id: string): Promise<Record<string, string>> {
  const { chunks } = await stores.chunks(id);
  return Object.fromEntries(chunks.map(({ metadata, pageContent }) => [JSON.parse(metadata).source, pageContent]));
}

async function found(id: string): Promise<readonly string[]> {
  const { docs } = await stores.query(id, { query: 'This is', topK: 50 });
  return docs.map(({ pageContent }) => pageContent).sort();
}

describe('a document store whose folder is watched', () => {
  test('follows the files of its folder, and embeds only what is new', async () => {
    put('a.txt');
    put('b.txt');
    const id = await newStore();
    expect((await api.json('PUT', `/sync/${id}`, { mode: 'watch' })).status).toBe(200);
    await expect
      .poll(async () => ((await api.get(`/sync/${id}/log`)).body as unknown[]).length, SOON)
      .toBeGreaterThan(0);

    put('c.txt');
    put('a.txt', 'Changed');
    rmSync(join(papers.path, 'b.txt'));
    await expect.poll(() => texts(id), SOON).toEqual({ 'a.txt': 'Changed', 'c.txt': 'This is c.txt' });
    await expect.poll(() => found(id), SOON).toEqual(['Changed', 'This is c.txt']);
    await expect
      .poll(async () => ((await api.get(`/sync/${id}`)).body as { activity: string }).activity, SOON)
      .toBe('idle');

    const embedded = fake.texts;
    renameSync(join(papers.path, 'c.txt'), join(papers.path, 'd.txt'));
    await expect.poll(() => texts(id), SOON).toEqual({ 'a.txt': 'Changed', 'd.txt': 'This is c.txt' });
    expect(fake.texts).toBe(embedded);
  });
});
