import { createServer } from 'node:http';
import { describe, expect, test } from 'vitest';
import { openQdrant } from '../../../helpers/builders/qdrant-store.ts';
import { ask, MODEL, makeChunk, makeFakeQdrants, never } from '../../../helpers/fakes/fake-qdrants.ts';
import { listenOnFreePort } from '../../../helpers/fakes/listen-on-free-port.ts';

const KEY = 'qk-very-secret';
const { started, start } = makeFakeQdrants();

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
