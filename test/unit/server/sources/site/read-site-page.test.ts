import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { redirectTo } from '../../../../helpers/fakes/local-site.ts';
import { page, setUpReadSite, sources } from '../../../../helpers/servers/read-site-suite.ts';

const { at, read, site } = setUpReadSite();

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
