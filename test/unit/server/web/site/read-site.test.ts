import type { LookupFunction } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { localAddressKind } from '../../../../../electron/server/net/address-kind.ts';
import type { SiteOptions } from '../../../../../electron/server/web/site/read-site.ts';
import { type LocalSite, openLocalSite, redirectTo } from '../../../../helpers/local-site.ts';
import { readSitePages, type SiteReading, type SiteRun } from '../../../../helpers/read-site-pages.ts';
import { makeTemporaryFolder } from '../../../../helpers/temporary-folder.ts';

let site: LocalSite;
let folder: ReturnType<typeof makeTemporaryFolder>;

beforeEach(async () => {
  site = await openLocalSite();
  folder = makeTemporaryFolder();
});
afterEach(async () => {
  await site.close();
  folder.remove();
});

const at = (path: string): string => new URL(path, site.origin).href;

function read(path: string, options: Partial<SiteOptions> = {}, run: Partial<SiteRun> = {}): Promise<SiteReading> {
  return readSitePages({ start: new URL(at(path)), ...options }, { folder: folder.path, ...run });
}

function page(title: string, ...links: string[]): string {
  const list = links.map((link) => `<a href="${link}">${link}</a>`).join('\n');
  return `<html><head><title>${title}</title></head><body><h1>${title}</h1><p>Text of ${title}.</p></body>${list}</html>`;
}

const sources = ({ documents }: SiteReading): unknown[] => documents.map(({ metadata }) => metadata.source);
const pathsOf = (reading: SiteReading): string[] => sources(reading).map((source) => new URL(String(source)).pathname);

describe('one page', () => {
  it('gives its text in blocks, and says where it is from', async () => {
    site.setPages({
      '/page': `<!doctype html><html lang="en-GB"><head><title>A  page</title>
        <meta name="description" content="What it is about"><link rel="canonical" href="/the-page"></head>
        <body><h1>Heading</h1><p>One <b>bold</b> word.</p><ul><li>first</li><li>second</li></ul><script>no()</script></body></html>`,
    });
    const { documents, progress } = await read('/page#part');
    expect(documents).toEqual([
      {
        text: 'Heading\n\nOne bold word.\n\n- first\n- second',
        metadata: {
          source: at('/page'),
          title: 'A page',
          description: 'What it is about',
          language: 'en-GB',
          canonical: at('/the-page'),
        },
      },
    ]);
    expect(progress).toEqual({ done: 1 });
    expect(site.paths()).toEqual(['/robots.txt', '/page']);
  });

  it('names the address that redirects lead to', async () => {
    site.setPages({ '/old': redirectTo('/new', 301), '/new': page('New') });
    expect(sources(await read('/old'))).toEqual([at('/new')]);
  });

  it.each([
    ['shift_jis', Buffer.from([0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea]), '日本語'],
    ['windows-1252', Buffer.from([0x93, 0x47, 0x72, 0xfc, 0xdf, 0x65, 0x94, 0x80]), '“Grüße”€'],
    ['iso-8859-1', Buffer.from([0x93, 0x41, 0x94]), '“A”'],
  ])('reads %s, named by the header or by the page', async (charset, bytes, text) => {
    const body = Buffer.concat([Buffer.from('<p>'), bytes]);
    const meta = Buffer.concat([Buffer.from(`<meta charset="${charset}"><p>`), bytes]);
    site.setPages({
      '/header': { headers: { 'content-type': `text/html; charset=${charset}` }, body },
      '/meta': { headers: { 'content-type': 'text/html' }, body: meta },
    });
    expect((await read('/header')).documents[0]?.text).toBe(text);
    expect((await read('/meta')).documents[0]?.text).toBe(text);
  });

  it('takes what the selector names, once', async () => {
    site.setPages({
      '/page': '<nav>menu</nav><main><p class="x">a <span class="x">b</span></p><p>c</p><p class="x">d</p></main>',
    });
    const { documents } = await read('/page', { content: { mode: 'selector', selector: '.x' } });
    expect(documents[0]?.text).toBe('a b\n\nd');
  });

  it('says when the selector names nothing, or is none', async () => {
    site.setPages({ '/page': page('Page') });
    await expect(read('/page', { content: { mode: 'selector', selector: '.none' } })).rejects.toMatchObject({
      code: 'FILE_HAS_NO_TEXT',
    });
    site.forget();
    await expect(read('/page', { content: { mode: 'selector', selector: 'p[' } })).rejects.toMatchObject({
      code: 'INVALID_PARAM',
      details: { param: 'selector' },
    });
    expect(site.paths()).toEqual([]);
  });

  it('takes the article without menus and footers', async () => {
    const article = Array.from(
      { length: 8 },
      (_, n) => `<p>Sentence ${n}, which is long enough to count, with commas, and more.</p>`,
    );
    site.setPages({
      '/page': `<body><nav><a href="/">Menu entry</a></nav><article><h2>Story</h2>${article.join('')}</article><footer>Imprint</footer></body>`,
    });
    const text = (await read('/page', { content: { mode: 'readable' } })).documents[0]?.text;
    expect(text).toContain('Sentence 0, which is long enough');
    expect(text).toContain('Sentence 7');
    expect(text).not.toMatch(/Menu entry|Imprint/);
  });

  it('takes the whole page when there is no article', async () => {
    site.setPages({ '/page': '<p>Short</p>', '/plain': 'no elements at all' });
    expect((await read('/page', { content: { mode: 'readable' } })).documents[0]?.text).toBe('Short');
    expect((await read('/plain', { content: { mode: 'readable' } })).documents[0]?.text).toBe('no elements at all');
  });

  it('takes the whole of a page that is too large for an article', async () => {
    site.setPages({ '/large': `<p>${'word '.repeat(1_200_000)}</p>` });
    expect((await read('/large', { content: { mode: 'readable' } })).documents[0]?.text).toHaveLength(5_999_999);
    await expect(read('/large', { content: { mode: 'selector', selector: 'p' } })).rejects.toMatchObject({
      code: 'FILE_TOO_LARGE',
    });
  });

  it('reads text and documents by what they are', async () => {
    site.setPages({
      '/notes': { headers: { 'content-type': 'text/plain; charset=utf-8' }, body: 'Notes <b>' },
      '/guide': { headers: { 'content-type': 'text/markdown' }, body: '# Guide\n\nText' },
      '/list.csv': { headers: { 'content-type': 'application/octet-stream' }, body: 'name,age\nAnn,7\n' },
    });
    expect((await read('/notes')).documents).toEqual([{ text: 'Notes <b>', metadata: { source: at('/notes') } }]);
    expect((await read('/guide')).documents[0]).toMatchObject({ metadata: { source: at('/guide') } });
    expect((await read('/list.csv')).documents).toEqual([
      { text: 'name: Ann\nage: 7', metadata: { line: 1, source: at('/list.csv') } },
    ]);
  });

  it.each([
    [404, 'SERVICE_FAILED', /is not there \(status 404\)/],
    [403, 'SERVICE_FAILED', /does not let us in/],
    [500, 'SERVICE_FAILED', /failed \(status 500\)/],
  ])('says why a page of status %i is not read', async (status, code, message) => {
    site.setPages({ '/page': { status, body: page('Error') } });
    await expect(read('/page')).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
  });

  it('says what is no page', async () => {
    site.setPages({
      '/film': { headers: { 'content-type': 'video/mp4' }, body: 'x' },
      '/app': '<div id="root"></div>',
    });
    await expect(read('/film')).rejects.toMatchObject({ code: 'UNSUPPORTED_FILE_TYPE', status: 415 });
    await expect(read('/app')).rejects.toMatchObject({ code: 'FILE_HAS_NO_TEXT' });
  });

  it('stops at limits', async () => {
    site.setPages({
      '/bomb': { headers: { 'content-encoding': 'gzip' }, body: gzipSync(Buffer.alloc(60_000_000, 'a')) },
      '/slow': () => undefined,
      '/circle': redirectTo('/circle'),
      '/deep': '<div>'.repeat(20_000),
    });
    await expect(read('/bomb')).rejects.toMatchObject({ code: 'FILE_TOO_LARGE', status: 413 });
    await expect(read('/slow', {}, { client: { timeoutMs: 60 } })).rejects.toMatchObject({ code: 'SERVICE_TIMEOUT' });
    await expect(read('/circle')).rejects.toMatchObject({ code: 'SERVICE_FAILED' });
    await expect(read('/deep')).rejects.toMatchObject({ code: 'FILE_CORRUPT' });
  });
});

