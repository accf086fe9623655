import { randomUUID } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import { ChromaClient } from 'chromadb';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { EmbeddedChunk } from '../../../../../electron/server/core/vector-store.ts';
import type { ChromaSettings } from '../../../../../electron/server/stores/chroma/chroma-session.ts';
import { createChromaStore } from '../../../../../electron/server/stores/chroma/chroma-store.ts';
import { listenOnFreePort } from '../../../../helpers/fakes/listen-on-free-port.ts';
import { type ChromaServer, chromaSkipReason, startChroma } from '../../../../helpers/servers/chroma-server.ts';

const never = new AbortController().signal;
const MODEL = { id: 'm', dimensions: 2 };

function open(settings: Partial<ChromaSettings>, options: { readonly timeoutMs?: number } = {}) {
  const defaults = {
    url: 'http://127.0.0.1:8000',
    collection: 'notes',
    apiKey: '',
    tenant: '',
    database: '',
    filter: {},
  };
  return createChromaStore({ ...defaults, ...settings }, { ...options, sleep: () => Promise.resolve() });
}

function makeChunk(content: string, metadata: EmbeddedChunk['metadata'], vector = [1, 0]): EmbeddedChunk {
  return { id: randomUUID(), content, metadata, chunkNo: 1, vector: Float32Array.from(vector) };
}

