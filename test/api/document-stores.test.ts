import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { DocumentStore } from '../../shared/api/document-stores.ts';
import { type FakeOpenAI, startFakeOpenAI } from '../helpers/fake-openai.ts';
import { createStoreClient, type StoreClient } from '../helpers/store-client.ts';
import { startTestServer, type TestServer } from '../helpers/test-server.ts';

let server: TestServer;
let api: StoreClient;
let fake: FakeOpenAI;
/** Fails while it is set. */
let embeddingFails = false;

beforeAll(async () => {
  server = await startTestServer();
  api = createStoreClient(server.url);
  fake = await startFakeOpenAI({
    dimensions: 32,
    reply: () => (embeddingFails ? { status: 400, body: { error: { message: 'no such model' } } } : undefined),
  });
});

afterAll(async () => {
  await server.close();
  await fake.close();
});

const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const SPLITTER = { name: 'recursiveCharacterTextSplitter', config: { chunkSize: 100, chunkOverlap: 0 } };

function vectorParts() {
  return {
    embeddingConfig: { name: 'openAIEmbeddings', config: { basepath: fake.basepath, openAIApiKey: 'sk-secret' } },
    vectorStoreConfig: { name: 'hnsw', config: {} },
  };
}

/** Paragraphs of one line each, so that a chunk is a paragraph. */
function paragraphs(count: number, word = 'Paragraph'): string {
  return Array.from({ length: count }, (_, index) => `${word} ${index} ${'is about something '.repeat(4)}`.trim()).join(
    '\n\n',
  );
}

const fields = { loader: JSON.stringify({ name: 'textFile', config: {} }), splitter: JSON.stringify(SPLITTER) };

async function newStore(extra: object = {}): Promise<string> {
  return (await api.create({ ...vectorParts(), ...extra })).id;
}

/** A store with one loader of so many chunks, in the vector store. */
async function filledStore(count = 10): Promise<{ readonly id: string; readonly docId: string }> {
  const id = await newStore();
  const { docId } = await api.upsert(id, [{ name: 'a.txt', content: paragraphs(count) }], fields);
  return { id, docId: docId ?? '' };
}

