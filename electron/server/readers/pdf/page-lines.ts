import { findPart, withoutRedrawn } from './drawn-again.ts';
import type { BlankedRun } from './hidden-text.ts';
import { widthUpTo } from './letter-widths.ts';
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

/** Letters begin and end where they should within this share of their height. */
const NEAR = 0.1;

/** The text of an item with the blanks that are drawn within, and whether others are drawn before and after it. */
interface BlankedText {
  readonly text: string;
  readonly hasBlankBefore: boolean;
  readonly hasBlankAfter: boolean;
}

/**
 * pdf.js leaves out the blanks at the ends of runs where the next run is drawn over them, as in fonts whose widths the file does not say.
 * @returns finds the blanks of an item
 */
function lostBlanks(runs: readonly BlankedRun[]): (item: PdfTextItem) => BlankedText {
  const byBaseline = Map.groupBy(runs, ({ y }) => Math.round(y));
  return (item) => {
    const blanked = { text: item.str, hasBlankBefore: false, hasBlankAfter: false };
    if (runs.length === 0 || !isLevel(item) || item.str.trim() === '') return blanked;
    const y = Math.round(baselineOf(item));
    for (let near = y - 1; near <= y + 1; near += 1) {
      for (const run of byBaseline.get(near) ?? []) {
        if (Math.abs(run.y - baselineOf(item)) <= item.height * NEAR) addBlanks(blanked, run, item);
      }
    }
    return blanked;
  };
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

function addBlanks(blanked: Writable<BlankedText>, run: BlankedRun, item: PdfTextItem): void {
  const near = item.height * NEAR;
  const beginsWith = Math.abs(run.left - leftOf(item)) <= near;
  const endsWith = Math.abs(run.right - rightOf(item)) <= near;
  if (run.hasBlankBefore && beginsWith) blanked.hasBlankBefore = true;
  if (run.hasBlankAfter && endsWith) blanked.hasBlankAfter = true;
  const isWithin = (run.hasBlankBefore && !beginsWith) || (run.hasBlankAfter && !endsWith);
  const at = isWithin ? findPart({ ...item, str: blanked.text }, run) : undefined;
  if (at === undefined) return;
  if (run.hasBlankAfter) blanked.text = withBlankAt(blanked.text, at + run.text.length);
  if (run.hasBlankBefore) blanked.text = withBlankAt(blanked.text, at);
}

/** A text with a blank before its letter of an index, if none is there and it is not its first. */
function withBlankAt(text: string, index: number): string {
  const isApart = /\s$/.test(text.slice(0, index)) || /^\s/.test(text.slice(index));
  return index === 0 || index === text.length || isApart ? text : `${text.slice(0, index)} ${text.slice(index)}`;
}

/** What goes back by less than this share of its height overlaps: a mark over a letter, a sign that is squeezed in. */
const BACK = 0.5;
/** Lines with more are drawings. */
const MOST_PIECES = 1000;

interface Placed {
  readonly text: string;
  readonly item: PdfTextItem;
}

/**
 * The pieces of a line as it is read, if they are drawn in another order: cells from right to left, Hebrew and Arabic by letter. Blanks between them are
 * those that show.
 */
function inReadingOrder(pieces: readonly Piece[]): readonly Piece[] {
  const placed = pieces.filter((piece): piece is Placed => piece.item !== undefined && piece.text.trim() !== '');
  if (placed.length < 2 || placed.length > MOST_PIECES || !areOnOneLine(placed)) return pieces;
  const isRightToLeft = placed.filter(({ item }) => item.dir === 'rtl').length * 2 > placed.length;
  if (isRightToLeft) return spaced(rightToLeft(placed));
  if (!goesBack(placed)) return pieces;
  const follows = new Map(placed.slice(1).map((piece, index) => [piece, placed[index]] as const));
  return spaced(
    placed.toSorted((a, b) => leftOf(a.item) - leftOf(b.item)),
    // Words that are drawn by themselves stay apart, even if their letters are thought to be wider than they are.
    (before, next) => follows.get(next) !== before && before.text.trim().length > 1 && next.text.trim().length > 1,
  );
}

/** Whether texts stand beside each other on a level line; pdf.js takes for a line what is drawn without a step down. */
function areOnOneLine(placed: readonly Placed[]): boolean {
  const baselines = placed.map(({ item }) => baselineOf(item));
  const height = Math.max(...placed.map(({ item }) => item.height));
  if (Math.max(...baselines) - Math.min(...baselines) > height * BACK) return false;
  const isLevel = placed.every(({ item: { transform } }) => {
    const [a = 1, b = 0, c = 0] = transform;
    return a > 0 && Math.abs(b) < 0.01 * a && Math.abs(c) < a;
  });
  const fromLeft = placed.map(({ item }) => item).toSorted((a, b) => leftOf(a) - leftOf(b));
  return isLevel && fromLeft.every((item, index) => !isOver(item, fromLeft[index - 1]));
}

/** Whether a text covers most of the one on its left, or is covered by it. */
function isOver(item: PdfTextItem, before: PdfTextItem | undefined): boolean {
  if (before === undefined) return false;
  return rightOf(before) - leftOf(item) > Math.min(item.width, before.width) * BACK;
}

function goesBack(placed: readonly Placed[]): boolean {
  return placed.some(({ item }, index) => {
    const before = placed[index - 1]?.item;
    return before !== undefined && rightOf(item) < leftOf(before) + Math.min(item.height, before.height) * BACK;
  });
}

/** From the right, but numbers and words of other scripts among each other from the left. */
function rightToLeft(placed: readonly Placed[]): Placed[] {
  const ordered: Placed[] = [];
  let run: Placed[] = [];
  for (const piece of placed.toSorted((a, b) => rightOf(b.item) - rightOf(a.item))) {
    if (piece.item.dir === 'rtl') {
      ordered.push(...run, piece);
      run = [];
    } else run.unshift(piece);
  }
  return [...ordered, ...run];
}

type AreApart = (before: Placed, next: Placed) => boolean;

function spaced(placed: readonly Placed[], areApart: AreApart = () => false): Piece[] {
  return placed.flatMap((piece, index): Piece[] => {
    const before = placed[index - 1];
    return before !== undefined && isApart(before, piece, areApart) ? [{ text: ' ', item: undefined }, piece] : [piece];
  });
}

function isApart(before: Placed, next: Placed, areApart: AreApart): boolean {
  if (/\s$/.test(before.text) || /^\s/.test(next.text)) return false;
  if (UNSPACED.test(before.text.slice(-1)) && UNSPACED.test(next.text.charAt(0))) return false;
  const size = Math.max(before.item.height, next.item.height);
  const gap = Math.max(leftOf(next.item) - rightOf(before.item), leftOf(before.item) - rightOf(next.item));
  return gap > size * WORD_GAP || areApart(before, next);
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
