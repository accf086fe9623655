import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { apiLoader } from '../../../../../electron/server/nodes/documentloaders/api-loader.ts';
import { apiLoader as definition } from '../../../../../shared/nodes/documentloaders/api-loader.ts';
import { makeLoadFolders } from '../../../../helpers/load-folders.ts';
import { type LocalSite, openLocalSite, type Page, redirectTo } from '../../../../helpers/local-site.ts';
import { type OriginRun, readOrigin } from '../../../../helpers/origin-context.ts';

let site: LocalSite;
const { temporary, cache } = makeLoadFolders();
const signal = new AbortController().signal;

beforeEach(async () => {
  site = await openLocalSite();
});
afterEach(() => site.close());

const paramsOf = (inputs: object) =>
  definition.params.parse({ url: `${site.origin}/api`, allowLocalNetwork: true, ...inputs });

/** Each in a cache of its own, unless the test is about that. */
async function read(inputs: object, cacheFolder = join(cache, randomUUID())): Promise<OriginRun> {
  return readOrigin(apiLoader, paramsOf(inputs), { temporary, cache: cacheFolder });
}

const texts = ({ documents }: OriginRun): string[] => documents.map(({ text }) => text);

function json(value: unknown, headers: Record<string, string> = {}): Page {
  return { headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(value) };
}

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

  it('reads what is no JSON as what it is', async () => {
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

  it('decodes what the header says', async () => {
    const body = Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0x93, 0xfa, 0x96, 0x7b]), Buffer.from('"}')]);
    site.setPages({ '/api': { headers: { 'content-type': 'application/json; charset=Shift_JIS' }, body } });
    expect(texts(await read({}))).toEqual(['a: 日本']);
  });
});

describe('the request', () => {
  it('is a POST with a body and headers', async () => {
    site.setPages({ '/api': (response, { method, body }) => response.end(JSON.stringify({ method, body })) });
    await read({ method: 'POST', body: '{"query": "all"}', headers: '{"X-Team": "docs", "X-Version": 2}' });
    expect(site.requests[0]).toMatchObject({ method: 'POST', body: '{"query":"all"}' });
    expect(site.requests[0]?.headers).toMatchObject({
      'content-type': 'application/json',
      'x-team': 'docs',
      'x-version': '2',
    });
  });

  it.each([
    [{ token: 'abc' }, { authorization: 'Bearer abc' }],
    [{ token: 'Basic YTpi' }, { authorization: 'Basic YTpi' }],
    [{ token: 'abc', tokenHeader: 'X-Api-Key' }, { 'x-api-key': 'abc' }],
  ])('carries the token %j as %j', async (inputs, headers) => {
    site.setPages({ '/api': json({ a: 'x' }) });
    await read(inputs);
    expect(site.requests[0]?.headers).toMatchObject(headers);
  });

  it('keeps the token to the site that it is for', async () => {
    const other = await openLocalSite({ '/': json({ a: 'x' }) });
    site.setPages({ '/api': redirectTo(other.origin) });
    await read({ token: 'abc' });
    expect(other.requests[0]?.headers.authorization).toBeUndefined();
    site.setPages({ '/api': json([{ a: 'x' }], { link: `<${other.origin}/>; rel="next"` }) });
    await expect(read({ token: 'abc', pointer: '/', paging: 'link' })).rejects.toMatchObject({
      code: 'SERVICE_FAILED',
    });
    expect(other.requests).toHaveLength(1);
    await other.close();
  });

  it('shows no secret of the address in what it records', async () => {
    site.setPages({ '/api': json({ a: 'x' }) });
    const url = `http://ann:secret@127.0.0.1:${new URL(site.origin).port}/api?q=1&api_key=secret&access_token=secret`;
    expect((await read({ url })).documents[0]?.metadata.source).toBe(`${site.origin}/api?q=1`);
    expect(site.paths()).toEqual(['/api?q=1&api_key=secret&access_token=secret']);
  });

  it('refuses this machine unless it is allowed', async () => {
    await expect(read({ allowLocalNetwork: false })).rejects.toMatchObject({ code: 'ADDRESS_REFUSED' });
    expect(site.requests).toEqual([]);
  });

  it('refuses headers that are none', async () => {
    await expect(read({ headers: '{"X-List": ["a"]}' })).rejects.toMatchObject({ details: { param: 'headers' } });
    await expect(read({ headers: '{"bad name": "a"}' })).rejects.toMatchObject({ details: { param: 'headers' } });
  });
});