describe('stores', () => {
  test('are created empty, read, listed newest first, changed and deleted', async () => {
    const store = await api.create({ name: 'First', description: 'One' });
    expect(store).toMatchObject({
      name: 'First',
      description: 'One',
      status: 'EMPTY',
      loaders: [],
      whereUsed: [],
      totalChars: 0,
      totalChunks: 0,
      lastError: null,
    });
    const second = await api.create({ name: 'Second' });
    const list = z.array(z.object({ id: z.string() })).parse((await api.get('/store')).body);
    expect(list.slice(0, 2).map(({ id }) => id)).toEqual([second.id, store.id]);
    const page = z
      .object({ data: z.array(z.unknown()), total: z.number() })
      .parse((await api.get('/store?page=1&limit=1')).body);
    expect(page.data).toHaveLength(1);
    expect(page.total).toBeGreaterThanOrEqual(2);
    const changed = await api.json('PUT', `/store/${store.id}`, { name: 'Renamed', id: UNKNOWN });
    expect(changed).toMatchObject({ status: 200, body: { id: store.id, name: 'Renamed', description: 'One' } });
    expect(await api.remove(`/store/${store.id}`)).toEqual({ status: 200, body: { raw: [], affected: 1, deleted: 1 } });
    expect(await api.remove(`/store/${store.id}`)).toMatchObject({ status: 404, body: { code: 'STORE_NOT_FOUND' } });
    expect(await api.get('/store?page=0&limit=1')).toMatchObject({ status: 412 });
  });

  test('take their settings as objects or as JSON text, keep secrets to themselves, and leave them as they are when the mask comes back', async () => {
    const store = await api.create({ embeddingConfig: JSON.stringify(vectorParts().embeddingConfig) });
    expect(store.embeddingConfig).toEqual({
      name: 'openAIEmbeddings',
      config: { basepath: fake.basepath, openAIApiKey: '********' },
    });
    await api.json('PUT', `/store/${store.id}`, {
      embeddingConfig: store.embeddingConfig,
      vectorStoreConfig: { name: 'hnsw' },
    });
    await api.upsert(store.id, [{ name: 'a.txt', content: 'One.' }], fields);
    expect(fake.lastCall?.headers.authorization).toBe('Bearer sk-secret');
  });

  test.each([
    ['a missing name', {}, 400, 'name'],
    ['a node that there is not', { name: 'x', embeddingConfig: { name: 'nothingEmbeddings' } }, 400, 'embedding'],
    ['a node of another kind', { name: 'x', vectorStoreConfig: { name: 'textFile' } }, 400, 'vectorStore'],
    [
      'a store as the vector store of a store',
      { name: 'x', vectorStoreConfig: { name: 'documentStoreVS' } },
      400,
      'vectorStore',
    ],
    [
      'a wrong setting',
      { name: 'x', embeddingConfig: { name: 'openAIEmbeddings', config: { timeout: 'soon' } } },
      400,
      'embedding.config.timeout',
    ],
    ['an array for an object', { name: 'x', embeddingConfig: [1] }, 400, 'embeddingConfig'],
  ])('refuse %s, naming it', async (_what, body, status, named) => {
    const answer = await api.json('POST', '/store', body);
    expect(answer).toMatchObject({ status, body: { code: 'INVALID_INPUT', message: expect.stringContaining(named) } });
  });

  test('that are not there are 404 for every operation', async () => {
    const answers = await Promise.all([
      api.get(`/store/${UNKNOWN}`),
      api.json('PUT', `/store/${UNKNOWN}`, { name: 'x' }),
      api.remove(`/store/${UNKNOWN}`),
      api.get(`/chunks/${UNKNOWN}/all/1`),
      api.json('PUT', `/chunks/${UNKNOWN}/${UNKNOWN}/${UNKNOWN}`, { pageContent: 'x' }),
      api.remove(`/chunks/${UNKNOWN}/${UNKNOWN}/${UNKNOWN}`),
      api.json('POST', `/upsert/${UNKNOWN}`, {}),
      api.upload(`/upsert/${UNKNOWN}`, [{ name: 'a.txt', content: 'x' }]),
      api.json('POST', `/refresh/${UNKNOWN}`, {}),
      api.json('POST', '/vectorstore/query', { storeId: UNKNOWN, query: 'x' }),
      api.remove(`/loader/${UNKNOWN}/${UNKNOWN}`),
      api.remove(`/vectorstore/${UNKNOWN}`),
      api.json('POST', '/vectorstore/save', { storeId: UNKNOWN }),
      api.json('POST', '/vectorstore/test', { storeId: UNKNOWN }),
      api.json('POST', '/loader/save', { storeId: UNKNOWN, loader: { name: 'textFile' } }),
    ]);
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 404, body: { code: 'STORE_NOT_FOUND', stack: {} } });
  });

  test('deleting one takes its chunks out of the vector store', async () => {
    const { id } = await filledStore(3);
    const other = await newStore({ vectorStoreConfig: { name: 'hnsw', config: { collection: id } } });
    expect((await api.query(other, { query: 'Paragraph', mode: 'vector' })).docs).toHaveLength(3);
    await api.remove(`/store/${id}`);
    expect((await api.query(other, { query: 'Paragraph', mode: 'vector' })).docs).toEqual([]);
  });
});

