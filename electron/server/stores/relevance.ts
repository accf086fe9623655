import { parseQuestion } from '../../../shared/text/question.ts';
import type { Metadata } from '../core/document.ts';
import { namesOf } from './local/log/names-of.ts';
import { meantTerms } from './local/search/keyword-query.ts';
import { addGrams, gramsOfQuestion } from './local/search/words/grams.ts';
import { codeStemOf, factStemsOf, type QuestionTerm, questionTerms, termsOf } from './local/search/words/terms.ts';

/** A passage as a question finds it. */
export interface FoundPassage {
  readonly pageContent: string;
  readonly metadata: Metadata;
}

/** What the words of a passage say for it: nothing in it depends on the collection that it is in. */
export interface WordEvidence {
  /** The share of the question's words that the passage has, by their letters, 0 to 1. */
  readonly share: number;
  /** The share of neighbours in the question that are near each other in the passage, 0 to 1; of a single word the same as `share`. */
  readonly near: number;
  /** Of the passage, in words. */
  readonly length: number;
}

/** Longer passages are looked at up to here, in characters: some milliseconds. */
const MAX_CHARACTERS = 100_000;
/** Long words are rarer than short ones. (Measured: as good as their rarity in the collection, which makes the same passage another in each.) */
const LETTERS = { least: 2, most: 12 };
/** A word that only the file's name, its title or the headings above have. */
const NAMED = 0.5;
/** A word that shares fewer of its pieces of four letters with the passage is another word. */
const LEAST_PIECES = 0.4;
const DIGIT = /\p{Nd}/u;
const NO_FACTS: ReadonlySet<string> = new Set();
/** Words with so few between them are near each other. */
const NEAR = 4;
/** Of a word that comes again and again the first places are looked at: each is compared with each. */
const MAX_PLACES = 50;

function weightOf({ stem }: QuestionTerm): number {
  return Math.min(LETTERS.most, Math.max(LETTERS.least, [...stem].length));
}

/** The words of a question, each once, without other notations of them. */
function wordsOf(question: string): readonly QuestionTerm[] {
  const { text } = parseQuestion(question);
  const written = new Set(termsOf(text).map(({ stem }) => stem));
  return meantTerms(questionTerms(text).filter(({ stem }) => written.has(stem)));
}

/** What a passage may have for a word: its stem, or the date, code or number that it is or is a part of, in any notation. */
function waysOf({ stem, word, wholes = [] }: QuestionTerm): readonly string[] {
  return [stem, ...wholes, ...(word === undefined ? [] : [codeStemOf(word)])];
}

/** The share of a word's pieces that a passage has. */
function sharedPieces({ word }: QuestionTerm, pieces: ReadonlySet<string>): number {
  const own = new Set<string>();
  if (pieces.size > 0) addGrams(own, word);
  return own.size === 0 ? 0 : [...own].filter((piece) => pieces.has(piece)).length / own.size;
}

function areNear(some: readonly number[], others: readonly number[] = []): boolean {
  return some.some((one) => others.some((other) => Math.abs(one - other) <= NEAR));
}

/** A word that a question asks for, with what a passage may have for it. */
export interface AskedWord {
  readonly term: QuestionTerm;
  readonly ways: readonly string[];
  readonly weight: number;
}

/** Which words of a question a text has. */
export interface WordCredits {
  /** Of each word whether it is there: 1, 0, or between them for a word that shares pieces with one of the text, or that only names the text's place. */
  readonly credits: readonly number[];
  /** Of each word where it stands, in words of the text. */
  readonly places: readonly (readonly number[])[];
  /** Of the text, in words. */
  readonly length: number;
}

/** The words that a question asks for, in order, each once. */
export function askedWords(question: string): readonly AskedWord[] {
  return wordsOf(question).map((term) => ({ term, ways: waysOf(term), weight: weightOf(term) }));
}

/** Makes what finds out which words a text has, each by itself. */
export function creditsOfWords(words: readonly AskedWord[]): (passage: FoundPassage) => WordCredits {
  const wanted = new Set(words.flatMap(({ ways }) => ways));
  const hasFacts = words.some(({ term: { word = '', wholes } }) => wholes !== undefined || DIGIT.test(word));
  const hasPieces = gramsOfQuestion(words.map(({ term }) => term)).length > 0;
  return ({ pageContent, metadata }) => {
    const text = pageContent.slice(0, MAX_CHARACTERS);
    const terms = termsOf(text);
    const places = new Map<string, number[]>();
    const pieces = new Set<string>();
    for (const [place, { stem, word }] of terms.entries()) {
      if (hasPieces) addGrams(pieces, word);
      if (!wanted.has(stem)) continue;
      const known = places.get(stem);
      if (known === undefined) places.set(stem, [place]);
      else if (known.length < MAX_PLACES) known.push(place);
    }
    const facts = hasFacts ? factStemsOf(text) : NO_FACTS;
    const names = new Set(termsOf(namesOf(JSON.stringify(metadata))).map(({ stem }) => stem));
    const creditOf = ({ term, ways }: AskedWord) => {
      if (ways.some((way) => places.has(way) || facts.has(way))) return 1;
      if (term.isPrefix && terms.some(({ stem }) => stem.startsWith(term.stem))) return 1;
      const shared = sharedPieces(term, pieces);
      return Math.max(shared < LEAST_PIECES ? 0 : shared, names.has(term.stem) ? NAMED : 0);
    };
    return {
      credits: words.map(creditOf),
      places: words.map(({ term }) => places.get(term.stem) ?? []),
      length: terms.length,
    };
  };
}

