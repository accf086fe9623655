import { widthUpTo } from './letter-widths.ts';
import type { PageValue } from './page-notes.ts';
import { baselineOf, isLevel, type Line, leftOf, type PdfTextItem, type Piece, rightOf } from './page-text.ts';

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
 * Puts the values of fields and typed texts where they stand: behind the text on their left, else before that on their right; a check beside the text that is
 * nearer. What stands alone gets a line of its own below the text above it.
 */
export function placeValues(lines: readonly Line[], values: readonly PageValue[]): Line[] {
  if (values.length === 0) return [...lines];
  const open: OpenLine[] = lines.map((line) => ({ line, pieces: [...line.pieces] }));
  // Checks first, as no value is the label of one; from the bottom right, so that neighbours with one place come out in their order.
  const ordered = values.toSorted(
    (a, b) => Number(b.isCheck) - Number(a.isCheck) || a.rect[1] - b.rect[1] || b.rect[0] - a.rect[0],
  );
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
  readonly distance: number;
}

function findPlace(open: readonly OpenLine[], value: PageValue): Place | undefined {
  const [left, , right] = value.rect;
  let best: Place | undefined;
  for (const { pieces } of open) {
    if (value.isCheck) partBehind(pieces, value);
    for (const [index, { item }] of pieces.entries()) {
      if (item === undefined || !isBeside(item, value)) continue;
      const isLeft = leftOf(item) < left + OVERLAP;
      const distance = isLeft ? left - rightOf(item) : leftOf(item) - (value.isCheck ? right : left);
      const place: Place = { pieces, index, side: isLeft ? 'behind' : 'before', distance: Math.max(0, distance) };
      if (best === undefined || isBetter(place, best, value)) best = place;
    }
  }
  return best;
}

function isBeside(item: PdfTextItem, { rect: [, bottom, , top] }: PageValue): boolean {
  if (item.str.trim() === '' || !isLevel(item)) return false;
  const baseline = baselineOf(item);
  return baseline >= bottom - item.height * BELOW && baseline <= top;
}

function isBetter(place: Place, best: Place, { isCheck }: PageValue): boolean {
  if (place.side === best.side || isCheck) return place.distance < best.distance;
  return place.side === 'behind';
}

/** Parts a text that goes on behind a box, which stands in one of its gaps, where the gap ends. */
function partBehind(pieces: Piece[], value: PageValue): void {
  const middle = (value.rect[0] + value.rect[2]) / 2;
  for (const [index, { item, text }] of pieces.entries()) {
    if (item === undefined || !isBeside(item, value) || leftOf(item) >= middle || rightOf(item) <= middle) continue;
    const whole = widthUpTo(text, text.length);
    const gaps = [...text.matchAll(/\s+/g)].map((gap) => {
      const end = gap.index + gap[0].length;
      return { end, x: leftOf(item) + (item.width * widthUpTo(text, end)) / whole };
    });
    const [nearest] = gaps.toSorted((a, b) => Math.abs(a.x - middle) - Math.abs(b.x - middle));
    if (nearest === undefined) continue;
    const { end, x } = nearest;
    const [a = 1, b = 0, c = 0, d = 1, , f = 0] = item.transform;
    const [before, behind] = [text.slice(0, end), text.slice(end)];
    const first: Piece = { text: before, item: { ...item, str: before, width: x - leftOf(item) } };
    const rest = { ...item, str: behind, width: rightOf(item) - x, transform: [a, b, c, d, x, f] };
    pieces.splice(index, 1, first, { text: behind, item: rest });
    return;
  }
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

type IsAbove = (item: PdfTextItem, value: PageValue) => boolean;

function lastAbove(open: readonly OpenLine[], value: PageValue, isAbove: IsAbove): number {
  return open.findLastIndex(({ pieces }) =>
    pieces.some(
      ({ item }) => item !== undefined && baselineOf(item) >= value.rect[3] - OVERLAP && isAbove(item, value),
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
