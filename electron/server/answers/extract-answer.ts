import type { AnswerCitation, AnswerPassage } from '../core/answer.ts';
import { createSentenceCheck, type SentenceCheck } from './check-sentence.ts';
import { type RankedUnit, rankUnits } from './rank-units.ts';
import { answers, noAnswerText } from './refusal.ts';
import { keyOfText } from './without-repeats.ts';

/** An answer made of sentences of the passages. */
export interface ExtractedAnswer {
  /** The sentences, each on a line, with the number of its source: `Books may be kept for three weeks. [1]`. */
  readonly text: string;
  /** None where the passages do not say it: `text` says so then. */
  readonly citations: readonly AnswerCitation[];
}

const MAX_SENTENCES = 3;
/** A sentence that is that much worse than the best one adds nothing. */
const LEAST_OF_BEST = 0.7;

/** Whether a unit says what another one says, or stands where that stands. */
function repeats(one: RankedUnit, other: RankedUnit): boolean {
  const [key, otherKey] = [keyOfText(one.text), keyOfText(other.text)];
  if (key.includes(otherKey) || otherKey.includes(key)) return true;
  return (
    one.sourceIndex === other.sourceIndex && one.place.start < other.place.end && other.place.start < one.place.end
  );
}

/** Makes the check of sentences against their passages, each of which is taken apart once. */
function createChecks(passages: readonly AnswerPassage[]): (unit: RankedUnit) => SentenceCheck {
  const checks = new Map<number, (sentence: string) => SentenceCheck>();
  return ({ sourceIndex, text }) => {
    const check = checks.get(sourceIndex) ?? createSentenceCheck(passages[sourceIndex]?.pageContent ?? '');
    checks.set(sourceIndex, check);
    return check(text);
  };
}

interface ChosenUnit {
  readonly unit: RankedUnit;
  readonly verdict: SentenceCheck['verdict'];
}

function choose(ranked: readonly RankedUnit[], checkOf: (unit: RankedUnit) => SentenceCheck): readonly ChosenUnit[] {
  const chosen: ChosenUnit[] = [];
  for (const unit of ranked) {
    if (chosen.length === MAX_SENTENCES) break;
    if (unit.score < (chosen[0]?.unit.score ?? 0) * LEAST_OF_BEST) break;
    if (!answers(unit) || chosen.some((other) => repeats(unit, other.unit))) continue;
    const { verdict } = checkOf(unit);
    if (verdict !== 'notFound') chosen.push({ unit, verdict });
  }
  return chosen;
}

/**
 * Answers a question by the sentences of passages that have most of its words and what it wants to know, best first, at most three. It takes some milliseconds.
 * @returns citations numbered by their source, from 1, in the order in which the answer has them
 */
export function extractAnswer(question: string, passages: readonly AnswerPassage[]): ExtractedAnswer {
  const chosen = choose(rankUnits(question, passages), createChecks(passages));
  if (chosen.length === 0) return { text: noAnswerText(question), citations: [] };
  const sources = [...new Set(chosen.map(({ unit }) => unit.sourceIndex))];
  const citations = chosen.map(({ unit: { sourceIndex, text, place }, verdict }) => ({
    number: sources.indexOf(sourceIndex) + 1,
    sourceIndex,
    sentence: text,
    verdict,
    place,
  }));
  return {
    text: citations.map(({ sentence, number }) => `${sentence} [${number}]`).join('\n'),
    citations,
  };
}
