import { stemmer as stemArmenian } from '@orama/stemmers/armenian';

import { stemmer as stemGreek } from '@orama/stemmers/greek';
import { stemmer as stemHindi } from '@orama/stemmers/indian';
import { stemmer as stemRussian } from '@orama/stemmers/russian';
import { stemmer as stemTamil } from '@orama/stemmers/tamil';
import { stemmer as stemUkrainian } from '@orama/stemmers/ukrainian';
import { stemmer as stemEnglish } from 'stemmer';
import { stemArabic } from './stem-arabic.ts';

interface Stemming {
  readonly words: RegExp;
  readonly stem: (word: string) => string;
}

/**
 * A language for each script, since a question of three words does not tell its language: the rules of one language are only used where they do no harm to the
 * others of its script. Cyrillic has two, told apart by letters that Russian lacks. Latin has English only.
 */
const STEMMINGS: readonly Stemming[] = [
  { words: /^[a-z]+$/, stem: stemEnglish },
  { words: /^\p{Script=Cyrillic}*[іїєґ]\p{Script=Cyrillic}*$/u, stem: stemUkrainian },
  { words: /^\p{Script=Cyrillic}+$/u, stem: stemRussian },
  { words: /^\p{Script=Arabic}+$/u, stem: stemArabic },
  { words: /^\p{Script=Greek}+$/u, stem: stemGreek },
  { words: /^\p{Script=Devanagari}+$/u, stem: stemHindi },
  { words: /^\p{Script=Tamil}+$/u, stem: stemTamil },
  { words: /^\p{Script=Armenian}+$/u, stem: stemArmenian },
];

/** A folded word without its endings: what its forms have in common. A word of another script, or with digits in it, stays. */
export function stemWord(word: string): string {
  const stem = STEMMINGS.find(({ words }) => words.test(word))?.stem(word) ?? word;
  return stem === '' ? word : stem;
}