describe.skipIf(chromaSkipReason !== undefined)(`a real Chroma ${chromaSkipReason ?? ''}`, () => {
  let server: ChromaServer;
  let client: ChromaClient;

  beforeAll(async () => {
    server = await startChroma();
    const { hostname, port } = new URL(server.url);
    client = new ChromaClient({ host: hostname, port: Number(port), ssl: false });
  }, 60_000);
  afterAll(() => server.stop());

  const newName = () => `c-${randomUUID()}`;
  const ask = (store: ReturnType<typeof open>, filter?: Record<string, string>) =>
    store.query({ vector: Float32Array.from([1, 0]), topK: 10, filter }, never);

  /** A collection that another program made, compared by the square of the distance, with two chunks of its own. */
  async function foreign() {
    const collection = newName();
    const handle = await client.createCollection({
      name: collection,
      embeddingFunction: null,
      metadata: { by: 'others' },
    });
    await handle.add({
      ids: ['a', 'b'],
      embeddings: [
        [1, 0],
        [0, 1],
      ],
      documents: ['first', 'second'],
      metadatas: [{ source: 'a.txt' }, { source: 'b.txt' }],
    });
    return { collection, handle, store: open({ url: server.url, collection }) };
  }

  test('the filter of the node holds for every question, beside that of the question', async () => {
    const collection = newName();
    const store = open({ url: server.url, collection, filter: { team: 'red', size: { $gt: 1 } } });
    await store.prepare(MODEL, never);
    await store.upsert(
      [
        makeChunk('small', { team: 'red', size: 1 }),
        makeChunk('large', { team: 'red', size: 2 }),
        makeChunk('huge', { team: 'red', size: 3, kind: 'x' }),
        makeChunk('blue', { team: 'blue', size: 3 }),
      ],
      never,
    );
    expect((await ask(store)).map(({ pageContent }) => pageContent).sort()).toEqual(['huge', 'large']);
    expect((await ask(store, { kind: 'x' })).map(({ pageContent }) => pageContent)).toEqual(['huge']);
  });

  test('a filter of the node that Chroma does not know is an error of the flow', async () => {
    const collection = newName();
    await open({ url: server.url, collection }).prepare(MODEL, never);
    await expect(ask(open({ url: server.url, collection, filter: { a: { $like: 'x' } } }))).rejects.toMatchObject({
      code: 'INVALID_PARAM',
      message: expect.stringContaining('$like'),
    });
  });

  test('a collection of another program: its chunks are found, ours join it if they are as long', async () => {
    const { store } = await foreign();
    expect(await store.model(never)).toEqual({ id: undefined, dimensions: 2 });
    const [first, second] = await ask(store);
    expect(first).toEqual({ id: 'a', pageContent: 'first', metadata: { source: 'a.txt' }, chunkNo: 0, score: 1 });
    expect(second?.score).toBeCloseTo(0, 5);
    await store.prepare(MODEL, never);
    await store.upsert([makeChunk('ours', { source: 'a.txt' })], never);
    expect(await ask(store, { source: 'a.txt' })).toHaveLength(2);
    await expect(store.prepare({ id: 'm', dimensions: 3 }, never)).rejects.toMatchObject({
      code: 'EMBEDDING_MISMATCH',
    });
  });

  test('a collection of another program is emptied, and stays', async () => {
    const { store, collection, handle } = await foreign();
    await store.deleteAll(never);
    expect(await handle.count()).toBe(0);
    expect(await store.model(never)).toBeUndefined();
    await store.prepare(MODEL, never);
    expect((await client.getCollection({ name: collection })).metadata).toEqual({ by: 'others' });
  });

  test('one that we made and that is empty takes the vectors of another model', async () => {
    const collection = newName();
    const store = open({ url: server.url, collection });
    const chunk = makeChunk('one', {});
    await store.prepare(MODEL, never);
    await store.upsert([chunk], never);
    await store.deleteByIds([chunk.id], never);
    await store.prepare({ id: 'other', dimensions: 3 }, never);
    await store.upsert([makeChunk('two', {}, [1, 2, 3])], never);
    expect(await store.model(never)).toEqual({ id: 'other', dimensions: 3 });
  });

  test('created again by another program while a handle is open', async () => {
    const collection = newName();
    const store = open({ url: server.url, collection });
    await store.prepare(MODEL, never);
    await client.deleteCollection({ name: collection });
    expect(await store.count(never)).toBe(0);
    await expect(store.upsert([makeChunk('one', {})], never)).rejects.toMatchObject({
      code: 'SERVICE_FAILED',
      message: expect.stringContaining('not in Chroma'),
    });
    await open({ url: server.url, collection }).prepare(MODEL, never);
    await store.upsert([makeChunk('one', {})], never);
    expect(await store.count(never)).toBe(1);
  });

  test('a vector of zeros has no direction, and is no better than any other', async () => {
    const store = open({ url: server.url, collection: newName() });
    await store.prepare(MODEL, never);
    await store.upsert([makeChunk('none', {}, [0, 0]), makeChunk('same', {}, [2, 0])], never);
    const hits = await ask(store);
    expect(hits.find(({ pageContent }) => pageContent === 'same')?.score).toBeCloseTo(1, 5);
    expect(hits.find(({ pageContent }) => pageContent === 'none')?.score).toBeLessThanOrEqual(0);
  });

  test('chunks that are too large for one request together', async () => {
    const store = open({ url: server.url, collection: newName() });
    await store.prepare(MODEL, never);
    const content = 'A long line of text. '.repeat(150_000);
    const chunks = Array.from({ length: 15 }, (_, index) => makeChunk(`${index} ${content}`, { index }));
    await store.upsert(chunks, never);
    expect(await store.count(never)).toBe(15);
  }, 60_000);

  test('reports the server, and creates nothing', async () => {
    const collection = newName();
    const store = open({ url: server.url, collection });
    expect(await store.check(never)).toBe(
      `Chroma 1.0.0 answers at ${server.url}. The collection ${collection} will be made by the first upsert.`,
    );
    expect(await store.model(never)).toBeUndefined();
    await store.prepare(MODEL, never);
    await store.upsert([makeChunk('one', {})], never);
    expect(await store.check(never)).toMatch(/holds 1 chunk\.$/);
  });

  test('a database that is not there', async () => {
    const store = open({ url: server.url, collection: newName(), database: 'nowhere' });
    await expect(store.prepare(MODEL, never)).rejects.toMatchObject({
      code: 'SERVICE_FAILED',
      message: expect.stringContaining('nowhere'),
    });
  });
});

