import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import type { OutsideChunk, OutsideVectorStore } from '../../../../electron/server/nodes/outside-kinds.ts';
import { type FakeQdrant, type FakeQdrantOptions, startFakeQdrant } from '../../../helpers/fake-qdrant.ts';
import { listenOnFreePort } from '../../../helpers/listen-on-free-port.ts';
import { openQdrant } from '../../../helpers/qdrant-store.ts';

const never = new AbortController().signal;
const MODEL = { id: 'm', dimensions: 2 };
const KEY = 'qk-very-secret';

const started: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const server of started.splice(0)) await server.close();
});

async function start(options: FakeQdrantOptions = {}): Promise<FakeQdrant> {
  const fake = await startFakeQdrant(options);
  started.push(fake);
  return fake;
}

/** Asks the fake directly, as another program would. */
async function send(fake: FakeQdrant, method: string, path: string, body: unknown): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${fake.url}${path}`, { method, body: JSON.stringify(body), headers });
  expect(response.status).toBe(200);
  return await response.json();
}

function makeChunk(content: string, metadata: OutsideChunk['metadata'] = {}, vector = [1, 0]): OutsideChunk {
  return { id: randomUUID(), content, metadata, chunkNo: 1, vector: Float32Array.from(vector) };
}

const ask = (store: OutsideVectorStore, filter?: Record<string, string>) =>
  store.query({ vector: Float32Array.from([1, 0]), topK: 10, filter }, never);

describe('a collection', () => {
  test('is made for the model, with what the node adds, and an index for sources', async () => {
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

  test('of another program are found, with what they have', async () => {
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

describe('a Qdrant that refuses', () => {
  test('a wrong key: said at once, without it', async () => {
    const fake = await start({ apiKey: 'another' });
    const error = await openQdrant({ url: fake.url, apiKey: KEY })
      .count(never)
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: 'SERVICE_FAILED',
      message: expect.stringContaining('refuses the API key (status 401)'),
    });
    expect(JSON.stringify(error) + String(error)).not.toContain(KEY);
    await expect(openQdrant({ url: fake.url }).count(never)).rejects.toThrow('wants an API key');
  });

  test('the right key is sent', async () => {
    const fake = await start({ apiKey: KEY });
    expect(await openQdrant({ url: fake.url, apiKey: KEY }).count(never)).toBe(0);
  });

  test.each([
    ['too many requests', { status: 429, headers: { 'retry-after': '1' } }],
    ['too many requests, without a word when', { status: 429 }],
    ['its own failure', { status: 503 }],
    ['a cut connection', 'drop'],
  ] as const)('for a while, with %s', async (_name, reply) => {
    const fake = await start({ reply: ({ number }) => (number <= 2 ? reply : undefined) });
    expect(await openQdrant({ url: fake.url }).count(never)).toBe(0);
    expect(fake.calls).toHaveLength(3);
  });

  test('a request, in its own words', async () => {
    const fake = await start();
    const store = openQdrant({ url: fake.url, filter: { must: [{ key: 'metadata.a', match: { value: 0.5 } }] } });
    await store.prepare(MODEL, never);
    await store.upsert([makeChunk('one')], never);
    await expect(ask(store)).rejects.toMatchObject({
      code: 'SERVICE_FAILED',
      message: expect.stringMatching(/\(status 400\): check the settings of the node\. It says: Format error/),
    });
  });

  test('no answer in time', async () => {
    const fake = await start({ reply: () => 'hang' });
    await expect(openQdrant({ url: fake.url }, { timeoutMs: 50 }).count(never)).rejects.toMatchObject({
      code: 'SERVICE_TIMEOUT',
      status: 504,
    });
  });

  test('aborted while it waits', async () => {
    const controller = new AbortController();
    const reply = () => {
      controller.abort(new Error('stopped'));
      return 'hang' as const;
    };
    const fake = await start({ reply });
    await expect(openQdrant({ url: fake.url }).count(controller.signal)).rejects.toThrow('stopped');
  });

  test('nothing at the address, no such host, another program', async () => {
    const fake = await start();
    await fake.close();
    await expect(openQdrant({ url: fake.url }).check(never)).rejects.toThrow(
      `Qdrant at ${fake.url} cannot be reached (nothing answers at this address): check that it runs and that the address is right.`,
    );
    await expect(openQdrant({ url: 'http://nobody.invalid' }).check(never)).rejects.toThrow(/host/);
    for (const status of [200, 404]) {
      const other = await listenOnFreePort(createServer((_request, response) => response.writeHead(status).end('<p>')));
      started.push(other);
      await expect(openQdrant({ url: other.origin }).count(never)).rejects.toThrow('address is that of Qdrant');
    }
  });

  test('a redirect is not followed, so that the key goes nowhere else', async () => {
    const other = await start();
    const fake = await start({ reply: () => ({ status: 307, headers: { location: other.url } }) });
    await expect(openQdrant({ url: fake.url, apiKey: KEY }).count(never)).rejects.toMatchObject({
      code: 'SERVICE_FAILED',
    });
    expect(other.calls).toEqual([]);
  });
});

test('an address with a path and no port', async () => {
  const paths: (string | undefined)[] = [];
  const server = await listenOnFreePort(
    createServer((request, response) => {
      paths.push(request.url);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"result":{"count":4}}');
    }),
  );
  started.push(server);
  expect(await openQdrant({ url: `${server.origin}/base/` }).count(never)).toBe(4);
  expect(paths).toEqual(['/base/collections/notes/points/count']);
  expect(openQdrant({ url: 'https://x.example/base' }).collection).toBe('qdrant:x.example/base/notes');
});

test('says what answers, and makes nothing', async () => {
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
