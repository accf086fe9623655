import { describe, expect, it } from 'vitest';
import { apiLoader } from '../../../../../electron/server/nodes/documentloaders/api-loader.ts';
import type { OriginRun } from '../../../../helpers/builders/origin-context.ts';
import { json, setUpApiLoader, texts } from '../../../../helpers/servers/api-loader-suite.ts';

const { cache, paramsOf, read, site } = setUpApiLoader();
const signal = new AbortController().signal;

describe('one answer', () => {
  it('becomes one document of lines', async () => {
    site.setPages({ '/api': json({ title: 'Report', tags: ['a', 'b'], author: { name: 'Ann' }, empty: null }) });
    expect((await read({})).documents).toEqual([
      { text: 'title: Report\ntags: a, b\nauthor.name: Ann', metadata: { source: `${site.origin}/api` } },
    ]);
  });

  it('becomes a document an item where the pointer leads to a list', async () => {
    site.setPages({ '/api': json({ data: { items: [{ title: 'One' }, 'Two', { title: '' }, { title: 'Four' }] } }) });
    expect((await read({ pointer: '/data/items' })).documents).toEqual([
      { text: 'title: One', metadata: { source: `${site.origin}/api`, pointer: '/data/items/0' } },
      { text: 'Two', metadata: { source: `${site.origin}/api`, pointer: '/data/items/1' } },
      { text: 'title: Four', metadata: { source: `${site.origin}/api`, pointer: '/data/items/3' } },
    ]);
    site.setPages({ '/api': json(['x', 'y']) });
    expect(texts(await read({ pointer: '/' }))).toEqual(['x', 'y']);
  });

  it('takes text, id and metadata from where their pointers lead', async () => {
    const items = [{ id: 12345678901234567890n, body: 'Text', user: { name: 'Ann' } }];
    const body = JSON.stringify({ items }, (_key, value) => (typeof value === 'bigint' ? 'BIG' : value));
    site.setPages({
      '/api': { headers: { 'content-type': 'application/json' }, body: body.replace('"BIG"', '12345678901234567890') },
    });
    const inputs = {
      pointer: 'items',
      contentPointer: '/body',
      idPointer: '/id',
      metadataPointers: '{"author": "/user/name", "id": "/id"}',
    };
    expect((await read(inputs)).documents).toEqual([
      {
        text: 'Text',
        metadata: {
          author: 'Ann',
          id: '12345678901234567890',
          pointer: '/items/0',
          source: `${site.origin}/api#12345678901234567890`,
        },
      },
    ]);
  });

  it('names the keys there are when the pointer leads nowhere', async () => {
    site.setPages({ '/api': json({ results: [{ title: 'One' }], count: 1 }) });
    await expect(read({ pointer: '/data' })).rejects.toMatchObject({
      code: 'INVALID_PARAM',
      message: expect.stringContaining('choose among its keys "results", "count"'),
      details: { param: 'pointer' },
    });
    await expect(read({ pointer: '/results', contentPointer: '/body' })).rejects.toMatchObject({
      message: expect.stringContaining('"title"'),
      details: { param: 'contentPointer' },
    });
  });

  it('reads an answer that is not JSON by its own type', async () => {
    site.setPages({
      '/html': '<h1>Page</h1><p>Text</p>',
      '/csv': { headers: { 'content-type': 'text/csv' }, body: 'name,age\nAnn,7\nBob,8\n' },
      '/text': { headers: { 'content-type': 'text/plain' }, body: 'Plain text' },
      '/lines': { headers: { 'content-type': 'application/x-ndjson' }, body: '{"a":"one"}\n{"a":"two"}\n' },
      '/said': { headers: { 'content-type': 'text/plain' }, body: '{"a":"json all the same"}' },
    });
    const at = (path: string): Promise<OriginRun> => read({ url: site.origin + path });
    expect(texts(await at('/html'))).toEqual(['Page\n\nText']);
    expect(texts(await at('/csv'))).toEqual(['name: Ann\nage: 7', 'name: Bob\nage: 8']);
    expect(texts(await at('/text'))).toEqual(['Plain text']);
    expect(texts(await at('/lines'))).toEqual(['a: one', 'a: two']);
    expect(texts(await at('/said'))).toEqual(['a: json all the same']);
    expect((await at('/csv')).documents[0]?.metadata).toEqual({ line: 1, source: `${site.origin}/csv` });
  });

  it('decodes the encoding of the header', async () => {
    const body = Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0x93, 0xfa, 0x96, 0x7b]), Buffer.from('"}')]);
    site.setPages({ '/api': { headers: { 'content-type': 'application/json; charset=Shift_JIS' }, body } });
    expect(texts(await read({}))).toEqual(['a: 日本']);
  });
});

