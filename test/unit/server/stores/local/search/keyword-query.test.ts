import { describe, expect, test } from 'vitest';
import {
  chooseGrams,
  chooseTerms,
  spellingsOf,
} from '../../../../../../electron/server/stores/local/search/keyword-query.ts';
import {
  beginningOfForms,
  type QuestionTerm,
} from '../../../../../../electron/server/stores/local/search/words/terms.ts';

function termOf(word: string, stem = word): QuestionTerm {
  return { stem, word, form: `${beginningOfForms(stem)}${word}`, isForeign: false, isPrefix: false };
}

function chosenOf(frequencies: Readonly<Record<string, number>>, total: number): (string | undefined)[] {
  const chunksWith = ({ stem }: QuestionTerm) => frequencies[stem] ?? 0;
  return chooseTerms(
    Object.keys(frequencies).map((word) => termOf(word)),
    chunksWith,
    total,
  ).map(({ word }) => word);
}

describe('the terms of a question', () => {
  test('leave out those that no chunk has or that most have', () => {
    expect(chosenOf({ the: 95, cat: 20, axolotl: 1, xyzzy: 0 }, 100)).toEqual(['axolotl', 'cat']);
  });

  test('are all kept in a collection of a few chunks, however many have them', () => {
    expect(chosenOf({ wolf: 2, sheep: 1 }, 3)).toEqual(['sheep', 'wolf']);
    expect(chosenOf({ wolf: 12, sheep: 1 }, 20)).toEqual(['sheep']);
  });

  test('leave out filler words, rare as they may be in a small collection', () => {
    expect(chosenOf({ what: 1, cost: 3 }, 20)).toEqual(['cost']);
    expect(chosenOf({ what: 1, cost: 3 }, 5)).toEqual(['cost']);
    expect(chosenOf({ what: 1, of: 2 }, 20)).toEqual(['what']);
    expect(chosenOf({ what: 1, xyzzy: 0 }, 20)).toEqual([]);
  });

  test('do not count filler words, which most chunks have, beside others', () => {
    const counted: string[] = [];
    const chunksWith = ({ stem }: QuestionTerm) => counted.push(stem);
    chooseTerms(
      ['what', 'does', 'it', 'cost'].map((word) => termOf(word)),
      chunksWith,
      100,
    );
    expect(counted).toEqual(['cost']);
  });

  test('keep the rarest when all are common, and at most 64', () => {
    expect(chosenOf({ the: 95, of: 90 }, 100)).toEqual(['of']);
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`w${i}`, 100 - i]));
    const chosen = chosenOf(many, 1000);
    expect(chosen).toHaveLength(64);
    expect(chosen[0]).toBe('w99');
  });

  test('leave out common ones of a large collection behind the four rarest', () => {
    const frequencies = { a1: 10, b1: 30_000, c1: 31_000, d1: 32_000, e1: 33_000, f1: 9000 };
    expect(chosenOf(frequencies, 100_000)).toEqual(['a1', 'f1', 'b1', 'c1']);
  });

  test('have pieces, the rarest as far as they can be read quickly', () => {
    const grams = [900, 0, 700, 30_000, 4000, 60_000].map((chunks, index) => ({
      spelling: { column: 'grams' as const, text: `g${index}`, isPrefix: false },
      chunks,
    }));
    expect(chooseGrams(grams, 100_000).map(({ text }) => text)).toEqual(['g2', 'g0']);
  });

  test('are looked for by stem and as they are written', () => {
    const or = termOf('or');
    const cat = { ...termOf('猫'), word: undefined, form: undefined, isPrefix: true };
    const spellings = spellingsOf([termOf('runs', 'run'), termOf('running', 'run'), or, cat]);
    expect(spellings.map(({ column, text, isPrefix }) => `${column} ${text}${isPrefix ? '*' : ''}`)).toEqual([
      'stems run',
      'names run',
      'words run¶runs',
      'words run¶running',
      'stems or',
      'names or',
      'words or¶or',
      'stems 猫*',
      'names 猫*',
    ]);
  });
});
