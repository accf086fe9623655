import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SiteOptions } from '../../../../../electron/server/sources/site/read-site.ts';
import { readSitePages } from '../../../../helpers/builders/read-site-pages.ts';
import { makeTemporaryFolder } from '../../../../helpers/builders/temporary-folder.ts';
import { type LocalSite, openLocalSite, type Page } from '../../../../helpers/fakes/local-site.ts';

let site: LocalSite;
let folder: ReturnType<typeof makeTemporaryFolder>;

beforeEach(async () => {
  site = await openLocalSite(
    Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [`/${name}`, `<p>Page ${name}</p>`])),
  );
  folder = makeTemporaryFolder();
});
afterEach(async () => {
  await site.close();
  folder.remove();
});

async function readPaths(path: string, options: Partial<SiteOptions> = {}): Promise<string[]> {
  const start = new URL(path, site.origin);
  const { documents } = await readSitePages({ start, scope: 'sitemap', ...options }, { folder: folder.path });
  return documents.map(({ metadata }) => new URL(String(metadata.source)).pathname);
}

function xml(body: string): Page {
  return { headers: { 'content-type': 'application/xml' }, body: `<?xml version="1.0" encoding="UTF-8"?>\n${body}` };
}

function urlset(...paths: string[]): string {
  const urls = paths.map((path) => `<url><loc>\n ${site.origin}${path} </loc><lastmod>2026-01-01</lastmod></url>`);
  return `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>`;
}

function index(...paths: string[]): string {
  return `<sitemapindex>${paths.map((path) => `<sitemap><loc>${site.origin}${path}</loc></sitemap>`).join('')}</sitemapindex>`;
}

describe('reading a sitemap', () => {
  it('reads its pages in order, up to the limit', async () => {
    site.setPages({ '/sitemap.xml': xml(urlset('/c', '/a', '/b', '/a')) });
    expect(await readPaths('/sitemap.xml')).toEqual(['/c', '/a', '/b']);
    expect(await readPaths('/sitemap.xml', { limit: 2 })).toEqual(['/c', '/a']);
  });

  it('finds that of the site when a page is named: in robots.txt, or in its place', async () => {
    site.setPages({ '/': '<p>Home</p>', '/sitemap.xml': xml(urlset('/a')) });
    expect(await readPaths('/')).toEqual(['/a']);
    site.setPages({ '/robots.txt': `Sitemap: ${site.origin}/maps/b.xml\n`, '/maps/b.xml': xml(urlset('/b')) });
    expect(await readPaths('/')).toEqual(['/b']);
    site.setPages({ '/robots.txt': '', '/docs/': '<p>Docs</p>', '/docs/sitemap.xml': xml(urlset('/d')) });
    expect(await readPaths('/docs/')).toEqual(['/d', '/a']);
  });

  it('reads those that an index lists, packed or not, and ends when they list each other', async () => {
    site.setPages({
      '/sitemap.xml': xml(index('/one.xml', '/two.xml.gz', '/missing.xml')),
      '/one.xml': xml(index('/sitemap.xml', '/three.txt')),
      '/two.xml.gz': { headers: { 'content-type': 'application/x-gzip' }, body: gzipSync(urlset('/b', '/c')) },
      '/three.txt': { headers: { 'content-type': 'text/plain' }, body: `${site.origin}/a\n${site.origin}/b\n` },
    });
    expect(await readPaths('/sitemap.xml')).toEqual(['/a', '/b', '/c']);
  });

  it('takes addresses of pages only, not those of their pictures, and of the site only', async () => {
    site.setPages({
      '/sitemap.xml': xml(`<urlset xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
        <url><loc>${site.origin}/a</loc><image:image><image:loc>${site.origin}/b</image:loc></image:image></url>
        <url><loc>https://elsewhere.example/</loc></url><url><loc>${site.origin}/photo.png</loc></url>
        <url><loc>${site.origin}/c&amp;x</loc></url><url><loc><![CDATA[${site.origin}/d]]></loc></url></urlset>`),
    });
    expect(await readPaths('/sitemap.xml')).toEqual(['/a', '/d']);
    expect(site.paths()).toContain('/c&x');
  });

  it('visits only what is meant', async () => {
    site.setPages({ '/sitemap.xml': xml(urlset('/a', '/b', '/c')) });
    expect(await readPaths('/sitemap.xml', { exclude: ['/b'] })).toEqual(['/a', '/c']);
    expect(site.paths()).not.toContain('/b');
  });

  it('reads the others when one fails, and says so', async () => {
    site.setPages({
      '/sitemap.xml': xml(index('/one.xml', '/two.xml', '/three.xml')),
      '/one.xml': xml('<urlset><url>'),
      '/two.xml': { status: 500, body: '' },
      '/three.xml': xml(urlset('/a')),
    });
    const start = new URL('/sitemap.xml', site.origin);
    const { documents, progress } = await readSitePages({ start, scope: 'sitemap' }, { folder: folder.path });
    expect(documents).toHaveLength(1);
    expect(progress).toMatchObject({ done: 1, total: 1 });
    expect(progress.message).toMatch(/^Left out: 2 pages that could not be read\. .*one\.xml answers with a sitemap/);
  });

  it('expands no entities', async () => {
    site.setPages({
      '/sitemap.xml': {
        headers: { 'content-type': 'application/xml' },
        body: `<!DOCTYPE urlset [<!ENTITY x "${site.origin}/a">]><urlset><url><loc>&x;</loc></url><url><loc>${site.origin}/b</loc></url></urlset>`,
      },
    });
    expect(await readPaths('/sitemap.xml')).toEqual(['/b']);
  });

  it('says what is wrong', async () => {
    site.setPages({ '/': '<p>Home</p>' });
    await expect(readPaths('/')).rejects.toMatchObject({ code: 'INVALID_PARAM', details: { param: 'url' } });
    site.setPages({ '/sitemap.xml': { status: 500, body: '' } });
    await expect(readPaths('/')).rejects.toMatchObject({ code: 'SERVICE_FAILED', details: { status: 500 } });
    site.setPages({ '/sitemap.xml': xml('<urlset><url><loc>') });
    await expect(readPaths('/sitemap.xml')).rejects.toMatchObject({
      code: 'SERVICE_FAILED',
      message: expect.stringContaining('not well-formed'),
    });
    site.setPages({ '/sitemap.xml': { body: gzipSync(urlset('/a')).subarray(0, 40) } });
    await expect(readPaths('/sitemap.xml')).rejects.toMatchObject({
      code: 'SERVICE_FAILED',
      message: expect.stringContaining('cannot be unpacked'),
    });
    site.setPages({ '/sitemap.xml': { body: gzipSync(Buffer.alloc(60_000_000, 'x')) } });
    await expect(readPaths('/sitemap.xml')).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' });
    site.setPages({ '/sitemap.xml': xml(urlset()) });
    await expect(readPaths('/')).rejects.toMatchObject({ code: 'NO_FILES' });
  });
});
