import { findSentences, type SentenceRange } from '../../../shared/text/find-sentences.ts';

/** A sentence, a row of a table, an item of a list, a heading or a line of a mail. */
export interface Sentence {
  readonly text: string;
  /** UTF-16 offsets in the text. */
  readonly start: number;
  readonly end: number;
}

interface Line {
  readonly text: string;
  readonly start: number;
}

const LINE = /[^\r\n]+/g;
const EMPTY = /\n[^\S\n]*\r?\n/;
/** A line that stands for itself: a heading, a row of a table, a line of a quotation, a rule. */
const ALONE = /^\s*(?:#{1,6}\s|>|[-=_*]{3,}\s*$)|\||\t|^\s*[\p{L} -]{2,20}:\s+\S.*$/u;
/** A line that begins something: an item of a list, a numbered paragraph. */
const ITEM =
  /^\s*(?:[-*+•‣◦▪–—・●○◆◇■□※]\s*(?=\S)|\(?\d{1,3}[.)]\s|[（(]?[\d一二三四五六七八九十]{1,3}[）)、．]|[a-z][.)]\s|第[\d一二三四五六七八九十百]{1,5}[条條章节節項编編]|§)/u;
const ITEM_NUMBER = /^\(?(?:\d{1,3}|[a-z])[.)]$/;
const SENTENCE_END = /[.!?…:;。！？؟；：][\p{Pe}\p{Pf}"'”’」』*_]*\s*$/u;
const GOES_ON = /^\s*\p{Ll}/u;
const HAS_CASE = /[\p{Lu}\p{Ll}]/u;
const HYPHENATED = /\p{L}[-\u2010\u00ad]\s*$/u;
/** Lines up to so many letters are addresses, names, titles; columns of a page are wider. */
const SHORT_LINE = 32;
/** Of the widest line of its paragraph: a line that ends before this share has been ended by its writer. */
const FULL_LINE = 0.6;

function linesOf(text: string): readonly Line[] {
  return [...text.matchAll(LINE)].map((match) => ({ text: match[0], start: match.index }));
}

/** Whether the text goes on from a line to the next one, as lines do that a page has broken. */
function isBroken(line: Line, next: Line, widest: number): boolean {
  if (HYPHENATED.test(line.text)) return true;
  if (ALONE.test(line.text) || ALONE.test(next.text) || ITEM.test(next.text)) return false;
  if (GOES_ON.test(next.text)) return true;
  if (SENTENCE_END.test(line.text)) return true;
  const isWide = line.text.trimEnd().length >= widest * FULL_LINE;
  return isWide && (widest > SHORT_LINE || !HAS_CASE.test(line.text));
}

/** The lines of a text in groups, each of which is read as one paragraph. */
function paragraphsOf(text: string): readonly (readonly Line[])[] {
  const groups: Line[][] = [];
  let group: Line[] = [];
  const lines = linesOf(text);
  const widest = widestLines(text, lines);
  for (const [index, line] of lines.entries()) {
    const last = group.at(-1);
    const isApart = last !== undefined && EMPTY.test(text.slice(last.start + last.text.length, line.start));
    if (last !== undefined && (isApart || !isBroken(last, line, widest[index] ?? 0))) {
      groups.push(group);
      group = [];
    }
    group.push(line);
  }
  return group.length === 0 ? groups : [...groups, group];
}

/** By line how wide the widest one of its block is: the lines between two empty ones. */
function widestLines(text: string, lines: readonly Line[]): readonly number[] {
  const widths: number[] = [];
  let from = 0;
  let widest = 0;
  for (const [index, line] of lines.entries()) {
    widest = Math.max(widest, line.text.trimEnd().length);
    const next = lines[index + 1];
    if (next !== undefined && !EMPTY.test(text.slice(line.start + line.text.length, next.start))) continue;
    while (from <= index) {
      widths.push(widest);
      from += 1;
    }
    widest = 0;
  }
  return widths;
}

/** The number of an item belongs to what stands behind it. */
function withItsNumber(ranges: readonly SentenceRange[], paragraph: string): readonly SentenceRange[] {
  const [number, first, ...others] = ranges;
  if (number === undefined || first === undefined) return ranges;
  const isNumber = ITEM_NUMBER.test(paragraph.slice(number.start, number.end));
  return isNumber ? [{ start: number.start, end: first.end }, ...others] : ranges;
}

/** Parts a text, in order: a line end within a paragraph parts nothing, nor does an abbreviation or a number. */
export function splitSentences(text: string): readonly Sentence[] {
  return paragraphsOf(text).flatMap((lines) => {
    const first = lines[0]?.start ?? 0;
    const last = lines.at(-1);
    const paragraph = text.slice(first, last === undefined ? first : last.start + last.text.length);
    return withItsNumber(findSentences(paragraph), paragraph).map(({ start, end }) => ({
      text: paragraph.slice(start, end),
      start: first + start,
      end: first + end,
    }));
  });
}
