import { splitRuns } from './words.ts';

/** A question as it was typed, taken apart: `jaguar "top speed" -car`. */
export interface ParsedQuestion {
  /** What is looked for, without what is left out; phrases are in it. */
  readonly text: string;
  /** What stands in quotation marks: a passage must have it, word by word. */
  readonly phrases: readonly string[];
  /** What a passage must not have. */
  readonly excluded: readonly Excluded[];
}

export interface Excluded {
  readonly text: string;
  /** In quotation marks: as it is written. Otherwise in any of its forms. */
  readonly isPhrase: boolean;
}

/** More are a text that was pasted. */
const MAX_PHRASES = 16;
const MAX_EXCLUDED = 256;
const LENGTH = '{1,300}';
const QUOTED = [
  // Not behind a number, where it is a unit: 5".
  `(?<![A-Za-z\\p{N}])"([^"\\n]${LENGTH})"`,
  `“([^“”\\n]${LENGTH})[”“]`,
  `„([^„“”\\n]${LENGTH})[“”]`,
  `«([^«»\\n]${LENGTH})»`,
  `»([^«»\\n]${LENGTH})«`,
  `「([^「」\\n]${LENGTH})」`,
  `『([^『』\\n]${LENGTH})』`,
  `＂([^＂\\n]${LENGTH})＂`,
].join('|');
/** Of a command that was pasted: `grep -i heron`. */
const OPTION = '[\\p{sc=Latin}\\p{sc=Greek}\\p{sc=Cyrillic}](?!\\S)';
/** A hyphen before a word, with a blank before it. Not before a short number, which is negative, nor where German leaves out what two words share ("Eingang und -ausgang"). */
const LEFT_OUT = `(?<=^|\\s)(?<!(?:^|\\s)(?:und|oder|sowie|bzw\\.|beziehungsweise)\\s)-(?!${OPTION})(?:${QUOTED}|([\\p{L}.#@$]\\S*|\\p{N}{4}\\S*))`;
const PARTS = new RegExp(`${LEFT_OUT}|${QUOTED}`, 'giu');
/** The groups of a match: phrases that are left out, a word that is, and phrases. */
const QUOTES = QUOTED.split('|').length;

function hasWords(text: string): boolean {
  return splitRuns(text).length > 0;
}

/** Takes a question apart. One of nothing but what is left out is taken as words. */
export function parseQuestion(question: string): ParsedQuestion {
  const phrases: string[] = [];
  const excluded: Excluded[] = [];
  const text = question.replaceAll(PARTS, (match: string, ...groups: unknown[]) => {
    const found = groups.slice(0, 2 * QUOTES + 1).map((group) => (typeof group === 'string' ? group : undefined));
    const leftOutPhrase = found.slice(0, QUOTES).find((group) => group !== undefined);
    const leftOut = leftOutPhrase ?? found[QUOTES];
    const phrase = found.slice(QUOTES + 1).find((group) => group !== undefined);
    const demand = leftOut ?? phrase;
    if (demand === undefined || !hasWords(demand)) return match;
    if (leftOut === undefined) {
      if (phrases.length < MAX_PHRASES) phrases.push(demand);
      return match;
    }
    if (excluded.length >= MAX_EXCLUDED) return match;
    excluded.push({ text: leftOut, isPhrase: leftOutPhrase !== undefined });
    return ' ';
  });
  return hasWords(text)
    ? { text: excluded.length > 0 ? text.trim() : question, phrases, excluded }
    : { text: question, phrases: [], excluded: [] };
}
