import { createHash } from 'node:crypto';
import { z } from 'zod';
import { chanceOfFall } from './paired-test.ts';
import type { EnglishQuestion } from './questions.ts';
import { type Rank, recallAt, reciprocalRank } from './score.ts';

export const MODES = ['keyword', 'vector', 'hybrid'] as const;
export type Mode = (typeof MODES)[number];

/** A rank for each mode. */
export type Ranks = Readonly<Record<Mode, Rank>>;

export const BaselineSchema = z.strictObject({
  chunks: z.strictObject({ count: z.int(), sha256: z.string() }),
  /** By question. */
  ranks: z.record(z.string(), z.strictObject({ keyword: z.int(), vector: z.int(), hybrid: z.int() })),
});
export type Baseline = z.infer<typeof BaselineSchema>;

/** What the texts of a collection are, whatever their order. */
export function describeChunks(texts: readonly string[]): Baseline['chunks'] {
  const hash = createHash('sha256');
  for (const text of texts.toSorted()) hash.update(`${createHash('sha256').update(text).digest('hex')}\n`);
  return { count: texts.length, sha256: hash.digest('hex') };
}

/** A likelier fall is taken for chance. */
const SIGNIFICANT = 0.05;
/** The recall at each of these places may fall by less than this on each half: two questions of 60. A closer bound would call chance a fall. */
const MOST_FALL = 0.04;
const PLACES = [1, 5];
const ROUNDING = 1e-9;

export interface Comparison {
  readonly mode: Mode;
  /** Of the mean reciprocal rank. */
  readonly change: number;
  readonly better: number;
  readonly worse: number;
  /** See {@link chanceOfFall}. */
  readonly p: number;
  readonly failures: readonly string[];
}

/**
 * Compares the ranks of one mode with those of the baseline.
 * @throws {Error} if the baseline lacks a question
 */
export function compareMode(
  mode: Mode,
  questions: readonly EnglishQuestion[],
  now: readonly Ranks[],
  baseline: Baseline,
): Comparison {
  const pairs = questions.map((question, index) => {
    const before = baseline.ranks[question.text]?.[mode];
    const after = now[index]?.[mode];
    if (before === undefined || after === undefined) {
      throw new Error(`The baseline lacks the question "${question.text}": save a new one with --save.`);
    }
    return { before, after, half: question.half };
  });
  const before = pairs.map((pair) => reciprocalRank(pair.before));
  const after = pairs.map((pair) => reciprocalRank(pair.after));
  const p = chanceOfFall(before, after);
  const failures = p < SIGNIFICANT ? [`${mode}: worse than the baseline (p ${p.toFixed(3)})`] : [];
  for (const half of ['A', 'B'] as const) {
    const own = pairs.filter((pair) => pair.half === half);
    const ranks = (when: 'before' | 'after') => own.map((pair) => pair[when]);
    for (const places of PLACES) {
      const fall = recallAt(ranks('before'), places) - recallAt(ranks('after'), places);
      if (fall < MOST_FALL - ROUNDING) continue;
      failures.push(`${mode}: R@${places} of half ${half} falls by ${(fall * 100).toFixed(1)} points`);
    }
  }
  return {
    mode,
    change: after.reduce((sum, value, index) => sum + value - (before[index] ?? 0), 0) / Math.max(1, pairs.length),
    better: after.filter((value, index) => value > (before[index] ?? 0)).length,
    worse: after.filter((value, index) => value < (before[index] ?? 0)).length,
    p,
    failures,
  };
}
