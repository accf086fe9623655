import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { LoaderPreviewSchema } from '../../shared/api/document-store-loaders.ts';
import {
  fields,
  LINE_SPLITTER,
  lines,
  paragraphs,
  SPLITTER,
  setUpDocumentStoreSuite,
  TEXT_LOADER,
  UNKNOWN,
} from '../helpers/servers/document-store-suite.ts';

const suite = setUpDocumentStoreSuite();
const { newStore, filledStore, saveLoader } = suite;

describe('step by step', () => {
  test('preview shows the first chunks and writes nothing; save keeps settings and files; process loads; upsert stores', async () => {
    const id = await newStore();
    const loader = JSON.stringify(TEXT_LOADER);
    const preview = await suite.stores.upload('/loader/preview', [{ name: 'a.txt', content: lines(5) }], {
      loader,
      splitter: JSON.stringify(LINE_SPLITTER),
      previewChunkCount: '2',
    });
    expect(LoaderPreviewSchema.parse(preview.body)).toMatchObject({
      previewChunkCount: 2,
      isComplete: false,
      chunks: [{ chunkNo: 1, metadata: { source: 'a.txt' } }, { chunkNo: 2 }],
    });
    expect((await suite.stores.store(id)).status).toBe('EMPTY');

    const docId = await saveLoader(id);
    expect(await suite.stores.store(id)).toMatchObject({
      status: 'NEW',
      totalChunks: 0,
      loaders: [{ status: 'NEW', files: [{ name: 'a.txt', status: 'NEW' }] }],
    });
    const all = await suite.stores.json('POST', '/loader/preview', { storeId: id, id: docId });
    expect(LoaderPreviewSchema.parse(all.body)).toMatchObject({ previewChunkCount: 5, isComplete: true });

    const page = await suite.stores.json('POST', `/loader/process/${docId}`, {});
    expect(page).toMatchObject({ status: 200, body: { count: 5, docId, file: { status: 'SYNC' } } });
    expect(await suite.stores.store(id)).toMatchObject({ status: 'SYNC', totalChunks: 5 });
    expect(await suite.stores.upsertJson(id)).toMatchObject({ numAdded: 5 });
    expect((await suite.stores.store(id)).status).toBe('UPSERTED');

    const changed = await suite.stores.json('POST', '/loader/save', {
      storeId: id,
      id: docId,
      splitter: { name: LINE_SPLITTER.name, config: { chunkSize: 500 } },
      loaderName: 'Minutes',
    });
    expect(changed).toMatchObject({
      status: 200,
      body: { id: docId, loaderName: 'Minutes', status: 'STALE', splitterConfig: { chunkSize: 500, chunkOverlap: 0 } },
    });
    expect((await suite.stores.store(id)).status).toBe('STALE');
    expect(await suite.stores.upsertJson(id)).toMatchObject({ numAdded: 1, numDeleted: 5 });
    expect(await suite.stores.store(id)).toMatchObject({ status: 'UPSERTED', totalChunks: 1 });
  });

  test('preview tells what the loader tells of its files', async () => {
    const content = 'Plots of 2024\nplot,crop\n1,beans\n2,peas\n';
    const preview = await suite.stores.upload('/loader/preview', [{ name: 'plots.csv', content }], {
      loader: JSON.stringify({ name: 'fileLoader', config: {} }),
    });
    expect(LoaderPreviewSchema.parse(preview.body)).toMatchObject({
      chunks: [{ pageContent: 'Plots of 2024' }, { pageContent: 'plot: 1\ncrop: beans' }, { chunkNo: 3 }],
      notes: '"plots.csv": Header taken from row 2.',
    });
  });

  test('an upsert loads what was saved and never loaded', async () => {
    const id = await newStore();
    await saveLoader(id);
    expect(await suite.stores.upsertJson(id)).toMatchObject({ numAdded: 5 });
    expect(await suite.stores.store(id)).toMatchObject({ status: 'UPSERTED', totalChunks: 5 });
  });

  test('process with Prefer: respond-async answers at once', async () => {
    const id = await newStore();
    const docId = await saveLoader(id);
    const answer = await suite.stores.json('POST', `/loader/process/${docId}`, {}, { prefer: 'respond-async' });
    expect(answer).toMatchObject({ status: 202, body: { storeId: id, docId } });
    const { runId } = z.object({ runId: z.string() }).parse(answer.body);
    await expect.poll(async () => (await suite.stores.run(runId)).status).toBe('FINISHED');
    expect((await suite.stores.chunks(id)).count).toBe(5);
  });

  test('a load that fails leaves the chunks that were there, and the reason', async () => {
    const id = await newStore();
    const docId = await saveLoader(id);
    await suite.stores.json('POST', `/loader/process/${docId}`, {});
    await suite.stores.upload('/loader/save', [{ name: 'b.txt', content: '' }], { storeId: id, id: docId });
    expect(await suite.stores.json('POST', `/loader/process/${docId}`, {})).toMatchObject({
      status: 400,
      body: { code: 'FILE_EMPTY' },
    });
    expect(await suite.stores.store(id)).toMatchObject({
      status: 'STALE',
      totalChunks: 5,
      lastError: { code: 'FILE_EMPTY' },
      loaders: [{ status: 'STALE', source: 'b.txt' }],
    });
  });

  test.each([
    ['save without a store', '/loader/save', { loader: TEXT_LOADER }, 400],
    ['save without a loader', '/loader/save', {}, 422],
    ['save without files', '/loader/save', { loader: TEXT_LOADER }, 422],
    ['save of a loader that there is not', '/loader/save', { id: UNKNOWN, loader: TEXT_LOADER }, 404],
    ['preview of nothing', '/loader/preview', {}, 422],
    ['preview of too many', '/loader/preview', { loader: TEXT_LOADER, previewChunkCount: 100_000 }, 400],
    ['process of what is not there', '/loader/process/nothing', {}, 404],
  ])('%s is refused', async (what, path, body, status) => {
    const storeId = what === 'save without a store' ? {} : { storeId: await newStore() };
    expect(await suite.stores.json('POST', path, { ...storeId, ...body })).toMatchObject({ status });
  });
});

