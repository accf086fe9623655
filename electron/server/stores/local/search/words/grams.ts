import { hasCompounds, isEnglishQuestion, mayBeCompound } from '../../../../../../shared/text/compounds.ts';
import type { Term } from './terms.ts';

/** Letters a piece: long enough that words which share two of them are mostly related. */
const GRAM = 4;

/** Adds the pieces of a word, if they may be those of a compound. */
export function addGrams(grams: Set<string>, word: string | undefined): void {
  if (word === undefined || !mayBeCompound(word)) return;
  for (let start = 0; start + GRAM <= word.length; start += 1) grams.add(word.slice(start, start + GRAM));
}

/**
 * The pieces of four letters of a text's words, each once: by them a compound is found by its parts, and a word by its other forms. Only of texts in another
 * language than English, which has stems instead.
 */
export function gramsOfText(content: string, terms: readonly Term[]): ReadonlySet<string> {
  let foreign = 0;
  for (const term of terms) if (term.isForeign) foreign += 1;
  const grams = new Set<string>();
  if (hasCompounds(content, { all: terms.length, foreign })) for (const { word } of terms) addGrams(grams, word);
  return grams;
}

/** The pieces of a question's words, unless they tell that it is in English. */
export function gramsOfQuestion(terms: readonly Term[]): readonly string[] {
  const grams = new Set<string>();
  if (isEnglishQuestion(terms.flatMap(({ word }) => word ?? []))) return [];
  for (const { word } of terms) addGrams(grams, word);
  return [...grams];
}
