import { describe, expect, test } from 'vitest';
import { matchWords } from '../../../../renderer/ui/match-words.ts';

const scraper = ['Cheerio Web Scraper', 'website', 'crawl', 'web service'];
const splitter = ['Recursive Character Text Splitter', 'paragraph'];

describe('words typed over a list', () => {
  test('every word must begin a word of the entry', () => {
    expect(matchWords('', 'web', scraper)).toBeGreaterThan(0);
    expect(matchWords('', 'SCRAPER web', scraper)).toBeGreaterThan(0);
    expect(matchWords('', 'web pdf', scraper)).toBe(0);
    // In this order the letters are there, which is not enough.
    expect(matchWords('', 'rep', splitter)).toBe(0);
  });

  test('the beginning of the label is best, then its words, then other words', () => {
    const scores = ['cheerio', 'scraper', 'crawl', 'eeri'].map((query) => matchWords('', query, scraper));
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(new Set(scores).size).toBe(4);
  });

  test('nothing typed fits everything', () => expect(matchWords('', ' ', scraper)).toBe(1));
});