describe('upsert', () => {
  test('of files makes a loader, its chunks and its vectors', async () => {
    const id = await newStore();
    const result = await api.upsert(id, [{ name: 'a.txt', content: paragraphs(10) }], fields);
    expect(result).toMatchObject({
      numAdded: 10,
      numDeleted: 0,
      numUpdated: 0,
      numSkipped: 0,
      totalKeys: 10,
      storeId: id,
    });
    expect(result.addedDocs).toHaveLength(10);
    const store = await api.store(id);
    expect(store).toMatchObject({ status: 'UPSERTED', totalChunks: 10, lastError: null });
    expect(store.loaders).toMatchObject([
      {
        id: result.docId,
        loaderId: 'textFile',
        loaderName: 'Text File',
        status: 'SYNC',
        totalChunks: 10,
        source: 'a.txt',
        files: [{ name: 'a.txt' }],
        splitterId: SPLITTER.name,
      },
    ]);
    expect(store.totalChars).toBe(store.loaders[0]?.totalChars);
    expect((await api.query(id, { query: 'Paragraph 3', mode: 'keyword', topK: 3 })).docs[0]?.metadata).toMatchObject({
      source: 'a.txt',
      docId: result.docId,
    });
  });

  test('picks File Loader for files when nothing is said, and takes several at once', async () => {
    const id = await newStore();
    const result = await api.upsert(id, [
      { name: 'a.txt', content: 'One.' },
      { name: 'b.csv', content: 'name\nAda\n' },
    ]);
    expect(result.numAdded).toBe(2);
    expect((await api.store(id)).loaders).toMatchObject([{ loaderId: 'fileLoader', source: 'a.txt, b.csv' }]);
  });

  test('with docId takes over the settings of that loader; with replaceExisting it takes its place', async () => {
    const { id, docId } = await filledStore(10);
    const second = await api.upsert(id, [{ name: 'b.txt', content: paragraphs(4, 'Other') }], { docId });
    expect(second).toMatchObject({ numAdded: 4, numDeleted: 0 });
    expect(second.docId).not.toBe(docId);
    const replaced = await api.upsert(id, [{ name: 'c.txt', content: paragraphs(5, 'New') }], {
      docId,
      replaceExisting: 'true',
    });
    expect(replaced).toMatchObject({ numAdded: 5, numDeleted: 10, docId });
    const store = await api.store(id);
    expect(store.loaders.map(({ source, totalChunks }) => [source, totalChunks])).toEqual([
      ['c.txt', 5],
      ['b.txt', 4],
    ]);
    expect(store.status).toBe('UPSERTED');
  });

  test('takes settings over the saved ones, and metadata for all chunks', async () => {
    const { id, docId } = await filledStore(4);
    const body = {
      docId,
      replaceExisting: true,
      metadata: { team: 'red' },
      splitter: { name: SPLITTER.name, config: { chunkSize: 1000 } },
    };
    const result = await api.upsertJson(id, body);
    expect(result).toMatchObject({ numAdded: 1, numDeleted: 4 });
    expect((await api.store(id)).loaders[0]?.splitterConfig).toEqual({ chunkSize: 1000, chunkOverlap: 0 });
    expect((await api.query(id, { query: 'Paragraph' })).docs[0]?.metadata).toMatchObject({
      team: 'red',
      source: 'a.txt',
    });
  });

  test('takes files inside the settings, as the peer stores them', async () => {
    const id = await newStore();
    const txtFile = `data:text/plain;base64,${Buffer.from('Kept inside.').toString('base64')},filename:kept.txt`;
    const result = await api.upsertJson(id, { loader: { name: 'textFile', config: { txtFile } } });
    expect(result.addedDocs).toMatchObject([{ pageContent: 'Kept inside.', metadata: { source: 'kept.txt' } }]);
    expect((await api.store(id)).loaders[0]).toMatchObject({ source: 'kept.txt', loaderConfig: {} });
  });

  test('can go into a new store, with the settings of this one', async () => {
    const { id, docId } = await filledStore(3);
    const docStore = JSON.stringify({ name: 'Made by an upsert', description: 'New' });
    const result = await api.upsert(id, [{ name: 'n.txt', content: paragraphs(2) }], {
      docId,
      createNewDocStore: 'true',
      docStore,
    });
    expect(result.storeId).not.toBe(id);
    expect(await api.store(result.storeId)).toMatchObject({
      name: 'Made by an upsert',
      description: 'New',
      status: 'UPSERTED',
      totalChunks: 2,
    });
    expect((await api.store(id)).totalChunks).toBe(3);
    expect((await api.query(id, { query: 'Paragraph', mode: 'vector', topK: 10 })).docs).toHaveLength(3);
  });

  test('of two files with equal text in two loaders keeps both, and embeds the text once', async () => {
    const id = await newStore();
    await api.upsert(id, [{ name: 'same.txt', content: 'Exactly this text here.' }], fields);
    const before = fake.texts;
    expect(await api.upsert(id, [{ name: 'same.txt', content: 'Exactly this text here.' }], fields)).toMatchObject({
      numAdded: 1,
      numDeleted: 0,
    });
    expect(fake.texts).toBe(before);
    expect((await api.query(id, { query: 'text', mode: 'vector', topK: 5 })).docs).toHaveLength(2);
  });

  test('many at once go one after the other, and all succeed', async () => {
    const id = await newStore();
    const results = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        api.upsert(id, [{ name: `${index}.txt`, content: `Text number ${index}.` }], fields),
      ),
    );
    expect(results.map(({ numAdded }) => numAdded)).toEqual(Array.from({ length: 8 }, () => 1));
    expect(await api.store(id)).toMatchObject({ status: 'UPSERTED', totalChunks: 8 });
  });

  test('with Prefer: respond-async answers at once; the run is there to be looked at', async () => {
    const id = await newStore();
    const answer = await api.upload(`/upsert/${id}`, [{ name: 'a.txt', content: paragraphs(3) }], fields, {
      prefer: 'respond-async',
    });
    expect(answer.status).toBe(202);
    const { runId } = z.object({ runId: z.string(), storeId: z.literal(id), docId: z.string() }).parse(answer.body);
    await expect.poll(async () => (await api.run(runId)).status).toBe('FINISHED');
    expect(await api.run(runId)).toMatchObject({ chatflowId: id, result: { numAdded: 3 } });
  });

  test.each([
    ['an unknown loader node', { loader: { name: 'nothing' } }, 400, 'loader'],
    ['a loader without files', { loader: { name: 'textFile' } }, 422, 'files'],
    [
      'a wrong setting of the splitter',
      { loader: { name: 'textFile' }, splitter: { name: SPLITTER.name, config: { chunkSize: 'big' } } },
      400,
      'splitter.config.chunkSize',
    ],
    [
      'an overlap that is too large',
      { loader: { name: 'textFile' }, splitter: { name: SPLITTER.name, config: { chunkSize: 10, chunkOverlap: 20 } } },
      400,
      'splitter.config.chunkOverlap',
    ],
    ['metadata that is no object', { metadata: [1] }, 400, 'metadata'],
    ['a part that is text', { embedding: 'openAIEmbeddings' }, 400, 'embedding'],
    ['a docId that is not there', { docId: UNKNOWN }, 404, 'loader'],
    ['nothing to load', {}, 422, 'loader'],
  ])('refuses %s', async (_what, body, status, named) => {
    const id = await newStore();
    const answer = await api.json('POST', `/upsert/${id}`, body);
    expect(answer).toMatchObject({ status, body: { message: expect.stringContaining(named) } });
    expect(await api.store(id)).toMatchObject({ status: 'EMPTY', loaders: [] });
  });

  test('refuses files that the loader does not take, corrupt forms, and stores without an embedding', async () => {
    const id = await newStore();
    const file = { name: 'a.pdf', content: 'x' };
    expect(await api.upload(`/upsert/${id}`, [file], fields)).toMatchObject({
      status: 415,
      body: { code: 'UNSUPPORTED_FILE_TYPE', details: { file: 'a.pdf' } },
    });
    expect(await api.upload(`/upsert/${id}`, [{ name: 'a.pdf', content: 'no pdf' }])).toMatchObject({ status: 415 });
    expect(await api.upload(`/upsert/${id}`, [{ name: 'a.txt', content: 'x' }], { loader: '{broken' })).toMatchObject({
      status: 400,
    });
    const bare = await api.create({});
    expect(await api.upload(`/upsert/${bare.id}`, [{ name: 'a.txt', content: 'x' }])).toMatchObject({
      status: 422,
      body: { code: 'MISSING_INPUT', details: { part: 'embedding' } },
    });
    for (const store of [id, bare.id])
      expect(await api.store(store)).toMatchObject({ status: 'EMPTY', totalChunks: 0 });
  });
});

