import { isInsideCharacter } from '../separators/boundaries.ts';
import { findSentences, type SentenceRange } from './find-sentences.ts';

/** A longer paragraph is read in stretches of this many UTF-16 units. */
export const PARAGRAPH_UNITS = 64 * 1024;
/** What must be known behind a place to tell whether a paragraph ends there. */
export const BREAK_UNITS = 80;

/**
 * A line end in front of an empty line, or of a line that does not go on with the sentence: a list's item, a heading, a quotation, a row
 * of a table, a fence. (White space of a line is looked at for 64 units, see {@link BREAK_UNITS}.)
 */
const PARAGRAPH_END = /\n(?=[^\S\n]{0,64}(?:\n|[-*+•‣◦▪–—>|][^\S\n]|#{1,6}[^\S\n]|\d{1,4}[.)][^\S\n]|`{3}|~{3}))/g;
/** A heading ends with its line. */
const HEADING = /^\s*#{1,6}\s/;

export interface Paragraph {
  /** In order, by their places in the text. */
  readonly sentences: readonly SentenceRange[];
  /** Where the next one starts. */
  readonly end: number;
}

/** Reads the paragraph at `start`, or the first {@link PARAGRAPH_UNITS} of it. Needs {@link BREAK_UNITS} more than that, or the whole text. */
export function readParagraph(text: string, start: number, limit: number = PARAGRAPH_UNITS): Paragraph {
  const end = endOfParagraph(text, start, limit);
  if (end !== undefined) return { sentences: sentencesIn(text, start, end), end };
  const cut = start + limit;
  const found = sentencesIn(text, start, cut);
  const last = found.at(-1);
  // The last one may go on; it is read again, from its start, unless it is all there is.
  if (last !== undefined && last.start > start && found.length > 1) {
    return { sentences: found.slice(0, -1), end: last.start };
  }
  const wordEnd = lastSpace(text, start, cut);
  return { sentences: sentencesIn(text, start, wordEnd), end: wordEnd };
}

/** Where the paragraph ends; undefined if that is behind the limit. */
function endOfParagraph(text: string, start: number, limit: number): number | undefined {
  const stretch = text.slice(start, start + limit + BREAK_UNITS);
  // White space in front of the words belongs to no paragraph.
  const from = stretch.length - stretch.trimStart().length;
  const at = HEADING.test(stretch) ? stretch.indexOf('\n', from) : firstEnd(stretch, from);
  if (at !== -1 && at < limit) return start + at + 1;
  return text.length - start <= limit ? text.length : undefined;
}

function firstEnd(text: string, from: number): number {
  PARAGRAPH_END.lastIndex = from;
  return PARAGRAPH_END.exec(text)?.index ?? -1;
}

function sentencesIn(text: string, start: number, end: number): SentenceRange[] {
  return findSentences(text.slice(start, end)).map((range) => ({ start: start + range.start, end: start + range.end }));
}

const WHITE_SPACE = /\s/;

/** The last place up to `end` behind a white space; there is none in the second half: the end. */
function lastSpace(text: string, start: number, end: number): number {
  for (let at = end; at > (start + end) / 2; at--) if (WHITE_SPACE.test(text.charAt(at - 1))) return at;
  return isInsideCharacter(text, end) ? end - 1 : end;
}
