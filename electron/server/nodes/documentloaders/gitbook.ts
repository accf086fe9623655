import { MAX_PAGES } from '../../../../shared/nodes/documentloaders/cheerio-web-scraper.ts';
import { gitbook as definition } from '../../../../shared/nodes/documentloaders/gitbook.ts';
import { parseWebAddress } from '../../net/web-errors.ts';
import { checkAddress } from '../../web/check-address.ts';
import { readSite } from '../../web/site/read-site.ts';
import { implementOrigin } from '../kinds.ts';

/** A page of a book, or all that its sitemap lists: what stands in the middle, without the menus. */
export const gitbook = implementOrigin(definition, {
  async *loadOrigin({ webPath, shouldLoadAllPaths, delay, respectRobots, allowLocalNetwork }, context) {
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
  checkConnection: ({ webPath: address, allowLocalNetwork }, signal) =>
    checkAddress({ address, param: 'webPath', allowLocalNetwork }, signal),
});