describe('a chunk', () => {
  test('that is edited makes the store stale; the next upsert writes exactly that chunk', async () => {
    const { id, docId } = await filledStore(10);
    const page = await api.chunks(id, docId);
    const chunk = page.chunks[4];
    const answer = await api.json('PUT', `/chunks/${id}/${docId}/${chunk?.id}`, {
      pageContent: 'Edited by hand.',
      metadata: { by: 'Ada' },
    });
    expect(answer).toMatchObject({ status: 200, body: { count: 10, currentPage: 1 } });
    expect((await api.chunks(id, docId)).chunks[4]).toEqual({
      ...chunk,
      pageContent: 'Edited by hand.',
      metadata: '{"by":"Ada"}',
    });
    const stale = await api.store(id);
    expect(stale.status).toBe('STALE');
    expect(stale.totalChars).toBe(page.characters - (chunk?.pageContent.length ?? 0) + 'Edited by hand.'.length);
    const before = fake.texts;
    expect(await api.upsertJson(id)).toMatchObject({
      numAdded: 1,
      numDeleted: 1,
      numUpdated: 0,
      numSkipped: 9,
      addedDocs: [{ pageContent: 'Edited by hand.' }],
    });
    expect(fake.texts - before).toBe(1);
    expect((await api.store(id)).status).toBe('UPSERTED');
    expect(await api.upsertJson(id)).toMatchObject({ numAdded: 0, numDeleted: 0, numSkipped: 10 });
    expect((await api.query(id, { query: 'Edited', mode: 'keyword' })).docs[0]).toMatchObject({
      chunkNo: 5,
      metadata: { by: 'Ada', docId },
    });
  });

  test('of which only the metadata is edited is updated in place, and not embedded again', async () => {
    const { id, docId } = await filledStore(3);
    const [chunk] = (await api.chunks(id, docId)).chunks;
    await api.json('PUT', `/chunks/${id}/${docId}/${chunk?.id}`, { metadata: { deep: { er: 1 } } });
    const before = fake.texts;
    expect(await api.upsertJson(id)).toMatchObject({ numAdded: 0, numDeleted: 0, numUpdated: 1, numSkipped: 2 });
    expect(fake.texts).toBe(before);
  });

  test('that is deleted leaves the vector store with the next upsert, also when it was the last one', async () => {
    const { id, docId } = await filledStore(2);
    const { chunks } = await api.chunks(id, docId);
    expect(await api.remove(`/chunks/${id}/${docId}/${chunks[0]?.id}`)).toMatchObject({
      status: 200,
      body: { count: 1 },
    });
    expect(await api.store(id)).toMatchObject({ status: 'STALE', totalChunks: 1 });
    expect(await api.upsertJson(id)).toMatchObject({ numAdded: 0, numDeleted: 1, numSkipped: 1 });
    await api.remove(`/chunks/${id}/${docId}/${chunks[1]?.id}`);
    expect(await api.upsertJson(id)).toMatchObject({ numAdded: 0, numDeleted: 1, numSkipped: 0, totalKeys: 0 });
    expect((await api.query(id, { query: 'Paragraph', mode: 'vector' })).docs).toEqual([]);
  });

  test('pages are of 50, in order, over all loaders in turn', async () => {
    const { id, docId } = await filledStore(60);
    await api.upsert(id, [{ name: 'b.txt', content: paragraphs(10, 'Second') }], fields);
    const [first, second, third] = await Promise.all([
      api.chunks(id, 'all', 1),
      api.chunks(id, 'all', 2),
      api.chunks(id, 'all', 3),
    ]);
    expect([first.chunks.length, second.chunks.length, third.chunks.length]).toEqual([50, 20, 0]);
    expect(first).toMatchObject({ count: 70, currentPage: 1, docId: 'all', storeName: 'Test store' });
    expect(first).not.toHaveProperty('file');
    expect(second.chunks.map(({ chunkNo }) => chunkNo)).toEqual([
      51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
    ]);
    const own = await api.chunks(id, docId, 2);
    expect(own).toMatchObject({ count: 60, docId, file: { id: docId } });
    expect(own.chunks).toHaveLength(10);
  });

  test.each([
    [
      'an unknown chunk',
      (id: string, docId: string) => api.json('PUT', `/chunks/${id}/${docId}/${UNKNOWN}`, { pageContent: 'x' }),
      404,
      'CHUNK_NOT_FOUND',
    ],
    [
      'a chunk id that is none',
      (id: string, docId: string) => api.remove(`/chunks/${id}/${docId}/..%2F..%00`),
      404,
      'CHUNK_NOT_FOUND',
    ],
    ['an unknown loader', (id: string) => api.get(`/chunks/${id}/${UNKNOWN}/1`), 404, 'LOADER_NOT_FOUND'],
    ['page 0', (id: string) => api.get(`/chunks/${id}/all/0`), 400, 'INVALID_INPUT'],
    ['a page that is no number', (id: string) => api.get(`/chunks/${id}/all/x`), 400, 'INVALID_INPUT'],
    [
      'an empty text',
      (id: string, docId: string) => api.json('PUT', `/chunks/${id}/${docId}/${UNKNOWN}`, { pageContent: ' ' }),
      400,
      'INVALID_INPUT',
    ],
    [
      'no change',
      (id: string, docId: string) => api.json('PUT', `/chunks/${id}/${docId}/${UNKNOWN}`, {}),
      400,
      'INVALID_INPUT',
    ],
  ])('refuses %s', async (_what, call, status, code) => {
    const { id, docId } = await filledStore(1);
    expect(await call(id, docId)).toMatchObject({ status, body: { code } });
  });
});

