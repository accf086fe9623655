import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openReadOnly } from '../../electron/server/storage/database.ts';
import { StoreUpsertAcceptedSchema } from '../../shared/api/document-store-upserts.ts';
import { DocumentStoreSchema } from '../../shared/api/document-stores.ts';
import { readChunks } from '../helpers/builders/inspect-store.ts';
import { makeTemporaryFolder } from '../helpers/builders/temporary-folder.ts';
import { type FakeOpenAI, startFakeOpenAI } from '../helpers/fakes/fake-openai.ts';
import { LINE_SPLITTER, lines, TEXT_LOADER } from '../helpers/servers/document-store-suite.ts';
import { type ServerProcess, startServerProcess } from '../helpers/servers/server-process.ts';
import { createStoreClient, type StoreClient } from '../helpers/servers/store-client.ts';

const POLL = { timeout: 30_000, interval: 50 };
const CHUNKS = 600;
const QUESTION = { query: 'Line 7 of forty characters or so.', topK: 1, mode: 'vector' };

let folder: ReturnType<typeof makeTemporaryFolder>;
let server: ServerProcess;
let fake: FakeOpenAI;
let stores: StoreClient;
/** Texts that the new model does not answer for. */
let held: RegExp | undefined;
let storeId: string;

async function start(): Promise<void> {
  server = await startServerProcess({ dataDir: folder.path });
  stores = createStoreClient(server.url);
}

beforeEach(async () => {
  folder = makeTemporaryFolder();
  fake = await startFakeOpenAI({
    dimensions: 16,
    reply: ({ model, texts }) => (model === 'two' && texts.some((text) => held?.test(text)) ? 'hang' : undefined),
  });
  await start();
  held = /Line 590/;
  const part = (modelName: string) => ({ name: 'openAIEmbeddings', config: { basepath: fake.basepath, modelName } });
  const store = await stores.create({
    embeddingConfig: part('one'),
    vectorStoreConfig: { name: 'hnsw', config: {} },
  });
  storeId = store.id;
  await stores.upsert(storeId, [{ name: 'a.txt', content: lines(CHUNKS) }], {
    loader: JSON.stringify(TEXT_LOADER),
    splitter: JSON.stringify(LINE_SPLITTER),
  });
});
afterEach(async () => {
  await server.kill();
  await fake.close();
  folder.remove();
});

const MODEL_TWO = { embedding: { config: { modelName: 'two' } } };

async function embedAgain(body: object = {}): Promise<string> {
  const answer = await stores.json('POST', `/embed-again/${storeId}`, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(202);
  return StoreUpsertAcceptedSchema.parse(answer.body).runId;
}

function collections(): { name: string; chunk_count: number }[] {
  const db = openReadOnly(join(folder.path, 'tributary.db'));
  try {
    return db.prepare<[], { name: string; chunk_count: number }>('SELECT name, chunk_count FROM collection').all();
  } finally {
    db.close();
  }
}

async function halfDone(runId: string): Promise<void> {
  const stored = async () => (await stores.run(runId)).nodes.find(({ nodeId }) => nodeId === 'vectorStore')?.done ?? 0;
  await expect.poll(stored, POLL).toBeGreaterThan(200);
}

async function answers(): Promise<void> {
  const { docs } = await stores.query(storeId, QUESTION);
  expect(docs[0]?.pageContent).toBe(QUESTION.query);
}

test('the old vectors answer until the new ones are complete; then the old ones go', async () => {
  const runId = await embedAgain(MODEL_TWO);
  await halfDone(runId);
  const during = await stores.store(storeId);
  expect(during).toMatchObject({
    status: 'UPSERTING',
    embeddingConfig: { config: { modelName: 'one' } },
    embedAgain: { embeddingConfig: { config: { modelName: 'two' } } },
  });
  await answers();
  expect(fake.lastCall?.model).toBe('one');

  // A call that asks for the same again while it runs is refused like any change of a busy store.
  expect(await stores.json('POST', `/embed-again/${storeId}`, MODEL_TWO)).toMatchObject({ status: 409 });
  await server.kill();
  held = undefined;
  await start();
  await answers();
  expect(fake.lastCall?.model).toBe('one');
  expect(await stores.store(storeId)).toMatchObject({ status: 'UPSERTED', lastError: { code: 'SHUTTING_DOWN' } });

  const before = fake.texts;
  const again = await embedAgain();
  await expect.poll(async () => (await stores.run(again)).status, POLL).toBe('FINISHED');
  // What was committed before the kill is not embedded a second time.
  expect(fake.texts - before).toBeLessThan(CHUNKS - 200);
  expect((await stores.run(again)).result).toMatchObject({ numDeleted: 0 });
  const after = await stores.store(storeId);
  expect(after).toMatchObject({
    status: 'UPSERTED',
    embeddingConfig: { config: { modelName: 'two' } },
    embedAgain: null,
    lastError: null,
  });
  await answers();
  expect(fake.lastCall?.model).toBe('two');
  await expect.poll(collections, POLL).toMatchObject([{ chunk_count: CHUNKS }]);
  const name = after.vectorStoreConfig?.config.collection;
  expect(readChunks(folder.path, String(name))).toHaveLength(CHUNKS);
  // The store works on as before.
  expect(await stores.upsertJson(storeId)).toMatchObject({ numAdded: 0, numSkipped: CHUNKS });
});

test('what was begun can be given up, and goes with the store', async () => {
  const runId = await embedAgain(MODEL_TWO);
  await halfDone(runId);
  await stores.json('POST', `/../runs/${runId}/cancel`, {});
  const stopped = await stores.store(storeId);
  expect(stopped).toMatchObject({ status: 'UPSERTED', lastError: { code: 'RUN_CANCELLED' } });
  expect(stopped.embedAgain).not.toBeNull();
  await answers();

  const given = DocumentStoreSchema.parse((await stores.remove(`/embed-again/${storeId}`)).body);
  expect(given).toMatchObject({ embedAgain: null, embeddingConfig: { config: { modelName: 'one' } } });
  await expect.poll(collections, POLL).toMatchObject([{ name: storeId, chunk_count: CHUNKS }]);
  await answers();

  await halfDone(await embedAgain(MODEL_TWO));
  expect((await stores.remove(`/store/${storeId}`)).status).toBe(200);
  await expect.poll(collections, POLL).toEqual([]);
});
