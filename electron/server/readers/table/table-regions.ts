import { findHeader, type TableLayout } from './find-header.ts';
import { type ColumnRange, endOf, type GridRow, rowWithin, type ShownCell } from './grid-row.ts';

/** A table in a sheet. */
export interface TableRegion {
  /** Its columns, with the empty ones beside it. */
  readonly range: ColumnRange;
  /** The columns that its first rows fill. */
  readonly filled: ColumnRange;
  /** The name of a column, from 0; undefined: the table has no header. */
  readonly nameOf: ((column: number) => string) | undefined;
  readonly layout: TableLayout;
  /** The number of its first row of values. */
  readonly firstRow: number;
  /** Numbers of the rows above its header: titles and remarks. */
  readonly textRows: ReadonlySet<number>;
  /** Whether it has rows of values. */
  readonly hasRows: boolean;
  /** Numbers of the rows of its header. */
  readonly headerRows: readonly number[];
  /** Its header, which may be repeated below. */
  readonly header: readonly GridRow[];
}

/** The tables among rows without gaps: one, or several beside each other. */
export function findRegions(rows: readonly GridRow[]): readonly TableRegion[] {
  const tables: Table[] = [];
  for (const range of columnGroups(rows)) {
    const right = readTable(rows, range);
    const left = tables.at(-1);
    if (left === undefined || areSeparate(left, right)) tables.push(right);
    else tables[tables.length - 1] = readTable(rows, { from: left.range.from, to: range.to });
  }
  return tables.map((table, index) => regionOf(table, tables[index + 1], index === 0));
}

interface Table {
  readonly range: ColumnRange;
  readonly rows: readonly GridRow[];
  readonly layout: TableLayout;
}

function readTable(rows: readonly GridRow[], range: ColumnRange): Table {
  const within = rows.map((row) => rowWithin(row, range)).filter((row) => row !== undefined);
  return { range, rows: within, layout: findHeader(within) };
}

/** Columns without an empty one between them. Titles, in rows with one cell, may stand over any of them. */
function columnGroups(rows: readonly GridRow[]): readonly ColumnRange[] {
  const used = new Set<number>();
  for (const row of rows) {
    if (row.shown.length < 2 && rows.length > 1) continue;
    for (const [column] of row.shown) for (let at = column; at <= endOf(row, column); at += 1) used.add(at);
  }
  const groups: { from: number; to: number }[] = [];
  for (const column of [...used].sort((a, b) => a - b)) {
    const last = groups.at(-1);
    if (last?.to === column - 1) last.to = column;
    else groups.push({ from: column, to: column });
  }
  const [first] = groups;
  // What only titles fill belongs to the table below them.
  if (first !== undefined) first.from = Math.min(first.from, ...rows.map(({ shown }) => shown[0]?.[0] ?? first.from));
  return first === undefined ? [{ from: 0, to: Number.POSITIVE_INFINITY }] : groups;
}

/** An empty column may also be a space within a table: two tables have headers of their own. */
function areSeparate(left: Table, right: Table): boolean {
  if (left.layout.headerRows === 0 || right.layout.headerRows === 0) return false;
  if (Math.min(left.layout.width, right.layout.width) < 2) return false;
  const names = new Set(left.layout.names.values());
  const shared = [...right.layout.names.values()].filter((name) => names.has(name)).length;
  if (shared * 2 >= Math.min(left.layout.names.size, right.layout.names.size)) return true;
  if (left.layout.confidence !== 'sure' || right.layout.confidence !== 'sure') return false;
  const hasTitles = left.layout.preamble > 0 && right.layout.preamble > 0;
  return hasTitles || headerRow(left) !== headerRow(right) || Math.abs(lastRow(left) - lastRow(right)) >= 2;
}

function headerRow({ rows, layout }: Table): number {
  return rows[layout.preamble]?.number ?? 0;
}

function lastRow({ rows }: Table): number {
  return rows.at(-1)?.number ?? 0;
}

function regionOf({ range, rows, layout }: Table, next: Table | undefined, isFirst: boolean): TableRegion {
  const header = rows.slice(layout.preamble, layout.preamble + layout.headerRows);
  const to = next === undefined ? Number.POSITIVE_INFINITY : next.range.from - 1;
  const { names, headerRows } = layout;
  return {
    range: { from: isFirst ? 0 : range.from, to },
    filled: filledColumns(rows),
    nameOf: headerRows === 0 ? undefined : (column) => names.get(column) ?? `column ${column + 1}`,
    layout,
    firstRow: rows[layout.preamble + headerRows]?.number ?? (rows.at(-1)?.number ?? 0) + 1,
    hasRows: !layout.isProse && rows.length > layout.preamble + headerRows,
    textRows: new Set(rows.slice(0, layout.preamble).map(({ number }) => number)),
    headerRows: header.map(({ number }) => number),
    header,
  };
}

/** From the first column with a cell to the last. */
export function filledColumns(rows: readonly GridRow[]): ColumnRange {
  const columns = rows.flatMap((row) => row.shown.flatMap(([column]) => [column, endOf(row, column)]));
  return {
    from: columns.reduce((least, column) => Math.min(least, column), Number.POSITIVE_INFINITY),
    to: columns.reduce((most, column) => Math.max(most, column), 0),
  };
}

/** Whether a row is one of a table's header again, as on each printed page. */
export function isHeaderAgain({ shown }: GridRow, { header }: TableRegion): boolean {
  return header.some(
    (row) => row.shown.length === shown.length && row.shown.every((cell, index) => isSame(cell, shown[index])),
  );
}

function isSame([column, text]: ShownCell, other: ShownCell | undefined): boolean {
  return other !== undefined && other[0] === column && other[1] === text;
}
