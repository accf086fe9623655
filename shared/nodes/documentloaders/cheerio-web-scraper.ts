import { z } from 'zod';
import { t } from '../../texts/t.ts';
import { defineNode } from '../define-node.ts';
import { choiceParam, numberParam, textParam } from '../params.ts';
import { WEB_ADDRESS } from '../text-rules.ts';
import { loaderInputs, loaderOutputs, loaderParams } from './common.ts';
import { localNetworkMisfit, shortAddress, siteParams, staysOutside } from './web-params.ts';

/** The most pages of a run, also if the limit is 0. */
export const MAX_PAGES = 10_000;

const severalPages = { param: 'relativeLinksMethod', values: ['webCrawl', 'scrapeXMLSitemap'] };

const readWithoutScripts = {
  params: { selector: { name: 'cssSelector' } },
  note: 'Pages are read as the server sends them: scripts do not run, so there is nothing to wait for.',
} as const;

export const cheerioWebScraper = defineNode({
  kind: 'documentloader',
  name: 'cheerioWebScraper',
  version: 2,
  aliases: [
    { name: 'puppeteerWebScraper', version: 2, label: 'Puppeteer Web Scraper', ...readWithoutScripts },
    { name: 'playwrightWebScraper', version: 2, label: 'Playwright Web Scraper', ...readWithoutScripts },
  ],
  label: 'Cheerio Web Scraper',
  description:
    'Reads a web page, or the pages of a site. Pages that have not changed since the last run are not fetched again.',
  icon: 'globe',
  type: 'Document',
  synonyms: [
    'web',
    'website',
    'url',
    'page',
    'html',
    'crawl',
    'spider',
    'scrape',
    'sitemap',
    'link',
    'internet',
    'blog',
    'web scraping',
    'crawler',
    'intranet',
  ],
  connects: true,
  params: z
    .object({
      url: textParam({ title: 'URL', required: true, rule: WEB_ADDRESS, placeholder: 'https://example.com/docs' }),
      relativeLinksMethod: choiceParam({
        title: 'Pages',
        default: 'page',
        choices: [
          { value: 'page', label: 'This page only' },
          {
            value: 'webCrawl',
            label: 'Follow links',
            help: 'The page, and the pages of its site that its links lead to.',
          },
          {
            value: 'scrapeXMLSitemap',
            label: 'Sitemap',
            help: 'The pages that the sitemap at the address lists, or that of the site.',
          },
        ],
      }),
      limit: numberParam({
        title: 'Pages at most',
        help: `0: all, up to ${MAX_PAGES.toLocaleString('en')}.`,
        default: 10,
        min: 0,
        max: MAX_PAGES,
        unit: 'pages',
        when: severalPages,
      }),
      contentMode: choiceParam({
        title: 'Content',
        help: 'Which part of a page is read, unless there is a CSS selector.',
        default: 'page',
        choices: [
          { value: 'page', label: 'Whole page' },
          { value: 'readable', label: 'Readable content', help: 'The article without menus, sidebars and footers.' },
        ],
      }),
      selector: textParam({
        title: 'CSS selector',
        help: 'Read only the elements that match this. Pages without a match are left out.',
        placeholder: 'main, article',
        advanced: true,
      }),
      maxDepth: numberParam({
        title: 'Depth',
        help: 'How many links deep to follow from the page.',
        default: 10,
        min: 1,
        max: 1000,
        unit: 'links',
        when: { param: 'relativeLinksMethod', values: ['webCrawl'] },
        advanced: true,
      }),
      include: textParam({
        title: 'Only paths like',
        help: 'Patterns, separated by commas: /docs/** for everything in a folder. Other pages are not read.',
        placeholder: '/docs/**, /blog/2*/**',
        when: severalPages,
        advanced: true,
      }),
      exclude: textParam({
        title: 'Not paths like',
        help: 'Patterns, separated by commas.',
        placeholder: '/tags/**, **/print',
        when: severalPages,
        advanced: true,
      }),
      ...siteParams,
      ...loaderParams,
    })
    .refine(staysOutside('url'), localNetworkMisfit('url')),
  summary: ({ url, relativeLinksMethod }) => {
    const address = shortAddress(url);
    if (relativeLinksMethod === 'webCrawl') return t('Links from {address}', { address });
    return relativeLinksMethod === 'page' ? address : t('Sitemap of {address}', { address });
  },
  inputs: loaderInputs,
  outputs: loaderOutputs,
});
