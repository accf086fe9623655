import { describe, expect, it } from 'vitest';
import { openLocalSite, redirectTo } from '../../../../helpers/fakes/local-site.ts';
import { page, pathsOf, setUpReadSite, sources } from '../../../../helpers/servers/read-site-suite.ts';

const { read, site } = setUpReadSite();

describe('following links', () => {
  it('reads a site breadth first, each page once', async () => {
    site.setPages({
      '/': page(
        'Home',
        '/a',
        'b',
        '#top',
        '/a#x',
        'https://elsewhere.example/',
        'mailto:x@example.org',
        '/?utm_source=x',
      ),
      '/a': page('A', '/a1', '/', '/a?utm_campaign=1'),
      '/b': page('B', '/b1', '/a1'),
      '/a1': page('A1', '/a2'),
      '/a2': page('A2', '/'),
      '/b1': page('B1'),
    });
    const reading = await read('/', { scope: 'links' });
    expect(pathsOf(reading)).toEqual(['/', '/a', '/b', '/a1', '/b1', '/a2']);
    expect(site.paths()).toEqual(['/robots.txt', '/', '/a', '/b', '/a1', '/b1', '/a2']);
  });

  it('stops at the limit of pages and at the limit of links away', async () => {
    site.setPages({
      '/': page('Home', '/1'),
      '/1': page('One', '/2'),
      '/2': page('Two', '/3'),
      '/3': page('Three'),
    });
    expect(pathsOf(await read('/', { scope: 'links', limit: 2 }))).toEqual(['/', '/1']);
    expect(pathsOf(await read('/', { scope: 'links', maxDepth: 2 }))).toEqual(['/', '/1', '/2']);
  });

  it('ends on a site that never ends', async () => {
    site.setPages({
      '/calendar': (response, { path }) => {
        const day = Number(new URL(path, site.origin).searchParams.get('day'));
        response.writeHead(200, { 'content-type': 'text/html' }).end(page(`Day ${day}`, `?day=${day + 1}`));
      },
    });
    const reading = await read('/calendar?day=1', { scope: 'links', limit: 20 });
    expect(reading.documents).toHaveLength(20);
  });

  it('gives up on a site of dead links', async () => {
    const links = Array.from({ length: 500 }, (_, n) => `/dead${n}`);
    site.setPages({ '/': page('Home', ...links) });
    const reading = await read('/', { scope: 'links', limit: 2 });
    expect(pathsOf(reading)).toEqual(['/']);
    expect(site.requests.length).toBeLessThanOrEqual(102);
    expect(reading.progress.message).toMatch(/^Left out: 99 pages not found\./);
  });

  it('knows a page again that several addresses lead to', async () => {
    site.setPages({
      '/': page('Home', '/old', '/new', '/%6eew', '/older'),
      '/old': redirectTo('/new'),
      '/older': redirectTo('/old'),
      '/new': page('New'),
    });
    expect(pathsOf(await read('/', { scope: 'links' }))).toEqual(['/', '/new']);
  });

  it('leaves out what fails, says so, and reads on', async () => {
    site.setPages({
      '/': page('Home', '/missing', '/broken', '/picture', '/empty', '/photo.jpg', '/good'),
      '/broken': { status: 500, body: 'x' },
      '/picture': { headers: { 'content-type': 'image/png' }, body: 'x' },
      '/empty': '<p></p>',
      '/good': page('Good'),
    });
    const reading = await read('/', { scope: 'links' });
    expect(pathsOf(reading)).toEqual(['/', '/good']);
    expect(reading.progress).toMatchObject({ done: 2 });
    expect(reading.progress.message).toMatch(
      /^Left out: 1 page not found, 1 page that could not be read, 2 pages without text\. .*\/broken failed \(status 500\)/,
    );
    expect(site.paths()).not.toContain('/photo.jpg');
  });

  it('stays on the site', async () => {
    const other = await openLocalSite({ '/': page('Other') });
    site.setPages({
      '/': page('Home', `${other.origin}/`, '/out', '/in'),
      '/out': redirectTo(other.origin),
      '/in': page('In'),
    });
    const reading = await read('/', { scope: 'links' });
    await other.close();
    expect(pathsOf(reading)).toEqual(['/', '/in']);
    expect(reading.progress.message).toBe('Left out: 1 page leading to another site.');
  });

  it('takes the site that the first page redirects to', async () => {
    const other = await openLocalSite({ '/': page('Other', '/more', `${site.origin}/back`), '/more': page('More') });
    site.setPages({ '/': redirectTo(other.origin) });
    const reading = await read('/', { scope: 'links' });
    await other.close();
    expect(sources(reading)).toEqual([`${other.origin}/`, `${other.origin}/more`]);
  });

  it('visits only what is meant', async () => {
    site.setPages({
      '/': page('Home', '/docs/a', '/blog/a', '/docs/old/b'),
      '/docs/a': page('A', '/docs/c'),
      '/docs/c': page('C'),
      '/blog/a': page('Blog'),
      '/docs/old/b': page('Old'),
    });
    const reading = await read('/', { scope: 'links', include: ['/docs/**'], exclude: ['/docs/old/**'] });
    expect(pathsOf(reading)).toEqual(['/docs/a', '/docs/c']);
    expect(site.paths()).not.toContain('/blog/a');
    expect(site.paths()).not.toContain('/docs/old/b');
  });

  it('resolves links from the base that the page names', async () => {
    site.setPages({
      '/': '<base href="/sub/"><p>Home</p><a href="a">a</a><map><area href="b"></map>',
      '/sub/a': page('A'),
      '/sub/b': page('B'),
    });
    expect(pathsOf(await read('/', { scope: 'links' }))).toEqual(['/', '/sub/a', '/sub/b']);
  });

  it('stops when it is told to', async () => {
    const stop = new AbortController();
    site.setPages({
      '/': page('Home', '/next'),
      '/next': () => stop.abort(new Error('stopped')),
    });
    await expect(read('/', { scope: 'links' }, { signal: stop.signal })).rejects.toThrow('stopped');
  });
});