/** Makes what finds out which words of a question a passage has. */
export function evidenceByWords(question: string): (passage: FoundPassage) => WordEvidence {
  const words = askedWords(question);
  const creditsOf = creditsOfWords(words);
  const all = words.reduce((sum, { weight }) => sum + weight, 0);
  return (passage) => {
    const { credits, places, length } = creditsOf(passage);
    const had = words.reduce((sum, { weight }, at) => sum + (credits[at] ?? 0) * weight, 0);
    const near = places.filter((own, at) => areNear(own, places[at + 1]));
    const share = all === 0 ? 0 : had / all;
    return { share, near: words.length < 2 ? share : near.length / (words.length - 1), length };
  };
}

function logistic(value: number): number {
  return 1 / (1 + Math.exp(-value));
}

/**
 * Logistic regressions over the first ten hits of the questions of half A of `npm run bench:search` and whether each answered its question. English was asked of all packages, of the
 * right one and of the three others, in chunks of 400, 1,000 and 2,500 characters; a third of the languages' questions, too, were asked of a collection that does not have the answer
 * (November 2026, built-in model). Of half B (18,500 hits, of all modes) with a relevance of .1 to .25, 16 % answered; .25 to .5: 37 %; .5 to .75: 63 %; .75 to .9: 76 %; only 23 had more (57 %).
 * Area under the curve by words .88 (English) and .99 (twelve languages), where BM25 in one collection has .88 and .97.
 */
const BY_WORDS = { base: 2.5, share: 4.6, near: 2.1, length: -0.9 };
/** So that no word shared is not minus infinity. */
const NO_SHARE = 0.2;
/** A shorter passage says no more by its shortness, in words. */
const SHORT = 20;
/** By meaning alone the built-in model says little: hardly more than a fifth of what it finds most similar answers. */
const BY_MEANING = { base: -7.3, similarity: 5.2 };
/**
 * What one word of the question says at least. What the built-in model finds without any comes after it: at the same relevance of .003 to .03 none of 1,600 such passages answered in chunks of
 * 400 and 1,000 characters and 1 of 150 in pieces of up to 60, where of those with a word 1 of 120 and 1 of 8 did (all questions of the search bench, asked of several owners at once).
 */
const LEAST_RELEVANCE = 0.005;

function byMeaning(similarity: number, hybridWeight: number, hasWord: boolean): number {
  if (hybridWeight >= 1) return Math.min(1, Math.max(0, similarity));
  return (hasWord ? 1 : LEAST_RELEVANCE) * logistic(BY_MEANING.base + BY_MEANING.similarity * similarity);
}

/**
 * How sure the search is that a passage answers its question, from 0 to 1: of passages with 0.8 some eight of ten did in the search bench. It depends on question and passage alone, so it
 * compares between questions, modes, stores and collections, which scores do not.
 * @param hybridWeight of the model of the similarities: those of one that counts as much as words were not measured, and count as they are
 * @returns of a passage, with its similarity to the question where it is known: for cosine from -1 to 1
 */
export function relevanceFor(
  question: string,
  hybridWeight: number,
): (passage: FoundPassage, similarity?: number) => number {
  const evidenceOf = evidenceByWords(question);
  return (passage, similarity) => {
    const { share, near, length } = evidenceOf(passage);
    const { base, ...by } = BY_WORDS;
    const words =
      base + by.share * Math.log(share + NO_SHARE) + by.near * near + by.length * Math.log(Math.max(SHORT, length));
    const hasWord = share > 0;
    const relevance = Math.max(
      hasWord ? LEAST_RELEVANCE + (1 - LEAST_RELEVANCE) * logistic(words) : LEAST_RELEVANCE * logistic(words),
      similarity === undefined ? 0 : byMeaning(similarity, hybridWeight, hasWord),
    );
    return Math.round(relevance * 1e6) / 1e6;
  };
}
