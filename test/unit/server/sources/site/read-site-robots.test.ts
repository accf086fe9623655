import { describe, expect, it } from 'vitest';
import { redirectTo } from '../../../../helpers/fakes/local-site.ts';
import { page, pathsOf, setUpReadSite } from '../../../../helpers/servers/read-site-suite.ts';

const { read, site } = setUpReadSite();

describe('what the site asks for', () => {
  it('leaves out what robots.txt disallows', async () => {
    site.setPages({
      '/robots.txt': {
        headers: { 'content-type': 'text/plain' },
        body: 'User-agent: *\nDisallow: /private\nAllow: /private/open\n',
      },
      '/': page('Home', '/private/a', '/private/open', '/public', '/to-private'),
      '/private/a': page('Private'),
      '/private/open': page('Open'),
      '/public': page('Public'),
      '/to-private': redirectTo('/private/a'),
    });
    const reading = await read('/', { scope: 'links' });
    expect(pathsOf(reading)).toEqual(['/', '/private/open', '/public']);
    expect(reading.progress.message).toBe('Left out: 2 pages that robots.txt asks not to read.');
    await expect(read('/private/a')).rejects.toMatchObject({
      code: 'ROBOTS_DISALLOWED',
      message: expect.stringContaining('"Respect robots.txt"'),
    });
    expect(pathsOf(await read('/private/a', { respectRobots: false }))).toEqual(['/private/a']);
  });

  it('follows the rules that name it', async () => {
    site.setPages({
      '/robots.txt': 'User-agent: Tributary\nDisallow: /\n\nUser-agent: *\nAllow: /\n',
      '/': page('Home'),
    });
    await expect(read('/')).rejects.toMatchObject({ code: 'ROBOTS_DISALLOWED' });
  });

  it('reads nothing when robots.txt fails, and everything when there is none', async () => {
    site.setPages({ '/': page('Home'), '/robots.txt': { status: 500, body: '' } });
    await expect(read('/')).rejects.toMatchObject({
      code: 'SERVICE_FAILED',
      message: expect.stringContaining("/robots.txt can't be read (status 500)"),
    });
    expect(site.paths()).toEqual(['/robots.txt']);
    site.setPages({ '/robots.txt': { status: 403, body: '' } });
    expect((await read('/')).documents).toHaveLength(1);
  });

  it('asks for robots.txt once', async () => {
    site.setPages({ '/': page('Home', '/a', '/b'), '/a': page('A'), '/b': page('B') });
    await read('/', { scope: 'links' });
    expect(site.paths().filter((path) => path === '/robots.txt')).toHaveLength(1);
  });

  it('pauses between requests, for longer if the site asks for it, within reason', async () => {
    site.setPages({ '/': page('Home', '/a', '/b'), '/a': page('A'), '/b': page('B') });
    expect((await read('/', { scope: 'links', delayMs: 500 })).pauses).toEqual([500, 500]);
    site.setPages({ '/robots.txt': 'User-agent: *\nCrawl-delay: 3\n' });
    expect((await read('/', { scope: 'links', delayMs: 500 })).pauses).toEqual([3000, 3000]);
    site.setPages({ '/robots.txt': 'User-agent: *\nCrawl-delay: 3600\n' });
    expect((await read('/', { scope: 'links', delayMs: 500 })).pauses).toEqual([10_000, 10_000]);
  });

  it('does not follow links that it asks not to follow', async () => {
    site.setPages({
      '/': '<p>Home</p><a rel="nofollow" href="/a">a</a><a href="/b">b</a>',
      '/a': page('A'),
      '/b': '<meta name="robots" content="noindex, nofollow"><p>B</p><a href="/c">c</a>',
      '/c': page('C'),
    });
    expect(pathsOf(await read('/', { scope: 'links' }))).toEqual(['/', '/b']);
    expect(pathsOf(await read('/', { scope: 'links', respectRobots: false }))).toEqual(['/', '/a', '/b', '/c']);
  });
});
