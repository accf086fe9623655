import { describe, expect, test } from 'vitest';
import { learnWords } from '../../../../../electron/server/readers/pdf/line-end-hyphens.ts';
import { joinLines } from '../../../../../electron/server/readers/pdf/page-layout.ts';
import { linesOf } from '../../../../../electron/server/readers/pdf/page-lines.ts';
import type { Line } from '../../../../../electron/server/readers/pdf/page-text.ts';

function linesOfTexts(texts: readonly string[], step = 12): Line[] {
  const items = texts.map((str, index) => {
    return { str, transform: [10, 0, 0, 10, 50, 700 - step * index], width: 200, height: 10, hasEOL: true, dir: 'ltr' };
  });
  return linesOf(items);
}

/** The text of these lines in a document that has other lines, too. */
function joined(texts: readonly string[], others: readonly string[] = []): string {
  const lines = linesOfTexts(texts);
  const words = new Set<string>();
  learnWords(lines, words);
  learnWords(linesOfTexts(others), words);
  return joinLines(lines, words).text;
}

describe('a hyphen at the end of a line', () => {
  test('goes when the document has the joined word elsewhere', () => {
    const others = ['Information is what we sell.', 'The sun and the light'];
    expect(joined(['all infor-', 'mation here'], others)).toBe('all information here');
    expect(joined(['in the sun-', 'light'], [...others, 'sunlight'])).toBe('in the sunlight');
  });

  test('goes when a part of the word is none', () => {
    expect(joined(['An exam-', 'ple of wa-', 'tering'])).toBe('An example of watering');
    expect(joined(['Eine Über-', 'schrift'])).toBe('Eine Überschrift');
    expect(joined(['a soft\u00ad', 'ened word'])).toBe('a softened word');
  });

  test('stays when it is part of the word', () => {
    expect(joined(['a well-', 'known one'])).toBe('a well-known one');
    expect(joined(['the open-', 'ended one'], ['It is open-ended.'])).toBe('the open-ended one');
    expect(joined(['state-of-the-', 'art'])).toBe('state-of-the-art');
    expect(joined(['a garden-', 'party'], ['The garden had a party'])).toBe('a garden-party');
  });

  test('stays with its line end when it joins no word', () => {
    expect(joined(['left-', 'and right-handed'])).toBe('left-\nand right-handed');
    expect(joined(['Haupt-', 'und Nebensatz'])).toBe('Haupt-\nund Nebensatz');
    expect(joined(['Jean-', 'Paul'])).toBe('Jean-\nPaul');
    expect(joined(['from 10 -', 'to'])).toBe('from 10 -\nto');
    expect(joined(['pages 3-', '5'])).toBe('pages 3-\n5');
  });

  test('stays at the end of a paragraph', () => {
    const lines = linesOfTexts(['an exam-', 'ple'], 40);
    expect(joinLines(lines, new Set()).text).toBe('an exam-\n\nple');
  });

  test('leaves the places of the letters right', () => {
    const { text, spans } = joinLines(linesOfTexts(['all infor-', 'mation']), new Set());
    expect(spans.map(({ start, end }) => text.slice(start, end))).toEqual(['all infor', 'mation']);
  });
});
