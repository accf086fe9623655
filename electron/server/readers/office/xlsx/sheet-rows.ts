import type { LoadedDocument } from '../../../core/document.ts';
import type { Merge } from './read-merges.ts';
import type { SheetRow } from './read-sheet.ts';

export interface SheetDescription<Row extends SheetRow> {
  readonly sheet: string;
  /** Number of the row that names the columns; the first that comes if it is not given. */
  readonly headerRow: number | undefined;
  /** The merged cells of a row. */
  mergesOf(row: Row): readonly Merge[];
}

/** Takes the rows of a sheet in their order, the header first: gives what each row below it says, as "name: value" lines. */
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
    // Only those that are there: a row of one cell in the last column is as quick as any.
    for (const [column, cell] of Object.entries(cells)) {
      if (cell !== undefined && cell.trim() !== '') lines.push(`${nameOf(Number(column))}: ${cell.trim()}`);
    }
    if (lines.length === 0) return undefined;
    return { text: lines.join('\n'), metadata: { sheet, row: number }, position: ['row'] };
  };
}

/** The names of the columns: a merged cell names all that it spans. */
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
