import { describe, expect, it } from 'vitest';
import { type Baseline, compareMode, describeChunks, type Ranks } from '../../../bench/search/baseline.ts';
import {
  type EnglishQuestion,
  KINDS,
  readEnglishQuestions,
  readLanguageSets,
} from '../../../bench/search/questions.ts';

const ranks = (keyword: number): Ranks => ({ keyword, vector: 1, hybrid: 1 });

function makeQuestions(count: number): EnglishQuestion[] {
  return Array.from({ length: count }, (_, place) => ({
    text: `Question ${place}`,
    anchor: 'passage',
    kind: 'words',
    half: place % 2 === 0 ? 'A' : 'B',
  }));
}

function compare(before: readonly number[], after: readonly number[]) {
  const questions = makeQuestions(before.length);
  const baseline: Baseline = {
    chunks: { count: 0, sha256: '' },
    ranks: Object.fromEntries(questions.map(({ text }, place) => [text, ranks(before[place] ?? 0)])),
  };
  return compareMode('keyword', questions, after.map(ranks), baseline);
}

const same = (count: number, rank: number): number[] => Array.from({ length: count }, () => rank);

describe('comparison with the baseline', () => {
  it('passes what is equal or better', () => {
    expect(compare(same(60, 2), same(60, 2))).toMatchObject({ better: 0, worse: 0, p: 1, failures: [] });
    expect(compare(same(60, 2), same(60, 1))).toMatchObject({ better: 60, worse: 0, change: 0.5, failures: [] });
  });

  it('fails when too many fall for chance, even within the first five', () => {
    const found = compare(same(60, 2), [...same(5, 3), ...same(55, 2)]);
    expect(found).toMatchObject({ better: 0, worse: 5, p: 1 / 32 });
    expect(found.failures).toEqual(['keyword: worse than the baseline (p 0.031)']);
    expect(compare(same(60, 2), [...same(4, 3), ...same(56, 2)]).failures).toEqual([]);
  });

  it.each([1, 5])('fails when the recall at %i of one half falls by 4 points', (places) => {
    // Of 50 questions in each half, two of A fall out of the first places and others come up.
    const [last, out] = [places, places + 1];
    const before = [last, out, last, out, ...same(96, 1)];
    const after = [out, 1, out, 1, ...same(96, 1)];
    expect(compare(before, after).failures).toEqual([`keyword: R@${places} of half A falls by 4.0 points`]);
    expect(compare(before, [out, 1, last, 1, ...same(96, 1)]).failures).toEqual([]);
  });

  it('refuses a question that the baseline lacks', () => {
    const baseline: Baseline = { chunks: { count: 0, sha256: '' }, ranks: {} };
    expect(() => compareMode('keyword', makeQuestions(1), [ranks(1)], baseline)).toThrow('--save');
  });
});

describe('description of the chunks', () => {
  it('does not depend on their order, and tells any change', () => {
    const { sha256 } = describeChunks(['one', 'two']);
    expect(describeChunks(['two', 'one'])).toEqual({ count: 2, sha256 });
    expect(describeChunks(['one', 'two ']).sha256).not.toBe(sha256);
    expect(describeChunks(['onetwo']).sha256).not.toBe(sha256);
  });
});

describe('questions', () => {
  it('are 40 of each kind in English, all different, in two equal halves', () => {
    const questions = readEnglishQuestions();
    for (const kind of KINDS) expect(questions.filter((question) => question.kind === kind)).toHaveLength(40);
    expect(new Set(questions.map(({ text }) => text)).size).toBe(120);
    expect(questions.filter(({ half }) => half === 'A')).toHaveLength(60);
  });

  it('are in twelve languages beside English', () => {
    const languages = readLanguageSets().map(({ language }) => language);
    expect(languages).toEqual(['ar', 'de', 'es', 'fr', 'hi', 'ja', 'ko', 'pt', 'ru', 'th', 'tr', 'zh']);
  });

  it('are 20 in each language, each with a passage of its own and distractors', () => {
    for (const { language, passages, questions } of readLanguageSets()) {
      expect(Intl.getCanonicalLocales(language)).toEqual([language]);
      expect(questions).toHaveLength(20);
      expect(passages.length).toBeGreaterThan(20);
      expect(new Set(passages).size).toBe(passages.length);
    }
  });
});
