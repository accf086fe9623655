import { describe, expect, test } from 'vitest';
import { openQdrant } from '../../../../helpers/builders/qdrant-store.ts';
import type { FakeQdrant } from '../../../../helpers/fakes/fake-qdrant.ts';
import { ask, MODEL, makeChunk, makeFakeQdrants, never } from '../../../../helpers/fakes/fake-qdrants.ts';

const { start } = makeFakeQdrants();

/** Asks the fake directly, as another program would. */
async function send(fake: FakeQdrant, method: string, path: string, body: unknown): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${fake.url}${path}`, { method, body: JSON.stringify(body), headers });
  expect(response.status).toBe(200);
  return await response.json();
}

describe('a collection', () => {
  test("is created for the model, with the node's settings and an index for sources", async () => {
    const fake = await start();
    const configuration = { on_disk_payload: true, vectors: { on_disk: true } };
    await openQdrant({ url: fake.url, configuration, distance: 'Dot' }).prepare(MODEL, never);
    expect(fake.calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /collections/notes',
      'PUT /collections/notes',
      'PUT /collections/notes/index?wait=true',
    ]);
    expect(fake.calls[1]?.body).toEqual({
      on_disk_payload: true,
      vectors: { on_disk: true, size: 2, distance: 'Dot' },
      metadata: { tributary_model: 'm' },
    });
    expect(fake.calls[2]?.body).toEqual({ field_name: 'metadata.source', field_schema: 'keyword' });
  });

  test('takes only vectors of the length that the node says, before it is made', async () => {
    const fake = await start();
    await expect(openQdrant({ url: fake.url, dimensions: 1536 }).prepare(MODEL, never)).rejects.toMatchObject({
      code: 'INVALID_PARAM',
      message: expect.stringContaining('leave the field empty'),
    });
    expect(fake.calls.every(({ method }) => method === 'GET')).toBe(true);
    await openQdrant({ url: fake.url, dimensions: 2 }).prepare(MODEL, never);
  });

  test('that compares in another way than the node is refused', async () => {
    const fake = await start();
    await openQdrant({ url: fake.url, distance: 'Euclid' }).prepare(MODEL, never);
    await expect(openQdrant({ url: fake.url }).prepare(MODEL, never)).rejects.toMatchObject({
      code: 'INVALID_PARAM',
      message: expect.stringContaining('by Euclid'),
    });
  });

  test('of another program with vectors of another length is refused before anything is written, empty or not', async () => {
    const fake = await start();
    await send(fake, 'PUT', '/collections/notes', { vectors: { size: 3, distance: 'Cosine' } });
    const store = openQdrant({ url: fake.url });
    await expect(store.prepare(MODEL, never)).rejects.toMatchObject({ code: 'EMBEDDING_MISMATCH', status: 409 });
    expect(fake.calls.filter(({ method }) => method !== 'GET')).toHaveLength(1);
    expect(await store.model(never)).toEqual({ id: undefined, dimensions: 3 });
  });

  test('that we made and that is empty takes the vectors of another model', async () => {
    const fake = await start();
    const store = openQdrant({ url: fake.url });
    const chunk = makeChunk('one');
    await store.prepare(MODEL, never);
    await store.upsert([chunk], never);
    await store.deleteByIds([chunk.id], never);
    await store.prepare({ id: 'other', dimensions: 3 }, never);
    expect(await store.model(never)).toEqual({ id: 'other', dimensions: 3 });
  });

  test('of another program is emptied, and stays', async () => {
    const fake = await start({ keepsMetadata: false });
    const store = openQdrant({ url: fake.url });
    await store.prepare(MODEL, never);
    await store.upsert([makeChunk('one'), makeChunk('two')], never);
    await store.deleteAll(never);
    expect(await store.count(never)).toBe(0);
    expect(await store.model(never)).toEqual({ id: undefined, dimensions: 2 });
  });

  test('with named vectors is refused', async () => {
    const config = { params: { vectors: { text: { size: 2, distance: 'Cosine' } } } };
    const fake = await start({ reply: () => ({ status: 200, body: { result: { config }, status: 'ok' } }) });
    await expect(openQdrant({ url: fake.url }).prepare(MODEL, never)).rejects.toMatchObject({
      code: 'INVALID_PARAM',
      message: expect.stringContaining('named vectors'),
    });
  });
});

describe('points', () => {
  test('have text, metadata and place where the node says', async () => {
    const fake = await start();
    const keys = { contentKey: 'text', metadataKey: 'my facts' };
    const store = openQdrant({ url: fake.url, ...keys });
    await store.prepare(MODEL, never);
    const chunk = makeChunk('words', { source: 'a.txt', big: 2 ** 60, list: [2 ** 70, null] });
    await store.upsert([chunk], never);
    const call = fake.calls.find(({ path }) => path === '/collections/notes/points?wait=true');
    expect(call?.body).toMatchObject({
      points: [{ id: chunk.id, payload: { text: 'words', 'my facts': { source: 'a.txt' }, chunkNo: 1 } }],
    });
    const [hit] = await ask(store, { source: 'a.txt' });
    expect(hit).toEqual({ id: chunk.id, pageContent: 'words', metadata: chunk.metadata, chunkNo: 1, score: 1 });
  });

  test('go in batches of the size that the node says', async () => {
    const fake = await start();
    const store = openQdrant({ url: fake.url, batchSize: 3 });
    await store.prepare(MODEL, never);
    await store.upsert(
      Array.from({ length: 8 }, (_, index) => makeChunk(`chunk ${index}`)),
      never,
    );
    expect(fake.calls.filter(({ path }) => path.startsWith('/collections/notes/points?'))).toHaveLength(3);
    expect(await store.count(never)).toBe(8);
  });

  test('that are too large for one request together', async () => {
    const fake = await start();
    const store = openQdrant({ url: fake.url });
    await store.prepare(MODEL, never);
    const content = 'A long line of text. '.repeat(150_000);
    const chunks = Array.from({ length: 15 }, (_, index) => makeChunk(`${index} ${content}`));
    await store.upsert(chunks, never);
    expect(await store.count(never)).toBe(15);
  });

  test('written by another program are found with whatever payload they have', async () => {
    const fake = await start();
    await send(fake, 'PUT', '/collections/notes', { vectors: { size: 2, distance: 'Cosine' } });
    await send(fake, 'PUT', '/collections/notes/points', { points: [{ id: 7, vector: [2, 0] }] });
    expect(await ask(openQdrant({ url: fake.url }))).toEqual([
      { id: '7', pageContent: '', metadata: {}, chunkNo: 0, score: 1 },
    ]);
  });

  test('the filter of the node holds for every question, beside that of the question', async () => {
    const fake = await start();
    const filter = { must_not: [{ key: 'metadata.draft', match: { value: true } }] };
    const store = openQdrant({ url: fake.url, filter });
    await store.prepare(MODEL, never);
    const facts = [{ team: 'red', draft: true }, { team: 'red' }, { team: 'blue' }];
    await store.upsert(
      facts.map((metadata) => makeChunk(JSON.stringify(metadata), metadata)),
      never,
    );
    expect(await ask(store)).toHaveLength(2);
    expect((await ask(store, { team: 'red' })).map(({ metadata }) => metadata)).toEqual([{ team: 'red' }]);
  });

  test.each([
    ['Cosine', [1, 0], 1, [-1, 0], -1],
    ['Dot', [3, 0], 3, [1, 1], 1],
    ['Euclid', [1, 0], 1, [0, 1], 0],
  ] as const)('by %s: the best first, higher scores are better', async (distance, near, nearScore, far, farScore) => {
    const fake = await start();
    const store = openQdrant({ url: fake.url, distance });
    await store.prepare(MODEL, never);
    await store.upsert([makeChunk('far', {}, [...far]), makeChunk('near', {}, [...near])], never);
    const hits = await ask(store);
    expect(hits.map(({ pageContent }) => pageContent)).toEqual(['near', 'far']);
    expect(hits[0]?.score).toBeCloseTo(nearScore, 5);
    expect(hits[1]?.score).toBeCloseTo(farScore, 5);
  });
});

test('reports the server, and creates nothing', async () => {
  const fake = await start();
  const store = openQdrant({ url: fake.url });
  expect(await store.check(never)).toBe(
    `Qdrant 1.19.0 answers at ${fake.url}. The collection notes will be made by the first upsert.`,
  );
  expect(fake.calls.every(({ method }) => method === 'GET')).toBe(true);
  await store.prepare(MODEL, never);
  await store.upsert([makeChunk('one'), makeChunk('two')], never);
  expect(await store.check(never)).toMatch(/The collection notes holds 2 chunks\.$/);
});

test('content and metadata under one key', () => {
  expect(() => openQdrant({ contentKey: 'x', metadataKey: 'x' })).toThrow(
    expect.objectContaining({ code: 'INVALID_PARAM' }),
  );
});
