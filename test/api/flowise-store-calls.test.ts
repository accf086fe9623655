import { describe, expect, test } from 'vitest';
import { openLocalSite } from '../helpers/fakes/local-site.ts';
import { paragraphs, setUpDocumentStoreSuite } from '../helpers/servers/document-store-suite.ts';

const suite = setUpDocumentStoreSuite();
const { newStore, filledStore } = suite;

describe('a document store, called as scripts for Flowise do', () => {
  test('an upsert of docId alone reads the source again', async () => {
    const site = await openLocalSite({ '/': '<p>The otter sleeps by day.</p>' });
    try {
      const id = await newStore();
      const config = { url: `${site.origin}/`, allowLocalNetwork: true, respectRobots: false, delay: 0 };
      const { docId } = await suite.stores.upsertJson(id, { loader: { name: 'cheerioWebScraper', config } });
      site.setPages({ '/': '<p>The otter hunts by night.</p>' });
      const again = await suite.stores.upsertJson(id, { docId });
      expect(again).toMatchObject({ docId, numAdded: 1, numDeleted: 1 });
      const { loaders } = await suite.stores.store(id);
      expect(loaders).toHaveLength(1);
      expect((await suite.stores.chunks(id)).chunks[0]?.pageContent).toContain('night');
    } finally {
      await site.close();
    }
  });

  test('an upsert of docId alone leaves chunks that were edited since, and writes them', async () => {
    const { id, docId } = await filledStore(3);
    const [chunk] = (await suite.stores.chunks(id, docId)).chunks;
    await suite.stores.json('PUT', `/chunks/${id}/${docId}/${chunk?.id}`, { pageContent: 'Edited by hand.' });
    expect(await suite.stores.upsertJson(id, { docId })).toMatchObject({ numAdded: 1, numDeleted: 1, numSkipped: 2 });
    expect((await suite.stores.chunks(id, docId)).chunks[0]?.pageContent).toBe('Edited by hand.');
  });

  test('parts without a name change the settings of the loader and the splitter that docId has', async () => {
    const { id, docId } = await filledStore(4);
    const body = { docId, replaceExisting: true, loader: { config: { metadata: { team: 'x' } } } };
    const changed = await suite.stores.upsertJson(id, { ...body, splitter: { config: { chunkSize: 50 } } });
    expect(changed).toMatchObject({ docId, numDeleted: 4 });
    const [loader] = (await suite.stores.store(id)).loaders;
    expect(loader).toMatchObject({ loaderId: 'textFile', splitterConfig: { chunkSize: 50, chunkOverlap: 0 } });
    expect(changed.addedDocs[0]?.metadata).toMatchObject({ team: 'x' });
    const fromForm = await suite.stores.upload(`/upsert/${id}`, [], {
      docId,
      replaceExisting: 'True',
      splitter: "{'config': {'chunkSize': 100, 'keep': True}}".replaceAll("'", '"'),
    });
    expect(fromForm).toMatchObject({ status: 200, body: { docId } });
    expect((await suite.stores.store(id)).loaders).toMatchObject([{ splitterConfig: { chunkSize: 100, keep: true } }]);
  });

  test('parts without a name and without a loader to change are 400, and say which name is missing', async () => {
    const id = await newStore();
    expect(
      await suite.stores.json('POST', `/upsert/${id}`, {
        splitter: { config: { chunkSize: 9 } },
        loader: { name: 'plainText', config: { text: 'x' } },
      }),
    ).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT', details: { part: 'splitter', field: 'name' } },
    });
  });

  test('parts that are empty or null are as good as none', async () => {
    const made = await suite.stores.json('POST', '/store', {
      name: 'Generated',
      vectorStoreConfig: '',
      embeddingConfig: {},
      recordManagerConfig: '{}',
    });
    expect(made).toMatchObject({ status: 200, body: { vectorStoreConfig: null, embeddingConfig: null } });
    const id = await newStore();
    const body = {
      docId: '',
      metadata: null,
      replaceExisting: null,
      docStore: null,
      loader: { name: 'plainText', config: { text: 'Bees dance.' } },
      splitter: { config: {} },
      embedding: {},
      vectorStore: '',
      recordManager: null,
    };
    expect(await suite.stores.upsertJson(id, body)).toMatchObject({ numAdded: 1 });
  });

  test('docId with createNewDocStore copies the loader into a new store, from JSON as well', async () => {
    const { id, docId } = await filledStore(3);
    const body = { docId, createNewDocStore: true, docStore: { name: 'Copy' } };
    const copied = await suite.stores.upsertJson(id, body);
    expect(copied).toMatchObject({ numAdded: 3 });
    expect(copied.storeId).not.toBe(id);
    expect(await suite.stores.store(copied.storeId)).toMatchObject({ name: 'Copy', loaders: [{ source: 'a.txt' }] });
    const form = await suite.stores.upload(`/upsert/${id}`, [{ name: 'b.txt', content: paragraphs(2) }], {
      createNewDocStore: 'True',
      docStore: '{"name": "From a form", "description": None}',
    });
    expect(form).toMatchObject({ status: 200, body: { numAdded: expect.any(Number) } });
  });

  test('a loader that lends its settings to another one is not read, nor are its chunks counted', async () => {
    const { id, docId } = await filledStore(3);
    const added = await suite.stores.upsert(id, [{ name: 'b.txt', content: paragraphs(2, 'Other') }], { docId });
    expect(added).toMatchObject({ numAdded: 2, numUpdated: 0, numSkipped: 0, numDeleted: 0 });
    expect(added.docId).not.toBe(docId);
    expect((await suite.stores.store(id)).loaders).toMatchObject([{ totalChunks: 3 }, { totalChunks: 2 }]);
  });

  test('a urlencoded form says what to load', async () => {
    const id = await newStore();
    const fields = { loader: '{"name": "plainText", "config": {"text": "Bees dance."}}', replaceExisting: 'False' };
    const body = new URLSearchParams(fields);
    const answer = await suite.api.call('POST', `/document-store/upsert/${id}`, { body });
    expect(answer).toMatchObject({ status: 200, body: { numAdded: 1 } });
  });

  test('page 0 of the chunks is the first', async () => {
    const { id } = await filledStore(3);
    expect((await suite.stores.chunks(id, 'all', 0)).chunks).toEqual((await suite.stores.chunks(id)).chunks);
    expect((await suite.stores.get(`/chunks/${id}/all/-1`)).status).toBe(400);
  });
});
