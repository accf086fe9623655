import { withoutRedrawn } from './drawn-again.ts';
import type { BlankedRun } from './hidden-text.ts';
import { widthUpTo } from './letter-widths.ts';
import { lostBlanks } from './lost-blanks.ts';
import {
  baselineOf,
  isLevel,
  type Line,
  leftOf,
  type PdfTextItem,
  type Piece,
  rightOf,
  UNSPACED,
  WORD_GAP,
} from './page-text.ts';
import { inReadingOrder } from './reading-order.ts';
import { findStackedSigns } from './stacked-signs.ts';

/** Letters drawn twice, one over the other, are as wide as half of them: less than this share of all. */
const DOUBLED_WIDTH = 0.75;
/** Texts are not of one line if their baselines differ by more than this share of their height, and they are farther apart than so many heights. */
const OTHER_HEIGHT = 0.4;
const FAR = 1;
/** Raised and lowered figures are smaller than this share of the text beside them. */
const RAISED = 0.8;

/** Letters of Chinese and Japanese, set so wide that pdf.js reads a blank behind each. */
const SPACED_SIGNS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー] (?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー])/gu;
/** Fewer in a row may be the blanks of a name. */
const FEWEST_SPACED_SIGNS = 2;

function withoutSignSpacing(text: string): string {
  const count = text.match(SPACED_SIGNS)?.length ?? 0;
  return count < FEWEST_SPACED_SIGNS ? text : text.replace(SPACED_SIGNS, (found) => found.slice(0, -1));
}

/** The text of an item; half of its letters if each is drawn twice at one place. */
function ownText({ str, width, height }: PdfTextItem): string {
  const text = withoutSignSpacing(str.includes('\0') ? str.replaceAll('\0', '') : str);
  if (text.length < 2 || text.length % 2 === 1 || text.trim() === '') return text;
  let half = '';
  for (let at = 0; at < text.length; at += 2) {
    if (text[at] !== text[at + 1]) return text;
    half += text[at];
  }
  const isHalfAsWide = width < (widthUpTo(text, text.length) / 1000) * height * DOUBLED_WIDTH;
  return isHalfAsWide ? half : text;
}

/**
 * Whether pdf.js has left out the blank between two items of a line: it does where the font changes, and where what stands on the left is drawn later.
 * @param isApart whether a blank is drawn between them
 */
function lacksBlank(last: Piece, item: PdfTextItem, text: string, isApart: boolean): boolean {
  if (last.item === undefined || /\s$/.test(last.text) || /^\s/.test(text)) return false;
  if (isApart) return true;
  if (!isLevel(last.item) || !isLevel(item)) return false;
  if (UNSPACED.test(last.text.slice(-1)) && UNSPACED.test(text.charAt(0))) return false;
  const size = Math.max(last.item.height, item.height);
  return leftOf(item) - rightOf(last.item) > size * WORD_GAP || leftOf(last.item) - rightOf(item) > -size * WORD_GAP;
}

/** Whether pdf.js takes for one line what stands on two heights in two columns. */
function isElsewhere(last: PdfTextItem, item: PdfTextItem): boolean {
  if (!isLevel(last) || !isLevel(item)) return false;
  const [smaller, height] = [Math.min(last.height, item.height), Math.max(last.height, item.height)];
  const gap = Math.max(leftOf(item) - rightOf(last), leftOf(last) - rightOf(item));
  return (
    smaller > height * RAISED &&
    gap > height * FAR &&
    Math.abs(baselineOf(last) - baselineOf(item)) > height * OTHER_HEIGHT
  );
}

/** A word whose letters stand so far apart that pdf.js reads a blank behind each. */
const SPACED_WORD = /^\p{L}(?: \p{L})+$/u;
/** Shorter ones are letters more often than words: "A B C". */
const SPACED_LETTERS = 4;

/** The pieces of a line without the blanks between the letters of words, if it is set in such. */
function withoutSpacing(pieces: readonly Piece[]): readonly Piece[] {
  const spaced = pieces.filter(({ text }) => SPACED_WORD.test(text));
  const isSpaced = spaced.some(({ text }) => text.length >= 2 * SPACED_LETTERS - 1 && !isAlphabet(text));
  if (!isSpaced) return pieces;
  return pieces.map(({ text, item }) => {
    if (item === undefined || !SPACED_WORD.test(text)) return { text, item };
    const str = text.replaceAll(' ', '');
    return { text: str, item: { ...item, str } };
  });
}

/** Letters in the order of the alphabet, as the names of answers or columns. */
function isAlphabet(text: string): boolean {
  const codes = text.split(' ').map((letter) => letter.codePointAt(0) ?? 0);
  return codes.every((code, index) => index === 0 || code === (codes[index - 1] ?? 0) + 1);
}

/** The lines of a page in the order in which they are drawn, without empty ones; columns of signs from right to left. */
export function linesOf(items: readonly PdfTextItem[], blankedRuns: readonly BlankedRun[] = []): Line[] {
  const blanksOf = lostBlanks(blankedRuns);
  const drawnOnce = withoutRedrawn(items);
  const stacked = findStackedSigns(drawnOnce);
  const lines: Line[] = [];
  let pieces: Piece[] = [];
  let isApart = false;
  const endLine = (): void => {
    const first = pieces.find(({ text }) => text.trim() !== '')?.item;
    if (first !== undefined)
      lines.push({ pieces: withoutSpacing(inReadingOrder(pieces)), baseline: baselineOf(first), height: first.height });
    pieces = [];
    isApart = false;
  };
  for (const item of drawnOnce) {
    if (stacked.items.has(item)) {
      endLine();
      lines.push(...(stacked.lines.get(item) ?? []));
      continue;
    }
    const blanked = blanksOf(item);
    const text = ownText(blanked.text === item.str ? item : { ...item, str: blanked.text });
    const shown = text.trim() === '' ? undefined : pieces.findLast((piece) => piece.text.trim() !== '')?.item;
    if (shown !== undefined && isElsewhere(shown, item)) endLine();
    const last = pieces.at(-1);
    if (text !== '') {
      isApart ||= blanked.hasBlankBefore;
      if (last !== undefined && lacksBlank(last, item, text, isApart)) pieces.push({ text: ' ', item: undefined });
      pieces.push({ text, item: text === item.str ? item : { ...item, str: text } });
      isApart = blanked.hasBlankAfter;
    }
    if (item.hasEOL) endLine();
  }
  endLine();
  return lines;
}
