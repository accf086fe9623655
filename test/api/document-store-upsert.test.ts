import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  fields,
  paragraphs,
  SPLITTER,
  setUpDocumentStoreSuite,
  UNKNOWN,
} from '../helpers/servers/document-store-suite.ts';

const suite = setUpDocumentStoreSuite();
const { newStore, filledStore } = suite;

describe('upsert', () => {
  test('of files that can be seen to be bad names all of them, and makes no run', async () => {
    const id = await newStore();
    const files = [
      { name: 'a.txt', content: '' },
      { name: 'b.txt', content: 'Bees sleep.' },
      { name: 'c.pdf', content: 'just text' },
    ];
    expect(await suite.stores.upload(`/upsert/${id}`, files)).toMatchObject({
      status: 400,
      body: {
        code: 'FILE_EMPTY',
        details: {
          files: [
            { name: 'a.txt', code: 'FILE_EMPTY' },
            { name: 'c.pdf', code: 'UNSUPPORTED_FILE_TYPE' },
          ],
        },
      },
    });
    expect((await suite.api.get(`/runs?chatflowId=${id}`)).body).toEqual([]);
  });

  test('of files of one name keeps each, with its folder, and says which one got another name', async () => {
    const id = await newStore();
    const files = [
      { name: 'rules/a.txt', content: 'Bees sleep.' },
      { name: 'rules/a.txt', content: 'Herons wait.' },
    ];
    const result = await suite.stores.upsert(id, files, fields);
    expect(result).toMatchObject({
      numAdded: 2,
      renamedFiles: [{ sentAs: 'rules/a.txt', source: 'rules/a (2).txt' }],
    });
    expect(result.addedDocs.map(({ metadata }) => metadata.source).sort()).toEqual(['rules/a (2).txt', 'rules/a.txt']);
  });

  test('of files makes a loader, its chunks and its vectors', async () => {
    const id = await newStore();
    const result = await suite.stores.upsert(id, [{ name: 'a.txt', content: paragraphs(10) }], fields);
    expect(result).toMatchObject({
      numAdded: 10,
      numDeleted: 0,
      numUpdated: 0,
      numSkipped: 0,
      totalKeys: 10,
      storeId: id,
    });
    expect(result.addedDocs).toHaveLength(10);
    const store = await suite.stores.store(id);
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
    expect(
      (await suite.stores.query(id, { query: 'Paragraph 3', mode: 'keyword', topK: 3 })).docs[0]?.metadata,
    ).toMatchObject({
      source: 'a.txt',
      docId: result.docId,
    });
  });

  test('picks File Loader for files when nothing is said, and takes several at once', async () => {
    const id = await newStore();
    const result = await suite.stores.upsert(id, [
      { name: 'a.txt', content: 'One.' },
      { name: 'b.csv', content: 'name\nAda\n' },
    ]);
    expect(result.numAdded).toBe(2);
    expect((await suite.stores.store(id)).loaders).toMatchObject([{ loaderId: 'fileLoader', source: 'a.txt, b.csv' }]);
  });

  test('with docId takes over the settings of that loader; with replaceExisting it takes its place', async () => {
    const { id, docId } = await filledStore(10);
    const second = await suite.stores.upsert(id, [{ name: 'b.txt', content: paragraphs(4, 'Other') }], { docId });
    expect(second).toMatchObject({ numAdded: 4, numDeleted: 0, numSkipped: 0 });
    expect(second.docId).not.toBe(docId);
    const replaced = await suite.stores.upsert(id, [{ name: 'c.txt', content: paragraphs(5, 'New') }], {
      docId,
      replaceExisting: 'true',
    });
    expect(replaced).toMatchObject({ numAdded: 5, numDeleted: 10, docId });
    const store = await suite.stores.store(id);
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
    const result = await suite.stores.upsertJson(id, body);
    expect(result).toMatchObject({ numAdded: 1, numDeleted: 4 });
    expect((await suite.stores.store(id)).loaders[0]?.splitterConfig).toEqual({ chunkSize: 1000, chunkOverlap: 0 });
    expect((await suite.stores.query(id, { query: 'Paragraph' })).docs[0]?.metadata).toMatchObject({
      team: 'red',
      source: 'a.txt',
    });
  });

  test('takes files inside the settings, as Flowise stores them', async () => {
    const id = await newStore();
    const txtFile = `data:text/plain;base64,${Buffer.from('Kept inside.').toString('base64')},filename:kept.txt`;
    const result = await suite.stores.upsertJson(id, { loader: { name: 'textFile', config: { txtFile } } });
    expect(result.addedDocs).toMatchObject([{ pageContent: 'Kept inside.', metadata: { source: 'kept.txt' } }]);
    expect((await suite.stores.store(id)).loaders[0]).toMatchObject({ source: 'kept.txt', loaderConfig: {} });
  });

  test('can go into a new store, with the settings of this one', async () => {
    const { id, docId } = await filledStore(3);
    const docStore = JSON.stringify({ name: 'Made by an upsert', description: 'New' });
    const result = await suite.stores.upsert(id, [{ name: 'n.txt', content: paragraphs(2) }], {
      docId,
      createNewDocStore: 'true',
      docStore,
    });
    expect(result.storeId).not.toBe(id);
    expect(await suite.stores.store(result.storeId)).toMatchObject({
      name: 'Made by an upsert',
      description: 'New',
      status: 'UPSERTED',
      totalChunks: 2,
    });
    expect((await suite.stores.store(id)).totalChunks).toBe(3);
    expect((await suite.stores.query(id, { query: 'Paragraph', mode: 'vector', topK: 10 })).docs).toHaveLength(3);
  });

  test('of two files with equal text in two loaders keeps both, and embeds the text once', async () => {
    const id = await newStore();
    await suite.stores.upsert(id, [{ name: 'same.txt', content: 'Exactly this text here.' }], fields);
    const before = suite.fake.texts;
    expect(
      await suite.stores.upsert(id, [{ name: 'same.txt', content: 'Exactly this text here.' }], fields),
    ).toMatchObject({
      numAdded: 1,
      numDeleted: 0,
    });
    expect(suite.fake.texts).toBe(before);
    expect((await suite.stores.query(id, { query: 'text', mode: 'vector', topK: 5 })).docs).toHaveLength(2);
  });

  test('many at once go one after the other, and all succeed', async () => {
    const id = await newStore();
    const results = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        suite.stores.upsert(id, [{ name: `${index}.txt`, content: `Text number ${index}.` }], fields),
      ),
    );
    expect(results.map(({ numAdded }) => numAdded)).toEqual(Array.from({ length: 8 }, () => 1));
    expect(await suite.stores.store(id)).toMatchObject({ status: 'UPSERTED', totalChunks: 8 });
  });

  test('with Prefer: respond-async answers at once; the run is there to be looked at', async () => {
    const id = await newStore();
    const answer = await suite.stores.upload(`/upsert/${id}`, [{ name: 'a.txt', content: paragraphs(3) }], fields, {
      prefer: 'respond-async',
    });
    expect(answer.status).toBe(202);
    const { runId } = z.object({ runId: z.string(), storeId: z.literal(id), docId: z.string() }).parse(answer.body);
    await expect.poll(async () => (await suite.stores.run(runId)).status).toBe('FINISHED');
    expect(await suite.stores.run(runId)).toMatchObject({ chatflowId: id, result: { numAdded: 3 } });
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
    const answer = await suite.stores.json('POST', `/upsert/${id}`, body);
    expect(answer).toMatchObject({ status, body: { message: expect.stringContaining(named) } });
    expect(await suite.stores.store(id)).toMatchObject({ status: 'EMPTY', loaders: [] });
  });

  test('refuses files that the loader does not take, corrupt forms, and stores without an embedding', async () => {
    const id = await newStore();
    const file = { name: 'a.pdf', content: 'x' };
    expect(await suite.stores.upload(`/upsert/${id}`, [file], fields)).toMatchObject({
      status: 415,
      body: { code: 'UNSUPPORTED_FILE_TYPE', details: { file: 'a.pdf' } },
    });
    expect(await suite.stores.upload(`/upsert/${id}`, [{ name: 'a.pdf', content: 'no pdf' }])).toMatchObject({
      status: 415,
    });
    expect(
      await suite.stores.upload(`/upsert/${id}`, [{ name: 'a.txt', content: 'x' }], { loader: '{broken' }),
    ).toMatchObject({
      status: 400,
    });
    const bare = await suite.stores.create({});
    expect(await suite.stores.upload(`/upsert/${bare.id}`, [{ name: 'a.txt', content: 'x' }])).toMatchObject({
      status: 422,
      body: { code: 'MISSING_INPUT', details: { part: 'embedding' } },
    });
    for (const store of [id, bare.id])
      expect(await suite.stores.store(store)).toMatchObject({ status: 'EMPTY', totalChunks: 0 });
  });
});
