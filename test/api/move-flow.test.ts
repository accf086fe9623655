import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openReadOnly } from '../../electron/server/storage/database.ts';
import { ChatflowSchema } from '../../shared/api/chatflows.ts';
import { ContentChunksSchema } from '../../shared/api/contents.ts';
import { MoveAcceptedSchema } from '../../shared/api/moves.ts';
import { parseFlowDocument } from '../../shared/flow/flow-document.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { openQdrant } from '../helpers/builders/qdrant-store.ts';
import { type FakeQdrant, startFakeQdrant } from '../helpers/fakes/fake-qdrant.ts';
import { never } from '../helpers/fakes/fake-qdrants.ts';
import { setUpApiSuite } from '../helpers/servers/api-suite.ts';
import { chromaSkipReason, startChroma } from '../helpers/servers/chroma-server.ts';
import { sharePgvector } from '../helpers/servers/pgvector-server.ts';

const suite = setUpApiSuite({ dimensions: 16 });
const POLL = { timeout: 20_000, interval: 50 };
const CHUNKS = 600;
const FILE = {
  name: 'pond.txt',
  content: Array.from({ length: CHUNKS }, (_, row) => `Row ${row}: what was said about the pond and its frogs.`).join(
    '\n\n',
  ),
};
const QUESTION = { query: 'Row 17: what was said about the pond and its frogs.', mode: 'vector', topK: 5 };

let qdrant: FakeQdrant;
/** Answers of the fake to writes: as it is, an error, or none. */
let writes: 'done' | 'full' | 'hang' = 'done';

beforeAll(async () => {
  qdrant = await startFakeQdrant({
    reply({ method, path }) {
      if (method !== 'PUT' || !path.includes('/points') || writes === 'done') return undefined;
      return writes === 'hang' ? 'hang' : { status: 507, body: { status: 'full' } };
    },
  });
});
// Not in its test: to make its files takes seconds.
beforeAll(async () => void (await sharePgvector()));
afterAll(() => qdrant.close());

const toQdrant = () => ({
  vectorStore: { name: 'qdrant', config: { qdrantServerUrl: qdrant.url, qdrantCollection: 'pond' } },
});
const toLocal = { vectorStore: { name: 'hnsw', config: {} } };
const toMemory = { vectorStore: { name: 'memoryVectorStore', config: {} } };
const count = (collection: string) => openQdrant({ url: qdrant.url, collection }).count(never);

async function filledFlow(records: object | undefined = { cleanup: 'full' }): Promise<string> {
  const flow = makeFlow({
    basepath: suite.fake.basepath,
    splitter: { chunkSize: 80, chunkOverlap: 0 },
    ...(records === undefined ? {} : { records: { ...records } }),
  });
  const { id } = await suite.api.createFlow(flow);
  expect((await suite.api.upsert(id, [FILE])).numAdded).toBe(CHUNKS);
  return id;
}

