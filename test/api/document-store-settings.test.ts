import { describe, expect, test } from 'vitest';
import { lines, setUpDocumentStoreSuite } from '../helpers/servers/document-store-suite.ts';

const suite = setUpDocumentStoreSuite({ dimensions: 16 });
const { newStore } = suite;

describe('settings', () => {
  test('are saved together; another collection has to be filled first', async () => {
    const id = await newStore();
    await suite.stores.upload(`/upsert/${id}`, [{ name: 'a.txt', content: lines(3) }]);
    const answer = await suite.stores.json('POST', '/vectorstore/save', {
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
    expect((await suite.stores.query(id, { query: 'Line', mode: 'vector' })).docs).toEqual([]);
    expect(await suite.stores.upsertJson(id)).toMatchObject({ numSkipped: 0, numDeleted: 0 });
    expect((await suite.stores.query(id, { query: 'Line', mode: 'vector' })).docs).not.toEqual([]);
    expect(
      await suite.stores.json('POST', '/vectorstore/save', { storeId: id, recordManager: { name: 'hnsw' } }),
    ).toMatchObject({ status: 400, body: { details: { part: 'recordManager' } } });
    expect(await suite.stores.json('POST', '/vectorstore/save', { storeId: id, recordManager: null })).toMatchObject({
      status: 200,
      body: { recordManagerConfig: null },
    });
  });

  test('that the node does not have are refused by name, but those of Flowise’s nodes, whose pages send more', async () => {
    const id = await newStore();
    const save = (part: object) => suite.stores.json('POST', '/vectorstore/save', { storeId: id, ...part });
    const answer = await save({ embedding: { name: 'transformersEmbeddings', config: { modelName: 'secret' } } });
    expect(answer).toMatchObject({
      status: 400,
      body: {
        code: 'INVALID_INPUT',
        message: "embedding.config can't be used: On-device embedding has no setting modelName. Use these: model.",
        details: { part: 'embedding', fields: ['modelName'], accepted: ['model'] },
      },
    });
    expect(await save({ vectorStore: { name: 'hnsw', config: { collectionName: 'x' } } })).toMatchObject({
      status: 400,
    });
    const loader = { name: 'sqlDatabase', config: { ofAnotherNode: 'x' } };
    expect(await suite.stores.json('POST', `/upsert/${id}`, { loader })).toMatchObject({ status: 400 });
    const more = {
      name: 'openAIEmbeddings',
      config: { basepath: suite.fake.basepath, ofAnotherVersion: 1, credential: '' },
    };
    expect(await save({ embedding: more })).toMatchObject({ status: 200 });
  });

  test('are saved and used as Flowise’s page sends them: a name and settings of each part', async () => {
    const { id } = await suite.stores.create({});
    await suite.saveLoader(id);
    const named = {
      storeId: id,
      embeddingName: 'openAIEmbeddings',
      embeddingConfig: { basepath: suite.fake.basepath },
      vectorStoreName: 'hnsw',
      vectorStoreConfig: {},
      recordManagerName: '',
      recordManagerConfig: {},
    };
    const inserted = await suite.stores.json('POST', '/vectorstore/insert', named);
    expect(inserted).toMatchObject({ status: 200, body: { numAdded: 5, storeId: id } });
    const saved = await suite.stores.store(id);
    expect(saved).toMatchObject({ status: 'UPSERTED', embeddingConfig: { name: 'openAIEmbeddings' } });
    const collection = `other-${id}`;
    const changed = { storeId: id, vectorStoreName: 'hnsw', vectorStoreConfig: { collection } };
    expect(await suite.stores.json('POST', '/vectorstore/update', changed)).toMatchObject({
      status: 200,
      body: { vectorStoreConfig: { name: 'hnsw', config: { collection } }, embeddingConfig: saved.embeddingConfig },
    });
    expect(await suite.stores.json('POST', '/vectorstore/insert', { ...named, storeId: 'nobody' })).toMatchObject({
      status: 404,
      body: { code: 'STORE_NOT_FOUND' },
    });
  });

  test('a test of them says of each part whether it works, and saves nothing', async () => {
    const id = await newStore();
    expect((await suite.stores.json('POST', '/vectorstore/test', { storeId: id })).body).toMatchObject({
      ok: true,
      checks: [
        { part: 'embedding', ok: true, message: expect.stringContaining('16 numbers') },
        { ok: true },
        { ok: true },
      ],
    });
    const embedding = { name: 'openAIEmbeddings', config: { basepath: 'http://127.0.0.1:9/v1', timeout: 500 } };
    const vectorStore = { name: 'hnsw', config: { collection: 'not allowed!' } };
    const answer = await suite.stores.json('POST', '/vectorstore/test', { storeId: id, embedding, vectorStore });
    expect(answer.body).toMatchObject({
      ok: false,
      checks: [
        { part: 'embedding', ok: false, code: expect.any(String) },
        { part: 'vectorStore', ok: false, details: { field: 'collection' } },
        { part: 'recordManager', ok: true },
      ],
    });
    expect((await suite.stores.store(id)).embeddingConfig).toMatchObject({ config: { basepath: suite.fake.basepath } });
  });

  test('clean-up "none" keeps what an edit replaced', async () => {
    const id = await newStore();
    await suite.stores.upload(`/upsert/${id}`, [{ name: 'a.txt', content: 'Before.' }], {
      recordManager: JSON.stringify({ name: 'SQLiteRecordManager', config: { cleanup: 'none' } }),
    });
    const [chunk] = (await suite.stores.chunks(id)).chunks;
    await suite.stores.json('PUT', `/chunks/${id}/${chunk?.docId}/${chunk?.id}`, { pageContent: 'After.' });
    expect(await suite.stores.upsertJson(id)).toMatchObject({ numAdded: 1, numDeleted: 0, totalKeys: 2 });
  });

  test('take variables', async () => {
    const name = 'storeBase';
    await suite.api.json('POST', '/variables', { name, value: suite.fake.basepath, type: 'static' });
    const embeddingConfig = { name: 'openAIEmbeddings', config: { basepath: `{{$vars.${name}}}` } };
    const { id } = await suite.stores.create({ embeddingConfig, vectorStoreConfig: { name: 'hnsw' } });
    expect(await suite.stores.upsert(id, [{ name: 'a.txt', content: 'By a variable.' }])).toMatchObject({
      numAdded: 1,
    });
    expect((await suite.stores.store(id)).embeddingConfig).toEqual(embeddingConfig);
    const unknown = { name: 'openAIEmbeddings', config: { basepath: '{{$vars.nothing}}' } };
    expect(await suite.stores.json('POST', '/store', { name: 'x', embeddingConfig: unknown })).toMatchObject({
      status: 422,
      body: { code: 'INVALID_PARAM' },
    });
  });
});
