import type { PlacedPart } from './drawn-again.ts';
import { MatrixStack, multiply, toMatrix } from './page-matrix.ts';
import type { Operators } from './page-operators.ts';
import type { PdfTextItem } from './page-text.ts';

/** Whether a layer, as pdf.js describes it, is shown. */
export type IsShown = (layer: unknown) => boolean;

/** Where a text begins on a page, and whether somebody sees it. */
export interface DrawnText {
  readonly x: number;
  readonly y: number;
  readonly isSeen: boolean;
}

/** A run of text that begins or ends with blanks, which are drawn as letters are: its ink, and where that stands. */
export interface BlankedRun extends PlacedPart {
  readonly y: number;
  readonly hasBlankBefore: boolean;
  readonly hasBlankAfter: boolean;
}

interface Box {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

/** PDF 1.7, table 106: neither filled nor stroked. */
const INVISIBLE = 3;
const WHITE = '#ffffff';
/** A text is found again within so many points. */
const NEAR = 1;
/** Pages with more are drawings. */
const MOST_BOXES = 2000;
/** Letters lower than this, in points, are read by nobody; those of some fonts only seem to be. */
const LOWEST = 1;
const READABLE = 4;

/** The texts among the items of a page that nobody sees, by what its operators draw: on layers that are off, invisible ones over no picture, white on white, below 1 point. */
export function findHidden(items: readonly PdfTextItem[], texts: readonly DrawnText[]): ReadonlySet<PdfTextItem> {
  const hidden = new Set<PdfTextItem>();
  const shown = items.filter(({ str }) => str.trim() !== '');
  if (shown.length === 0) return hidden;
  const unseen = texts.filter(({ isSeen }) => !isSeen);
  if (unseen.length > 0) {
    for (const item of shown) {
      if (!unseen.some((text) => isWithin(text, item))) continue;
      if (!texts.some((text) => text.isSeen && isWithin(text, item))) hidden.add(item);
    }
  }
  const tiny = shown.filter((item) => sizeOf(item) < LOWEST);
  const readable = shown.filter((item) => sizeOf(item) >= READABLE);
  if (readable.length > 0) for (const item of tiny) hidden.add(item);
  // A page that shows no text at all is rather one that is not understood.
  return hidden.size === shown.length ? new Set() : hidden;
}

function sizeOf({ transform: [, , c = 0, d = 0] }: PdfTextItem): number {
  return Math.hypot(c, d);
}

/** Whether a text begins on the baseline of an item. */
function isWithin(
  { x, y }: DrawnText,
  { transform: [a = 1, b = 0, , , e = 0, f = 0], width, dir }: PdfTextItem,
): boolean {
  const length = Math.hypot(a, b) || 1;
  const [right, up] = [x - e, y - f];
  const along = (right * a + up * b) / length;
  const aside = (right * -b + up * a) / length;
  const isBehind = along < width - (dir === 'rtl' ? -NEAR : NEAR / 2);
  return Math.abs(aside) <= NEAR && along >= -NEAR && isBehind;
}

/** The fields of pdf.js's glyphs that are looked at. The width is in thousandths of the font's size. */
interface Glyph {
  readonly unicode: string;
  readonly width: number;
  readonly isSpace: boolean;
}

/** Numbers among them move the next one. */
function isGlyph(glyph: unknown): glyph is Glyph {
  return typeof glyph === 'object' && glyph !== null && 'unicode' in glyph;
}

function isBlank(glyph: unknown): boolean {
  return isGlyph(glyph) && glyph.unicode.trim() === '';
}

function hasInk(glyph: unknown): boolean {
  return isGlyph(glyph) && glyph.unicode.trim() !== '';
}

interface TextState {
  mode: number;
  color: string;
  size: number;
  charSpacing: number;
  wordSpacing: number;
}

/** Follows the operators of a page: where texts begin, and whether somebody sees them. */
export class TextTracer {
  readonly texts: DrawnText[] = [];
  readonly blankedRuns: BlankedRun[] = [];
  readonly #ops: Operators;
  readonly #stack: MatrixStack;
  readonly #isShown: IsShown;
  /** Whether each of the open marks is a layer that is off. */
  readonly #marks: boolean[] = [];
  readonly #saved: TextState[] = [];
  #state: TextState = { mode: 0, color: '#000000', size: 0, charSpacing: 0, wordSpacing: 0 };
  #line = toMatrix(undefined);
  #advance = 0;
  #leading = 0;
  /** What is painted in a colour, or holds a picture. */
  readonly #painted: Box[] = [];
  #hasPictures = false;
  #isCovered = false;
  readonly #unsure: { readonly index: number; readonly why: 'invisible' | 'white' }[] = [];

