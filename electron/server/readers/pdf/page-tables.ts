import type { KnownWords } from './line-end-hyphens.ts';
import { type Segment, segmentsOf } from './page-segments.ts';
import type { Line } from './page-text.ts';
import { type CellParts, tableLines } from './table-lines.ts';

/** Fewer rows with several cells may stand side by side by chance. */
const FEWEST_ROWS = 3;
/** With two columns only it takes so many: names and values, titles and pages stand like this, too. */
const FEWEST_ROWS_OF_TWO = 4;
/** Cells are shorter on average, in characters: longer ones are text in columns. */
const LONGEST_CELLS = 60;
/** This share of a table's cells has something in it. */
const FILLED = 0.6;
/** Baselines of a row differ by at most this share of the height of its letters. */
const SAME_ROW = 0.4;
/** Rows are at most so many character heights apart. */
const ROW_STEP = 3.5;
/** The lines of one cell are at most so many character heights apart. */
const CELL_STEP = 1.5;
/** Lines of a cell are nearer to each other than this share of the usual step from row to row. */
const NEARER = 0.9;
/** Cells of a row, and lines in them, that are drawn one after the other. */
const MOST_LINES_OF_ROW = 40;
/** So many rows below one with cells side by side there is another one, even if its cells have several lines. */
const FAR_ROWS = 3;
/** What stands before the items of a list, or the lines of a program. */
const LIST_MARK = /^(?:[•▪◦‣·*–-]|\(?\d{1,3}[.)]?|\(?[a-z]{1,3}[.)])$/i;
/** Dots that lead to a page number. */
const LEADER = /(?:\. ?){4,}/;

interface Row {
  readonly segments: readonly Segment[];
  /** The lines that it is of, and the places of the first and the last drawn of them. */
  readonly lines: readonly Line[];
  readonly first: number;
  readonly last: number;
  readonly baseline: number;
  readonly height: number;
}

interface Table {
  readonly lines: ReadonlySet<Line>;
  readonly rows: readonly Line[];
}

/** Writes what stands in rows and columns as a Markdown table, whose first row is its head. */
export function markTables(lines: readonly Line[], words: KnownWords): Line[] {
  const tables = runsOfRows(rowsOf(lines)).flatMap((run) => tableOf(run, words) ?? []);
  const marked: Line[] = [];
  const written = new Set<Table>();
  for (const line of lines) {
    const table = tables.find((candidate) => candidate.lines.has(line));
    if (table === undefined) {
      marked.push(line);
    } else if (!written.has(table)) {
      written.add(table);
      marked.push(...table.rows);
    }
  }
  return marked;
}

/** What stands on one height, from the top of the page down; without turned text. */
function rowsOf(lines: readonly Line[]): Row[] {
  const found = lines.flatMap((line, place) => (segmentsOf(line) ?? []).map((segment) => ({ line, place, segment })));
  const rows: (typeof found)[] = [];
  for (const part of found.toSorted((a, b) => b.segment.baseline - a.segment.baseline)) {
    const [top] = rows.at(-1) ?? [];
    const isSame = top && top.segment.baseline - part.segment.baseline <= SAME_ROW * top.segment.height;
    if (isSame) rows.at(-1)?.push(part);
    else rows.push([part]);
  }
  return rows.map((parts) => {
    const places = parts.map(({ place }) => place);
    return {
      segments: parts.map(({ segment }) => segment).toSorted((a, b) => a.left - b.left),
      lines: parts.map(({ line }) => line),
      first: Math.min(...places),
      last: Math.max(...places),
      baseline: Math.max(...parts.map(({ segment }) => segment.baseline)),
      height: Math.max(...parts.map(({ segment }) => segment.height)),
    };
  });
}

