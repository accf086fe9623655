import type { KnownWords } from './line-end-hyphens.ts';
import { type Matrix, MatrixStack } from './page-matrix.ts';
import type { Operators } from './page-operators.ts';
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

/** A straight line along an edge of the page, in its units. */
export interface Rule {
  readonly isUpright: boolean;
  /** Its place on the other axis. */
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/** Rules are at most so thick, and at least so long, in points. */
const THICKEST = 3;
const SHORTEST = 6;
/** More of them are a drawing. */
const MOST_RULES = 2000;

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Numbers after each operator of pdf.js's paths: move, line, curve, quadratic curve, close. */
const OPERANDS = [2, 2, 6, 4, 0];

/** The straight parts of a path, each as its corners; what has curves is left out. */
function straightParts(path: ArrayLike<number>, matrix: Matrix): Point[][] {
  const parts: Point[][] = [];
  let [part, isCurved]: [Point[], boolean] = [[], false];
  const endPart = (): void => {
    if (!isCurved && part.length > 1) parts.push(part);
    [part, isCurved] = [[], false];
  };
  for (let at = 0; at < path.length; ) {
    const operator = path[at] ?? 0;
    const [x = 0, y = 0] = [path[at + 1], path[at + 2]];
    if (operator === 0) endPart();
    if (operator === 2 || operator === 3) isCurved = true;
    const [first] = part;
    if (operator < 2)
      part.push({ x: matrix[0] * x + matrix[2] * y + matrix[4], y: matrix[1] * x + matrix[3] * y + matrix[5] });
    else if (operator === 4 && first !== undefined) part.push(first);
    at += 1 + (OPERANDS[operator] ?? 0);
  }
  endPart();
  return parts;
}

/** The rule that goes through these points, if they are on one. */
function ruleOf(points: readonly Point[]): Rule | undefined {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, right, bottom, top] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const [width, height] = [right - left, top - bottom];
  if (Math.min(width, height) > THICKEST || Math.max(width, height) < SHORTEST) return undefined;
  return height > width
    ? { isUpright: true, at: (left + right) / 2, from: bottom, to: top }
    : { isUpright: false, at: (bottom + top) / 2, from: left, to: right };
}

function rulesOf(part: readonly Point[], isStroked: boolean): Rule[] {
  const whole = ruleOf(part);
  if (whole !== undefined) return [whole];
  if (!isStroked) return [];
  return part.slice(1).flatMap((point, index) => ruleOf([part[index] ?? point, point]) ?? []);
}

/** Collects the rules on a page from its operators. */
export class RuleTracer {
  readonly #ops: Operators;
  readonly #stack: MatrixStack;
  readonly #stroked: ReadonlySet<number>;
  #rules: Rule[] = [];
  #isDrawing = false;

  constructor(ops: Operators) {
    this.#ops = ops;
    this.#stack = new MatrixStack(ops);
    this.#stroked = new Set([ops.stroke, ops.closeStroke, ops.fillStroke, ops.eoFillStroke, ops.closeFillStroke]);
  }

  /** None if there are so many that they are a drawing. */
  get rules(): readonly Rule[] {
    return this.#rules;
  }

  follow(operator: number, args: unknown): void {
    if (this.#isDrawing || this.#stack.follow(operator, args)) return;
    if (operator !== this.#ops.constructPath || !Array.isArray(args) || args[0] === this.#ops.endPath) return;
    const path: unknown = Array.isArray(args[1]) ? args[1][0] : undefined;
    if (!(path instanceof Float32Array)) return;
    for (const part of straightParts(path, this.#stack.matrix))
      this.#rules.push(...rulesOf(part, this.#stroked.has(Number(args[0]))));
    this.#isDrawing = this.#rules.length > MOST_RULES;
    if (this.#isDrawing) this.#rules = [];
  }
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