  constructor(ops: Operators, isShown: IsShown) {
    this.#ops = ops;
    this.#stack = new MatrixStack(ops);
    this.#isShown = isShown;
  }

  follow(operator: number, args: unknown): void {
    const ops = this.#ops;
    const list: readonly unknown[] = Array.isArray(args) ? args : [];
    if (operator === ops.save || operator === ops.paintFormXObjectBegin) this.#saved.push({ ...this.#state });
    if (operator === ops.restore || operator === ops.paintFormXObjectEnd)
      this.#state = this.#saved.pop() ?? this.#state;
    if (this.#stack.follow(operator, args)) {
      if (operator === ops.transform) this.#notePlace();
    } else if (operator === ops.showText) this.#show(list[0]);
    else if (operator === ops.constructPath) this.#paint(list);
    else if (operator === ops.shadingFill) this.#isCovered = true;
    else if (operator === ops.beginMarkedContentProps) this.#marks.push(list[0] === 'OC' && !this.#isShown(list[1]));
    else if (operator === ops.beginMarkedContent) this.#marks.push(false);
    else if (operator === ops.endMarkedContent) this.#marks.pop();
    else if (!this.#place(operator, list)) this.#set(operator, list);
  }

  /** What is known at the end of the page. */
  end(): void {
    for (const { index, why } of this.#unsure) {
      const text = this.texts[index];
      if (text === undefined) continue;
      const isSeen = why === 'invisible' ? this.#hasPictures : this.#isPaintedAt(text);
      this.texts[index] = { ...text, isSeen };
    }
  }

  #place(operator: number, list: readonly unknown[]): boolean {
    const ops = this.#ops;
    const [x, y] = [Number(list[0]), Number(list[1])];
    if (operator === ops.beginText) this.#line = toMatrix(undefined);
    else if (operator === ops.setTextMatrix) this.#line = toMatrix(Array.from(numbersOf(list[0])));
    else if (operator === ops.moveText) this.#move(x, y);
    else if (operator === ops.setLeadingMoveText) {
      this.#leading = y;
      this.#move(x, y);
    } else if (operator === ops.nextLine) this.#move(0, this.#leading);
    else return false;
    this.#advance = 0;
    return true;
  }

  #move(x: number, y: number): void {
    this.#line = multiply(this.#line, [1, 0, 0, 1, x, y]);
  }

