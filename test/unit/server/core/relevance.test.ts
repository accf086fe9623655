import { describe, expect, test } from 'vitest';
import { inOrder, relevanceFor } from '../../../../electron/server/core/relevance.ts';

const QUESTION = 'How long may I keep a book?';
const WEAK = 0.15;
const STRONG = 1;

describe('the relevance of a passage', () => {
  test('is from 0 to 1, and grows with what speaks for it', () => {
    const relevanceOf = relevanceFor(QUESTION, WEAK);
    const byWords = [0, 1, 2, 4, 8, 16, 1000].map((words) => relevanceOf({ words }));
    const byMeaning = [-1, 0, 0.5, 0.9, 1].map((similarity) => relevanceOf({ similarity }));
    for (const relevances of [byWords, byMeaning]) {
      expect(relevances).toEqual(relevances.toSorted((a, b) => a - b));
      expect(relevances.every((relevance) => relevance >= 0 && relevance <= 1)).toBe(true);
    }
    expect(byWords.at(1)).toBeLessThan(0.05);
    expect(byWords.at(-2)).toBeGreaterThan(0.9);
    expect(relevanceOf({})).toBe(0);
  });

  test('is seldom sure by the meaning that the built-in model sees, and never less than by words', () => {
    const relevanceOf = relevanceFor(QUESTION, WEAK);
    expect(relevanceOf({ similarity: 1 })).toBeLessThan(0.25);
    expect(relevanceOf({ similarity: 1, words: 16 })).toBe(relevanceOf({ words: 16 }));
    expect(relevanceOf({ similarity: 0.9, words: 0 })).toBe(relevanceOf({ similarity: 0.9 }));
  });

  test('is the similarity itself for models that were not measured', () => {
    const relevanceOf = relevanceFor(QUESTION, STRONG);
    expect([-0.2, 0.4, 1.2].map((similarity) => relevanceOf({ similarity }))).toEqual([0, 0.4, 1]);
  });

  test('needs more words for a longer question', () => {
    const found = { words: 5 };
    expect(relevanceFor('book', WEAK)(found)).toBeGreaterThan(relevanceFor(QUESTION, WEAK)(found));
    expect(relevanceFor('？', WEAK)(found)).toBe(relevanceFor('book', WEAK)(found));
  });

  test('never grows down the list of passages', () => {
    expect(inOrder([0.51234, 0.9, 0.3, 0.4])).toEqual([0.512, 0.512, 0.3, 0.3]);
    expect(inOrder([])).toEqual([]);
  });
});
