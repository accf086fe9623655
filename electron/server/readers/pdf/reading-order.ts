import { baselineOf, leftOf, type PdfTextItem, type Piece, rightOf, UNSPACED, WORD_GAP } from './page-text.ts';

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
export function inReadingOrder(pieces: readonly Piece[]): readonly Piece[] {
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
