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

/** Receives the rows of a sheet in order, the header first: returns each row below it as "name: value" lines. */
export function rowDescriber<Row extends SheetRow>({
  sheet,
  headerRow,
  mergesOf,
}: SheetDescription<Row>): (row: Row) => LoadedDocument | undefined {
  let header: readonly (string | undefined)[] | undefined;
  const nameOf = (index: number): string => header?.[index] || `column ${index + 1}`;
  return (row) => {
    const { number, cells } = row;
    if (headerRow !== undefined && number < headerRow) return undefined;
    if (header === undefined && (headerRow === undefined || number === headerRow)) {
      header = headerNames(cells, mergesOf(row));
      return undefined;
    }
    const lines: string[] = [];
    // Only existing cells, so that a row with one cell in the last column is fast.
    for (const [column, cell] of Object.entries(cells)) {
      if (cell !== undefined && cell.trim() !== '') lines.push(`${nameOf(Number(column))}: ${cell.trim()}`);
    }
    if (lines.length === 0) return undefined;
    return { text: lines.join('\n'), metadata: { sheet, row: number }, position: ['row'] };
  };
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
