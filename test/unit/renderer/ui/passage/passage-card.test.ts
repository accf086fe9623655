import fc from 'fast-check';
import { expect, test } from 'vitest';
import { quotePassage } from '../../../../../renderer/ui/passage/copy-passage.ts';
import { findExcerpt, shareOfBest, whyFound } from '../../../../../renderer/ui/passage/passage-card.tsx';

const passage = 'Plots cost 72 euros a year. Bees are kept by Tomasz.';

test('by the words of the question that stand in it, as they were typed and each once', () => {
  expect(whyFound(passage, 'What does a plot cost, and the plots?', 'hybrid')).toEqual({
    by: 'words',
    words: ['plots', 'cost'],
  });
});

test('by a word of the question that stands in a compound', () => {
  const found = { by: 'words', words: ['Kaution'] };
  expect(whyFound('Die Mietkaution ist fällig.', 'Wann zahle ich Kaution?', 'hybrid')).toEqual(found);
  expect(whyFound('Die Mietkaution ist fällig.', 'Wann zahle ich Kaution?', 'keyword')).toEqual(found);
});

test('by meaning where no word of the question stands in it, or words had no part', () => {
  expect(whyFound(passage, 'honey', 'hybrid')).toEqual({ by: 'meaning' });
  expect(whyFound(passage, 'plot', 'vector')).toEqual({ by: 'meaning' });
});

test('a search by words alone found another form of a word', () => {
  expect(whyFound('He ran home.', 'running', 'keyword')).toEqual({ by: 'other-forms' });
});

test('the best score fills the bar, the others have their share of it, whatever the scale', () => {
  expect(shareOfBest(0.0164, 0.0164)).toBe(1);
  expect(shareOfBest(0.0082, 0.0164)).toBe(0.5);
  expect(shareOfBest(0, 0)).toBe(1);
  expect(shareOfBest(-0.1, 0.5)).toBe(0);
  expect(shareOfBest(-4, -2)).toBe(0.5);
  expect(shareOfBest(-1, 0)).toBe(0);
});

test('a copy has the text as it reads, and its source', () => {
  const metadata = { source: 'handbook.pdf', loc: { pageNumber: 3, lines: { from: 4, to: 9 } } };
  const pageContent = 'The gate is locked at nine in the evening from\nApril to September.';
  expect(quotePassage({ pageContent, metadata })).toBe(
    'The gate is locked at nine in the evening from April to September.\n\n— handbook.pdf, page 3, lines 4–9\n',
  );
  expect(quotePassage({ pageContent: 'Text.', metadata: {} })).toBe('Text.\n\n— Unknown source\n');
});

const filler = 'Nothing of interest is said in this sentence. '.repeat(20);
const answer = 'A full plot costs 72 euros a year.';

function excerpt(text: string, query: string, length = 400): string {
  const { from, to } = findExcerpt(text, query, length);
  return text.slice(from, to);
}

test('a short text is whole', () => {
  expect(excerpt(answer, 'plot')).toBe(answer);
});

test('begins with the sentence that has most of the words', () => {
  const text = `${filler}One plot. ${filler}${answer} ${filler}`;
  expect(excerpt(text, 'What does a plot cost a year?')).toMatch(/^A full plot costs 72 euros a year\. Nothing/);
});

test('begins at the top when nothing fits or the first words do', () => {
  expect(findExcerpt(filler, 'zeppelin', 400).from).toBe(0);
  expect(findExcerpt(`${answer} ${filler}`, 'plot', 400).from).toBe(0);
});

test('fills its length when the words stand at the very end', () => {
  const found = excerpt(`${filler}${answer}`, 'plot');
  expect(found).toMatch(/72 euros a year\.$/);
  expect(found.length).toBeGreaterThan(300);
});

test('ends between words', () => {
  expect(excerpt(filler, 'zeppelin')).toMatch(/\w\.?$/);
  expect(filler).toContain(`${excerpt(filler, 'zeppelin')} `);
});

test('is a part of the text, of a length near the one wanted', () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 400 }),
      fc.string({ maxLength: 20 }),
      fc.integer({ min: 1, max: 300 }),
      (text, query, length) => {
        const { from, to } = findExcerpt(text, query, length);
        expect(from).toBeGreaterThanOrEqual(0);
        expect(to).toBeLessThanOrEqual(text.length);
        expect(to).toBeGreaterThanOrEqual(from);
        expect(to - from).toBeLessThanOrEqual(Math.max(length, 160 + length));
      },
    ),
  );
});