describe('a failure', () => {
  async function failing(work: () => Promise<unknown>): Promise<void> {
    embeddingFails = true;
    try {
      await work();
    } finally {
      embeddingFails = false;
    }
  }

  function expectBack(store: DocumentStore, before: DocumentStore): void {
    expect({ ...store, lastError: null, updatedDate: '' }).toEqual({ ...before, lastError: null, updatedDate: '' });
    expect(store.lastError).toMatchObject({
      code: expect.any(String),
      message: expect.any(String),
      nodeId: 'embedding',
    });
  }

  test('of the first upsert leaves the store empty, with the reason; the next success forgets it', async () => {
    const id = await newStore();
    const before = await api.store(id);
    const file = { name: 'a.txt', content: paragraphs(3, 'Unheard') };
    await failing(async () =>
      expect((await api.upload(`/upsert/${id}`, [file], fields)).status).toBeGreaterThanOrEqual(400),
    );
    expectBack(await api.store(id), before);
    expect(await api.upsert(id, [file], fields)).toMatchObject({ numAdded: 3, numSkipped: 0, totalKeys: 3 });
    expect((await api.store(id)).lastError).toBeNull();
  });

  test('of a replacement keeps what was there, chunks and files', async () => {
    const { id, docId } = await filledStore(3);
    const before = await api.store(id);
    const { chunks } = await api.chunks(id);
    const file = { name: 'b.txt', content: paragraphs(3, 'Unknown') };
    await failing(() => api.upload(`/upsert/${id}`, [file], { docId, replaceExisting: 'true' }));
    expectBack(await api.store(id), before);
    expect((await api.chunks(id)).chunks).toEqual(chunks);
    expect(await api.json('POST', `/refresh/${id}`, {})).toMatchObject({
      status: 200,
      body: [{ numAdded: 0, numSkipped: 3 }],
    });
  });

  test('of an upsert into a new store leaves no store', async () => {
    const { id } = await filledStore(1);
    const count = z.array(z.unknown()).parse((await api.get('/store')).body).length;
    const file = { name: 'b.txt', content: 'Never embedded before this.' };
    await failing(() => api.upload(`/upsert/${id}`, [file], { createNewDocStore: 'true' }));
    expect(z.array(z.unknown()).parse((await api.get('/store')).body)).toHaveLength(count);
  });

  test('of a stale store leaves it stale; a file that is corrupt too', async () => {
    const { id, docId } = await filledStore(2);
    const [chunk] = (await api.chunks(id)).chunks;
    await api.json('PUT', `/chunks/${id}/${docId}/${chunk?.id}`, { pageContent: 'Not embedded either.' });
    await failing(() => api.json('POST', `/upsert/${id}`, {}));
    expect((await api.store(id)).status).toBe('STALE');
    expect(await api.upload(`/upsert/${id}`, [{ name: 'empty.txt', content: '' }], fields)).toMatchObject({
      status: 400,
      body: { code: 'FILE_EMPTY' },
    });
    expect(await api.store(id)).toMatchObject({ status: 'STALE', totalChunks: 2, lastError: { code: 'FILE_EMPTY' } });
  });

  test('another model than the one of the collection is 409 before anything is loaded', async () => {
    const { id } = await filledStore(1);
    const embedding = JSON.stringify({ name: 'openAIEmbeddings', config: { modelName: 'another-model' } });
    const answer = await api.upload(`/upsert/${id}`, [{ name: 'b.txt', content: 'Other.' }], { ...fields, embedding });
    expect(answer).toMatchObject({ status: 409, body: { code: 'EMBEDDING_MISMATCH' } });
    expect(await api.store(id)).toMatchObject({
      status: 'UPSERTED',
      totalChunks: 1,
      embeddingConfig: { config: { basepath: fake.basepath } },
    });
  });
});