/** Rows that may be of one table: each follows closely, and has several segments or goes on with a cell of the row above. */
function runsOfRows(rows: readonly Row[]): Row[][] {
  const runs: Row[][] = [];
  let run: Row[] = [];
  for (const row of rows) {
    const last = run.at(-1);
    const step = last === undefined ? 0 : (last.baseline - row.baseline) / Math.max(last.height, row.height);
    const isBelow = step <= (row.segments.length > 1 ? ROW_STEP : CELL_STEP);
    const goesOn = last !== undefined && isBelow && isDrawnNext(row, run);
    if (!goesOn || (row.segments.length === 1 && isWide(row, run))) {
      runs.push(run);
      run = row.segments.length > 1 ? [row] : [];
    } else run.push(row);
  }
  runs.push(run);
  return runs.map(withoutTail);
}

/** Tables are drawn row by row; what is drawn in other places only stands beside it. */
function isDrawnNext({ first, last }: Row, run: readonly Row[]): boolean {
  const near = run.slice(-MOST_LINES_OF_ROW);
  const [from, to] = [Math.min(...near.map((row) => row.first)), Math.max(...near.map((row) => row.last))];
  return first > from && first <= to + 1 && last > to - MOST_LINES_OF_ROW;
}

/** Whether a row of one segment goes over several columns of the rows above. */
function isWide({ segments: [segment] }: Row, run: readonly Row[]): boolean {
  const above = run.findLast(({ segments }) => segments.length > 1)?.segments ?? [];
  return segment !== undefined && above.filter((cell) => overlap(cell, segment)).length !== 1;
}

function overlap(a: Column, b: Column): boolean {
  return a.left < b.right && b.left < a.right;
}

/** A run ends with what goes on with its last row, which may as well be the text below the table: if it is the first cell's. */
function withoutTail(run: Row[]): Row[] {
  const last = run.findLastIndex(({ segments }) => segments.length > 1);
  const [first] = run[last]?.segments ?? [];
  const tail = run.slice(last + 1);
  const isOfFirst = first !== undefined && tail.some(({ segments: [own] }) => own !== undefined && overlap(own, first));
  return isOfFirst ? run.slice(0, last + 1) : run;
}

function tableOf(run: readonly Row[], words: KnownWords): Table | undefined {
  const columns = columnsOf(run);
  const toCells = (rows: readonly Row[]): Cell[] =>
    columns.map((column) => rows.flatMap(({ segments }) => segments.filter((segment) => overlap(segment, column))));
  const groups = groupRows(run);
  const blocks = groups.map(toCells);
  const several = blocks.filter((cells) => cells.filter(({ length }) => length > 0).length > 1).length;
  if (columns.length < 2 || several < (columns.length === 2 ? FEWEST_ROWS_OF_TWO : FEWEST_ROWS)) return undefined;
  const filled = blocks.flat().filter(({ length }) => length > 0);
  if (filled.length < FILLED * blocks.length * columns.length || !looksLikeCells(blocks, filled)) return undefined;
  const rows = divideGroups(groups, columns).map(toCells);
  return { lines: new Set(run.flatMap(({ lines }) => lines)), rows: tableLines(toParts(rows), words) };
}

/**
 * What stands on one height, with what seems to go on with its cells. That is drawn before the next cell of their row, or stands close below it with nothing in
 * the first cell. Columns of text, drawn one after the other, become a single group.
 */
function groupRows(run: readonly Row[]): Row[][] {
  const groups: Row[][] = [];
  for (const [index, row] of run.entries()) {
    const [group, above] = [groups.at(-1), run[index - 1]];
    const near = group?.slice(-MOST_LINES_OF_ROW) ?? [];
    const isClose = above !== undefined && above.baseline - row.baseline <= CELL_STEP * row.height;
    const isBelowOthers = isClose && near.some((other) => firstLeft(row) > firstRight(other));
    if (group !== undefined && (isOfCell(row, near) || isBelowOthers)) group.push(row);
    else groups.push([row]);
  }
  return groups;
}

function isOfCell({ first }: Row, near: readonly Row[]): boolean {
  return near.some(({ last }) => last > first);
}

/**
 * The rows of a table: a group is several if its first cell, written once, is of all of them. Then numbers stand below numbers, or several cells below others
 * as far apart as rows are.
 */
