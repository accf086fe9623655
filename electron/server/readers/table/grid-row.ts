/** A displayed cell with its column, from 0. */
export type ShownCell = readonly [column: number, text: string];

/** A cell that spans several columns of its row. Columns count from 0. */
export interface Span {
  readonly firstColumn: number;
  readonly lastColumn: number;
}

/** The text of a merged cell that reaches down to a row from one above it. */
export interface ReachingCell {
  readonly column: number;
  readonly text: string;
  /** The number of the row that shows it. */
  readonly row: number;
}

/** A row of a sheet or a table of text that shows something. */
export interface GridRow {
  /** Its number as a spreadsheet program shows it: a jump is a gap of empty rows. */
  readonly number: number;
  /** Its number among the rows that show something, in delimited text. */
  readonly line?: number;
  /** In the order of their columns. */
  readonly shown: readonly ShownCell[];
  readonly spans: readonly Span[];
  readonly fromAbove?: readonly ReachingCell[];
}

/** A row with the texts that reach down to it from this row or one below it. */
export function withReaching(row: GridRow, firstRow: number): GridRow {
  const reaching = (row.fromAbove ?? []).filter((cell) => cell.row >= firstRow);
  if (reaching.length === 0) return row;
  const cells = [...row.shown, ...reaching.map(({ column, text }): ShownCell => [column, text])];
  return { ...row, shown: cells.sort(([a], [b]) => a - b) };
}

/** The cells of a row, with those that reach down to it. */
export function cellCount({ shown, fromAbove = [] }: GridRow): number {
  return shown.length + fromAbove.length;
}

/** The number of a row, by which documents are distinguished. */
export function lineOf({ line, number }: GridRow): number {
  return line ?? number;
}

/** Whether empty rows lie between a row and the one that shows something above it. */
export function isBehindGap(row: GridRow, above: GridRow): boolean {
  return row.number > above.number + 1;
}

/** The cells of a row that show something, on one line each, trimmed. Fast for a row with one cell in the last column. */
export function shownCells(cells: readonly (string | undefined)[]): readonly ShownCell[] {
  const shown: ShownCell[] = [];
  for (const [column, cell] of Object.entries(cells)) {
    const text = cell?.trim() ?? '';
    if (text !== '') shown.push([Number(column), text]);
  }
  return shown;
}

/** The columns from `from` to `to`, both included. */
export interface ColumnRange {
  readonly from: number;
  readonly to: number;
}

/** The part of a row in these columns; undefined if it shows nothing there. */
export function rowWithin(row: GridRow, { from, to }: ColumnRange): GridRow | undefined {
  if (from === 0 && to === Number.POSITIVE_INFINITY) return row;
  const isWithin = (column: number): boolean => column >= from && column <= to;
  const shown = row.shown.filter(([column]) => isWithin(column));
  const fromAbove = (row.fromAbove ?? []).filter(({ column }) => isWithin(column));
  return shown.length === 0 ? undefined : { ...row, shown, fromAbove };
}

/** The column up to which a cell reaches. */
export function endOf({ spans }: GridRow, column: number): number {
  return spans.find(({ firstColumn }) => firstColumn === column)?.lastColumn ?? column;
}

/** The number of columns that a row's cells cover. */
export function coveredColumns(row: GridRow): number {
  return row.shown.reduce((count, [column]) => count + endOf(row, column) - column + 1, 0);
}