describe('refresh', () => {
  test('loads every loader anew from its files, in order, and keeps what was edited in it', async () => {
    const { id, docId } = await filledStore(5);
    const second = await suite.stores.upsert(id, [{ name: 'b.txt', content: paragraphs(2, 'Second') }], fields);
    const [chunk] = (await suite.stores.chunks(id, docId)).chunks;
    await suite.stores.json('PUT', `/chunks/${id}/${docId}/${chunk?.id}`, { pageContent: 'Outlives it.' });
    await suite.stores.upsertJson(id);
    const answer = await suite.stores.json('POST', `/refresh/${id}`, {});
    expect(answer).toMatchObject({
      status: 200,
      body: [
        { docId, numAdded: 0, numDeleted: 0, numSkipped: 5 },
        { docId: second.docId, numAdded: 0, numDeleted: 0, numSkipped: 2 },
      ],
    });
    expect(await suite.stores.store(id)).toMatchObject({ status: 'UPSERTED', totalChunks: 7 });
    const [first] = (await suite.stores.chunks(id, docId)).chunks;
    expect(first?.pageContent).toBe('Outlives it.');
  });

  test('takes items with settings of their own, and refuses unknown ones', async () => {
    const { id, docId } = await filledStore(4);
    const splitter = { name: SPLITTER.name, config: { chunkSize: 1000 } };
    expect(await suite.stores.json('POST', `/refresh/${id}`, { items: [{ docId, splitter }] })).toMatchObject({
      status: 200,
      body: [{ docId, numAdded: 1, numDeleted: 4 }],
    });
    expect(await suite.stores.json('POST', `/refresh/${id}`, { items: [{ docId: UNKNOWN }] })).toMatchObject({
      status: 404,
      body: { code: 'LOADER_NOT_FOUND' },
    });
    expect(await suite.stores.json('POST', `/refresh/${id}`, { items: 'all' })).toMatchObject({ status: 400 });
  });
});

describe('removing', () => {
  test('a loader removes its chunks and its vectors, and no others', async () => {
    const { id, docId } = await filledStore(3);
    await suite.stores.upsert(id, [{ name: 'b.txt', content: paragraphs(2, 'Second') }], fields);
    const answer = await suite.stores.remove(`/loader/${id}/${docId}`);
    expect(answer).toMatchObject({ status: 200, body: { id, status: 'UPSERTED', totalChunks: 2 } });
    expect((await suite.stores.query(id, { query: 'x', mode: 'vector', topK: 10 })).docs).toHaveLength(2);
    expect(await suite.stores.remove(`/loader/${id}/${docId}`)).toMatchObject({
      status: 404,
      body: { code: 'LOADER_NOT_FOUND' },
    });
  });

  test('vectors keeps the chunks: all, or those of one loader', async () => {
    const { id, docId } = await filledStore(3);
    await suite.stores.upsert(id, [{ name: 'b.txt', content: paragraphs(2, 'Second') }], fields);
    expect(await suite.stores.remove(`/vectorstore/${id}?docId=${docId}`)).toEqual({
      status: 200,
      body: { numDeleted: 3 },
    });
    expect((await suite.stores.query(id, { query: 'x', mode: 'vector', topK: 10 })).docs).toHaveLength(2);
    expect(await suite.stores.store(id)).toMatchObject({ status: 'SYNC', totalChunks: 5 });
    expect(await suite.stores.remove(`/vectorstore/${id}`)).toEqual({ status: 200, body: { numDeleted: 2 } });
    expect((await suite.stores.query(id, { query: 'x', mode: 'vector' })).docs).toEqual([]);
    expect(await suite.stores.upsertJson(id)).toMatchObject({ numAdded: 5, totalKeys: 5 });
    expect(await suite.stores.remove(`/vectorstore/${id}?docId=${UNKNOWN}`)).toMatchObject({ status: 404 });
  });
});
