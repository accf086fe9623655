import { isFillerWord, isForeignWord } from './filler-words.ts';

/** A part is found in a word, and a word in a part, from so many letters on. */
const MIN_LETTERS = 5;
const LATIN = /^\p{Script=Latin}+$/u;
const ACCENTED = /[À-ÖØ-öø-ɏ]/g;
/** Words that a question in English is mostly asked with, and none in another language. */
const ENGLISH_ONLY = new Set(
  'and are can does for from how is my of should that the this what when where which who why with'.split(' '),
);
/** Of text in another language than English 15 to 60 % of the words hold sentences together or have an accent; of English text next to none. */
const MIN_FOREIGN_SHARE = 0.1;

/** Whether a folded word may be a compound, or a part of one, that is found by the other. */
export function mayBeCompound(word: string): boolean {
  return word.length >= MIN_LETTERS && !isFillerWord(word) && LATIN.test(word);
}

/**
 * Whether words of a text are found by their parts: it is in another language than English, whose words are found by their stems.
 * @param words how many it has, and how many of them only hold sentences of another language together
 */
export function hasCompounds(text: string, words: { readonly all: number; readonly foreign: number }): boolean {
  const accented = text.normalize('NFC').match(ACCENTED)?.length ?? 0;
  return words.foreign + accented > words.all * MIN_FOREIGN_SHARE;
}

/** Whether the folded words of a question tell that it is in English, so that no compounds are looked for. */
export function isEnglishQuestion(words: readonly string[]): boolean {
  return words.some((word) => ENGLISH_ONLY.has(word)) && !words.some(isForeignWord);
}
