import type { Demands } from '../../fits-question.ts';
import { chooseGrams, chooseTerms, gramSpellings, type Spelling, spellingsOf } from './keyword-query.ts';
import type { KeywordSource } from './rank-postings.ts';
import { type QuestionTerm, termsOf } from './words/terms.ts';

/** The spellings by which a question is answered: those that tell chunks apart. */
export function chooseSpellings(
  terms: readonly QuestionTerm[],
  sources: readonly KeywordSource[],
  total: number,
): readonly Spelling[] {
  const chunksWith = (spelling: Spelling) => {
    const chunks = sources.reduce((sum, source) => sum + source.chunksWith(spelling), 0);
    return Math.min(chunks, total);
  };
  const ofStem = (text: string, isPrefix = false) =>
    chunksWith({ column: 'stems', text, isPrefix }) || chunksWith({ column: 'names', text, isPrefix });
  const ofTerm = ({ stem, form, isSigned = false, isPrefix }: QuestionTerm) => {
    const signed = isSigned && form !== undefined ? chunksWith({ column: 'words', text: form, isPrefix: false }) : 0;
    return signed || ofStem(stem, isPrefix);
  };
  const grams = gramSpellings(terms).map((spelling) => ({ spelling, chunks: chunksWith(spelling) }));
  const chosen = spellingsOf(chooseTerms(terms, ofTerm, total), (stem) => ofStem(stem) > 0);
  return [...chosen, ...chooseGrams(grams, total)];
}

/** Of the words of the phrases those that are looked for: a chunk must have each, before its text is read. */
export function neededOf({ phrases }: Demands, spellings: readonly Spelling[]): readonly (readonly Spelling[])[] {
  const stems = new Set(phrases.flatMap((phrase) => termsOf(phrase).flatMap(({ stem, form }) => (form ? [stem] : []))));
  return [...stems]
    .map((stem) => spellings.filter(({ column, text }) => text === stem && (column === 'stems' || column === 'names')))
    .filter((ways) => ways.length > 0);
}
