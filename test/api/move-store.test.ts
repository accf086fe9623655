import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { StoreUpsertAcceptedSchema } from '../../shared/api/document-store-upserts.ts';
import { openQdrant } from '../helpers/builders/qdrant-store.ts';
import { type FakeQdrant, startFakeQdrant } from '../helpers/fakes/fake-qdrant.ts';
import { never } from '../helpers/fakes/fake-qdrants.ts';
import { setUpDocumentStoreSuite } from '../helpers/servers/document-store-suite.ts';

const suite = setUpDocumentStoreSuite();
const CHUNKS = 300;
const QUESTION = { query: 'Paragraph 17 is about something is about something is about something is about something' };

let qdrant: FakeQdrant;
let isFull = false;

beforeAll(async () => {
  qdrant = await startFakeQdrant({
    reply: ({ method, path }) =>
      isFull && method === 'PUT' && path.includes('/points') ? { status: 507, body: { status: 'full' } } : undefined,
  });
});
afterAll(() => qdrant.close());

const inQdrant = () => ({
  name: 'qdrant',
  config: { qdrantServerUrl: qdrant.url, qdrantCollection: 'moved', qdrantSimilarity: 'Cosine' },
});
const LOCAL = { name: 'hnsw', config: {} };

async function move(storeId: string, body: object): Promise<string> {
  const answer = await suite.stores.json('POST', `/embed-again/${storeId}`, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(202);
  const { runId } = StoreUpsertAcceptedSchema.parse(answer.body);
  await expect
    .poll(async () => (await suite.api.run(runId)).finishedDate, { timeout: 20_000, interval: 50 })
    .not.toBeNull();
  return (await suite.api.run(runId)).status;
}

async function passages(storeId: string): Promise<string[]> {
  const { docs } = await suite.stores.query(storeId, { ...QUESTION, topK: 5, mode: 'vector' });
  return docs.map(({ pageContent }) => pageContent);
}

/** Has the server embed anew whatever it does not find elsewhere. */
function forgetVectorsOfOutsideStores(): void {
  const db = new Database(join(suite.server.dataDir, 'tributary.db'));
  db.prepare('DELETE FROM embedding_outside').run();
  db.prepare('DELETE FROM embedding WHERE id NOT IN (SELECT embedding_id FROM chunk)').run();
  db.close();
}

const there = async (id: string): Promise<string> =>
  String((await suite.stores.store(id)).vectorStoreConfig?.config.qdrantCollection);
const count = (collection: string) => openQdrant({ url: qdrant.url, collection }).count(never);

test('a store is moved to another vector store and back: the same passages, and nothing is embedded', async () => {
  const { id } = await suite.filledStore(CHUNKS);
  const before = await passages(id);
  expect(before).toHaveLength(5);
  const texts = () => suite.fake.texts;
  const asked = texts();

  expect(await move(id, { vectorStore: inQdrant() })).toBe('FINISHED');
  expect(texts()).toBe(asked);
  expect(await suite.stores.store(id)).toMatchObject({
    status: 'UPSERTED',
    vectorStoreConfig: { name: 'qdrant' },
    embedAgain: null,
  });
  const collection = await there(id);
  expect(await count(collection)).toBe(CHUNKS);
  expect(await passages(id)).toEqual(before);
  // It knows what it has there.
  const again = await suite.stores.upsertJson(id);
  expect(again).toMatchObject({ numAdded: 0, numDeleted: 0, numSkipped: CHUNKS });

  const between = texts();
  forgetVectorsOfOutsideStores();
  expect(await move(id, { vectorStore: LOCAL })).toBe('FINISHED');
  expect(texts()).toBe(between);
  expect(await passages(id)).toEqual(before);
  await expect.poll(() => count(collection), { timeout: 20_000 }).toBe(0);
  expect(await suite.stores.upsertJson(id)).toMatchObject({ numAdded: 0, numDeleted: 0, numSkipped: CHUNKS });
});

test('the old collection may be kept; a move that fails changes nothing and can be given up', async () => {
  const { id } = await suite.filledStore(20);
  const before = await passages(id);
  isFull = true;
  try {
    expect(await move(id, { vectorStore: inQdrant() })).toBe('FAILED');
  } finally {
    isFull = false;
  }
  const stopped = await suite.stores.store(id);
  expect(stopped).toMatchObject({ status: 'UPSERTED', vectorStoreConfig: { name: 'hnsw' } });
  const begun = stopped.embedAgain?.vectorStoreConfig?.config.qdrantCollection;
  expect(await passages(id)).toEqual(before);
  expect((await suite.stores.remove(`/embed-again/${id}`)).status).toBe(200);
  await expect.poll(() => count(String(begun)), { timeout: 20_000 }).toBe(0);

  expect(await move(id, { vectorStore: inQdrant(), keepsOld: true })).toBe('FINISHED');
  const kept = await there(id);
  expect(await move(id, { vectorStore: LOCAL, keepsOld: true })).toBe('FINISHED');
  expect(await count(kept)).toBe(20);
  expect(await passages(id)).toEqual(before);
});

test('a setting that the node does not have is refused by name', async () => {
  const { id } = await suite.filledStore(3);
  for (const [body, message] of [
    [
      { embedding: { name: 'openAIEmbeddings', config: { model: 'secret' } } },
      'OpenAI Embedding has no setting model.',
    ],
    [{ vectorStore: { config: { collectionName: 'secret' } } }, 'has no setting collectionName.'],
    [{ model: 'secret' }, 'it takes no model.'],
  ] as const) {
    const answer = await suite.stores.json('POST', `/embed-again/${id}`, body);
    expect(answer).toMatchObject({ status: 400, body: { message: expect.stringContaining(message) } });
    expect(JSON.stringify(answer.body)).not.toContain('secret');
  }
});
