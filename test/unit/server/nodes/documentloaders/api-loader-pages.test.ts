import { describe, expect, it } from 'vitest';
import { json, setUpApiLoader, texts } from '../../../../helpers/servers/api-loader-suite.ts';

const { read, site } = setUpApiLoader();

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
