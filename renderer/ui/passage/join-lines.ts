export interface TextRange {
  readonly from: number;
  /** Behind its last character. */
  readonly to: number;
}

/** A text for reading. */
export interface ReadableText {
  readonly text: string;
  /** Parts of it whose lines and columns mean something: code and tables. In order. */
  readonly fixed: readonly TextRange[];
}

const FENCE = /^\s*(?:```|~~~)/;
/** Columns: a tab, several spaces or a bar between words. */
const COLUMNS = /\S(?:\t| {3,}|\s\|\s)\S|^\s*\|.*\|\s*$/;
/** What begins or ends lines of program text and data, and hardly ever lines of prose. */
const CODE =
  /^\s*(?:[{}()[\]]+[;,]?$|\/\/|#include\b|<\/?[a-zA-Z][^>]*>|"[^"]+"\s*:|(?:const|let|var|function|class|def|import|from|return|public|private|export|async|SELECT|INSERT|FROM|WHERE)\b.*[(){};:=*,].*)|[;{}]\s*$|=>|^(?: {4}|\t)\s*\S.*[=({[:]\s*$/;
/** "rent: 40 pounds", as rows of tables are loaded. */
const FACT = /^[^\s:][^:]{0,40}:\s\S/;
const LIST_ITEM = /^(?:[-*+•‣◦·–—]\s+|\(?(?:\d{1,3}|[a-z])\)\s+|\d{1,3}\.\s+|#{1,6}\s|>\s)/;
const CJK = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|[　-〿＀-￯]/u;
const SENTENCE_END = /[.!?:;。！？：；]["'’”)\]]?$/;

/** Shorter lines than these are verses, labels or lists; a Chinese or Japanese line of a column is shorter than one of Latin letters. */
const MIN_COLUMN = 30;
const MIN_CJK_COLUMN = 12;
/** Lines of proportional type differ by so much in their number of characters. */
const FULL_LINE = 0.7;
const ENDING_LINE = 0.9;

function most(lines: readonly string[], pattern: RegExp, share: number): boolean {
  return lines.length > 1 && lines.filter((line) => pattern.test(line)).length >= lines.length * share;
}

function isFixed(lines: readonly string[]): boolean {
  return most(lines, COLUMNS, 0.5) || most(lines, CODE, 0.5);
}

/** Whether a line was broken because the column ended, and not because its writer wanted a new line. */
function isWrapped(line: string, next: string, column: number): boolean {
  if (LIST_ITEM.test(next) || /^#{1,6}\s/.test(line)) return false;
  const goesOn = /^\p{Ll}/u.test(next);
  const ends = SENTENCE_END.test(line);
  if (goesOn && !ends) return true;
  const isCjk = CJK.test(line.slice(-1)) && CJK.test(next.charAt(0));
  if (column < (isCjk ? MIN_CJK_COLUMN : MIN_COLUMN)) return false;
  const firstWord = isCjk ? 1 : (/^\S+/.exec(next)?.[0].length ?? 0);
  return line.length + 1 + firstWord > column * (ends ? ENDING_LINE : FULL_LINE);
}

/** A line without the hyphen that only divides its last word from the next line, and what stands between them. */
function seam(line: string, next: string): readonly [line: string, between: string] {
  if (line.endsWith('\u00ad')) return [line.slice(0, -1), ''];
  const end = line.slice(-2);
  if (/^\p{Ll}-$/u.test(end) && /^\p{Ll}/u.test(next)) return [line.slice(0, -1), ''];
  if (/^[\p{L}\p{N}]-$/u.test(end)) return [line, ''];
  return CJK.test(line.slice(-1)) && CJK.test(next.charAt(0)) ? [line, ''] : [line, ' '];
}

function joinBlock(given: readonly string[]): string {
  const lines = given.map((line) => line.trim().replaceAll(/[ \t\u00a0]{2,}/g, ' '));
  if (most(lines, FACT, 0.8)) return lines.join('\n');
  const column = lines.reduce((longest, { length }) => Math.max(longest, length), 0);
  return lines
    .map((line, index) => {
      const next = lines[index + 1];
      if (next === undefined) return line;
      return isWrapped(line, next, column) ? seam(line, next).join('') : `${line}\n`;
    })
    .join('');
}

interface Block {
  readonly lines: string[];
  readonly isFenced: boolean;
}

/** Cuts a text at its empty lines, but not inside of fenced code. */
function blocksOf(text: string): readonly Block[] {
  const blocks: Block[] = [];
  let block: Block = { lines: [], isFenced: false };
  const end = (isFenced: boolean) => {
    if (block.lines.length > 0) blocks.push(block);
    block = { lines: [], isFenced };
  };
  for (const line of text.replaceAll(/\r\n?/g, '\n').replaceAll('\f', '\n\n').split('\n')) {
    if (FENCE.test(line)) {
      if (!block.isFenced) end(true);
      block.lines.push(line);
      if (block.lines.length > 1) end(false);
    } else if (line.trim() === '' && !block.isFenced) end(false);
    else block.lines.push(line);
  }
  end(false);
  return blocks;
}

/**
 * Joins the lines that a column of print has broken, so that the text reads as prose. Lines of lists, verses, tables and code stay, words divided by a
 * hyphen become whole, and several empty lines become one.
 */
export function joinLines(given: string): ReadableText {
  let text = '';
  const fixed: TextRange[] = [];
  for (const { lines, isFenced } of blocksOf(given)) {
    const from = text === '' ? 0 : text.length + 2;
    const isKept = isFenced || isFixed(lines);
    text += (text === '' ? '' : '\n\n') + (isKept ? lines.map((line) => line.trimEnd()).join('\n') : joinBlock(lines));
    if (isKept) fixed.push({ from, to: text.length });
  }
  return { text, fixed };
}