describe('pages', () => {
  /** Three pages of two items. */
  const items = ['a', 'b', 'c', 'd', 'e'];
  const slice = (page: number): string[] => items.slice((page - 1) * 2, page * 2);
  const paramOf = (path: string, name: string): string | null => new URL(path, site.origin).searchParams.get(name);

  function answer(respond: (path: string, body: string) => { value: unknown; headers?: Record<string, string> }): void {
    site.setPages({
      '/api': (response, { path, body }) => {
        const { value, headers } = respond(path, body);
        response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
      },
    });
  }

  it('follows Link headers', async () => {
    answer((path) => {
      const page = Number(paramOf(path, 'p') ?? 1);
      const next = `<${site.origin}/api?p=${page - 1}>; rel="prev", </api?p=${page + 1}>; title="a, b"; rel="last next"`;
      return { value: slice(page), headers: page < 3 ? { link: next } : { link: `</api?p=1>; rel="first"` } };
    });
    const run = await read({ pointer: '/', paging: 'link' });
    expect(texts(run)).toEqual(items);
    expect(run.documents.at(-1)?.metadata).toEqual({ source: `${site.origin}/api`, page: 3, pointer: '/0' });
    expect(site.paths()).toEqual(['/api', '/api?p=2', '/api?p=3']);
  });

  it('counts pages until one is empty', async () => {
    answer((path) => ({ value: { items: slice(Number(paramOf(path, 'seite')) + 1) } }));
    const run = await read({
      url: `${site.origin}/api?size=2`,
      pointer: '/items',
      paging: 'page',
      pageParam: 'seite',
      startPage: 0,
    });
    expect(texts(run)).toEqual(items);
    expect(site.paths()).toEqual([0, 1, 2, 3].map((page) => `/api?size=2&seite=${page}`));
  });

  it.each([400, 404])('takes status %i behind the last page for the end, and says so', async (status) => {
    site.setPages({
      '/api?page=1': json(['a']),
      '/api?page=2': json(['b']),
      '/api?page=3': { status, body: 'no such page' },
    });
    const run = await read({ pointer: '/', paging: 'page' });
    expect(texts(run)).toEqual(['a', 'b']);
    expect(run.progress.message).toBe(`Page 3 was answered with status ${status}: taken for the end.`);
    await expect(read({ url: `${site.origin}/gone`, pointer: '/', paging: 'page' })).rejects.toMatchObject({
      code: 'SERVICE_FAILED',
    });
  });

  it('sees that the number of a page has another name', async () => {
    site.setPages({ '/api': json(['a']) });
    await expect(read({ pointer: '/', paging: 'page' })).rejects.toMatchObject({ details: { param: 'pageParam' } });
  });

  it('ends where the last page comes again', async () => {
    answer((path) => ({ value: slice(Math.min(3, Number(paramOf(path, 'page')))) }));
    expect(texts(await read({ pointer: '/', paging: 'page' }))).toEqual(items);
  });

  it('asks with cursors', async () => {
    answer((path) => {
      const page = Number(paramOf(path, 'after') ?? 1);
      return { value: { data: slice(page), meta: { next: page < 3 ? page + 1 : null } } };
    });
    const inputs = { pointer: '/data', paging: 'cursor', cursorPointer: '/meta/next', cursorParam: 'after' };
    expect(texts(await read(inputs))).toEqual(items);
    expect(site.paths()).toEqual(['/api', '/api?after=2', '/api?after=3']);
  });

  it('asks with cursors in the body of a POST', async () => {
    answer((_path, body) => {
      const { start_cursor: page = 1 }: { start_cursor?: number } = JSON.parse(body);
      return { value: { results: slice(page), next_cursor: page < 3 ? page + 1 : undefined } };
    });
    const inputs = { pointer: '/results', paging: 'cursor', cursorPointer: 'next_cursor', cursorParam: 'start_cursor' };
    expect(texts(await read({ ...inputs, method: 'POST', body: { size: 2 } }))).toEqual(items);
    expect(site.requests.map(({ body }) => body)).toEqual([
      '{"size":2}',
      '{"size":2,"start_cursor":2}',
      '{"size":2,"start_cursor":3}',
    ]);
  });

  it.each([
    ['an address', (page: number) => `${site.origin}/api?p=${page}`],
    ['a path', (page: number) => `/api?p=${page}`],
    ['a query', (page: number) => `?p=${page}`],
  ])('follows a cursor that is %s', async (_what, next) => {
    answer((path) => {
      const page = Number(paramOf(path, 'p') ?? 1);
      return { value: { data: slice(page), next: page < 3 ? next(page + 1) : '' } };
    });
    expect(texts(await read({ pointer: '/data', paging: 'cursor', cursorPointer: '/next' }))).toEqual(items);
  });

  it('ends pages that lead back', async () => {
    answer(() => ({ value: { data: ['a'], next: 'same' } }));
    const inputs = { pointer: '/data', paging: 'cursor', cursorPointer: '/next' };
    await expect(read(inputs)).rejects.toMatchObject({
      code: 'SERVICE_FAILED',
      message: expect.stringContaining('was read already'),
    });
  });

  it('stops at the limit of pages, and says so', async () => {
    answer((path) => ({ value: [`item ${paramOf(path, 'page')}`] }));
    const run = await read({ pointer: '/', paging: 'page', maxPages: 3 });
    expect(run.documents).toHaveLength(3);
    expect(run.progress).toMatchObject({ done: 3, message: 'Stopped after 3 pages, which is the limit of the node.' });
  });

  it('needs a pointer to the cursor', async () => {
    await expect(read({ paging: 'cursor' })).rejects.toMatchObject({ details: { param: 'cursorPointer' } });
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

  it('says that there is nothing', async () => {
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
  it('says what answers, and sends no POST', async () => {
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
