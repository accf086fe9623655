import { type GridRow, shownCells } from '../../../electron/server/readers/table/grid-row.ts';
import { createPartReader, describeTable, partText } from '../../../electron/server/readers/table/table-documents.ts';

type Cell = string | number;

/** A sheet: each row is its cells; a number in the place of a row is that many empty rows, "«" joins a cell to the one on its left. */
export type Sheet = readonly (readonly Cell[] | number)[];

const COLUMNS = /«/;

function gridOf(sheet: Sheet): readonly GridRow[] {
  const rows: GridRow[] = [];
  let number = 0;
  for (const row of sheet) {
    number += typeof row === 'number' ? row : 1;
    if (typeof row === 'number') continue;
    const cells = row.map(String);
    const spans = cells.flatMap((cell, firstColumn) => {
      const after = cells.slice(firstColumn + 1).findIndex((next) => !COLUMNS.test(next));
      const lastColumn = after === -1 ? cells.length - 1 : firstColumn + after;
      return COLUMNS.test(cell) || lastColumn === firstColumn ? [] : [{ firstColumn, lastColumn }];
    });
    const shown = shownCells(cells.map((cell) => cell.replace(COLUMNS, '')));
    if (shown.length > 0) rows.push({ number, shown, spans });
  }
  return rows;
}

/** What a sheet gives: its texts, and where headers were found. */
export function readSheet(sheet: Sheet, headerRow?: number) {
  const tables: string[] = [];
  const reader = createPartReader({ headerRow, onTable: (table) => tables.push(describeTable(table)) });
  const parts = gridOf(sheet).flatMap((row) => reader.push(row));
  return { texts: [...parts, ...reader.end()].map(partText), tables };
}
