import { isFillerWord } from '../../../../../shared/text/filler-words.ts';
import type { QuestionTerm } from './words/terms.ts';

/** A question may be a whole page; beyond this many terms the rest says little that the rarest ones do not. */
const MAX_TERMS = 64;

/** A term that is in more than this share of the chunks tells nothing apart: BM25 gives it a weight of about nothing. */
const MAX_SHARE_OF_CHUNKS = 0.5;

/**
 * What a chunk is found by, and how much that counts: the stems of its words; the words as they are written, so that of two chunks the one with the very word
 * comes first (measured: R@5 8 points more than stems alone); and stems of what names its place: its file, the headings above it.
 */
export const MATCHED_COLUMNS = { stems: 1, words: 0.5, names: 0.2 } as const;
export type MatchedColumn = keyof typeof MATCHED_COLUMNS;

/** One way in which a term of the question stands in a chunk. */
export interface Spelling {
  readonly column: MatchedColumn;
  readonly text: string;
  /** Whatever begins so fits. */
  readonly isPrefix: boolean;
}

/** The ways in which any of the terms may stand in a chunk, each once. */
export function spellingsOf(terms: readonly QuestionTerm[]): readonly Spelling[] {
  const spellings = new Map<string, Spelling>();
  for (const { stem, word, isPrefix } of terms) {
    spellings.set(`stems ${stem}`, { column: 'stems', text: stem, isPrefix });
    spellings.set(`names ${stem}`, { column: 'names', text: stem, isPrefix });
    if (word !== undefined) spellings.set(`words ${word}`, { column: 'words', text: word, isPrefix });
  }
  return [...spellings.values()];
}

export interface TermFrequency {
  readonly term: QuestionTerm;
  /** Chunks that have its stem; if none has, those that are named so. */
  readonly chunks: number;
}

/**
 * Leaves out terms that no chunk has, those that most have (they are slow to rank and change nothing) and filler words, and keeps
 * the rarest of a long question. A question of nothing but such terms keeps the rarest one.
 */
export function chooseTerms(terms: readonly TermFrequency[], totalChunks: number): QuestionTerm[] {
  const known = terms.filter(({ chunks }) => chunks > 0).sort((a, b) => a.chunks - b.chunks);
  const meant = known.filter(({ term }) => !isFillerWord(term.word ?? ''));
  const telling = meant.filter(({ chunks }) => chunks <= totalChunks * MAX_SHARE_OF_CHUNKS);
  const least = meant[0] === undefined ? known.slice(0, 1) : [meant[0]];
  return (telling.length > 0 ? telling : least).slice(0, MAX_TERMS).map(({ term }) => term);
}

/** A MATCH expression that any of the spellings fits. Each is quoted, so that none is taken for an operator. */
export function matchAny(spellings: readonly Spelling[]): string {
  const quoted = spellings.map(
    ({ column, text, isPrefix }) => `${column} : "${text.replaceAll('"', '""')}"${isPrefix ? ' *' : ''}`,
  );
  return quoted.join(' OR ');
}
