import type { ParamsOf } from '../../../../shared/nodes/define-node.ts';
import {
  cheerioWebScraper as definition,
  MAX_PAGES,
} from '../../../../shared/nodes/documentloaders/cheerio-web-scraper.ts';
import { splitPatterns } from '../../common/glob.ts';
import { implement } from '../../core/node-kinds.ts';
import { parseWebAddress } from '../../http/web-errors.ts';
import { checkAddress } from '../../sources/check-address.ts';
import { readSite, type SiteOptions } from '../../sources/site/read-site.ts';

type Params = ParamsOf<typeof definition>;

const SCOPES = { page: 'page', webCrawl: 'links', scrapeXMLSitemap: 'sitemap' } as const satisfies Record<
  Params['relativeLinksMethod'],
  SiteOptions['scope']
>;

/** A page, a crawl from it, or the pages of a sitemap: one document per page, or several for a file that has pages. */
export const cheerioWebScraper = implement(definition, {
  open: (params) => ({
    async *loadOrigin(context) {
      yield* readSite(siteOptions(params), context);
    },
  }),
  checkConnection: ({ url: address, allowLocalNetwork }, signal) =>
    checkAddress({ address, param: 'url', allowLocalNetwork }, signal),
});

function siteOptions(params: Params): SiteOptions {
  const { url, limit, selector, include, exclude } = params;
  const chosen = selector.trim();
  return {
    start: parseWebAddress(url),
    scope: SCOPES[params.relativeLinksMethod],
    limit: limit === 0 ? MAX_PAGES : limit,
    maxDepth: params.maxDepth,
    include: splitPatterns(include),
    exclude: splitPatterns(exclude),
    content:
      chosen === ''
        ? { mode: params.contentMode === 'page' ? 'whole' : 'readable' }
        : { mode: 'selector', selector: chosen },
    delayMs: params.delay,
    respectRobots: params.respectRobots,
    allowLocalNetwork: params.allowLocalNetwork,
  };
}
