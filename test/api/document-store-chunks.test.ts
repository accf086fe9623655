import { describe, expect, test } from 'vitest';
import { fields, paragraphs, setUpDocumentStoreSuite, UNKNOWN } from '../helpers/servers/document-store-suite.ts';

const suite = setUpDocumentStoreSuite();
const { filledStore } = suite;

describe('a chunk', () => {
  test('that is edited makes the store stale; the next upsert writes exactly that chunk', async () => {
    const { id, docId } = await filledStore(10);
    const page = await suite.stores.chunks(id, docId);
    const chunk = page.chunks[4];
    const answer = await suite.stores.json('PUT', `/chunks/${id}/${docId}/${chunk?.id}`, {
      pageContent: 'Edited by hand.',
      metadata: { by: 'Ada' },
    });
    expect(answer).toMatchObject({ status: 200, body: { count: 10, currentPage: 1 } });
    expect((await suite.stores.chunks(id, docId)).chunks[4]).toEqual({
      ...chunk,
      pageContent: 'Edited by hand.',
      metadata: '{"by":"Ada"}',
    });
    const stale = await suite.stores.store(id);
    expect(stale.status).toBe('STALE');
    expect(stale.totalChars).toBe(page.characters - (chunk?.pageContent.length ?? 0) + 'Edited by hand.'.length);
    const before = suite.fake.texts;
    expect(await suite.stores.upsertJson(id)).toMatchObject({
      numAdded: 1,
      numDeleted: 1,
      numUpdated: 0,
      numSkipped: 9,
      addedDocs: [{ pageContent: 'Edited by hand.' }],
    });
    expect(suite.fake.texts - before).toBe(1);
    expect((await suite.stores.store(id)).status).toBe('UPSERTED');
    expect(await suite.stores.upsertJson(id)).toMatchObject({ numAdded: 0, numDeleted: 0, numSkipped: 10 });
    expect((await suite.stores.query(id, { query: 'Edited', mode: 'keyword' })).docs[0]).toMatchObject({
      chunkNo: 5,
      metadata: { by: 'Ada', docId },
    });
  });

  test('of which only the metadata is edited is updated in place, and not embedded again', async () => {
    const { id, docId } = await filledStore(3);
    const [chunk] = (await suite.stores.chunks(id, docId)).chunks;
    await suite.stores.json('PUT', `/chunks/${id}/${docId}/${chunk?.id}`, { metadata: { deep: { er: 1 } } });
    const before = suite.fake.texts;
    expect(await suite.stores.upsertJson(id)).toMatchObject({
      numAdded: 0,
      numDeleted: 0,
      numUpdated: 1,
      numSkipped: 2,
    });
    expect(suite.fake.texts).toBe(before);
  });

  test('that is deleted leaves the vector store with the next upsert, also when it was the last one', async () => {
    const { id, docId } = await filledStore(2);
    const { chunks } = await suite.stores.chunks(id, docId);
    expect(await suite.stores.remove(`/chunks/${id}/${docId}/${chunks[0]?.id}`)).toMatchObject({
      status: 200,
      body: { count: 1 },
    });
    expect(await suite.stores.store(id)).toMatchObject({ status: 'STALE', totalChunks: 1 });
    expect(await suite.stores.upsertJson(id)).toMatchObject({ numAdded: 0, numDeleted: 1, numSkipped: 1 });
    await suite.stores.remove(`/chunks/${id}/${docId}/${chunks[1]?.id}`);
    expect(await suite.stores.upsertJson(id)).toMatchObject({
      numAdded: 0,
      numDeleted: 1,
      numSkipped: 0,
      totalKeys: 0,
    });
    expect((await suite.stores.query(id, { query: 'Paragraph', mode: 'vector' })).docs).toEqual([]);
  });

  test('pages are of 50, in order, over all loaders in turn', async () => {
    const { id, docId } = await filledStore(60);
    await suite.stores.upsert(id, [{ name: 'b.txt', content: paragraphs(10, 'Second') }], fields);
    const [first, second, third] = await Promise.all([
      suite.stores.chunks(id, 'all', 1),
      suite.stores.chunks(id, 'all', 2),
      suite.stores.chunks(id, 'all', 3),
    ]);
    expect([first.chunks.length, second.chunks.length, third.chunks.length]).toEqual([50, 20, 0]);
    expect(first).toMatchObject({ count: 70, currentPage: 1, docId: 'all', storeName: 'Test store' });
    expect(first).not.toHaveProperty('file');
    expect(second.chunks.map(({ chunkNo }) => chunkNo)).toEqual([
      51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
    ]);
    const own = await suite.stores.chunks(id, docId, 2);
    expect(own).toMatchObject({ count: 60, docId, file: { id: docId } });
    expect(own.chunks).toHaveLength(10);
  });

  test.each([
    [
      'an unknown chunk',
      (id: string, docId: string) =>
        suite.stores.json('PUT', `/chunks/${id}/${docId}/${UNKNOWN}`, { pageContent: 'x' }),
      404,
      'CHUNK_NOT_FOUND',
    ],
    [
      'a chunk id that is none',
      (id: string, docId: string) => suite.stores.remove(`/chunks/${id}/${docId}/..%2F..%00`),
      404,
      'CHUNK_NOT_FOUND',
    ],
    ['an unknown loader', (id: string) => suite.stores.get(`/chunks/${id}/${UNKNOWN}/1`), 404, 'LOADER_NOT_FOUND'],
    ['a negative page', (id: string) => suite.stores.get(`/chunks/${id}/all/-1`), 400, 'INVALID_INPUT'],
    ['a page in another notation', (id: string) => suite.stores.get(`/chunks/${id}/all/1e3`), 400, 'INVALID_INPUT'],
    ['a page that is no number', (id: string) => suite.stores.get(`/chunks/${id}/all/x`), 400, 'INVALID_INPUT'],
    [
      'an empty text',
      (id: string, docId: string) =>
        suite.stores.json('PUT', `/chunks/${id}/${docId}/${UNKNOWN}`, { pageContent: ' ' }),
      400,
      'INVALID_INPUT',
    ],
    [
      'no change',
      (id: string, docId: string) => suite.stores.json('PUT', `/chunks/${id}/${docId}/${UNKNOWN}`, {}),
      400,
      'INVALID_INPUT',
    ],
  ])('refuses %s', async (_what, call, status, code) => {
    const { id, docId } = await filledStore(1);
    expect(await call(id, docId)).toMatchObject({ status, body: { code } });
  });
});
