import { type Line, textOf } from './page-text.ts';

/** Words that a document uses, in lower case. */
export type KnownWords = ReadonlySet<string>;

const WORD = /[\p{L}\p{M}]+(?:[-\u2010\u2011][\p{L}\p{M}]+)*/gu;
/** A word that is cut by the end of its line: its first part, and the hyphen. */
const CUT = /([\p{L}\p{M}][\p{L}\p{M}\u2010\u2011-]*)([-\u2010\u00ad])$/u;
/** The rest of it. */
const REST = /^\s*(\p{Ll}[\p{L}\p{M}]*)/u;
/** What stands before a hyphen that is part of the word, in English, and hardly ever is a syllable of another. */
const HYPHENATED = new Set(['four', 'ill', 'non', 'quasi', 'self', 'three', 'two', 'well']);
/** Words after a hyphen that stands for a part which they share with the next one: "left- and right-handed". */
const CONJUNCTIONS = new Set('and or to und oder bis bzw sowie et ou y o e of en'.split(' '));
/** Shorter ones are syllables as often as words. */
const SHORTEST_PART = 4;

function plain(word: string): string {
  return word.toLowerCase().replace(/[\u2010\u2011]/g, '-');
}

/** Adds the words of these lines, except those that the ends of lines cut. */
export function learnWords(lines: readonly Line[], words: Set<string>): void {
  let isRest = false;
  for (const line of lines) {
    const text = textOf(line).trimEnd();
    const isCut = CUT.test(text);
    const found = text.match(WORD) ?? [];
    const whole = found.slice(isRest ? 1 : 0, isCut ? -1 : undefined);
    for (const word of whole) words.add(plain(word));
    isRest = isCut;
  }
}

/**
 * What becomes of the hyphen between two lines: `drop` it (it only shows where the word was cut), `keep` it as part of the word, or leave the
 * two lines alone (undefined). It is dropped if the document has the joined word in another place. Else it stays if the document has the hyphenated word, or if
 * both parts are words of their own; what is left was cut.
 * @param text a line, without blanks at its end
 */
export function judgeHyphen(text: string, next: string, words: KnownWords): 'drop' | 'keep' | undefined {
  const [, before = '', hyphen] = CUT.exec(text) ?? [];
  const [, after = ''] = REST.exec(next) ?? [];
  if (before === '' || after === '') return undefined;
  if (hyphen === '\u00ad') return 'drop';
  const [first, rest] = [plain(before), plain(after)];
  if (CONJUNCTIONS.has(rest)) return undefined;
  if (words.has(first + rest)) return 'drop';
  if (words.has(`${first}-${rest}`) || first.includes('-') || HYPHENATED.has(first)) return 'keep';
  const areWords = Math.min(first.length, rest.length) >= SHORTEST_PART && words.has(first) && words.has(rest);
  return areWords ? 'keep' : 'drop';
}
