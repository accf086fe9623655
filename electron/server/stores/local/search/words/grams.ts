import { isFillerWord } from '../../../../../../shared/text/filler-words.ts';
import type { Term } from './terms.ts';

/** Letters a piece: long enough that words which share two of them are mostly related. */
const GRAM = 4;
const MIN_WORD = 5;
const LATIN = /^\p{Script=Latin}+$/u;
const ACCENTED = /[À-ÖØ-öø-ɏ]/g;
/** Words that a question in English is mostly asked with, and none in another language. */
const ENGLISH_ONLY = new Set(
  'and are can does for from how is my of should that the this what when where which who why with'.split(' '),
);
/** Of text in another language than English 15 to 60 % of the words hold sentences together or have an accent; of English text next to none. */
const MIN_FOREIGN_SHARE = 0.1;

function addGrams(grams: Set<string>, word: string | undefined): void {
  if (word === undefined || word.length < MIN_WORD || isFillerWord(word) || !LATIN.test(word)) return;
  for (let start = 0; start + GRAM <= word.length; start += 1) grams.add(word.slice(start, start + GRAM));
}

/**
 * The pieces of four letters of a text's words, each once: by them a compound is found by its parts, and a word by its other forms. Only of texts in another
 * language than English, which has stems instead.
 */
export function gramsOfText(content: string, terms: readonly Term[]): ReadonlySet<string> {
  let foreign = 0;
  for (const term of terms) if (term.isForeign) foreign += 1;
  const accented = content.normalize('NFC').match(ACCENTED)?.length ?? 0;
  const grams = new Set<string>();
  if (foreign + accented > terms.length * MIN_FOREIGN_SHARE) for (const { word } of terms) addGrams(grams, word);
  return grams;
}

/** The pieces of a question's words, unless they tell that it is in English. */
export function gramsOfQuestion(terms: readonly Term[]): readonly string[] {
  const grams = new Set<string>();
  const isEnglish = terms.some(({ word = '' }) => ENGLISH_ONLY.has(word)) && !terms.some(({ isForeign }) => isForeign);
  if (isEnglish) return [];
  for (const { word } of terms) addGrams(grams, word);
  return [...grams];
}