describe('refresh', () => {
  test('loads every loader anew from its files, in order, and writes only what changed', async () => {
    const { id, docId } = await filledStore(5);
    const second = await api.upsert(id, [{ name: 'b.txt', content: paragraphs(2, 'Second') }], fields);
    const [chunk] = (await api.chunks(id, docId)).chunks;
    await api.json('PUT', `/chunks/${id}/${docId}/${chunk?.id}`, { pageContent: 'Will be undone.' });
    await api.upsertJson(id);
    const answer = await api.json('POST', `/refresh/${id}`, {});
    expect(answer).toMatchObject({
      status: 200,
      body: [
        { docId, numAdded: 1, numDeleted: 1, numSkipped: 4 },
        { docId: second.docId, numAdded: 0, numDeleted: 0, numSkipped: 2 },
      ],
    });
    expect(await api.store(id)).toMatchObject({ status: 'UPSERTED', totalChunks: 7 });
  });

  test('takes items with settings of their own, and refuses unknown ones', async () => {
    const { id, docId } = await filledStore(4);
    const splitter = { name: SPLITTER.name, config: { chunkSize: 1000 } };
    expect(await api.json('POST', `/refresh/${id}`, { items: [{ docId, splitter }] })).toMatchObject({
      status: 200,
      body: [{ docId, numAdded: 1, numDeleted: 4 }],
    });
    expect(await api.json('POST', `/refresh/${id}`, { items: [{ docId: UNKNOWN }] })).toMatchObject({
      status: 404,
      body: { code: 'LOADER_NOT_FOUND' },
    });
    expect(await api.json('POST', `/refresh/${id}`, { items: 'all' })).toMatchObject({ status: 400 });
  });
});

