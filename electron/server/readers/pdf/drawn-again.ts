import { widthUpTo } from './letter-widths.ts';
import { baselineOf, isLevel, leftOf, type PdfTextItem, rightOf } from './page-text.ts';

/** A text drawn again within this share of its own size is meant to look bold, or to have a shadow. */
const DRAWN_AGAIN = 0.3;
/** So many equal texts back a second drawing is looked for. */
const EQUAL_LOOKED_BACK = 30;
/** So many texts back a part of a text is looked for: a run is drawn a few times before the next. */
const LOOKED_BACK = 12;
/** Parts stand at most this share of their height beside their place in the text that has them. */
const ASIDE = 0.35;
/** …and this share of it above or below. */
const ABOVE = 0.04;

/** The texts of a page, each once if it is drawn several times to look bold; in the place of the others there are empty ones. */
export function withoutRedrawn(items: readonly PdfTextItem[]): PdfTextItem[] {
  const redrawn = findRedrawn(items);
  for (const item of findContained(items.filter((item) => !redrawn.has(item)))) redrawn.add(item);
  const recent: PdfTextItem[] = [];
  return items.map((item) => {
    if (redrawn.has(item)) return { ...item, str: '' };
    if (item.str.trim() === '') return item;
    let shown = item;
    for (const before of recent) shown = withoutStart(shown, before);
    recent.push(item);
    if (recent.length > LOOKED_BACK) recent.shift();
    return shown;
  });
}

/** What a text adds to one that ends with its first letters at the same place: "May" of "3 May" and "2 3". */
function withoutStart(item: PdfTextItem, before: PdfTextItem): PdfTextItem {
  const aside = item.height * ASIDE;
  const [left, right] = [leftOf(item), rightOf(before)];
  const overlaps = right - left > aside && left >= leftOf(before);
  if (!overlaps || !areAlike(item, before) || !isLevel(item)) return item;
  for (let count = Math.min(item.str.length, before.str.length) - 1; count > 0; count -= 1) {
    const text = item.str.slice(0, count);
    if (!before.str.endsWith(text)) continue;
    const begins = placeWithin(before, before.str.length - count);
    if (Math.abs(begins - left) > aside || Math.abs(placeWithin(item, count) - right) > aside) continue;
    const [a = 1, b = 0, c = 0, d = 1, , y = 0] = item.transform;
    return { ...item, str: item.str.slice(count), transform: [a, b, c, d, right, y], width: rightOf(item) - right };
  }
  return item;
}

/** Texts that are drawn a second time at nearly the same place. */
function findRedrawn(items: readonly PdfTextItem[]): Set<PdfTextItem> {
  const redrawn = new Set<PdfTextItem>();
  const known = new Map<string, PdfTextItem[]>();
  for (const item of items) {
    const text = item.str.trim();
    if (text === '') continue;
    const equal = known.get(text) ?? [];
    const isAgain = equal.some(
      (other) =>
        Math.abs(leftOf(other) - leftOf(item)) < item.width * DRAWN_AGAIN &&
        Math.abs(baselineOf(other) - baselineOf(item)) < item.height * DRAWN_AGAIN,
    );
    if (isAgain) redrawn.add(item);
    else known.set(text, [...equal.slice(-EQUAL_LOOKED_BACK), item]);
  }
  return redrawn;
}

/** Texts that are drawn again as a part of another, as pdf.js joins runs that are drawn several times: "3", "3", "3 May", "May", "May". */
function findContained(items: readonly PdfTextItem[]): Set<PdfTextItem> {
  const contained = new Set<PdfTextItem>();
  const recent: PdfTextItem[] = [];
  for (const item of items) {
    if (item.str.trim() === '') continue;
    for (const other of recent) {
      if (!contained.has(other) && isPartOf(item, other)) contained.add(item);
      else if (!contained.has(item) && isPartOf(other, item)) contained.add(other);
    }
    recent.push(item);
    if (recent.length > LOOKED_BACK) recent.shift();
  }
  return contained;
}

/** Whether a text shows nothing but a part of another one, at the place where that has it. */
function isPartOf(item: PdfTextItem, whole: PdfTextItem): boolean {
  const text = item.str.trim();
  if (!areAlike(item, whole) || text.length >= whole.str.length) return false;
  return findPart(whole, { text, left: leftOf(item), right: rightOf(item) }) !== undefined;
}

/** Whether two texts are as high, on the same baseline. */
function areAlike(item: PdfTextItem, other: PdfTextItem): boolean {
  const { height } = item;
  const isLevel = Math.abs(baselineOf(item) - baselineOf(other)) <= height * ABOVE;
  return isLevel && Math.abs(height - other.height) <= height * ASIDE;
}

/** A text that stands between two places of its line. */
export interface PlacedPart {
  readonly text: string;
  readonly left: number;
  readonly right: number;
}

/** Where a text has a part that stands at this place. @returns the index of its first letter; undefined if the text has no such part there */
export function findPart(whole: PdfTextItem, { text, left, right }: PlacedPart): number | undefined {
  const aside = whole.height * ASIDE;
  const { str, width } = whole;
  const leftOfWhole = leftOf(whole);
  if (left < leftOfWhole - aside || left > leftOfWhole + width) return undefined;
  // Its end is known; where a part within begins is worked out from widths that are usual, which this font need not have.
  const end = str.trimEnd();
  if (Math.abs(right - leftOfWhole - width) <= aside && end.endsWith(text)) return end.length - text.length;
  for (let at = str.indexOf(text); at !== -1; at = str.indexOf(text, at + 1)) {
    if (Math.abs(placeWithin(whole, at) - left) <= aside) return at;
  }
  return undefined;
}

/** Where a letter of a text stands, if its font's letters are about as wide as usual. */
function placeWithin(item: PdfTextItem, index: number): number {
  return leftOf(item) + (item.width * widthUpTo(item.str, index)) / widthUpTo(item.str, item.str.length);
}
