import { type Segment, segmentsOf } from './page-segments.ts';
import type { Line } from './page-text.ts';

/** Columns whose lines are drawn in turns have at least so many lines side by side. */
const FEWEST_LINES = 5;
/** Shorter lines are cells of a table, in characters. */
const FEWEST_CHARACTERS = 20;
/** Lines of a column fill at least this share of its width on average. */
const FILLED = 0.6;
/** So many columns stand side by side at most, by powers of two: each is divided once more. */
const MOST_DIVISIONS = 2;

interface Row {
  readonly line: Line;
  /** Undefined: turned text. */
  readonly segments: readonly Segment[] | undefined;
}

/**
 * Puts lines in reading order where a page is drawn line by line across its columns: the left column first, down to the next line that goes over both. Any
 * other page keeps the order in which it is drawn, which nearly always is right.
 */
export function orderColumns(lines: readonly Line[]): readonly Line[] {
  const rows = lines.map((line) => ({ line, segments: segmentsOf(line) }));
  return divide(rows, MOST_DIVISIONS) ?? lines;
}

function divide(rows: readonly Row[], divisions: number): Line[] | undefined {
  const gutter = findGutter(rows);
  if (gutter === undefined || divisions === 0) return undefined;
  const ordered: Line[] = [];
  let [left, right]: [Row[], Row[]] = [[], []];
  const endBand = (): void => {
    for (const side of [left, right]) {
      ordered.push(...(divide(side, divisions - 1) ?? side.map(({ line }) => line)));
    }
    [left, right] = [[], []];
  };
  for (const row of topDown(rows)) {
    const { segments } = row;
    if (segments === undefined || segments.some((segment) => segment.left < gutter && segment.right > gutter)) {
      endBand();
      ordered.push(row.line);
      continue;
    }
    left.push(
      ...partOf(
        row,
        segments.filter((segment) => segment.right <= gutter),
      ),
    );
    right.push(
      ...partOf(
        row,
        segments.filter((segment) => segment.left >= gutter),
      ),
    );
  }
  endBand();
  return ordered;
}

function topDown(rows: readonly Row[]): Row[] {
  return rows.toSorted((a, b) => (b.line.baseline ?? 0) - (a.line.baseline ?? 0));
}

/** A row with only these of its segments; none without. */
function partOf({ line, segments: all }: Row, segments: readonly Segment[]): Row[] {
  const [first] = segments;
  if (first === undefined) return [];
  if (segments.length === all?.length) return [{ line, segments }];
  const pieces = segments.flatMap((segment, index) =>
    index === 0 ? segment.pieces : [{ text: ' ', item: undefined }, ...segment.pieces],
  );
  return [{ line: { pieces, baseline: first.baseline, height: first.height }, segments }];
}

interface Gap {
  readonly from: number;
  readonly to: number;
  readonly left: Segment;
  readonly right: Segment;
}

/** Where the gaps of most lines meet, if what they part is text in columns. */
function findGutter(rows: readonly Row[]): number | undefined {
  const gaps = rows.flatMap((row, index) => gapsOf(row, rows[index + 1]?.segments ?? []));
  if (gaps.length < FEWEST_LINES) return undefined;
  const edges = gaps.flatMap(({ from, to }) => [
    { x: from, change: 1 },
    { x: to, change: -1 },
  ]);
  edges.sort((a, b) => a.x - b.x || a.change - b.change);
  let [open, most, gutter] = [0, 0, 0];
  for (const [index, { x, change }] of edges.entries()) {
    open += change;
    if (open > most) [most, gutter] = [open, (x + (edges[index + 1]?.x ?? x)) / 2];
  }
  const parted = gaps.filter(({ from, to }) => from <= gutter && to >= gutter);
  const isText = isColumn(parted.map(({ left }) => left)) && isColumn(parted.map(({ right }) => right));
  return parted.length >= FEWEST_LINES && isText ? gutter : undefined;
}

/** The gaps in a row, and to what is drawn next if that stands beside it at nearly its height. */
function gapsOf({ segments: own = [] }: Row, next: readonly Segment[]): Gap[] {
  const [first] = own;
  const beside = next.filter(({ baseline, height }) => first && Math.abs(first.baseline - baseline) < height);
  const all = [...own, ...beside].toSorted((a, b) => a.left - b.left);
  return all.slice(1).flatMap((right, index) => {
    const left = all[index];
    const isGap = left !== undefined && left.right < right.left && (own.includes(left) || own.includes(right));
    return isGap ? [{ from: left.right, to: right.left, left, right }] : [];
  });
}

/** Whether most of these segments stand one below the other and look like the lines of a text. */
function isColumn(segments: readonly Segment[]): boolean {
  const columns: { right: number; readonly segments: Segment[] }[] = [];
  for (const segment of segments.toSorted((a, b) => a.left - b.left)) {
    const column = columns.at(-1);
    if (column === undefined || segment.left >= column.right)
      columns.push({ right: segment.right, segments: [segment] });
    else {
      column.segments.push(segment);
      column.right = Math.max(column.right, segment.right);
    }
  }
  const [largest] = columns.toSorted((a, b) => b.segments.length - a.segments.length);
  const { right, segments: own } = largest ?? { right: 0, segments: [] };
  const width = own.reduce((sum, segment) => sum + segment.right - segment.left, 0) / own.length;
  const characters = own.reduce((sum, { text }) => sum + text.length, 0) / own.length;
  const [first] = own;
  return first !== undefined && characters >= FEWEST_CHARACTERS && width >= FILLED * (right - first.left);
}
