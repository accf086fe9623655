import { z } from 'zod';
import { defineNode } from '../define-node.ts';
import { choiceParam, numberParam, textParam } from '../params.ts';
import { loaderInputs, loaderOutputs, loaderParams } from './common.ts';
import { siteParams } from './web-params.ts';

/** Pages of one run at most, also when the limit is 0. */
export const MAX_PAGES = 10_000;

export const cheerioWebScraper = defineNode({
  kind: 'documentloader',
  name: 'cheerioWebScraper',
  version: 2,
  label: 'Cheerio Web Scraper',
  description:
    'Reads a web page, or the pages of a site. Pages that have not changed since the last run are not fetched again.',
  icon: 'globe',
  type: 'Document',
  synonyms: ['web', 'website', 'url', 'page', 'html', 'crawl', 'spider', 'scrape', 'sitemap', 'link', 'internet'],
  connects: true,
  params: z.object({
    url: textParam({ title: 'URL', required: true, placeholder: 'https://example.com/docs' }),
    relativeLinksMethod: choiceParam({
      title: 'Pages',
      default: 'page',
      choices: [
        { value: 'page', label: 'This page only' },
        { value: 'webCrawl', label: 'Follow links', help: 'The page and those that it leads to within its site.' },
        {
          value: 'scrapeXMLSitemap',
          label: 'Sitemap',
          help: 'The pages that the sitemap lists: that at the address, or that of the site.',
        },
      ],
    }),
    limit: numberParam({
      title: 'Limit',
      help: `Pages at most. 0: all, up to ${MAX_PAGES.toLocaleString('en')}.`,
      default: 10,
      min: 0,
      max: MAX_PAGES,
    }),
    contentMode: choiceParam({
      title: 'Content',
      help: 'What of a page is taken, if there is no selector.',
      default: 'page',
      choices: [
        { value: 'page', label: 'Whole page' },
        { value: 'readable', label: 'Readable content', help: 'The article without menus, sidebars and footers.' },
      ],
    }),
    selector: textParam({
      title: 'CSS selector',
      help: 'Take only what this names. Pages without it are left out.',
      placeholder: 'main, article',
      advanced: true,
    }),
    maxDepth: numberParam({
      title: 'Links away from the page',
      help: 'How far links are followed.',
      default: 10,
      min: 1,
      max: 1000,
      advanced: true,
    }),
    include: textParam({
      title: 'Only paths like',
      help: 'Patterns parted by commas: /docs/** for all below a folder. Other pages are not read.',
      placeholder: '/docs/**, /blog/2*/**',
      advanced: true,
    }),
    exclude: textParam({
      title: 'Leave out paths like',
      help: 'Patterns parted by commas.',
      placeholder: '/tags/**, **/print',
      advanced: true,
    }),
    ...siteParams,
    ...loaderParams,
  }),
  summary: ({ url, relativeLinksMethod }) => {
    if (url === '') return 'No address yet';
    if (relativeLinksMethod === 'webCrawl') return `${url} and its links`;
    return relativeLinksMethod === 'page' ? url : `Sitemap of ${url}`;
  },
  inputs: loaderInputs,
  outputs: loaderOutputs,
});
