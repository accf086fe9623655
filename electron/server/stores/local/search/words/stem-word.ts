import { stemmer as stemArmenian } from '@orama/stemmers/armenian';
import { stemmer as stemGreek } from '@orama/stemmers/greek';
import { stemmer as stemHindi } from '@orama/stemmers/indian';
import { stemmer as stemRussian } from '@orama/stemmers/russian';
import { stemmer as stemTamil } from '@orama/stemmers/tamil';
import { stemmer as stemUkrainian } from '@orama/stemmers/ukrainian';
import { stemmer as stemEnglish } from 'stemmer';

interface Stemming {
  readonly words: RegExp;
  readonly stem: (word: string) => string;
}

const ARTICLES = ['وال', 'بال', 'كال', 'فال', 'ال', 'لل'];
/** As they are tried: each is cut once. The spelling has been folded: ة is ه here, ى is ي. */
const ENDINGS = ['ها', 'ان', 'ات', 'ون', 'ين', 'يه', 'ه', 'ي'];

/**
 * Light stemming: cuts "and", the article and the commonest endings, and leaves the pattern of the root alone. The rules are light10 of Larkey,
 * Ballesteros and Connell, "Light Stemming for Arabic Information Retrieval" (2007).
 */
export function stemArabic(word: string): string {
  let stem = word.startsWith('و') && word.length >= 4 ? word.slice(1) : word;
  const article = ARTICLES.find((prefix) => stem.startsWith(prefix) && stem.length - prefix.length >= 2);
  if (article !== undefined) stem = stem.slice(article.length);
  for (const ending of ENDINGS) {
    if (stem.endsWith(ending) && stem.length - ending.length >= 2) stem = stem.slice(0, -ending.length);
  }
  return stem;
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
