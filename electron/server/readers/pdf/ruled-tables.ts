import type { KnownWords } from './line-end-hyphens.ts';
import type { Rule } from './page-rules.ts';
import { baselineOf, isLevel, type Line, leftOf, type Piece } from './page-text.ts';
import { type CellParts, tableLines } from './table-lines.ts';

/** Rules that meet are drawn with gaps of at most so many points. */
const TOUCHING = 3;
/** This share of a table's cells has something in it. */
const FILLED = 0.4;
/** Cells are shorter on average, in characters: longer ones are parts of a page that is laid out in frames. */
const LONGEST_CELLS = 200;
/** Where letters stand above their baseline, as a share of their height. */
const MIDDLE = 0.3;

/** The places of the rules of a table, in order. */
interface Grid {
  readonly xs: readonly number[];
  readonly ys: readonly number[];
}

/** Writes what stands between the rules of tables as Markdown tables. */
export function markRuledTables(lines: readonly Line[], rules: readonly Rule[], words: KnownWords): readonly Line[] {
  let marked = lines;
  for (const grid of gridsOf(rules)) marked = markGrid(marked, grid, words);
  return marked;
}

function doTouch(upright: Rule, level: Rule): boolean {
  return (
    upright.at >= level.from - TOUCHING &&
    upright.at <= level.to + TOUCHING &&
    level.at >= upright.from - TOUCHING &&
    level.at <= upright.to + TOUCHING
  );
}

/** Groups of rules that meet, of two rows and two columns at least. */
function gridsOf(rules: readonly Rule[]): Grid[] {
  const [uprights, levels] = [rules.filter(({ isUpright }) => isUpright), rules.filter(({ isUpright }) => !isUpright)];
  const left = new Set(rules);
  const grids: Grid[] = [];
  for (const start of levels) {
    if (!left.delete(start)) continue;
    const group = [start];
    for (const rule of group) {
      for (const other of rule.isUpright ? levels : uprights) {
        const isMet = left.has(other) && (rule.isUpright ? doTouch(rule, other) : doTouch(other, rule));
        if (!isMet) continue;
        left.delete(other);
        group.push(other);
      }
    }
    const xs = placesOf(group.filter(({ isUpright }) => isUpright));
    const ys = placesOf(group.filter(({ isUpright }) => !isUpright));
    if (xs.length > 2 && ys.length > 2) grids.push({ xs, ys });
  }
  return grids;
}

/** Where rules are, those at one place once. */
function placesOf(rules: readonly Rule[]): number[] {
  const places: number[] = [];
  for (const { at } of rules.toSorted((a, b) => a.at - b.at)) {
    if (at - (places.at(-1) ?? Number.NEGATIVE_INFINITY) > TOUCHING) places.push(at);
  }
  return places;
}

/** Between which two of these places one is; -1 outside. */
function indexBetween(places: readonly number[], at: number): number {
  return at > (places.at(-1) ?? 0) ? -1 : places.findLastIndex((place) => place <= at);
}

/** The cell of a piece: its row from the top, and its column; undefined outside. */
function cellOf({ item, text }: Piece, { xs, ys }: Grid): { row: number; column: number } | undefined {
  if (item === undefined || text.trim() === '' || !isLevel(item)) return undefined;
  const column = indexBetween(xs, leftOf(item) + item.width / 2);
  const fromBottom = indexBetween(ys, baselineOf(item) + item.height * MIDDLE);
  return column === -1 || fromBottom === -1 ? undefined : { column, row: ys.length - 2 - fromBottom };
}

function markGrid(lines: readonly Line[], grid: Grid, words: KnownWords): readonly Line[] {
  const rows: Piece[][][][] = Array.from({ length: grid.ys.length - 1 }, () =>
    Array.from({ length: grid.xs.length - 1 }, () => []),
  );
  const rest: Line[] = [];
  let place = -1;
  for (const line of lines) {
    const outside = line.isTable === true ? line.pieces : takePieces(line, grid, rows);
    if (outside.length === line.pieces.length) rest.push(line);
    else {
      if (place === -1) place = rest.length;
      if (outside.some(({ text }) => text.trim() !== '')) rest.push({ ...line, pieces: outside });
    }
  }
  const filledRows = rows.filter((row) => row.some(({ length }) => length > 0));
  const columns = grid.xs.slice(1).map((_, column) => column);
  const filledColumns = columns.filter((column) => filledRows.some((row) => (row[column]?.length ?? 0) > 0));
  const cells = filledRows.map((row) => filledColumns.map((column) => row[column] ?? []));
  if (!isTable(cells)) return lines;
  return [...rest.slice(0, place), ...tableLines(cells, words), ...rest.slice(place)];
}

/** Puts the pieces of a line into their cells. @returns the others */
function takePieces(line: Line, grid: Grid, rows: readonly (readonly Piece[][][])[]): readonly Piece[] {
  const outside: Piece[] = [];
  let open: Piece[] | undefined;
  let last: Piece[][] | undefined;
  for (const piece of line.pieces) {
    const found = cellOf(piece, grid);
    const cell = found === undefined ? undefined : rows[found.row]?.[found.column];
    if (piece.text.trim() === '') (open ?? outside).push(piece);
    else if (cell === undefined) {
      outside.push(piece);
      [open, last] = [undefined, undefined];
    } else if (cell === last && open !== undefined) open.push(piece);
    else {
      [open, last] = [[piece], cell];
      cell.push(open);
    }
  }
  return outside;
}

function isTable(cells: readonly (readonly CellParts[])[]): boolean {
  const [head = []] = cells;
  const filled = cells.flat().filter(({ length }) => length > 0);
  const characters = filled.flat(2).reduce((sum, { text }) => sum + text.length, 0);
  return (
    cells.length > 1 &&
    head.length > 1 &&
    filled.length >= FILLED * cells.length * head.length &&
    characters <= LONGEST_CELLS * filled.length
  );
}
