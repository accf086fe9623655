import { isFillerWord } from '../../../../../shared/text/filler-words.ts';
import { wordsOf } from './keyword-query.ts';

/** Words of a question that are looked for in the tail; of a longer one the rarest, as far as the index can tell. */
const MAX_WORDS = 64;
/** The constants of FTS5's bm25(). */
const K1 = 1.2;
const B = 0.75;

/** A word of the question with its stem, and in how many chunks of the index it is. */
export interface TailWord {
  readonly term: string;
  readonly word: string;
  readonly indexed: number;
}

/** How the index's tokenizer writes each word. */
export type Tokenize = (words: readonly string[]) => ReadonlyMap<number, string>;

/** What a text has of the question's words: how often each term is in it, and its length. */
interface Match {
  readonly counts: readonly number[];
  readonly units: number;
}

/** A piece of text that is not ASCII, as the tokenizer takes it: Latin letters lose their accents, others keep them. */
function foldPiece(piece: string): string {
  const bare = piece
    .normalize('NFD')
    .replace(/^\p{M}+/u, '')
    .replaceAll(/(\p{Script=Latin})\p{M}+/gu, '$1');
  return bare.normalize('NFC').replaceAll('ς', 'σ');
}

/** In lower case without accents, as the index's tokenizer takes it. */
function fold(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what is not ASCII
  return text.toLowerCase().replaceAll(/[^\x00-\x7f]+/g, foldPiece);
}

const LETTER = /[\p{L}\p{M}\p{N}\p{Co}]/u;

/** What every word of this stem begins with: stemming changes endings only, and the stem's last letter at most beside them. */
function prefixOf(term: string): string {
  const letters = [...fold(term)];
  return letters.slice(0, Math.max(1, letters.length - 1)).join('');
}

/** Letters outside the BMP are two characters, of which neither is a letter. */
function isBehindLetter(text: string, index: number): boolean {
  const isSecondHalf = (text.charCodeAt(index - 1) & 0xfc00) === 0xdc00;
  return LETTER.test(text.slice(Math.max(0, index - (isSecondHalf ? 2 : 1)), index));
}

function chooseTailWords(words: readonly TailWord[]): readonly TailWord[] {
  const meant = words.filter(({ word }) => !isFillerWord(word));
  return [...(meant.length > 0 ? meant : words)]
    .sort((a, b) => a.indexed - b.indexed || b.word.length - a.word.length)
    .slice(0, MAX_WORDS);
}

/** What a question finds in chunks that the keyword index does not have yet, by the same words and the same formula. */
export class KeywordTail {
  /** Chunks of these numbers of the log have been read. */
  position: number;
  /** How many chunks there were, whether they fit or not. */
  chunks = 0;
  readonly #terms: readonly string[];
  readonly #tokenize: Tokenize;
  /** Words that begin as one of the terms does; some begin within a longer word. */
  readonly #candidates: RegExp;
  /** Which term a word is of; -1 for none. */
  readonly #termOf = new Map<string, number>();
  readonly #matches = new Map<number, Match>();
  #units = 0;

  /** @param position of the index: the tail begins behind it */
  constructor(words: readonly TailWord[], position: number, tokenize: Tokenize) {
    this.position = position;
    this.#tokenize = tokenize;
    this.#terms = [...new Set(chooseTailWords(words).map(({ term }) => term))];
    const prefixes = [...new Set(this.#terms.map(prefixOf))].join('|');
    this.#candidates = new RegExp(`(?:${prefixes === '' ? '(?!)' : prefixes})[\\p{L}\\p{M}\\p{N}\\p{Co}]*`, 'gu');
  }

  /** Chunks that have any of the words. */
  get found(): Iterable<number> {
    return this.#matches.keys();
  }

  take(id: number, content: string): void {
    this.chunks += 1;
    this.#units += content.length;
    const match = this.#match(content);
    if (match !== undefined) this.#matches.set(id, match);
  }

  /** How many chunks of the tail have the term. */
  chunksWith(term: string): number {
    const index = this.#terms.indexOf(term);
    let chunks = 0;
    for (const { counts } of this.#matches.values()) if ((counts[index] ?? 0) > 0) chunks += 1;
    return chunks;
  }

  /**
   * BM25 with the lengths of texts in characters, so that chunks of the tail and of the index stand in one order.
   * @param weightOf what a term counts for
   * @param content of a chunk that is not of the tail
   */
  score(weightOf: (term: string) => number, id: number, content?: string): number {
    const match = this.#matches.get(id) ?? (content === undefined ? undefined : this.#match(content));
    if (match === undefined) return 0;
    const average = this.chunks === 0 ? match.units : this.#units / this.chunks;
    const norm = K1 * (1 - B + (B * match.units) / Math.max(1, average));
    let sum = 0;
    for (const [index, term] of this.#terms.entries()) {
      const count = match.counts[index] ?? 0;
      if (count > 0) sum += (weightOf(term) * count * (K1 + 1)) / (count + norm);
    }
    return sum;
  }

  #match(content: string): Match | undefined {
    const words = this.#wordsLikeTerms(fold(content));
    if (words.length === 0) return undefined;
    this.#learn(words);
    const counts = this.#terms.map(() => 0);
    let isFound = false;
    for (const word of words) {
      const index = this.#termOf.get(word) ?? -1;
      if (index < 0) continue;
      counts[index] = (counts[index] ?? 0) + 1;
      isFound = true;
    }
    return isFound ? { counts, units: content.length } : undefined;
  }

  #wordsLikeTerms(folded: string): readonly string[] {
    const words: string[] = [];
    for (const { 0: word, index } of folded.matchAll(this.#candidates)) {
      if (!isBehindLetter(folded, index)) words.push(word);
    }
    return words;
  }

  /** Asks the tokenizer about words that it was not asked before. */
  #learn(words: readonly string[]): void {
    const unknown = [...new Set(words)].filter((word) => !this.#termOf.has(word));
    if (unknown.length === 0) return;
    for (const word of unknown) this.#termOf.set(word, -1);
    for (const [index, term] of this.#tokenize(unknown)) {
      this.#termOf.set(unknown[index] ?? '', this.#terms.indexOf(term));
    }
  }
}

/** What a term counts for in FTS5's bm25(), when so many of so many chunks have it. */
export function weightOf(chunksWith: number, chunks: number): number {
  return Math.max(1e-6, Math.log((chunks - chunksWith + 0.5) / (chunksWith + 0.5)));
}

/** Words of a question, each with its stem. */
export function tailWords(text: string, tokenize: Tokenize, indexed: (term: string) => number): readonly TailWord[] {
  const words = wordsOf(text);
  const terms = tokenize(words);
  return words.flatMap((word, index) => {
    const term = terms.get(index);
    return term === undefined ? [] : [{ word, term, indexed: indexed(term) }];
  });
}