function divideGroups(groups: readonly Row[][], columns: readonly Column[]): Row[][] {
  const steps = groups.slice(1).map(([head], index) => (groups[index]?.at(-1)?.baseline ?? 0) - (head?.baseline ?? 0));
  const nearest = NEARER * median(steps);
  return groups.flatMap((group) => {
    const rows: Row[][] = [];
    for (const [index, row] of group.entries()) {
      const own = rows.at(-1);
      const near = own?.slice(-MOST_LINES_OF_ROW) ?? [];
      const step = (group[index - 1]?.baseline ?? 0) - row.baseline;
      const isRest = (isOneCell(row, columns) || step < nearest) && !bringsNumber(row, near);
      if (own !== undefined && (isRest || isOfCell(row, near))) own.push(row);
      else rows.push([row]);
    }
    return rows;
  });
}

function isOneCell({ segments }: Row, columns: readonly Column[]): boolean {
  return columns.filter((column) => segments.some((segment) => overlap(segment, column))).length === 1;
}

/** An amount, a date, a share: digits, with a unit at most. */
const NUMBER = /^[^\p{L}\d]*\d[^\p{L}]*\p{L}{0,3}$/u;

/** Whether a number of this row stands below one of the rows above. */
function bringsNumber({ segments }: Row, above: readonly Row[]): boolean {
  const numbers = above.flatMap((row) => row.segments.filter(({ text }) => NUMBER.test(text)));
  return segments.some((own) => NUMBER.test(own.text) && numbers.some((number) => overlap(own, number)));
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

function firstLeft({ segments: [first] }: Row): number {
  return first?.left ?? 0;
}

function firstRight({ segments: [first] }: Row): number {
  return first?.right ?? 0;
}

type Cell = readonly Segment[];

function toParts(rows: readonly (readonly Cell[])[]): CellParts[][] {
  return rows.map((cells) => cells.map((cell) => cell.map(({ pieces }) => pieces)));
}

function textOfCell(cell: Cell): string {
  return cell.map(({ text }) => text).join(' ');
}

function looksLikeCells(rows: readonly (readonly Cell[])[], filled: readonly Cell[]): boolean {
  const characters = filled.reduce((sum, cell) => sum + textOfCell(cell).length, 0);
  const firsts = rows.map(([first = []]) => textOfCell(first)).filter((text) => text !== '');
  const isList = firsts.filter((text) => LIST_MARK.test(text)).length > firsts.length / 2 && (rows[0]?.length ?? 0) < 3;
  const isContents = filled.some((cell) => LEADER.test(textOfCell(cell))) || endWithPages(rows);
  const hasWords = filled.filter((cell) => /[\p{L}\p{N}]{2}/u.test(textOfCell(cell))).length > filled.length / 2;
  return characters <= LONGEST_CELLS * filled.length && !isList && !isContents && hasWords;
}

/** Whether the last cells are numbers that only grow: those of pages. */
function endWithPages(rows: readonly (readonly Cell[])[]): boolean {
  const lasts = rows.map((cells) => textOfCell(cells.at(-1) ?? [])).filter((text) => text !== '');
  return lasts.every((text, index) => /^\d+$/.test(text) && Number(text) >= Number(lasts[index - 1] ?? 0));
}

interface Column {
  left: number;
  right: number;
}

/** The stretches of the page's width that the segments of a run cover. */
function columnsOf(run: readonly Row[]): (Column & Segment)[] {
  const columns: (Column & Segment)[] = [];
  for (const segment of run.flatMap(({ segments }) => segments).toSorted((a, b) => a.left - b.left)) {
    const last = columns.at(-1);
    if (last !== undefined && segment.left < last.right) last.right = Math.max(last.right, segment.right);
    else columns.push({ ...segment });
  }
  return columns;
}

/** Whether a page may have a table: two rows that are not far from each other have a gap at one place. */
export function mayHaveTables(lines: readonly Line[]): boolean {
  const gaps = rowsOf(lines).map(({ segments }) =>
    segments.slice(1).map((right, index) => ({ from: segments[index]?.right ?? 0, to: right.left })),
  );
  return gaps.some((own, index) => {
    const near = gaps.slice(index + 1, index + 1 + FAR_ROWS).flat();
    return own.some((gap) => near.some((other) => gap.from < other.to && other.from < gap.to));
  });
}
