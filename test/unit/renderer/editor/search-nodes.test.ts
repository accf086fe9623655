import { describe, expect, test } from 'vitest';
import { searchNodes } from '../../../../renderer/editor/search-nodes.ts';
import { allNodeDefinitions } from '../../../../shared/nodes/registry.ts';

describe('search of nodes', () => {
  test.each([
    ['pdf', 'pdfFile'],
    ['PDF file', 'pdfFile'],
    ['split', 'recursiveCharacterTextSplitter'],
    ['chunk', 'recursiveCharacterTextSplitter'],
    ['offline', 'transformersEmbeddings'],
    ['vector', 'hnsw'],
    ['faiss', 'hnsw'],
    ['dedupe', 'SQLiteRecordManager'],
    ['openai', 'openAIEmbeddings'],
    ['loaders csv', 'csvFile'],
    ['word', 'docxFile'],
    ['excel', 'microsoftExcel'],
    ['scraping', 'cheerioWebScraper'],
    ['website', 'cheerioWebScraper'],
    ['web pages', 'cheerioWebScraper'],
    ['gpt', 'tokenTextSplitter'],
    ['lm studio', 'openAIEmbeddings'],
    ['ollama', 'ollamaEmbedding'],
    ['pgvector', 'postgres'],
    ['heading', 'markdownTextSplitter'],
    ['notion', 'notionFolder'],
    ['bucket', 's3Directory'],
    ['minio', 's3Directory'],
    ['repo', 'github'],
    ['localai', 'openAIEmbeddings'],
    ['puppeteer', 'cheerioWebScraper'],
    ['microsoftWord', 'docxFile'],
    ['sqlite database', 'sqlDatabase'],
    ['mariadb', 'sqlDatabase'],
    ['json api', 'apiLoader'],
    ['rest', 'apiLoader'],
    ['subtitles', 'fileLoader'],
    ['email', 'fileLoader'],
    ['ebooks', 'epubFile'],
    ['network drive', 'folderFiles'],
    ['duplicates', 'SQLiteRecordManager'],
  ])('%j finds %s first', (query, name) => {
    expect(searchNodes(query)[0]?.name).toBe(name);
  });

  test('an empty query gives all, in order', () => expect(searchNodes('  ')).toEqual(allNodeDefinitions));
  test('every word must fit', () => expect(searchNodes('pdf openai')).toEqual([]));
});