describe('what goes wrong', () => {
  it('quotes what the server says', async () => {
    site.setPages({
      '/api': { status: 401, headers: { 'content-type': 'application/json' }, body: '{"message":"Bad credentials"}' },
    });
    await expect(read({ token: 'secret' })).rejects.toMatchObject({
      code: 'SERVICE_FAILED',
      message: expect.stringMatching(/check the key.* It says: Bad credentials$/),
      details: { status: 401 },
    });
  });

  it.each([
    ['{"a": ', 'application/json'],
    ['<p>Login</p>', 'application/json'],
  ])('names an answer that is not the JSON that it says: %s', async (body, type) => {
    site.setPages({ '/api': { headers: { 'content-type': type }, body } });
    await expect(read({})).rejects.toMatchObject({
      code: 'SERVICE_FAILED',
      message: expect.stringContaining('not JSON'),
    });
  });

  it('stops at limits', async () => {
    site.setPages({ '/api': { body: Buffer.alloc(51_000_000, '1') }, '/slow': () => undefined });
    await expect(read({})).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' });
    await expect(read({ url: `${site.origin}/slow`, timeout: 100 })).rejects.toMatchObject({ code: 'SERVICE_TIMEOUT' });
    site.setPages({
      '/api': { headers: { 'content-type': 'application/json' }, body: `${'['.repeat(20_000)}${']'.repeat(20_000)}` },
    });
    await expect(read({})).rejects.toMatchObject({ code: 'SERVICE_FAILED' });
    site.setPages({ '/api': { headers: { 'content-type': 'image/png' }, body: 'x' } });
    await expect(read({})).rejects.toMatchObject({ code: 'UNSUPPORTED_FILE_TYPE' });
  });

  it('reports an API without items', async () => {
    site.setPages({ '/api': json([]) });
    await expect(read({ pointer: '/' })).rejects.toMatchObject({ code: 'INVALID_PARAM' });
  });
});

it('fetches only pages that have changed the second time', async () => {
  site.setPages({
    '/api': (response, request) => {
      const isSame = request.headers['if-none-match'] === '"1"';
      response.writeHead(isSame ? 304 : 200, { etag: '"1"', 'content-type': 'application/json' });
      response.end(isSame ? undefined : '{"a":"kept"}');
    },
  });
  const first = await read({ token: 'abc' }, cache);
  expect((await read({ token: 'abc' }, cache)).documents).toEqual(first.documents);
  expect(site.requests[1]?.headers['if-none-match']).toBe('"1"');
  // Another token may see something else.
  await read({ token: 'other' }, cache);
  expect(site.requests[2]?.headers['if-none-match']).toBeUndefined();
});

describe('checkConnection', () => {
  it('reports the server, and sends no POST', async () => {
    site.setPages({ '/api': json({ a: 'x' }), '/post': { status: 405 }, '/refused': { status: 401 } });
    expect(await apiLoader.checkConnection?.(paramsOf({ token: 'abc' }), signal)).toBe(
      `${site.origin}/api answers with application/json (status 200).`,
    );
    expect(site.requests[0]?.headers.authorization).toBe('Bearer abc');
    const post = paramsOf({ url: `${site.origin}/post`, method: 'POST' });
    expect(await apiLoader.checkConnection?.(post, signal)).toBe(`${site.origin}/post is there.`);
    expect(site.requests.map(({ method }) => method)).toEqual(['GET', 'HEAD']);
    const refused = paramsOf({ url: `${site.origin}/refused`, method: 'POST' });
    await expect(apiLoader.checkConnection?.(refused, signal)).rejects.toMatchObject({ details: { status: 401 } });
  });
});