  #set(operator: number, [first, second]: readonly unknown[]): void {
    const ops = this.#ops;
    if (operator === ops.setTextRenderingMode) this.#state.mode = Number(first);
    else if (operator === ops.setFont) this.#state.size = Number(second);
    else if (operator === ops.setCharSpacing) this.#state.charSpacing = Number(first);
    else if (operator === ops.setWordSpacing) this.#state.wordSpacing = Number(first);
    else if (operator === ops.setLeading) this.#leading = -Number(first);
    else if (operator === ops.setFillRGBColor) this.#state.color = String(first);
    else if (operator === ops.setFillColorN) this.#state.color = '';
  }

  #show(glyphs: unknown): void {
    const { mode, color } = this.#state;
    const [, , , , x, y] = multiply(this.#stack.matrix, multiply(this.#line, [1, 0, 0, 1, this.#advance, 0]));
    const isOff = this.#marks.includes(true);
    if (!isOff && mode === INVISIBLE) this.#unsure.push({ index: this.texts.length, why: 'invisible' });
    else if (!isOff && mode === 0 && color === WHITE) this.#unsure.push({ index: this.texts.length, why: 'white' });
    this.texts.push({ x, y, isSeen: !isOff });
    const list: readonly unknown[] = Array.isArray(glyphs) ? glyphs : [];
    this.#noteBlanks(list);
    this.#advance += this.#widthOf(list);
  }

  #noteBlanks(glyphs: readonly unknown[]): void {
    const first = glyphs.findIndex(hasInk);
    const end = glyphs.findLastIndex(hasInk) + 1;
    const hasBlankBefore = glyphs.slice(0, Math.max(first, 0)).some(isBlank);
    const hasBlankAfter = glyphs.slice(end).some(isBlank);
    if (first === -1 || !(hasBlankBefore || hasBlankAfter)) return;
    const text = glyphs
      .slice(first, end)
      .map((glyph) => (isGlyph(glyph) ? glyph.unicode : ''))
      .join('');
    const from = this.#advance + this.#widthOf(glyphs.slice(0, first));
    const to = from + this.#widthOf(glyphs.slice(first, end));
    const place = multiply(this.#stack.matrix, this.#line);
    const [, , , , left, y] = multiply(place, [1, 0, 0, 1, from, 0]);
    const [, , , , right] = multiply(place, [1, 0, 0, 1, to, 0]);
    this.blankedRuns.push({ text, left, right, y, hasBlankBefore, hasBlankAfter });
  }

  #widthOf(glyphs: readonly unknown[]): number {
    const { size, charSpacing, wordSpacing } = this.#state;
    let width = 0;
    for (const glyph of glyphs) {
      if (typeof glyph === 'number') width -= (glyph / 1000) * size;
      else if (isGlyph(glyph)) width += (glyph.width / 1000) * size + charSpacing + (glyph.isSpace ? wordSpacing : 0);
    }
    return width;
  }

  /** Pictures are drawn into a unit square that a transform has made large. */
  #notePlace(): void {
    const [a, b, c, d] = this.#stack.matrix;
    if (Math.abs(a * d - b * c) < 100) return;
    this.#hasPictures = true;
    this.#addBox([0, 0, 1, 1]);
  }

  #paint(list: readonly unknown[]): void {
    if (this.#state.color === WHITE || list[0] === this.#ops.endPath || list[0] === this.#ops.stroke) return;
    const box = numbersOf(list[2]);
    if (box.length === 4) this.#addBox(Array.from(box));
  }

  #addBox([x0 = 0, y0 = 0, x1 = 0, y1 = 0]: readonly number[]): void {
    if (this.#painted.length >= MOST_BOXES) this.#isCovered = true;
    if (this.#isCovered) return;
    const corners = [
      [x0, y0],
      [x0, y1],
      [x1, y0],
      [x1, y1],
    ].map(([x = 0, y = 0]) => multiply(this.#stack.matrix, [1, 0, 0, 1, x, y]));
    const [xs, ys] = [corners.map(([, , , , x]) => x), corners.map(([, , , , , y]) => y)];
    this.#painted.push({
      left: Math.min(...xs),
      right: Math.max(...xs),
      bottom: Math.min(...ys),
      top: Math.max(...ys),
    });
  }

  #isPaintedAt({ x, y }: DrawnText): boolean {
    if (this.#isCovered) return true;
    return this.#painted.some(
      ({ left, right, bottom, top }) => x >= left - NEAR && x <= right + NEAR && y >= bottom - NEAR && y <= top + NEAR,
    );
  }
}

function numbersOf(value: unknown): ArrayLike<number> {
  return value instanceof Float32Array || Array.isArray(value) ? value : [];
}
