import { MAX_PAGES } from '../../../../shared/nodes/documentloaders/cheerio-web-scraper.ts';
import { gitbook as definition } from '../../../../shared/nodes/documentloaders/gitbook.ts';
import { implement } from '../../core/node-kinds.ts';
import { parseWebAddress } from '../../http/web-errors.ts';
import { checkAddress } from '../../sources/check-address.ts';
import { readSite } from '../../sources/site/read-site.ts';

/** A page of a book, or all pages of its sitemap: the main content, without menus. */
export const gitbook = implement(definition, {
  open: ({ webPath, shouldLoadAllPaths, delay, respectRobots, allowLocalNetwork }) => ({
    async *loadOrigin(context) {
      const options = {
        start: parseWebAddress(webPath, 'webPath'),
        scope: shouldLoadAllPaths ? 'sitemap' : 'page',
        limit: MAX_PAGES,
        maxDepth: 0,
        include: [],
        exclude: [],
        content: { mode: 'selector', selector: 'main', orElse: 'readable' },
        delayMs: delay,
        respectRobots,
        allowLocalNetwork,
      } as const;
      yield* readSite(options, context);
    },
  }),
  checkConnection: ({ webPath: address, allowLocalNetwork }, signal) =>
    checkAddress({ address, param: 'webPath', allowLocalNetwork }, signal),
});
