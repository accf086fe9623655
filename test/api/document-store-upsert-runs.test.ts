import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { lines, setUpDocumentStoreSuite, TEXT_LOADER } from '../helpers/servers/document-store-suite.ts';

/** Requests hang until the release is called. */
let gate: Promise<void> | undefined;

const suite = setUpDocumentStoreSuite({ reply: () => (gate === undefined ? undefined : 'hang') });
const { newStore, saveLoader } = suite;

describe('an upsert', () => {
  test('with an Idempotency-Key is run once', async () => {
    const id = await newStore();
    const send = (content: string) =>
      suite.stores.upload(`/upsert/${id}`, [{ name: 'a.txt', content }], {}, { 'idempotency-key': 'once' });
    const first = await send('Sent twice.');
    expect(first).toMatchObject({ status: 200, body: { numAdded: 1 } });
    expect(await send('Sent twice.')).toEqual(first);
    expect((await suite.stores.store(id)).loaders).toHaveLength(1);
    expect(await send('Something else.')).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } });
  });

  test('is in the history, without its secrets', async () => {
    const id = await newStore();
    await suite.stores.upsert(id, [{ name: 'a.txt', content: 'For the history.' }], {
      embedding: JSON.stringify({ name: 'openAIEmbeddings', config: { openAIApiKey: 'sk-hidden' } }),
    });
    const { status, body } = await suite.api.get(`/upsert-history/${id}`);
    expect({ status, body }).toMatchObject({ status: 200, body: [{ chatflowid: id, result: { numAdded: 1 } }] });
    expect(JSON.stringify(body)).toContain('a.txt');
    expect(JSON.stringify(body)).not.toContain('sk-hidden');
  });
});

describe('a dry run', () => {
  test('says what an upsert would do, and writes nothing', async () => {
    const id = await newStore();
    const docId = await saveLoader(id);
    const dry = async (body: object) => (await suite.stores.json('POST', `/upsert/${id}?dryRun=true`, body)).body;
    expect(await dry({})).toMatchObject({ dryRun: true, numAdded: 5, numDeleted: 0, numSkipped: 0 });
    expect(await suite.stores.store(id)).toMatchObject({ status: 'NEW', totalChunks: 0 });
    await suite.stores.upsertJson(id);
    const [chunk] = (await suite.stores.chunks(id)).chunks;
    await suite.stores.json('PUT', `/chunks/${id}/${docId}/${chunk?.id}`, { pageContent: 'Edited before a dry run.' });
    const before = suite.fake.texts;
    expect(await dry({})).toMatchObject({
      numAdded: 1,
      numDeleted: 1,
      numUpdated: 0,
      numSkipped: 4,
      added: [{ pageContent: 'Edited before a dry run.' }],
      deleted: [{ pageContent: chunk?.pageContent }],
    });
    expect(suite.fake.texts).toBe(before);
    expect(await suite.stores.upsertJson(id)).toMatchObject({
      numAdded: 1,
      numDeleted: 1,
      numUpdated: 0,
      numSkipped: 4,
    });
    const replaced = await suite.stores.upload(`/upsert/${id}?dryRun=true`, [{ name: 'b.txt', content: lines(2) }], {
      docId,
      replaceExisting: 'true',
    });
    expect(replaced.body).toMatchObject({ numAdded: 2, numDeleted: 5 });
    expect(await suite.stores.store(id)).toMatchObject({
      status: 'UPSERTED',
      totalChunks: 5,
      loaders: [{ source: 'a.txt' }],
    });
    expect(await suite.stores.json('POST', `/upsert/${id}?dryRun=true`, { createNewDocStore: true })).toMatchObject({
      status: 400,
    });
  });
});

describe('while a store is upserted', () => {
  test('it says so, is not changed by others, and is back where it was when the run is cancelled', async () => {
    const id = await newStore();
    await suite.stores.upsert(id, [{ name: 'a.txt', content: 'First.' }]);
    const [chunk] = (await suite.stores.chunks(id)).chunks;
    const release = Promise.withResolvers<void>();
    gate = release.promise;
    const started = await suite.stores.upload(
      `/upsert/${id}`,
      [{ name: 'b.txt', content: 'Second, never embedded.' }],
      {},
      { prefer: 'respond-async' },
    );
    const { runId } = z.object({ runId: z.string() }).parse(started.body);
    await expect.poll(async () => (await suite.stores.store(id)).status).toBe('UPSERTING');
    const answers = await Promise.all([
      suite.stores.json('PUT', `/chunks/${id}/${chunk?.docId}/${chunk?.id}`, { pageContent: 'x' }),
      suite.stores.remove(`/chunks/${id}/${chunk?.docId}/${chunk?.id}`),
      suite.stores.remove(`/loader/${id}/${chunk?.docId}`),
      suite.stores.remove(`/vectorstore/${id}`),
      suite.stores.json('PUT', `/store/${id}`, {
        recordManagerConfig: { name: 'SQLiteRecordManager', config: { cleanup: 'full' } },
      }),
      suite.stores.upload('/loader/save', [{ name: 'c.txt', content: 'x' }], {
        storeId: id,
        loader: JSON.stringify(TEXT_LOADER),
      }),
    ]);
    for (const answer of answers) expect(answer).toMatchObject({ status: 409, body: { code: 'STORE_BUSY' } });
    expect(await suite.stores.json('PUT', `/store/${id}`, { name: 'Renamed meanwhile' })).toMatchObject({
      status: 200,
    });
    await suite.api.call('POST', `/runs/${runId}/cancel`);
    gate = undefined;
    release.resolve();
    expect(await suite.stores.store(id)).toMatchObject({
      name: 'Renamed meanwhile',
      status: 'UPSERTED',
      totalChunks: 1,
      lastError: { code: 'RUN_CANCELLED' },
    });
    expect(await suite.stores.upsertJson(id)).toMatchObject({ numAdded: 0, numSkipped: 1, totalKeys: 1 });
  });
});
