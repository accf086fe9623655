import { baselineOf, isLevel, type Line, leftOf, type PdfTextItem, type Piece, rightOf } from './page-lines.ts';
import type { PageValue } from './page-notes.ts';

/** Fields reach below the baseline of the text beside them by at most this share of its height. */
const BELOW = 0.6;
/** How far letters reach below their baseline, as a share of the height (`page-layout.ts` adds as much when it draws a box). */
const DESCENT = 0.22;
/** The height of letters and the space below them. */
const FULL_HEIGHT = 1.04;
/** Frames overlap the text beside them by as much, in points. */
const OVERLAP = 3;

/** A line at work. */
interface OpenLine {
  readonly pieces: Piece[];
  readonly line: Line;
}

/**
 * Puts the values of fields and typed texts where they stand: behind the text on their left, else before that on their right; what stands alone gets a
 * line of its own below the text above it.
 */
export function placeValues(lines: readonly Line[], values: readonly PageValue[]): Line[] {
  if (values.length === 0) return [...lines];
  const open: OpenLine[] = lines.map((line) => ({ line, pieces: [...line.pieces] }));
  // From the bottom right, so that neighbours with one place come out in their order.
  const ordered = [...values].sort((a, b) => a.rect[1] - b.rect[1] || b.rect[0] - a.rect[0]);
  for (const value of ordered) {
    const place = findPlace(open, value);
    if (place === undefined) addLine(open, value);
    else insertPieces(place, value);
  }
  return open.map(({ line, pieces }) => ({ ...line, pieces }));
}

interface Place {
  readonly pieces: Piece[];
  /** The piece beside the value, and whether the value goes before or behind it. */
  readonly index: number;
  readonly side: 'before' | 'behind';
}

function findPlace(open: readonly OpenLine[], { rect: [left, bottom, , top] }: PageValue): Place | undefined {
  let best: (Place & { readonly distance: number }) | undefined;
  for (const { pieces } of open) {
    for (const [index, { item }] of pieces.entries()) {
      if (item === undefined || item.str.trim() === '' || !isLevel(item)) continue;
      const baseline = baselineOf(item);
      if (baseline < bottom - item.height * BELOW || baseline > top) continue;
      const isLeft = leftOf(item) < left + OVERLAP;
      const distance = isLeft ? Math.max(0, left - rightOf(item)) : leftOf(item) - left;
      const side = isLeft ? 'behind' : 'before';
      const isBetter =
        best === undefined || (best.side === side ? distance < best.distance : best.side === 'before' && isLeft);
      if (isBetter) best = { pieces, index, side, distance };
    }
  }
  return best;
}

function insertPieces({ pieces, index, side }: Place, value: PageValue): void {
  const around = pieces.map(({ text }) => text).join('');
  const shown =
    value.isCheck && value.name !== undefined && !includesName(around, value.name) ? named(value) : value.text;
  const own = { text: shown, item: itemOf(value, shown) };
  const blank = { text: shown.includes('\n') ? '\n' : ' ', item: undefined };
  const next = pieces[index + 1];
  const isFollowed = next !== undefined && !/^\s/.test(next.text);
  if (side === 'before') pieces.splice(index, 0, own, blank);
  else pieces.splice(index + 1, 0, blank, own, ...(isFollowed ? [blank] : []));
}

function includesName(text: string, name: string): boolean {
  return text.toLowerCase().includes(name.toLowerCase());
}

function named({ text, name, isCheck }: PageValue): string {
  if (name === undefined) return text;
  return isCheck ? `${text} ${name}` : `${name}: ${text}`;
}

/** A value that no text stands beside. */
function addLine(open: OpenLine[], value: PageValue): void {
  const shown = named(value);
  const item = itemOf(value, shown);
  const line = { pieces: [], baseline: value.rect[3] - item.height, height: Math.min(item.height, 12) };
  const nearest = lastAbove(open, value, isOver);
  const above = nearest === -1 ? lastAbove(open, value, () => true) : nearest;
  open.splice(above + 1, 0, { line, pieces: [{ text: shown, item }] });
}

type IsBeside = (item: PdfTextItem, value: PageValue) => boolean;

function lastAbove(open: readonly OpenLine[], value: PageValue, isBeside: IsBeside): number {
  return open.findLastIndex(({ pieces }) =>
    pieces.some(
      ({ item }) => item !== undefined && baselineOf(item) >= value.rect[3] - OVERLAP && isBeside(item, value),
    ),
  );
}

function isOver(item: PdfTextItem, { rect: [left, , right] }: PageValue): boolean {
  return leftOf(item) < right && rightOf(item) > left;
}

/** An item that covers the rectangle of a value. */
function itemOf({ rect: [left, bottom, right, top] }: PageValue, str: string): PdfTextItem {
  const height = (top - bottom) / FULL_HEIGHT;
  const transform = [height, 0, 0, height, left, bottom + height * DESCENT];
  return { str, transform, width: right - left, height, hasEOL: true, dir: 'ltr' };
}

/** Lines for what stands on no place of the page. */
export function remarkLines(remarks: readonly string[]): Line[] {
  return remarks.map((text, index) => ({
    pieces: [{ text, item: undefined }],
    baseline: undefined,
    height: 0,
    ...(index === 0 ? { beginsParagraph: true as const } : {}),
  }));
}
