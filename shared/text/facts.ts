import { askedCodesIn, codesIn, type FoundCode } from './codes.ts';
import { datesIn } from './dates.ts';
import { isFillerWord } from './filler-words.ts';
import { splitRuns, wordsOfRun } from './words.ts';

/** A date, a code or a number in a text, in whatever notation. */
export interface Fact {
  readonly from: number;
  readonly to: number;
  /** Alike for all notations of the same. */
  readonly keys: readonly string[];
}

/** A date, a code or a number that is asked for. */
export interface AskedFact {
  /** As it is written. */
  readonly text: string;
  readonly keys: readonly string[];
  /** Words that a text may have of it, besides those of the question. */
  readonly words: readonly string[];
  /** The words of this text say little where a text has the whole of it; empty where they are as good as it. */
  readonly parts: string;
  /** The whole as a word. */
  readonly joined: readonly string[];
}

/** Shorter ones are as well a part of another number. */
const MIN_DIGITS = 4;
const DIGITS_AND_LETTERS = /^(?=.*\p{Nd})(?=.*\p{L})/u;
const LETTERS = /^[a-z]{4,20}$/;
/** A longer question has words enough to be found by. */
const MAX_WORDS = 16;
const DIGITS = /^\p{Nd}+$/u;
const HEX = /^0x(?=[0-9a-f]{4,16}$)/;
const RUN_PARTS = /\p{Nd}+|[^\p{Nd}]+/gu;
const MAX_RUN_PARTS = 4;

/** What stands for a code in all its notations. */
export function keyOfCode({ key }: Pick<FoundCode, 'key'>): string {
  return `c${key}`;
}

function keyOfDate(date: string): string {
  return `d${date}`;
}

/** The facts of a text. Some lie in others. */
export function factsIn(text: string): readonly Fact[] {
  return [
    ...codesIn(text).map((code) => ({ from: code.from, to: code.to, keys: [keyOfCode(code)] })),
    ...datesIn(text).map(({ from, to, keys }) => ({ from, to, keys: keys.map(keyOfDate) })),
  ];
}

/** A word that other texts may write in parts: with digits in it, or with a hyphen. */
function askedWord(text: string): readonly AskedFact[] {
  if (LETTERS.test(text)) return [{ text, keys: [keyOfCode({ key: text })], words: [], parts: '', joined: [] }];
  const isCode = DIGITS_AND_LETTERS.test(text);
  if (!isCode && !(DIGITS.test(text) && text.length >= MIN_DIGITS)) return [];
  const bare = text.replace(HEX, '');
  const keys = [keyOfCode({ key: bare })];
  if (bare !== text) return [{ text, keys, words: [bare], parts: '', joined: [bare] }];
  const parts = isCode ? (text.match(RUN_PARTS) ?? []) : [];
  const words = parts.length <= MAX_RUN_PARTS ? parts : [];
  return [{ text, keys, words, parts: words.join(' '), joined: [text] }];
}

/** @param hasParts whether its parts mean nothing else */
function askedCode(question: string, hasParts: boolean): (code: FoundCode) => AskedFact {
  return ({ from, to, key, isNumber }) => ({
    text: question.slice(from, to),
    keys: [keyOfCode({ key })],
    words: isNumber || hasParts ? [key] : [],
    parts: isNumber && hasParts ? question.slice(from, to) : '',
    joined: [key],
  });
}

/** The facts that a question asks for. */
export function askedFactsIn(question: string): readonly AskedFact[] {
  const words = splitRuns(question).flatMap(wordsOfRun);
  const isShort = words.length <= MAX_WORDS;
  return [
    ...codesIn(question).map(askedCode(question, true)),
    ...askedCodesIn(question).map(askedCode(question, false)),
    ...words.flatMap(({ text, isUnspaced }) =>
      isUnspaced || (!isShort && LETTERS.test(text)) || isFillerWord(text) ? [] : askedWord(text),
    ),
    ...datesIn(question, true).map(({ from, to, exact }) => ({
      text: question.slice(from, to),
      keys: exact.map(keyOfDate),
      words: [],
      parts: question.slice(from, to),
      joined: [],
    })),
  ];
}
