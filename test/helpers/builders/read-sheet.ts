import { GridRows } from '../../../electron/server/readers/office/xlsx/sheet-rows.ts';
import type { GridRow } from '../../../electron/server/readers/table/grid-row.ts';
import { createPartReader, describeTable, partText } from '../../../electron/server/readers/table/table-documents.ts';

type Cell = string | number;

/** A sheet: each row is its cells; a number in the place of a row is that many empty rows. "«" joins a cell to the one on its left, "^" to the one above. */
export type Sheet = readonly (readonly Cell[] | number)[];

const COLUMNS = /«/;
const ROWS = /\^/;

function gridOf(sheet: Sheet): readonly GridRow[] {
  const gridRows = new GridRows({ name: 'sheet', path: '', sizeBytes: 0 });
  const rows: (GridRow | undefined)[] = [];
  let number = 0;
  for (const [index, row] of sheet.entries()) {
    number += typeof row === 'number' ? row : 1;
    if (typeof row === 'number') continue;
    const cells = row.map(String);
    const merges = cells.flatMap((cell, firstColumn) => {
      const after = cells.slice(firstColumn + 1).findIndex((next) => !COLUMNS.test(next));
      const lastColumn = after === -1 ? cells.length - 1 : firstColumn + after;
      const lastRow = number + joinedRows(sheet.slice(index + 1), firstColumn);
      const isMerged = lastColumn > firstColumn || lastRow > number;
      return COLUMNS.test(cell) || ROWS.test(cell) || !isMerged ? [] : [{ firstColumn, lastColumn, lastRow }];
    });
    rows.push(gridRows.next({ number, cells: cells.map((cell) => cell.replace(/[«^]/, '')) }, merges));
  }
  return rows.filter((row) => row !== undefined);
}

function joinedRows(below: Sheet, column: number): number {
  const end = below.findIndex((row) => typeof row === 'number' || !ROWS.test(String(row[column] ?? '')));
  return end === -1 ? below.length : end;
}

/** What a sheet gives: its texts, and where headers were found. */
export function readSheet(sheet: Sheet, headerRow?: number) {
  const tables: string[] = [];
  const reader = createPartReader({ headerRow, onTable: (table) => tables.push(describeTable(table)) });
  const parts = gridOf(sheet).flatMap((row) => reader.push(row));
  return { texts: [...parts, ...reader.end()].map(partText), tables };
}
