import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { DocumentStore } from '../../shared/api/document-stores.ts';
import { fields, paragraphs, setUpDocumentStoreSuite } from '../helpers/servers/document-store-suite.ts';

const StoreIdsSchema = z.array(z.object({ id: z.string() }));

/** Fails while it is set. */
let embeddingFails = false;

/** Called when something is embedded while it is set; the answer waits for it. */
let onEmbed: (() => Promise<void>) | undefined;

const suite = setUpDocumentStoreSuite({
  reply: async () => {
    await onEmbed?.();
    return embeddingFails ? { status: 400, body: { error: { message: 'no such model' } } } : undefined;
  },
});
const { newStore, filledStore } = suite;

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
    const before = await suite.stores.store(id);
    const file = { name: 'a.txt', content: paragraphs(3, 'Unheard') };
    await failing(async () =>
      expect((await suite.stores.upload(`/upsert/${id}`, [file], fields)).status).toBeGreaterThanOrEqual(400),
    );
    expectBack(await suite.stores.store(id), before);
    expect(await suite.stores.upsert(id, [file], fields)).toMatchObject({ numAdded: 3, numSkipped: 0, totalKeys: 3 });
    expect((await suite.stores.store(id)).lastError).toBeNull();
  });

  test('before its run is the last error of the store, too', async () => {
    const { id } = await filledStore(3);
    const refused = await suite.stores.upload(`/upsert/${id}`, [{ name: 'a.pdf', content: 'no PDF' }], {});
    expect(refused.status).toBe(415);
    expect((await suite.stores.store(id)).lastError).toMatchObject({ code: 'UNSUPPORTED_FILE_TYPE' });
    await suite.stores.upsertJson(id, {});
    expect((await suite.stores.store(id)).lastError).toBeNull();
  });

  test('of a replacement keeps what was there, chunks and files', async () => {
    const { id, docId } = await filledStore(3);
    const before = await suite.stores.store(id);
    const { chunks } = await suite.stores.chunks(id);
    const file = { name: 'b.txt', content: paragraphs(3, 'Unknown') };
    await failing(() => suite.stores.upload(`/upsert/${id}`, [file], { docId, replaceExisting: 'true' }));
    expectBack(await suite.stores.store(id), before);
    expect((await suite.stores.chunks(id)).chunks).toEqual(chunks);
    expect(await suite.stores.json('POST', `/refresh/${id}`, {})).toMatchObject({
      status: 200,
      body: [{ numAdded: 0, numSkipped: 3 }],
    });
  });

  test('of an upsert into a new store leaves no store', async () => {
    const { id } = await filledStore(1);
    const count = z.array(z.unknown()).parse((await suite.stores.get('/store')).body).length;
    const file = { name: 'b.txt', content: 'Never embedded before this.' };
    await failing(() => suite.stores.upload(`/upsert/${id}`, [file], { createNewDocStore: 'true' }));
    expect(z.array(z.unknown()).parse((await suite.stores.get('/store')).body)).toHaveLength(count);
  });

  test('by deleting a new store while it is made: the run says so, the store is gone, and nobody is told 404', async () => {
    const { id } = await filledStore(1);
    const idsOf = async () => StoreIdsSchema.parse((await suite.stores.get('/store')).body).map((store) => store.id);
    const before = new Set(await idsOf());
    const embedding = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    onEmbed = () => {
      embedding.resolve();
      return released.promise;
    };
    try {
      const file = { name: 'c.txt', content: 'Never embedded before that.' };
      const making = suite.stores.upload(`/upsert/${id}`, [file], { createNewDocStore: 'true' });
      await embedding.promise;
      const made = (await idsOf()).find((one) => !before.has(one));
      expect(await suite.stores.remove(`/store/${made}`)).toMatchObject({ status: 200, body: { affected: 1 } });
      expect(await making).toMatchObject({ status: 409, body: { code: 'RUN_CANCELLED' } });
      expect(await suite.stores.get(`/store/${made}`)).toMatchObject({ status: 404 });
    } finally {
      onEmbed = undefined;
      released.resolve();
    }
  });

  test('of a stale store leaves it stale; a file that is corrupt too', async () => {
    const { id, docId } = await filledStore(2);
    const [chunk] = (await suite.stores.chunks(id)).chunks;
    await suite.stores.json('PUT', `/chunks/${id}/${docId}/${chunk?.id}`, { pageContent: 'Not embedded either.' });
    await failing(() => suite.stores.json('POST', `/upsert/${id}`, {}));
    expect((await suite.stores.store(id)).status).toBe('STALE');
    expect(await suite.stores.upload(`/upsert/${id}`, [{ name: 'blank.txt', content: ' \n ' }], fields)).toMatchObject({
      status: 400,
      body: { code: 'FILE_HAS_NO_TEXT' },
    });
    expect(await suite.stores.store(id)).toMatchObject({
      status: 'STALE',
      totalChunks: 2,
      lastError: { code: 'FILE_HAS_NO_TEXT' },
    });
  });

  test('another model than the one of the collection is 409 before anything is loaded', async () => {
    const { id } = await filledStore(1);
    const embedding = JSON.stringify({ name: 'openAIEmbeddings', config: { modelName: 'another-model' } });
    const answer = await suite.stores.upload(`/upsert/${id}`, [{ name: 'b.txt', content: 'Other.' }], {
      ...fields,
      embedding,
    });
    expect(answer).toMatchObject({ status: 409, body: { code: 'EMBEDDING_MISMATCH' } });
    expect(await suite.stores.store(id)).toMatchObject({
      status: 'UPSERTED',
      totalChunks: 1,
      embeddingConfig: { config: { basepath: suite.fake.basepath } },
    });
  });
});

test('what a call says wrong of the model is named first, also while there is nothing to load', async () => {
  const storeId = await suite.newStore();
  const insert = (embedding: object) =>
    suite.api.json('POST', '/document-store/vectorstore/insert', { storeId, embedding });
  expect(await insert({ name: 'nonsense', config: {} })).toMatchObject({
    status: 400,
    body: { code: 'INVALID_INPUT', details: { part: 'embedding' } },
  });
  expect(await insert({ name: 'openAIEmbeddings', config: {} })).toMatchObject({
    status: 422,
    body: { code: 'MISSING_INPUT', details: { part: 'loader' } },
  });
});
