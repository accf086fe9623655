import { isFillerWord } from '../../../../../shared/text/filler-words.ts';
import { gramsOfQuestion } from './words/grams.ts';
import type { QuestionTerm } from './words/terms.ts';

/** A question may be a whole page; beyond this many terms the rest says little that the rarest ones do not. */
const MAX_TERMS = 64;

/** A term that is in more than this share of the chunks tells nothing apart: BM25 gives it a weight of about nothing. */
const MAX_SHARE_OF_CHUNKS = 0.5;
/** Of fewer chunks each is worth finding, by whatever word of the question. */
const SMALL_COLLECTION = 20;

/**
 * What a chunk is found by, and how much that counts: the stems of its words; the words as they are written, so that of two chunks the one with the very word
 * comes first (measured: R@5 8 points more than stems alone); stems of what names its place: its file, the headings above it;
 * and pieces of its words, if they are not English.
 */
export const MATCHED_COLUMNS = { stems: 1, words: 1, names: 0.2, grams: 1 } as const;
export type MatchedColumn = keyof typeof MATCHED_COLUMNS;

/** Beyond its rarest terms a question's common ones, above a share of the chunks, cost much time and bring nothing (measured: R@1 and MRR as with all). */
const RAREST_TERMS = 4;
const COMMON_SHARE = 0.1;
/** Where so few chunks have a term it costs no time. */
const FEW_CHUNKS = 2000;
/** Pieces of words are read up to this share of the chunks, the rarest first. */
const GRAM_SHARE = 0.05;

/** A fact counts as a word does, of which both the stem and the form are looked for. */
const FACT_WEIGHT = 2;
/** Where a date, a code or a number is there as a whole, its parts put those in order that lack it. */
const PART_WEIGHT = 0.1;

/** One way in which a term of the question stands in a chunk. */
export interface Spelling {
  readonly column: MatchedColumn;
  readonly text: string;
  /** Whatever begins so fits. */
  readonly isPrefix: boolean;
  /** How much it counts beside others of its column: 1 if absent. */
  readonly weight?: number;
}

export function keyOf({ column, text }: Pick<Spelling, 'column' | 'text'>): string {
  return `${column} ${text}`;
}

export function gramSpellings(terms: readonly QuestionTerm[]): readonly Spelling[] {
  return gramsOfQuestion(terms).map((text) => ({ column: 'grams', text, isPrefix: false }));
}

/**
 * The ways in which any of the terms may stand in a chunk, each once; without its pieces.
 * @param isKnown whether any chunk has a stem: parts of what chunks have as a whole count little
 */
export function spellingsOf(
  terms: readonly QuestionTerm[],
  isKnown: (stem: string) => boolean = () => false,
): readonly Spelling[] {
  const spellings = new Map<string, Spelling>();
  const add = (spelling: Spelling) => {
    const known = spellings.get(keyOf(spelling));
    const weight = Math.max(spelling.weight ?? 1, known?.weight ?? 0);
    spellings.set(keyOf(spelling), { ...spelling, weight });
  };
  for (const { stem, form, isPrefix, isFact = false, wholes = [] } of terms) {
    const weight = wholes.some(isKnown) ? PART_WEIGHT : isFact ? FACT_WEIGHT : 1;
    add({ column: 'stems', text: stem, isPrefix, weight });
    add({ column: 'names', text: stem, isPrefix, weight });
    if (form !== undefined) add({ column: 'words', text: form, isPrefix, weight });
  }
  return [...spellings.values()];
}

function isMeaningful({ word }: QuestionTerm): boolean {
  return word === undefined || !isFillerWord(word);
}

/** The terms of a question without filler words; all, if it has no others. */
export function meantTerms(terms: readonly QuestionTerm[]): readonly QuestionTerm[] {
  const meaningful = terms.filter(isMeaningful);
  return meaningful.length > 0 ? meaningful : terms;
}

/** In how many chunks a term may be that tells them apart. */
function mostChunks(totalChunks: number): number {
  return totalChunks < SMALL_COLLECTION ? totalChunks : totalChunks * MAX_SHARE_OF_CHUNKS;
}

/**
 * Leaves out terms that no chunk has, those that most have (they are slow to rank and change nothing) and filler words, and keeps
 * the rarest of a long question. A question of nothing but common terms keeps the rarest one, one of nothing but filler words the rarest of those.
 * @param chunksWith how many chunks have a term's stem; if none has, those that are named so. Asked of filler words only in a question of nothing else.
 */
export function chooseTerms(
  terms: readonly QuestionTerm[],
  chunksWith: (term: QuestionTerm) => number,
  totalChunks: number,
): QuestionTerm[] {
  const rarestFirst = (some: readonly QuestionTerm[]) =>
    some
      .map((term) => ({ term, chunks: chunksWith(term) }))
      .filter(({ chunks }) => chunks > 0)
      .sort((a, b) => a.chunks - b.chunks);
  const meaningful = terms.filter(isMeaningful);
  const meant = rarestFirst(meaningful);
  const telling = meant.filter(({ chunks }) => chunks <= mostChunks(totalChunks));
  // What its filler words find has nothing of a question that asks for more, and would pass all that is found by meaning.
  const least = () => (meaningful.length > 0 ? meant : rarestFirst(terms)).slice(0, 1);
  const common = Math.max(FEW_CHUNKS, totalChunks * COMMON_SHARE);
  return (telling.length > 0 ? telling : least())
    .filter(({ chunks }, index) => index < RAREST_TERMS || chunks <= common)
    .slice(0, MAX_TERMS)
    .map(({ term }) => term);
}

/**
 * The terms that chunks are looked through for before it is known how many of them have any: without filler words, of a long question the rarest ones.
 * @param indexed in how many chunks of the index a term is
 */
export function candidateTerms(
  terms: readonly QuestionTerm[],
  indexed: (term: QuestionTerm) => number,
): QuestionTerm[] {
  return meantTerms(terms)
    .map((term) => ({ term, chunks: indexed(term) }))
    .sort((a, b) => a.chunks - b.chunks || b.term.stem.length - a.term.stem.length)
    .slice(0, MAX_TERMS)
    .map(({ term }) => term);
}

/** The rarest pieces of a question's words, as many as can be read in a few ms. */
export function chooseGrams(
  grams: readonly { readonly spelling: Spelling; readonly chunks: number }[],
  totalChunks: number,
): Spelling[] {
  let left = Math.max(FEW_CHUNKS, totalChunks * GRAM_SHARE);
  return grams
    .filter(({ chunks }) => chunks > 0 && chunks <= mostChunks(totalChunks))
    .sort((a, b) => a.chunks - b.chunks)
    .filter(({ chunks }) => {
      left -= chunks;
      return left >= 0;
    })
    .slice(0, MAX_TERMS)
    .map(({ spelling }) => spelling);
}