describe('removing', () => {
  test('a loader removes its chunks and its vectors, and no others', async () => {
    const { id, docId } = await filledStore(3);
    await api.upsert(id, [{ name: 'b.txt', content: paragraphs(2, 'Second') }], fields);
    const answer = await api.remove(`/loader/${id}/${docId}`);
    expect(answer).toMatchObject({ status: 200, body: { id, status: 'UPSERTED', totalChunks: 2 } });
    expect((await api.query(id, { query: 'x', mode: 'vector', topK: 10 })).docs).toHaveLength(2);
    expect(await api.remove(`/loader/${id}/${docId}`)).toMatchObject({
      status: 404,
      body: { code: 'LOADER_NOT_FOUND' },
    });
  });

  test('vectors keeps the chunks: all, or those of one loader', async () => {
    const { id, docId } = await filledStore(3);
    await api.upsert(id, [{ name: 'b.txt', content: paragraphs(2, 'Second') }], fields);
    expect(await api.remove(`/vectorstore/${id}?docId=${docId}`)).toEqual({ status: 200, body: { numDeleted: 3 } });
    expect((await api.query(id, { query: 'x', mode: 'vector', topK: 10 })).docs).toHaveLength(2);
    expect(await api.store(id)).toMatchObject({ status: 'SYNC', totalChunks: 5 });
    expect(await api.remove(`/vectorstore/${id}`)).toEqual({ status: 200, body: { numDeleted: 2 } });
    expect((await api.query(id, { query: 'x', mode: 'vector' })).docs).toEqual([]);
    expect(await api.upsertJson(id)).toMatchObject({ numAdded: 5, totalKeys: 5 });
    expect(await api.remove(`/vectorstore/${id}?docId=${UNKNOWN}`)).toMatchObject({ status: 404 });
  });
});

