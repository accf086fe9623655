import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findExcerpt } from '../../../../../renderer/ui/passage/find-excerpt.ts';

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
