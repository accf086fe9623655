import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cheerioWebScraper } from '../../../../../electron/server/nodes/documentloaders/cheerio-web-scraper.ts';
import { gitbook } from '../../../../../electron/server/nodes/documentloaders/gitbook.ts';
import { cheerioWebScraper as scraperDefinition } from '../../../../../shared/nodes/documentloaders/cheerio-web-scraper.ts';
import { gitbook as gitbookDefinition } from '../../../../../shared/nodes/documentloaders/gitbook.ts';
import { makeLoadFolders } from '../../../../helpers/builders/load-folders.ts';
import { readOrigin } from '../../../../helpers/builders/origin-context.ts';
import { parseNodeParams } from '../../../../helpers/builders/parse-node-params.ts';
import { type LocalSite, openLocalSite } from '../../../../helpers/fakes/local-site.ts';

let site: LocalSite;
const folders = makeLoadFolders();
const signal = new AbortController().signal;

beforeAll(async () => {
  const menu = '<nav><a href="/">Home</a> <a href="/guide">Guide</a></nav>';
  site = await openLocalSite({
    '/': `<title>Home</title>${menu}<main><h1>Home</h1><p>Welcome.</p></main>`,
    '/guide': `<title>Guide</title>${menu}<main><h1>Guide</h1><p>Read this.</p></main>`,
  });
  const urls = ['/guide', '/'].map((path) => `<url><loc>${site.origin}${path}</loc></url>`);
  site.setPages({
    '/sitemap.xml': `<sitemapindex><sitemap><loc>${site.origin}/sitemap-pages.xml</loc></sitemap></sitemapindex>`,
    '/sitemap-pages.xml': `<urlset>${urls.join('')}</urlset>`,
  });
});
beforeEach(() => site.forget());
afterAll(() => site.close());

describe('cheerioWebScraper', () => {
  const scrape = async (inputs: object): Promise<unknown[]> => {
    const params = parseNodeParams(scraperDefinition, {
      url: site.origin,
      allowLocalNetwork: true,
      delay: 0,
      ...inputs,
    });
    const { documents } = await readOrigin(cheerioWebScraper, params, folders);
    return documents.map(({ metadata }) => metadata.title);
  };

  it('reads the page only when an exported flow says nothing of links', async () => {
    expect(await scrape({ relativeLinksMethod: '' })).toEqual(['Home']);
  });

  it('follows links and reads sitemaps under the names of exported flows', async () => {
    expect(await scrape({ relativeLinksMethod: 'webCrawl', limit: '10' })).toEqual(['Home', 'Guide']);
    expect(await scrape({ relativeLinksMethod: 'webCrawl', limit: '0' })).toEqual(['Home', 'Guide']);
    expect(await scrape({ relativeLinksMethod: 'scrapeXMLSitemap', limit: 1 })).toEqual(['Guide']);
  });

  it('reads the elements that the selector matches', async () => {
    const params = parseNodeParams(scraperDefinition, {
      url: site.origin,
      allowLocalNetwork: true,
      selector: ' main p ',
    });
    expect((await readOrigin(cheerioWebScraper, params, folders)).documents[0]?.text).toBe('Welcome.');
  });

  it('refuses this machine unless it is allowed', async () => {
    await expect(scrape({ allowLocalNetwork: false })).rejects.toMatchObject({ code: 'ADDRESS_REFUSED' });
    expect(site.requests).toEqual([]);
  });

  it.each(['example.org', 'ftp://example.org/', 'file:///etc/passwd'])(
    'says that %s is no web address',
    async (url) => {
      await expect(scrape({ url })).rejects.toMatchObject({ code: 'INVALID_PARAM', details: { param: 'url' } });
    },
  );

  it('says what answers at the address', async () => {
    const params = parseNodeParams(scraperDefinition, { url: `${site.origin}/?key=secret`, allowLocalNetwork: true });
    expect(await cheerioWebScraper.checkConnection?.(params, signal)).toBe(
      `${site.origin}/ answers with text/html (status 200).`,
    );
    const missing = { ...params, url: `${site.origin}/missing` };
    await expect(cheerioWebScraper.checkConnection?.(missing, signal)).rejects.toMatchObject({
      code: 'SERVICE_FAILED',
      message: expect.stringContaining('is not there'),
    });
    await expect(
      cheerioWebScraper.checkConnection?.({ ...params, allowLocalNetwork: false }, signal),
    ).rejects.toMatchObject({ code: 'ADDRESS_REFUSED' });
  });
});

describe('gitbook', () => {
  const paramsOf = (inputs: object) =>
    parseNodeParams(gitbookDefinition, { webPath: `${site.origin}/`, allowLocalNetwork: true, delay: 0, ...inputs });

  it('reads the main content of the page', async () => {
    const { documents } = await readOrigin(gitbook, paramsOf({}), folders);
    expect(documents).toEqual([{ text: 'Home\n\nWelcome.', metadata: { source: `${site.origin}/`, title: 'Home' } }]);
  });

  it('reads all pages that the sitemap of the book lists', async () => {
    const { documents } = await readOrigin(gitbook, paramsOf({ shouldLoadAllPaths: true }), folders);
    expect(documents.map(({ text }) => text)).toEqual(['Guide\n\nRead this.', 'Home\n\nWelcome.']);
  });

  it('says what answers at the address', async () => {
    expect(await gitbook.checkConnection?.(paramsOf({}), signal)).toContain('answers with text/html');
  });
});
