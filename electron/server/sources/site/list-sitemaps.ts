import { AppError, UserError } from '../../../../shared/errors/errors.ts';
import { shownAddress } from '../../http/web-errors.ts';
import { siteOf } from '../page/canonical-url.ts';
import type { LeftOut, SiteVisitor } from './site-visitor.ts';
import { readSitemap, type SitemapList } from './sitemap.ts';

/** Sitemaps that are read for one site; at 50,000 addresses each. */
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
 * The addresses that the sitemaps of a site list, in order, of that site only. The address may be that of a sitemap or of any page: then the sitemaps count that
 * the robots.txt names, or the usual place.
 * @throws UserError INVALID_PARAM if there is no sitemap; why the address can't be read; why the first sitemap can't, if none can
 */
export async function listSitemaps(start: URL, visitor: SiteVisitor, maxPages: number): Promise<ListedPages> {
  const lister = createLister(visitor, maxPages);
  const isSitemap = await lister.read([start]);
  if (!isSitemap) {
    // What can't be had for now may well be a sitemap.
    const failed = lister.leftOut.find(({ reason }) => reason === 'failed');
    if (failed !== undefined) throw failed.error;
    const named = await visitor.sitemapsOf(start.origin);
    const urls = named.filter((address) => URL.canParse(address, start.href)).map((address) => new URL(address, start));
    const isFound = await lister.read(urls.length > 0 ? urls : usualPlaces(start));
    if (!isFound) throw lister.leftOut[0]?.error ?? noSitemap(start);
  }
  return { pages: lister.pages(), leftOut: lister.leftOut };
}

/** Beside the page, and at the top of the site. */
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
    /** Reads sitemaps and those that they list. @returns whether there was any */
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
        // What a sitemap lists comes before what stands behind it.
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
