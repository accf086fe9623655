import { AppError, UserError } from '../../../../shared/errors/errors.ts';
import { shownAddress } from '../../http/web-errors.ts';
import { siteOf } from '../page/canonical-url.ts';
import type { LeftOut, SiteVisitor } from './site-visitor.ts';
import { readSitemap, type SitemapList } from './sitemap.ts';

/** The most sitemaps of one site; each may have 50,000 addresses. */
const MAX_SITEMAPS = 200;

export interface ListedPages {
  readonly pages: readonly URL[];
  /** Sitemaps that could not be read. */
  readonly leftOut: readonly LeftOutSitemap[];
}

export interface LeftOutSitemap extends LeftOut {
  readonly url: URL;
}

/**
 * The addresses in the sitemaps of a site, in order, of that site only. The given address may be a sitemap or any page: then the sitemaps of its
 * robots.txt are read, or the one at the usual place.
 * @throws UserError INVALID_PARAM if there is no sitemap; the reason why the address, or the first sitemap if all fail, can't be read
 */
export async function listSitemaps(start: URL, visitor: SiteVisitor, maxPages: number): Promise<ListedPages> {
  const lister = createLister(visitor, maxPages);
  const isSitemap = await lister.read([start]);
  if (!isSitemap) {
    // A temporarily unavailable address may still be a sitemap.
    const failed = lister.leftOut.find(({ reason }) => reason === 'failed');
    if (failed !== undefined) throw failed.error;
    const named = await visitor.sitemapsOf(start.origin);
    const urls = named.filter((address) => URL.canParse(address, start.href)).map((address) => new URL(address, start));
    const isFound = await lister.read(urls.length > 0 ? urls : usualPlaces(start));
    if (!isFound) throw lister.leftOut[0]?.error ?? noSitemap(start);
  }
  return { pages: lister.pages(), leftOut: lister.leftOut };
}

/** Next to the page, and at the root of the site. */
function usualPlaces(start: URL): URL[] {
  const beside = new URL('./sitemap.xml', start.pathname.endsWith('/') ? start : `${start.href}/`);
  const top = new URL('/sitemap.xml', start);
  return beside.href === top.href ? [top] : [beside, top];
}

function createLister(visitor: SiteVisitor, maxPages: number) {
  const pages = new Map<string, URL>();
  const seen = new Set<string>();
  const leftOut: LeftOutSitemap[] = [];

  async function readOne(url: URL): Promise<SitemapList | undefined> {
    const visited = await visitor.visit(url, () => true, undefined);
    if ('reason' in visited) {
      if (visited.reason !== 'missing') leftOut.push({ ...visited, url });
      return undefined;
    }
    try {
      return await readSitemap(visited);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      leftOut.push({ reason: 'failed', error, url });
      return undefined;
    }
  }

  return {
    /** Reads sitemaps and the sitemaps that they list. @returns whether there was any */
    async read(urls: readonly URL[]): Promise<boolean> {
      const waiting = [...urls];
      let isFound = false;
      for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
        if (seen.has(url.href) || seen.size >= MAX_SITEMAPS || pages.size >= maxPages) continue;
        seen.add(url.href);
        const list = await readOne(url);
        if (list === undefined) continue;
        isFound = true;
        for (const page of list.pages) {
          if (siteOf(page) === siteOf(url) && pages.size < maxPages) pages.set(page.href, page);
        }
        // The addresses of a nested sitemap come before those of the next one.
        waiting.unshift(...list.sitemaps);
      }
      return isFound;
    },
    pages: () => [...pages.values()],
    leftOut,
  };
}

function noSitemap(start: URL): UserError {
  return new UserError(
    'INVALID_PARAM',
    `${shownAddress(start)} has no sitemap: write the address of the sitemap itself, or follow links instead.`,
    { details: { param: 'url' } },
  );
}
