import { expect, test } from 'vitest';
import { summaryOf } from '../../../../renderer/ui/node-summary.ts';
import { nodeDefinitions } from '../../../../shared/nodes/registry.ts';

const { cheerioWebScraper, gitbook, postgres, recursiveCharacterTextSplitter } = nodeDefinitions;

test.each([
  [recursiveCharacterTextSplitter, {}, '1000 / 200 · by paragraph'],
  [recursiveCharacterTextSplitter, { chunkSize: 'many' }, 'Check its settings'],
  [cheerioWebScraper, { url: '' }, 'URL is needed'],
  [cheerioWebScraper, { url: 'https://example.com/docs/' }, 'example.com/docs'],
  [
    cheerioWebScraper,
    { url: 'https://example.com', relativeLinksMethod: 'scrapeXMLSitemap' },
    'Sitemap of example.com',
  ],
  [gitbook, { webPath: 'https://docs.example.com/', shouldLoadAllPaths: true }, 'All pages of docs.example.com'],
  [postgres, { host: 'localhost' }, 'Database is needed'],
])('the card of %o with %j says %s', (definition, inputs, summary) => {
  expect(summaryOf(definition, inputs)).toBe(summary);
});
