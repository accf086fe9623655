import { describe, expect, test } from 'vitest';
import { chooseWords, matchAny, wordsOf } from '../../../../../../electron/server/stores/local/search/keyword-query.ts';

describe('the words of a question', () => {
  test('are distinct, in lower case, without signs and endless runs', () => {
    expect(wordsOf(`Cat's cat, NAÏVE 3.5 "x" ${'y'.repeat(70)}`)).toEqual(['cat', 's', 'naïve', '3', '5', 'x']);
  });

  test('leave out words that no chunk has or that most have', () => {
    const words = [
      { word: 'the', chunks: 95 },
      { word: 'cat', chunks: 20 },
      { word: 'axolotl', chunks: 1 },
      { word: 'xyzzy', chunks: 0 },
    ];
    expect(chooseWords(words, 100)).toEqual(['axolotl', 'cat']);
  });

  test('leave out filler words, rare as they may be in a small collection', () => {
    const words = [
      { word: 'what', chunks: 1 },
      { word: 'cost', chunks: 3 },
    ];
    expect(chooseWords(words, 20)).toEqual(['cost']);
    expect(chooseWords(words, 5)).toEqual(['cost']);
    expect(chooseWords(words.slice(0, 1), 20)).toEqual(['what']);
  });

  test('keep the rarest when all are common, and at most 64', () => {
    expect(
      chooseWords(
        [
          { word: 'the', chunks: 95 },
          { word: 'of', chunks: 90 },
        ],
        100,
      ),
    ).toEqual(['of']);
    const many = Array.from({ length: 100 }, (_, i) => ({ word: `w${i}`, chunks: 100 - i }));
    const chosen = chooseWords(many, 1000);
    expect(chosen).toHaveLength(64);
    expect(chosen[0]).toBe('w99');
  });

  test('are quoted', () => {
    expect(matchAny(['or', 'a"b'])).toBe('"or" OR "a""b"');
  });
});
