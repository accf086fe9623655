import { foldText } from '../../../shared/text/words.ts';
import type { AnswerPassage } from '../core/answer.ts';
import { namesOf } from '../stores/local/log/names-of.ts';
import {
  type AskedWord,
  askedWords,
  creditsOfWords,
  type FoundPassage,
  type WordCredits,
} from '../stores/relevance.ts';
import { type AnswerUnit, unitsOf } from './answer-units.ts';
import { type DecisiveWords, decisiveWords, formedWordsOf } from './decisive-words.ts';
import { type Language, languageOf } from './languages.ts';
import { kindOf, type QuestionKind } from './question-kind.ts';
import { isContentLetter, isContentWord } from './read-text.ts';
import { isInOtherLetters, isLightWord, LIGHT_LETTERS } from './word-groups.ts';

/** A unit of a passage, and what speaks for it as an answer. */
export interface RankedUnit extends AnswerUnit {
  /** Index of its passage. */
  readonly sourceIndex: number;
  readonly score: number;
  /** The share of the question's words that it has, itself or by what stands around it, 0 to 1. */
  readonly share: number;
  /** Whether it has what the question wants, a time for "when" say; undefined where that can't be seen. */
  readonly isFitting: boolean | undefined;
  readonly isNeeded: QuestionKind['isNeeded'];
  /** Whether it lacks a name, a code or a number of the question that its passage lacks, too. */
  readonly lacks: boolean;
}

/** How much a word counts that stands in the heading above, in the sentence before, or anywhere in the passage. */
const CONTEXT = { above: 0.7, before: 0.3, passage: 0.25 };
/** What counts beside the share of words. (These and the least shares of refusal.ts were chosen by the questions of test/fixtures/answers, in November 2026.) */
const BONUS = { near: 0.1, kind: 0.35, relevance: 0.15, rank: 0.05 };
/** Words with so few between them are near each other. */
const NEAR = 6;
/** What another form of a word, or one that says the same, counts. */
const SAID = 0.8;
/** Short words tell as much as others what a question is about. */
const LEAST_WEIGHT = 6;
/** How much a word counts that says little. */
const LIGHT_WEIGHT = 0.5;
/** A word with less of it is not found. */
const FOUND = 0.5;
const KATAKANA = /\p{sc=Katakana}/u;
const DIGIT = /\p{Nd}/u;
/** Not the first word. */
const NAME = /(?<=\S\s|['’])\p{Lu}\p{Ll}{2,}/gu;

/** Makes what looks for words in texts, in each text once. */
function createLook(
  words: readonly AskedWord[],
  { isHeldBy }: DecisiveWords,
): (text: Partial<FoundPassage> & Pick<FoundPassage, 'pageContent'>) => WordCredits {
  const creditsOf = creditsOfWords(words);
  const look = (passage: FoundPassage): WordCredits => {
    const found = creditsOf(passage);
    const held = formedWordsOf(passage.pageContent);
    const credits = words.map(({ term: { word, stem } }, at) => {
      const credit = found.credits[at] ?? 0;
      if (word === undefined) return isInOtherLetters(stem, passage.pageContent) ? Math.max(credit, SAID) : credit;
      if (DIGIT.test(word)) return credit;
      if (isHeldBy({ word, stem }, held)) return Math.max(credit, SAID);
      // Another word with the same stem.
      return credit === 1 ? 0 : credit;
    });
    return { ...found, credits };
  };
  const known = new Map<string, WordCredits>();
  return ({ pageContent, metadata }) => {
    if (metadata !== undefined) return look({ pageContent, metadata });
    const found = known.get(pageContent) ?? look({ pageContent, metadata: {} });
    known.set(pageContent, found);
    return found;
  };
}

function nearness(places: readonly (readonly number[])[]): number {
  const found = places.filter((own) => own.length > 0);
  if (found.length < 2) return 0;
  const near = found.filter(
    (own, at) => at > 0 && own.some((one) => (found[at - 1] ?? []).some((other) => Math.abs(one - other) <= NEAR)),
  );
  return near.length / (places.length - 1);
}

/** By word whether it can't be said in another way: it has a digit, or a capital within the question (in German all nouns have). */
function hardWords(question: string, language: Language, words: readonly AskedWord[]): readonly boolean[] {
  const names = language === 'de' ? [] : [...question.matchAll(NAME)].map(([name]) => foldText(name));
  return words.map(({ term: { word = '' } }) => DIGIT.test(word) || names.includes(word));
}

function rarityOf(having: number, all: number): number {
  return Math.sqrt(Math.log(1 + (all + 1) / (having + 0.5)));
}

/** Whether a word or two letters of a question say something: not a letter with one that only holds the sentence together. */
function isContent({ term: { word, stem } }: AskedWord, language: Language): boolean {
  return word === undefined
    ? [...stem].every((letter) => isContentLetter(letter, language) || KATAKANA.test(stem))
    : isContentWord(word);
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** The units of passages, the one that answers the question best first. */
export function rankUnits(question: string, passages: readonly AnswerPassage[]): readonly RankedUnit[] {
  const { isIn, isNeeded, topic } = kindOf(question);
  const decisive = decisiveWords(question, topic);
  if (decisive.isEmpty) return [];
  const language = languageOf(question);
  const words = askedWords(decisive.asking.replaceAll(LIGHT_LETTERS, '\n')).filter((word) => isContent(word, language));
  const hard = hardWords(question, language, words);
  const look = createLook(words, decisive);
  const all = passages.flatMap((passage, sourceIndex) => {
    const { pageContent, metadata } = passage;
    if (decisive.isLackedBy(`${pageContent}\n${namesOf(JSON.stringify(metadata))}`)) return [];
    const whole = look(passage).credits;
    return unitsOf(passage.pageContent).map((unit) => ({
      unit,
      sourceIndex,
      passage,
      whole,
      own: look({ pageContent: unit.text }),
    }));
  });
  const weights = words.map(({ weight, term: { word } }, at) => {
    const having = all.filter(({ own }) => (own.credits[at] ?? 0) >= FOUND).length;
    const rarity = rarityOf(having, all.length);
    if (word === undefined) return weight * rarity;
    return Math.max(weight, LEAST_WEIGHT) * rarity * (isLightWord(word) ? LIGHT_WEIGHT : 1);
  });
  const total = sumOf(weights);
  const ranked = all.map(({ unit, sourceIndex, passage, whole, own }) => {
    const above = look({ pageContent: unit.above }).credits;
    const before = look({ pageContent: unit.before }).credits;
    const credits = own.credits.map((credit, at) =>
      Math.max(
        credit,
        (above[at] ?? 0) * CONTEXT.above,
        (before[at] ?? 0) * CONTEXT.before,
        (whole[at] ?? 0) * CONTEXT.passage,
      ),
    );
    const share = total === 0 ? 0 : sumOf(credits.map((credit, at) => credit * (weights[at] ?? 0))) / total;
    const isFitting = isIn?.(unit.text);
    const score =
      share +
      BONUS.near * nearness(own.places) +
      (isFitting === true ? BONUS.kind * Math.min(1, 2 * share) : 0) +
      BONUS.relevance * passage.relevance +
      BONUS.rank / (1 + sourceIndex);
    const lacks = hard.some((isHard, at) => isHard && Math.max(credits[at] ?? 0, whole[at] ?? 0) < FOUND);
    return { ...unit, sourceIndex, score, share, isFitting, isNeeded, lacks };
  });
  return ranked.toSorted((a, b) => b.score - a.score);
}