async function start(id: string, body: object): Promise<string> {
  const answer = await suite.api.json('POST', `/moves/${id}`, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(202);
  return MoveAcceptedSchema.parse(answer.body).runId;
}

async function move(id: string, body: object) {
  const runId = await start(id, body);
  await expect.poll(async () => (await suite.api.run(runId)).finishedDate, POLL).not.toBeNull();
  return suite.api.run(runId);
}

async function storeNode(id: string) {
  const { body } = await suite.api.get(`/chatflows/${id}`);
  const { nodes } = parseFlowDocument(ChatflowSchema.parse(body).flowData);
  return nodes.find((node) => node.id === 'hnsw_0');
}

/** Resolves when what moves have released is deleted. */
async function removalsDone(): Promise<void> {
  const db = openReadOnly(join(suite.server.dataDir, 'tributary.db'));
  try {
    const waiting = db.prepare<[], number>('SELECT count(*) FROM deletion').pluck();
    await expect.poll(() => waiting.get(), POLL).toBe(0);
  } finally {
    db.close();
  }
}

const collectionOf = async (id: string) => String((await storeNode(id))?.data.inputs.qdrantCollection);
const passages = async (id: string) => (await suite.api.query(id, QUESTION)).docs.map(({ pageContent }) => pageContent);

test('a flow is moved to another vector store and back: the same passages and records, and nothing is embedded', async () => {
  const id = await filledFlow();
  const before = await passages(id);
  const embedded = suite.fake.texts;
  expect(await move(id, toQdrant())).toMatchObject({ status: 'FINISHED', result: { numAdded: 0, numMoved: CHUNKS } });
  expect(suite.fake.texts).toBe(embedded);
  expect((await storeNode(id))?.data.name).toBe('qdrant');
  const collection = await collectionOf(id);
  expect(await count(collection)).toBe(CHUNKS);
  expect(await passages(id)).toEqual(before);
  expect(await suite.api.upsert(id, [FILE])).toMatchObject({
    numAdded: 0,
    numUpdated: 0,
    numDeleted: 0,
    numSkipped: CHUNKS,
  });
  const local = await suite.api.get(`/contents/${id}/sources`);
  expect(local.status).toBe(200);

  const between = suite.fake.texts;
  expect((await move(id, toLocal)).status).toBe('FINISHED');
  expect(suite.fake.texts).toBe(between);
  await expect.poll(() => count(collection), POLL).toBe(0);
  expect(await passages(id)).toEqual(before);
  expect(await suite.api.upsert(id, [FILE])).toMatchObject({
    numAdded: 0,
    numUpdated: 0,
    numDeleted: 0,
    numSkipped: CHUNKS,
  });
});

test('a move to an in-memory store takes the records along, and so does the way back', async () => {
  const id = await filledFlow();
  const before = await passages(id);
  const all = { numAdded: 0, numUpdated: 0, numDeleted: 0, numSkipped: CHUNKS };
  expect(await move(id, toMemory)).toMatchObject({ status: 'FINISHED', result: { numSkipped: CHUNKS } });
  await removalsDone();
  expect(await passages(id)).toEqual(before);
  expect(await suite.api.upsert(id, [FILE])).toMatchObject(all);
  const changed = { ...FILE, content: 'Row 0: what was said about herons.' };
  expect(await suite.api.upsert(id, [changed])).toMatchObject({ numAdded: 1, numDeleted: CHUNKS });
  expect(await passages(id)).toEqual([changed.content]);
  expect(await suite.api.upsert(id, [FILE])).toMatchObject({ numAdded: CHUNKS, numDeleted: 1 });
  expect((await move(id, toLocal)).status).toBe('FINISHED');
  await removalsDone();
  expect(await suite.api.upsert(id, [FILE])).toMatchObject(all);
  expect(await passages(id)).toEqual(before);
});

/** A real server, without which its test is skipped. */
interface Server {
  readonly name: string;
  readonly skipReason?: string | undefined;
  start(): Promise<{ readonly config: object; stop?(): Promise<void> }>;
}
const SERVERS: readonly Server[] = [
  {
    name: 'postgres',
    async start() {
      const { settings } = await sharePgvector();
      const { host, port, database, user, password } = settings;
      return { config: { host, port, database, user, password, tableName: 'pond' } };
    },
  },
  {
    name: 'chroma',
    skipReason: chromaSkipReason,
    async start() {
      const { url, stop } = await startChroma();
      return { stop, config: { chromaURL: url, collectionName: 'pond' } };
    },
  },
];

for (const { name, skipReason, start: startServer } of SERVERS) {
  if (skipReason !== undefined) console.warn(`\nMOVING TO ${name} IS NOT TESTED: ${skipReason}.\n`);
  test.skipIf(skipReason !== undefined)(`a flow is moved to ${name} and back with its vectors`, async () => {
    const { config, stop } = await startServer();
    try {
      const id = await filledFlow();
      const before = await passages(id);
      const embedded = suite.fake.texts;
      expect((await move(id, { vectorStore: { name, config } })).status).toBe('FINISHED');
      expect(suite.fake.texts).toBe(embedded);
      expect(await passages(id)).toEqual(before);
      expect((await suite.api.upsert(id, [FILE])).numSkipped).toBe(CHUNKS);
      expect((await move(id, { ...toLocal, keepsOld: true })).status).toBe('FINISHED');
      expect(await passages(id)).toEqual(before);
    } finally {
      await stop?.();
    }
  });
}

test('a flow without records is moved too, and the old collection may be kept', async () => {
  const id = await filledFlow(undefined);
  const before = await passages(id);
  expect((await move(id, { ...toQdrant(), keepsOld: true })).status).toBe('FINISHED');
  const collection = await collectionOf(id);
  expect((await move(id, { ...toLocal, keepsOld: true })).status).toBe('FINISHED');
  expect(await count(collection)).toBe(CHUNKS);
  expect(await passages(id)).toEqual(before);
});

test('a move that fails or is cancelled leaves the flow as it was, and nothing of what it began', async () => {
  const id = await filledFlow();
  const before = await passages(id);
  const node = await storeNode(id);
  writes = 'full';
  const failed = await move(id, toQdrant());
  expect(failed).toMatchObject({ status: 'FAILED', error: { nodeId: 'hnsw_0' } });
  expect(await storeNode(id)).toEqual(node);

  writes = 'hang';
  const runId = await start(id, toQdrant());
  await expect
    .poll(() => qdrant.calls.some(({ method, path }) => method === 'PUT' && path.includes('/points')), POLL)
    .toBe(true);
  // Nothing may write to the old place meanwhile, and it answers.
  expect(await suite.api.upload(id, [FILE])).toMatchObject({ status: 409, body: { code: 'STORE_BUSY' } });
  expect(await suite.api.json('POST', `/moves/${id}`, toQdrant())).toMatchObject({
    status: 409,
    body: { code: 'STORE_BUSY' },
  });
  expect(await passages(id)).toEqual(before);
  const { chunks } = ContentChunksSchema.parse((await suite.api.get(`/contents/${id}/chunks?limit=1`)).body);
  expect(await suite.api.call('DELETE', `/contents/${id}/chunks/${chunks[0]?.id}`)).toMatchObject({
    status: 409,
    body: { code: 'STORE_BUSY', message: expect.stringContaining('a move') },
  });
  await suite.api.call('POST', `/runs/${runId}/cancel`);
  await expect.poll(async () => (await suite.api.run(runId)).status, POLL).toBe('CANCELLED');
  const stopped = { resumable: false, error: { message: expect.not.stringContaining('upsert') } };
  expect(await suite.api.run(runId)).toMatchObject(stopped);
  writes = 'done';
  expect(await storeNode(id)).toEqual(node);
  expect(await passages(id)).toEqual(before);
  expect((await suite.api.upsert(id, [FILE])).numSkipped).toBe(CHUNKS);
});

test('a flow that has no vector store, several, or settings that are wrong is refused', async () => {
  const nowhere = await suite.api.createFlow({ nodes: [], edges: [] });
  expect((await suite.api.json('POST', `/moves/${nowhere.id}`, toLocal)).body).toMatchObject({
    code: 'NO_VECTOR_STORE',
  });
  const id = await filledFlow();
  const wrong = { vectorStore: { name: 'qdrant', config: { qdrantServerUrl: 'nowhere', qdrantCollection: 'x' } } };
  expect((await suite.api.json('POST', `/moves/${id}`, wrong)).body).toMatchObject({ code: 'INVALID_INPUT' });
  const unknown = {
    vectorStore: { name: 'qdrant', config: { ...toQdrant().vectorStore.config, collectionName: 'secret' } },
  };
  for (const [body, message] of [
    [unknown, 'Qdrant has no setting collectionName. Use these: qdrantApiKey, qdrantServerUrl, '],
    [{ ...toLocal, collectionName: 'secret' }, "The body can't be used: it takes no collectionName."],
    [{ vectorStore: { ...toLocal.vectorStore, collection: 'secret' } }, 'it takes no collection.'],
  ] as const) {
    const answer = await suite.api.json('POST', `/moves/${id}`, body);
    expect(answer).toMatchObject({ status: 400, body: { message: expect.stringContaining(message) } });
    expect(JSON.stringify(answer.body)).not.toContain('secret');
  }
  expect((await suite.api.json('POST', '/moves/nobody', toLocal)).body).toMatchObject({ code: 'CHATFLOW_NOT_FOUND' });
});
