import { baselineOf, isLevel, type Line, leftOf, type PdfTextItem, type Piece, rightOf } from './page-text.ts';

/** A part of a line that wide gaps part from the rest, in the units of the page. */
export interface Segment {
  readonly pieces: readonly Piece[];
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly baseline: number;
  readonly height: number;
}

/** Gaps in a line of more than so many character heights part columns, or cells of a table. */
const COLUMN_GAP = 1;

/** The segments of a line, from left to right; undefined if its text is turned, runs from right to left or from the top to the bottom, or is a table already. */
export function segmentsOf(line: Line, gap = COLUMN_GAP): Segment[] | undefined {
  const items = line.pieces.filter((piece): piece is Piece & { item: PdfTextItem } => hasInk(piece));
  if (
    line.isTable === true ||
    line.isStacked === true ||
    items.length === 0 ||
    !items.every(({ item }) => isLevel(item))
  )
    return undefined;
  const groups: Group[] = [];
  for (const piece of items.toSorted((a, b) => leftOf(a.item) - leftOf(b.item))) {
    const last = groups.at(-1);
    if (last !== undefined && leftOf(piece.item) - last.right <= gap * Math.max(last.height, piece.item.height)) {
      last.members.add(piece);
      last.right = Math.max(last.right, rightOf(piece.item));
      last.height = Math.max(last.height, piece.item.height);
    } else {
      const { item } = piece;
      groups.push({ members: new Set([piece]), left: leftOf(item), right: rightOf(item), height: item.height });
    }
  }
  return groups.map(({ members, left, right, height }) => {
    const pieces = piecesOf(line.pieces, members);
    const baseline = Math.max(...[...members].map(({ item }) => (item === undefined ? 0 : baselineOf(item))));
    return {
      pieces,
      text: pieces
        .map(({ text }) => text)
        .join('')
        .trim(),
      left,
      right,
      baseline,
      height,
    };
  });
}

interface Group {
  readonly members: Set<Piece>;
  readonly left: number;
  right: number;
  height: number;
}

function hasInk({ item, text }: Piece): boolean {
  return item !== undefined && text.trim() !== '';
}

/** These pieces with the blanks between them, in the order of the line. */
function piecesOf(all: readonly Piece[], members: ReadonlySet<Piece>): Piece[] {
  const first = all.findIndex((piece) => members.has(piece));
  const last = all.findLastIndex((piece) => members.has(piece));
  return all.slice(first, last + 1).filter((piece) => members.has(piece) || !hasInk(piece));
}
