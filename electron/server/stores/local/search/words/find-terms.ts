import { foldText, SPACED_LETTER } from '../../../../../../shared/text/words.ts';
import { gramSpellings, keyOf, type MatchedColumn, type Spelling, spellingsOf } from '../keyword-query.ts';
import type { IndexedText } from '../keyword-table.ts';
import { gramsOfContent } from './grams.ts';
import { ARABIC_PREFIX } from './stem-arabic.ts';
import { type QuestionTerm, termsOf } from './terms.ts';

const OF_CONTENT: readonly MatchedColumn[] = ['stems', 'words'];
const OF_NAMES: readonly MatchedColumn[] = ['names'];

/** The last letter of an English stem may be another than that of the word; those of these scripts are parts of the word. */
const ENGLISH = /^[a-z]+$/;
const CUT_ONLY = /^[\p{Script=Cyrillic}\p{Script=Arabic}\p{N}]+$/u;
/** Of other scripts so many letters are taken to be the same in all forms. */
const SAME_LETTERS = 3;

const LETTER = new RegExp(SPACED_LETTER, 'v');
const MARK = /^\p{M}/u;

/** What every word of this stem begins with, behind an Arabic article. */
function beginningOf(stem: string): string {
  if (CUT_ONLY.test(stem)) return stem;
  const letters = [...stem];
  const same = ENGLISH.test(stem) ? letters.length - 1 : Math.min(letters.length - 1, SAME_LETTERS);
  return letters.slice(0, Math.max(1, same)).join('');
}

/** Letters outside the BMP are two characters, of which neither is a letter. */
function isBehindLetter(text: string, index: number): boolean {
  const isSecondHalf = (text.charCodeAt(index - 1) & 0xfc00) === 0xdc00;
  return LETTER.test(text.slice(Math.max(0, index - (isSecondHalf ? 2 : 1)), index));
}

/** How often a piece of a script without spaces is in a text; a pair that a mark follows is another one. */
function countPiece(text: string, { stem, isPrefix }: QuestionTerm): number {
  let count = 0;
  for (let at = text.indexOf(stem); at >= 0; at = text.indexOf(stem, at + 1)) {
    const end = at + stem.length;
    if (isPrefix || !MARK.test(text.slice(end, end + 2))) count += 1;
  }
  return count;
}

/** Counts the terms of a question in texts, without cutting the texts into all their words. */
export class TermFinder {
  readonly spellings: readonly Spelling[];
  /** Pieces of scripts without spaces, with their places among the spellings. */
  readonly #pieces: readonly (readonly [piece: QuestionTerm, index: number])[];
  /** Pieces of words, with their places among the spellings. */
  readonly #grams: readonly (readonly [gram: string, index: number])[];
  /** Words that begin as one of the terms does; some begin within a longer word. */
  readonly #candidates: RegExp;
  /** The spellings that a word is of, by their places. */
  readonly #spellingsOf = new Map<string, readonly number[]>();
  readonly #indexOf: ReadonlyMap<string, number>;
  #names: { readonly text: string; readonly counts: readonly number[]; readonly isFound: boolean };

  constructor(terms: readonly QuestionTerm[]) {
    this.spellings = [...spellingsOf(terms), ...gramSpellings(terms)];
    this.#grams = this.spellings.flatMap(({ column, text }, index) => (column === 'grams' ? [[text, index]] : []));
    this.#names = { text: '', counts: [], isFound: false };
    this.#indexOf = new Map(this.spellings.map((spelling, index) => [keyOf(spelling), index]));
    this.#pieces = terms
      .filter(({ word }) => word === undefined)
      .flatMap((term) =>
        [`stems ${term.stem}`, `names ${term.stem}`].flatMap((spelling) => {
          const index = this.#indexOf.get(spelling);
          return index === undefined ? [] : [[term, index] as const];
        }),
      );
    const beginnings = new Set(terms.flatMap(({ stem, word }) => (word === undefined ? [] : beginningOf(stem))));
    const any =
      beginnings.size === 0 ? '(?!)' : `(?:${ARABIC_PREFIX})?(?:${[...beginnings].join('|')})${SPACED_LETTER}*`;
    this.#candidates = new RegExp(any, 'gv');
  }

  /** How often each of the spellings is in its column; undefined when none is. */
  count({ content, names }: IndexedText): readonly number[] | undefined {
    const counts = this.spellings.map(() => 0);
    const isInContent = this.#countIn(foldText(content), OF_CONTENT, counts);
    // Chunks of one place follow each other, so names are mostly those of the chunk before.
    if (names !== this.#names.text) {
      const ofNames = this.spellings.map(() => 0);
      this.#names = { text: names, counts: ofNames, isFound: this.#countIn(foldText(names), OF_NAMES, ofNames) };
    }
    const hasGrams = this.#countGrams(content, counts);
    if (!isInContent && !hasGrams && !this.#names.isFound) return undefined;
    return counts.map((count, index) => count + (this.#names.counts[index] ?? 0));
  }

  /** @returns whether there was any */
  #countIn(text: string, columns: readonly MatchedColumn[], counts: number[]): boolean {
    let isFound = false;
    const add = (index: number, count: number) => {
      const column = this.spellings[index]?.column;
      if (count === 0 || column === undefined || !columns.includes(column)) return;
      counts[index] = (counts[index] ?? 0) + count;
      isFound = true;
    };
    for (const [piece, index] of this.#pieces) add(index, countPiece(text, piece));
    for (const { 0: word, index } of text.matchAll(this.#candidates)) {
      if (!isBehindLetter(text, index)) for (const spelling of this.#spellingsOfWord(word)) add(spelling, 1);
    }
    return isFound;
  }

  #countGrams(content: string, counts: number[]): boolean {
    if (this.#grams.length === 0) return false;
    const grams = gramsOfContent(content);
    const found = this.#grams.filter(([gram]) => grams.has(gram));
    for (const [, index] of found) counts[index] = 1;
    return found.length > 0;
  }

  #spellingsOfWord(text: string): readonly number[] {
    const kept = this.#spellingsOf.get(text);
    if (kept !== undefined) return kept;
    const found = termsOf(text).flatMap(({ stem, word }) =>
      [`stems ${stem}`, `words ${word}`, `names ${stem}`].flatMap((spelling) => this.#indexOf.get(spelling) ?? []),
    );
    this.#spellingsOf.set(text, found);
    return found;
  }
}
