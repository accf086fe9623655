import type { LoadedDocument } from '../../../core/document.ts';
import type { Merge } from './read-merges.ts';
import type { SheetRow } from './read-sheet.ts';

export interface SheetDescription<Row extends SheetRow> {
  readonly sheet: string;
  /** Number of the header row; the first row if not given. */
  readonly headerRow: number | undefined;
  /** The merged cells of a row. */
  mergesOf(row: Row): readonly Merge[];
}

/** A row below the header of its sheet. */
export interface TableRow extends SheetRow {
  readonly sheet: string;
  /** The name of a column, from 0. */
  nameOf(column: number): string;
}

/** Receives the rows of a sheet in order, the header first: returns each row below it with the names of its columns. */
export function rowReader<Row extends SheetRow>({
  sheet,
  headerRow,
  mergesOf,
}: SheetDescription<Row>): (row: Row) => TableRow | undefined {
  let header: readonly (string | undefined)[] | undefined;
  const nameOf = (column: number): string => header?.[column] || `column ${column + 1}`;
  return (row) => {
    const { number, cells } = row;
    if (headerRow !== undefined && number < headerRow) return undefined;
    if (header === undefined && (headerRow === undefined || number === headerRow)) {
      header = headerNames(cells, mergesOf(row));
      return undefined;
    }
    return { sheet, number, cells, nameOf };
  };
}

/** The cells of a row that show something, by column from 0. */
export function shownCells({ cells }: SheetRow): readonly (readonly [column: number, text: string])[] {
  const shown: [number, string][] = [];
  // Only existing cells, so that a row with one cell in the last column is fast.
  for (const [column, cell] of Object.entries(cells)) {
    const text = cell?.trim() ?? '';
    if (text !== '') shown.push([Number(column), text]);
  }
  return shown;
}

/** A row as "name: value" lines; undefined for one that shows nothing. */
export function describeRow(row: TableRow): LoadedDocument | undefined {
  const lines = shownCells(row).map(([column, text]) => `${row.nameOf(column)}: ${text}`);
  if (lines.length === 0) return undefined;
  return { text: lines.join('\n'), metadata: { sheet: row.sheet, row: row.number }, position: ['row'] };
}

/** The names of the columns: a merged header cell names all columns that it spans. */
function headerNames(
  cells: readonly (string | undefined)[],
  merges: readonly Merge[],
): readonly (string | undefined)[] {
  const names = cells.map((cell) => cell?.replace(/\s+/g, ' ').trim());
  for (const { firstColumn, lastColumn } of merges) {
    const name = names[firstColumn];
    if (name !== undefined) for (let column = firstColumn; column <= lastColumn; column += 1) names[column] = name;
  }
  return names;
}
