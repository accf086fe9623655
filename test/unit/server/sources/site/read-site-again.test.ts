import { describe, expect, it } from 'vitest';
import { page, pathsOf, setUpReadSite } from '../../../../helpers/servers/read-site-suite.ts';

const { read, site } = setUpReadSite();

describe('a second run', () => {
  it('fetches only what has changed', async () => {
    const versions = new Map([
      ['/', 1],
      ['/a', 1],
      ['/b', 1],
    ]);
    let unchanged = 0;
    const answer = (path: string, links: string[]): void => {
      site.setPages({
        [path]: (response, request) => {
          const etag = `"${versions.get(path)}"`;
          const isSame = request.headers['if-none-match'] === etag;
          if (isSame) unchanged += 1;
          response.writeHead(isSame ? 304 : 200, { etag, 'content-type': 'text/html' });
          response.end(isSame ? undefined : page(`${path} version ${versions.get(path)}`, ...links));
        },
      });
    };
    answer('/', ['/a', '/b']);
    answer('/a', []);
    answer('/b', []);
    const first = await read('/', { scope: 'links' });
    expect(unchanged).toBe(0);
    expect((await read('/', { scope: 'links' })).documents).toEqual(first.documents);
    expect(unchanged).toBe(3);
    versions.set('/a', 2);
    const third = await read('/', { scope: 'links' });
    expect(unchanged).toBe(5);
    expect(third.documents.map(({ metadata }) => metadata.title)).toEqual([
      '/ version 1',
      '/a version 2',
      '/b version 1',
    ]);
  });

  it('asks by date where there is no tag', async () => {
    const date = 'Wed, 21 Oct 2026 07:28:00 GMT';
    site.setPages({
      '/': (response, request) => {
        const isSame = request.headers['if-modified-since'] === date;
        response.writeHead(isSame ? 304 : 200, { 'last-modified': date, 'content-type': 'text/html' });
        response.end(isSame ? undefined : page('Dated'));
      },
    });
    const first = await read('/');
    expect((await read('/')).documents).toEqual(first.documents);
    expect(site.requests.at(-1)?.headers['if-modified-since']).toBe(date);
  });

  it('leaves out a page that can not be fetched, and says so', async () => {
    site.setPages({ '/': page('Home', '/a'), '/a': page('A') });
    await read('/', { scope: 'links' });
    site.setPages({ '/a': { status: 500, body: 'down' } });
    const second = await read('/', { scope: 'links' });
    expect(pathsOf(second)).toEqual(['/']);
    expect(second.progress.message).toContain('1 page that could not be read');
  });

  it('keeps nothing that it is asked not to keep', async () => {
    site.setPages({ '/': { headers: { 'cache-control': 'no-store', etag: '"1"' }, body: page('Secret') } });
    await read('/');
    await read('/');
    expect(site.requests.at(-1)?.headers['if-none-match']).toBeUndefined();
  });
});