describe('a query', () => {
  test('takes topK, filter, scoreThreshold, mode, and settings of the vector store', async () => {
    const { id, docId } = await filledStore(6);
    await api.upsert(id, [{ name: 'b.txt', content: paragraphs(2, 'Second') }], {
      ...fields,
      metadata: '{"team":"blue"}',
    });
    const ask = async (body: object) => (await api.query(id, { query: 'Paragraph 3', mode: 'vector', ...body })).docs;
    expect(await ask({})).toHaveLength(4);
    expect(await ask({ topK: 7 })).toHaveLength(7);
    expect(await ask({ inputs: { topK: '6' } })).toHaveLength(6);
    expect(await ask({ topK: 10, filter: { team: 'blue' } })).toHaveLength(2);
    expect(await ask({ topK: 10, filter: { docId } })).toHaveLength(6);
    const scores = (await ask({ topK: 8 })).map(({ score }) => score);
    const scoreThreshold = scores[2] ?? 0;
    expect((await ask({ topK: 8, scoreThreshold })).map(({ score }) => score)).toEqual(scores.slice(0, 3));
    const [hit] = (await api.query(id, { query: 'Second', mode: 'keyword' })).docs;
    expect(hit).toMatchObject({ pageContent: expect.stringContaining('Second'), metadata: { source: 'b.txt' } });
  });

  test.each([
    ['no store', { query: 'x' }, 400],
    ['an empty question', { query: ' ' }, 400],
    ['a mode that there is not', { query: 'x', mode: 'magic' }, 400],
    ['a wrong setting', { query: 'x', inputs: { topK: 'many' } }, 400],
  ])('refuses %s', async (_what, body, status) => {
    const id = await newStore();
    const storeId = _what === 'no store' ? {} : { storeId: id };
    expect(await api.json('POST', '/vectorstore/query', { ...storeId, ...body })).toMatchObject({
      status,
      body: { code: 'INVALID_INPUT' },
    });
  });
});