describe('a Chroma that refuses', () => {
  const servers: { close(): Promise<void> }[] = [];
  const KEY = 'ck-very-secret';
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close();
  });

  async function serve(answer: (path: string, response: ServerResponse, headers: Record<string, unknown>) => void) {
    const paths: string[] = [];
    const server = await listenOnFreePort(
      createServer((request, response) => {
        const path = request.url ?? '';
        paths.push(path);
        request.resume();
        answer(path, response, request.headers);
      }),
    );
    servers.push(server);
    return { url: server.origin, paths };
  }

  function json(response: ServerResponse, status: number, body: unknown): void {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  }

  test.each([
    [401, /refuses the API key \(status 401\)/],
    [403, /refuses the API key \(status 403\)/],
    [400, /refused the request \(status 400\).*It says: out of luck/],
  ])('with status %i: said at once, without the key', async (status, message) => {
    const { url, paths } = await serve((_path, response) => json(response, status, { message: 'out of luck' }));
    const error = await open({ url, apiKey: KEY, tenant: 't', database: 'd' })
      .count(never)
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'SERVICE_FAILED', message: expect.stringMatching(message) });
    expect(JSON.stringify(error) + String(error)).not.toContain(KEY);
    expect(paths).toHaveLength(1);
  });

  test.each([429, 503])('with status %i for a while', async (status) => {
    let left = 2;
    const { url } = await serve((path, response) => {
      if (left-- > 0) json(response, status, { error: 'Busy', message: 'busy' });
      else json(response, path.endsWith('/heartbeat') ? 200 : 404, { 'nanosecond heartbeat': 1 });
    });
    expect(await open({ url }).count(never)).toBe(0);
  });

  test('asks once for the owner of its key', async () => {
    const asked: unknown[] = [];
    const { url, paths } = await serve((path, response, headers) => {
      asked.push(headers['x-chroma-token']);
      if (path.endsWith('/identity')) json(response, 200, { user_id: 'u', tenant: 'mine', databases: ['only'] });
      else json(response, path.endsWith('/heartbeat') ? 200 : 404, {});
    });
    const store = open({ url, apiKey: KEY });
    await store.count(never);
    await store.count(never);
    expect(paths.filter((path) => path.endsWith('/identity'))).toHaveLength(1);
    expect(paths[1]).toBe('/api/v2/tenants/mine/databases/only/collections/notes');
    expect(new Set(asked)).toEqual(new Set([KEY]));
  });

  test('with a key for several databases, one has to be named', async () => {
    const { url } = await serve((_path, response) => json(response, 200, { tenant: 'mine', databases: ['a', 'b'] }));
    await expect(open({ url, apiKey: KEY }).count(never)).rejects.toThrow('name one in the credential');
  });

  test('another program at the address', async () => {
    const pages = await serve((_path, response) => json(response, 404, {}));
    await expect(open({ url: pages.url }).count(never)).rejects.toThrow('does not know what was asked for');
    const html = await serve((_path, response) => response.end('<html>'));
    await expect(open({ url: html.url }).count(never)).rejects.toMatchObject({ code: 'SERVICE_FAILED' });
  });

  test('no server at the address, and an unknown host', async () => {
    const { url } = await serve(() => undefined);
    await servers.pop()?.close();
    await expect(open({ url }).check(never)).rejects.toMatchObject({
      code: 'SERVICE_FAILED',
      message: `Chroma at ${url} cannot be reached (nothing answers at this address): check that it runs and that the address is right.`,
    });
    await expect(open({ url: 'http://nobody.invalid:8000' }).check(never)).rejects.toThrow(/host/);
  });

  test('a redirect is not followed, so that the key goes nowhere else', async () => {
    const other = await serve((_path, response) => json(response, 200, {}));
    const { url } = await serve((_path, response) => response.writeHead(307, { location: other.url }).end());
    await expect(open({ url, apiKey: KEY, tenant: 't', database: 'd' }).check(never)).rejects.toMatchObject({
      code: 'SERVICE_FAILED',
    });
    expect(other.paths).toEqual([]);
  });

  test('no answer in time', async () => {
    const { url } = await serve(() => undefined);
    await expect(open({ url }, { timeoutMs: 50 }).count(never)).rejects.toMatchObject({ code: 'SERVICE_TIMEOUT' });
  });

  test('aborted while it waits', async () => {
    const controller = new AbortController();
    const { url } = await serve(() => controller.abort(new Error('stopped')));
    await expect(open({ url }).count(controller.signal)).rejects.toThrow('stopped');
  });

  test.each(['localhost:8000', 'http://localhost:8000/base'])('the address %s', (url) => {
    expect(() => open({ url })).toThrow(expect.objectContaining({ code: 'INVALID_PARAM' }));
  });
});
