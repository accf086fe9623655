import type { TextRange } from '../../common/find-passage.ts';
import { widthUpTo } from './letter-widths.ts';
import { judgeHyphen, type KnownWords } from './line-end-hyphens.ts';
import { type Line, type PdfTextItem, textOf } from './page-text.ts';

/** A rectangle on a page as it is shown, turned as the file says: shares of its width and height, from its top left corner. */
export interface PageBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The fields of pdf.js's viewport that say how a page is shown. */
export interface PageView {
  readonly width: number;
  readonly height: number;
  /** From the page's own units to those of the view. */
  readonly transform: readonly number[];
}

/** How far letters reach below and above their baseline, as shares of the font's size: enough for most fonts. */
const DESCENT = 0.22;
const ASCENT = 0.82;
/** Boxes whose tops differ by less than this share of their height are on one line. */
const SAME_LINE = 0.4;
/** A gap of at most so many heights within a line belongs to the text. */
const WORD_GAP = 1.5;

/** What of an item is not in the text where a word goes on in the next line. */
const HYPHEN_LEFT = /^[-\u00ad\u2010]\s*$/;

interface Point {
  readonly x: number;
  readonly y: number;
}

function direction(x: number, y: number, otherwise: Point): Point {
  const length = Math.hypot(x, y);
  return length === 0 ? otherwise : { x: x / length, y: y / length };
}

/** The box of a part of an item; `from` and `to` are shares of its width. */
function boxOf(item: PdfTextItem, from: number, to: number, view: PageView): PageBox {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = item.transform;
  const along = direction(a, b, { x: 1, y: 0 });
  const up = direction(c, d, { x: 0, y: 1 });
  const [m0 = 1, m1 = 0, m2 = 0, m3 = 1, m4 = 0, m5 = 0] = view.transform;
  const corners = [from, to].flatMap((share) =>
    [-DESCENT, ASCENT].map((rise) => {
      const x = e + along.x * item.width * share + up.x * item.height * rise;
      const y = f + along.y * item.width * share + up.y * item.height * rise;
      return { x: (m0 * x + m2 * y + m4) / view.width, y: (m1 * x + m3 * y + m5) / view.height };
    }),
  );
  const left = Math.min(...corners.map(({ x }) => x));
  const top = Math.min(...corners.map(({ y }) => y));
  return {
    x: left,
    y: top,
    width: Math.max(...corners.map(({ x }) => x)) - left,
    height: Math.max(...corners.map(({ y }) => y)) - top,
  };
}

function joinsTo(last: PageBox, next: PageBox, view: PageView): boolean {
  const height = Math.max(last.height, next.height);
  const isSameLine =
    Math.abs(last.y - next.y) < height * SAME_LINE && Math.abs(last.height - next.height) < height * SAME_LINE;
  const gap = (next.x - (last.x + last.width)) * view.width;
  return isSameLine && gap > -height * view.height && gap < height * view.height * WORD_GAP;
}

/** The box around two. */
export function joinBoxes(last: PageBox, next: PageBox): PageBox {
  const x = Math.min(last.x, next.x);
  const y = Math.min(last.y, next.y);
  return {
    x,
    y,
    width: Math.max(last.x + last.width, next.x + next.width) - x,
    height: Math.max(last.y + last.height, next.y + next.height) - y,
  };
}

/** The text of a page, and where each part of it stands. */
export interface PageLayout {
  readonly text: string;
  /** Boxes of a stretch of the text, one a line. */
  boxesOf(range: TextRange): PageBox[];
}

/** Where an item's text is in the text of the page, in UTF-16 units; blanks and hyphens at the end of a line may be left out. */
interface ItemSpan {
  readonly start: number;
  readonly end: number;
  readonly item: PdfTextItem;
}

/** The text of a page, and which items its parts are from, in order. */
interface LaidText {
  readonly text: string;
  readonly spans: readonly ItemSpan[];
}

/** A line distance of more than this many character heights starts a new paragraph; usual line spacing is 1.2. */
const PARAGRAPH_STEP = 1.8;

/** Joins the lines of a page: words that are cut by the end of a line, and paragraphs at larger gaps between lines. */
export function joinLines(lines: readonly Line[], words: KnownWords): LaidText {
  let text = '';
  const spans: ItemSpan[] = [];
  for (const [index, line] of lines.entries()) {
    const next = lines[index + 1];
    const own = textOf(line);
    const { length, gap } = endOf(line, own.trimEnd(), next, words);
    let at = 0;
    for (const { text: part, item } of line.pieces) {
      const [start, end] = [at, Math.min(at + part.length, length)];
      if (item !== undefined && start < end) spans.push({ start: text.length + start, end: text.length + end, item });
      at += part.length;
    }
    text += own.slice(0, length) + gap;
  }
  return { text, spans };
}

/** How much of a line's text stays, and what parts it from the next one. */
function endOf(
  line: Line,
  shown: string,
  next: Line | undefined,
  words: KnownWords,
): { readonly length: number; readonly gap: string } {
  const { length } = shown;
  if (next === undefined) return { length, gap: '' };
  const step = stepTo(line, next);
  const hyphen = step === 'paragraph' ? undefined : judgeHyphen(shown, textOf(next), words);
  if (hyphen !== undefined) return { length: hyphen === 'drop' ? length - 1 : length, gap: '' };
  return { length, gap: step === 'line' ? '\n' : '\n\n' };
}

/** What begins with the next line. */
function stepTo(line: Line, next: Line): 'line' | 'column' | 'paragraph' {
  if (next.beginsParagraph === true || line.isTable !== next.isTable) return 'paragraph';
  if (line.isTable === true) return 'line';
  if (line.baseline === undefined || next.baseline === undefined) return 'line';
  const step = line.baseline - next.baseline;
  const height = Math.max(line.height, next.height);
  if (step < -height) return 'column';
  return step > height * PARAGRAPH_STEP ? 'paragraph' : 'line';
}

/** Text and places of the lines of a page. @param words of the whole document, for words that the ends of lines cut */
export function layOutPage(lines: readonly Line[], view: PageView, words: KnownWords): PageLayout {
  const { text, spans } = joinLines(lines, words);
  return {
    text,
    boxesOf({ from, to }) {
      const boxes: PageBox[] = [];
      for (const { start, end, item } of spans) {
        const [first, behind] = [Math.max(from, start) - start, Math.min(to, end) - start];
        if (first >= behind || item.str.slice(first, behind).trim() === '') continue;
        const last = to > end && HYPHEN_LEFT.test(item.str.slice(behind)) ? item.str.length : behind;
        const whole = widthUpTo(item.str, item.str.length);
        const shares = [widthUpTo(item.str, first) / whole, widthUpTo(item.str, last) / whole] as const;
        const [left, right] = item.dir === 'rtl' ? [1 - shares[1], 1 - shares[0]] : shares;
        const box = boxOf(item, left, right, view);
        const before = boxes.at(-1);
        if (before !== undefined && joinsTo(before, box, view)) boxes[boxes.length - 1] = joinBoxes(before, box);
        else boxes.push(box);
      }
      return boxes;
    },
  };
}