describe('addresses of the local network', () => {
  it('refuses them unless the node allows them', async () => {
    site.setPages({ '/page': page('Page') });
    await expect(read('/page', { allowLocalNetwork: false })).rejects.toMatchObject({ code: 'ADDRESS_REFUSED' });
    expect(site.requests).toEqual([]);
  });

  it('refuses a name that leads to this machine', async () => {
    site.setPages({ '/page': page('Page') });
    const start = new URL(`http://docs.example:${new URL(site.origin).port}/page`);
    const lookup: LookupFunction = (_hostname, _options, callback) =>
      callback(null, [{ address: '127.0.0.1', family: 4 }]);
    const run = { folder: folder.path, client: { lookup } };
    await expect(readSitePages({ start, allowLocalNetwork: false }, run)).rejects.toMatchObject({
      code: 'ADDRESS_REFUSED',
      message: expect.stringContaining('docs.example leads to 127.0.0.1'),
    });
    expect(site.requests).toEqual([]);
    expect(sources(await readSitePages({ start }, run))).toEqual([start.href]);
  });

  it('refuses those that pages lead to, and reads on', async () => {
    site.setPages({
      '/': page('Home', '/meta', '/next'),
      '/meta': redirectTo('http://169.254.169.254/latest/meta-data/'),
      '/next': page('Next'),
    });
    // The local site stands for one of the open internet.
    const judgeAddress = (address: string) => (address === '127.0.0.1' ? undefined : localAddressKind(address));
    const run = { client: { judgeAddress } };
    const reading = await read('/', { scope: 'links', allowLocalNetwork: false }, run);
    expect(pathsOf(reading)).toEqual(['/', '/next']);
    expect(reading.progress.message).toContain('169.254.169.254');
  });
});

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

  it('takes pages as they were when they can not be fetched for now, and says so', async () => {
    site.setPages({ '/': page('Home', '/a'), '/a': page('A') });
    const first = await read('/', { scope: 'links' });
    site.setPages({ '/a': { status: 500, body: 'down' } });
    const second = await read('/', { scope: 'links' });
    expect(second.documents).toEqual(first.documents);
    expect(second.progress.message).toContain('1 page');
    // A page that is gone is gone.
    site.setPages({ '/a': { status: 404, body: '' } });
    expect(pathsOf(await read('/', { scope: 'links' }))).toEqual(['/']);
  });

  it('keeps nothing that it is asked not to keep', async () => {
    site.setPages({ '/': { headers: { 'cache-control': 'no-store', etag: '"1"' }, body: page('Secret') } });
    await read('/');
    await read('/');
    expect(site.requests.at(-1)?.headers['if-none-match']).toBeUndefined();
  });
});
