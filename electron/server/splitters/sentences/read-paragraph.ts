import { isInsideCluster } from '../separators/boundaries.ts';
import { findSentences, type SentenceRange } from './find-sentences.ts';

/** A longer paragraph is read in parts of this many UTF-16 units. */
export const PARAGRAPH_UNITS = 64 * 1024;
/** How many units after a position decide whether a paragraph ends there. */
export const BREAK_UNITS = 80;

/**
 * A line end before an empty line, or before a line that does not continue the sentence: a list item, a heading, a quotation, a table row, a fence.
 * (At most 64 units of white space per line are checked, see {@link BREAK_UNITS}.)
 */
const PARAGRAPH_END =
  /\n(?=[^\S\n]{0,64}(?:\n|[-*+•‣◦▪–—>|][^\S\n]|[・●○◆◇■□※]|#{1,6}[^\S\n]|\d{1,4}[.)][^\S\n]|[\d０-９]{1,4}[、．）]|[（(][\d０-９一二三四五六七八九十]{1,4}[）)]|[一二三四五六七八九十]{1,4}、|第[\d０-９一二三四五六七八九十百]{1,5}[条條章节節項编編]|`{3}|~{3}))/g;
/** A heading ends with its line. */
const HEADING = /^\s*#{1,6}\s/;

export interface Paragraph {
  /** In the order of the text. */
  readonly sentences: readonly SentenceRange[];
  /** Where the next paragraph starts. */
  readonly end: number;
}

/** Reads the paragraph at `start`, or the first {@link PARAGRAPH_UNITS} of it. Needs {@link BREAK_UNITS} more than that, or the whole text. */
export function readParagraph(text: string, start: number, limit: number = PARAGRAPH_UNITS): Paragraph {
  const end = endOfParagraph(text, start, limit);
  if (end !== undefined) return { sentences: sentencesIn(text, start, end), end };
  const cut = start + limit;
  const found = sentencesIn(text, start, cut);
  const last = found.at(-1);
  // The last sentence may continue; it is read again from its start, unless the text is complete.
  if (last !== undefined && last.start > start && found.length > 1) {
    return { sentences: found.slice(0, -1), end: last.start };
  }
  const wordEnd = lastSpace(text, start, cut);
  return { sentences: sentencesIn(text, start, wordEnd), end: wordEnd };
}

/** Where the paragraph ends; undefined if that is after the limit. */
function endOfParagraph(text: string, start: number, limit: number): number | undefined {
  const stretch = text.slice(start, start + limit + BREAK_UNITS);
  // White space before the words belongs to no paragraph.
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

/** The last position up to `end` after white space; `end` if the second half has none. */
function lastSpace(text: string, start: number, end: number): number {
  for (let at = end; at > (start + end) / 2; at--) if (WHITE_SPACE.test(text.charAt(at - 1))) return at;
  let at = end;
  while (isInsideCluster(text, at)) at -= 1;
  return at;
}
