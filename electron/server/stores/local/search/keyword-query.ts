import { isFillerWord } from '../../../../../shared/text/filler-words.ts';

/** A question may be a whole page; beyond this many words the rest says little that the rarest ones do not. */
const MAX_WORDS = 64;
/** Longer runs are no words (base64, rules of dashes); the index would cut them anyway. */
const MAX_WORD_LENGTH = 64;

/** A word that is in more than this share of the chunks tells nothing apart: BM25 gives it a weight of about nothing. */
const MAX_SHARE_OF_CHUNKS = 0.5;

/** The distinct words of a question, in order, as the index's tokenizer would cut them: letters, marks and digits. */
export function wordsOf(text: string): string[] {
  const words = new Set<string>();
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{M}\p{N}\p{Co}]+/gu)) {
    if (word.length <= MAX_WORD_LENGTH) words.add(word);
  }
  return [...words];
}

export interface WordFrequency {
  readonly word: string;
  /** Chunks that have it. */
  readonly chunks: number;
}

/**
 * Leaves out words that no chunk has, those that most have (they are slow to rank and change nothing) and filler words, and keeps
 * the rarest of a long question. A question of nothing but such words keeps the rarest one.
 */
export function chooseWords(words: readonly WordFrequency[], totalChunks: number): string[] {
  const known = words.filter(({ chunks }) => chunks > 0).sort((a, b) => a.chunks - b.chunks);
  const meant = known.filter(({ word }) => !isFillerWord(word));
  const telling = meant.filter(({ chunks }) => chunks <= totalChunks * MAX_SHARE_OF_CHUNKS);
  const least = meant[0] === undefined ? known.slice(0, 1) : [meant[0]];
  return (telling.length > 0 ? telling : least).slice(0, MAX_WORDS).map(({ word }) => word);
}

/** A MATCH expression that any of the words fits. Each is quoted, so that none is taken for an operator. */
export function matchAny(words: readonly string[]): string {
  return words.map((word) => `"${word.replaceAll('"', '""')}"`).join(' OR ');
}
