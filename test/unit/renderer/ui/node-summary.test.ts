import { expect, test } from 'vitest';
import { summaryOf } from '../../../../renderer/ui/node-summary.ts';
import { findNodeDefinition, nodeDefinitions } from '../../../../shared/nodes/registry.ts';

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

test.each([
  ['localAIEmbeddings', { basePath: 'h' }, 'Check its settings'],
  ['localAIEmbeddings', { basePath: 'http://localhost:8080/v1' }, 'text-embedding-ada-002'],
  ['puppeteerWebScraper', { url: 'http://localhost:3000' }, 'Check its settings'],
  ['puppeteerWebScraper', { url: 'http://localhost:3000', allowLocalNetwork: true }, 'localhost:3000'],
  ['faiss', { basePath: `/home/me/${'ü'.repeat(100)}` }, expect.stringMatching(/^[\w.-]{128}$/)],
  ['faiss', { basePath: '\ud800' }, '_EF_BF_BD'],
])('the card of the alias %s with %j says %s', (name, inputs, summary) => {
  const definition = findNodeDefinition(name);
  expect(definition === undefined ? undefined : summaryOf(definition, inputs)).toEqual(summary);
});
