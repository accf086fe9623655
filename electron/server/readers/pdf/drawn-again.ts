import { widthUpTo } from './letter-widths.ts';
import type { PdfTextItem } from './page-text.ts';

/** So many texts back a part of a text is looked for: a run is drawn a few times before the next. */
const LOOKED_BACK = 12;
/** Parts stand at most this share of their height beside their place in the text that has them. */
const ASIDE = 0.35;
/** …and this share of it above or below. */
const ABOVE = 0.04;

/** Texts that are drawn again as a part of another, as pdf.js joins runs that are drawn several times to look bold: "3", "3", "3 May", "May", "May". */
export function findContained(items: readonly PdfTextItem[]): Set<PdfTextItem> {
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
function isPartOf({ str, transform, width, height }: PdfTextItem, whole: PdfTextItem): boolean {
  const aside = height * ASIDE;
  const [left, leftOfWhole] = [transform[4] ?? 0, whole.transform[4] ?? 0];
  if (Math.abs((transform[5] ?? 0) - (whole.transform[5] ?? 0)) > height * ABOVE) return false;
  if (Math.abs(height - whole.height) > aside || left < leftOfWhole - aside) return false;
  const part = str.trim();
  if (part.length >= whole.str.length || left > leftOfWhole + whole.width) return false;
  // Its end is known; where a part within begins is worked out from widths that are usual, which this font need not have.
  const endsAlike = Math.abs(left + width - leftOfWhole - whole.width) <= aside;
  if (endsAlike && whole.str.trimEnd().endsWith(part)) return true;
  const units = widthUpTo(whole.str, whole.str.length);
  for (let at = whole.str.indexOf(part); at !== -1; at = whole.str.indexOf(part, at + 1)) {
    const x = leftOfWhole + (whole.width * widthUpTo(whole.str, at)) / units;
    if (Math.abs(x - left) <= aside) return true;
  }
  return false;
}
