import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { fields, setUpDocumentStoreSuite, UNKNOWN } from '../helpers/servers/document-store-suite.ts';

const suite = setUpDocumentStoreSuite();
const { vectorParts, newStore, filledStore } = suite;

describe('stores', () => {
  test('are created empty, read, listed newest first, changed and deleted', async () => {
    const store = await suite.stores.create({ name: 'First', description: 'One' });
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
    const second = await suite.stores.create({ name: 'Second' });
    const list = z.array(z.object({ id: z.string() })).parse((await suite.stores.get('/store')).body);
    expect(list.slice(0, 2).map(({ id }) => id)).toEqual([second.id, store.id]);
    const page = z
      .object({ data: z.array(z.unknown()), total: z.number() })
      .parse((await suite.stores.get('/store?page=1&limit=1')).body);
    expect(page.data).toHaveLength(1);
    expect(page.total).toBeGreaterThanOrEqual(2);
    const changed = await suite.stores.json('PUT', `/store/${store.id}`, { name: 'Renamed', id: UNKNOWN });
    expect(changed).toMatchObject({ status: 200, body: { id: store.id, name: 'Renamed', description: 'One' } });
    expect(await suite.stores.remove(`/store/${store.id}`)).toEqual({
      status: 200,
      body: { raw: [], affected: 1, deleted: 1 },
    });
    expect(await suite.stores.remove(`/store/${store.id}`)).toMatchObject({
      status: 404,
      body: { code: 'STORE_NOT_FOUND' },
    });
    expect(await suite.stores.get('/store?page=0&limit=1')).toMatchObject({ status: 412 });
  });

  test('take their settings as objects or as JSON text, keep secrets to themselves, and leave them as they are when the mask comes back', async () => {
    const store = await suite.stores.create({ embeddingConfig: JSON.stringify(vectorParts().embeddingConfig) });
    expect(store.embeddingConfig).toEqual({
      name: 'openAIEmbeddings',
      config: { basepath: suite.fake.basepath, openAIApiKey: '********' },
    });
    await suite.stores.json('PUT', `/store/${store.id}`, {
      embeddingConfig: store.embeddingConfig,
      vectorStoreConfig: { name: 'hnsw' },
    });
    await suite.stores.upsert(store.id, [{ name: 'a.txt', content: 'One.' }], fields);
    expect(suite.fake.lastCall?.headers.authorization).toBe('Bearer sk-secret');
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
    const answer = await suite.stores.json('POST', '/store', body);
    expect(answer).toMatchObject({ status, body: { code: 'INVALID_INPUT', message: expect.stringContaining(named) } });
  });

  test('that are not there are 404 for every operation', async () => {
    const answers = await Promise.all([
      suite.stores.get(`/store/${UNKNOWN}`),
      suite.stores.json('PUT', `/store/${UNKNOWN}`, { name: 'x' }),
      suite.stores.remove(`/store/${UNKNOWN}`),
      suite.stores.get(`/chunks/${UNKNOWN}/all/1`),
      suite.stores.json('PUT', `/chunks/${UNKNOWN}/${UNKNOWN}/${UNKNOWN}`, { pageContent: 'x' }),
      suite.stores.remove(`/chunks/${UNKNOWN}/${UNKNOWN}/${UNKNOWN}`),
      suite.stores.json('POST', `/upsert/${UNKNOWN}`, {}),
      suite.stores.upload(`/upsert/${UNKNOWN}`, [{ name: 'a.txt', content: 'x' }]),
      suite.stores.json('POST', `/refresh/${UNKNOWN}`, {}),
      suite.stores.json('POST', '/vectorstore/query', { storeId: UNKNOWN, query: 'x' }),
      suite.stores.remove(`/loader/${UNKNOWN}/${UNKNOWN}`),
      suite.stores.remove(`/vectorstore/${UNKNOWN}`),
      suite.stores.json('POST', '/vectorstore/save', { storeId: UNKNOWN }),
      suite.stores.json('POST', '/vectorstore/test', { storeId: UNKNOWN }),
      suite.stores.json('POST', '/loader/save', { storeId: UNKNOWN, loader: { name: 'textFile' } }),
    ]);
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 404, body: { code: 'STORE_NOT_FOUND', stack: {} } });
  });

  test('deleting one takes its chunks out of the vector store', async () => {
    const { id } = await filledStore(3);
    const other = await newStore({ vectorStoreConfig: { name: 'hnsw', config: { collection: id } } });
    expect((await suite.stores.query(other, { query: 'Paragraph', mode: 'vector' })).docs).toHaveLength(3);
    await suite.stores.remove(`/store/${id}`);
    const found = async () => (await suite.stores.query(other, { query: 'Paragraph', mode: 'vector' })).docs;
    await expect.poll(found, { timeout: 10_000 }).toEqual([]);
  });
});
