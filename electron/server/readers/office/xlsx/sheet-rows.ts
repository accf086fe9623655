import { type GridRow, type ShownCell, shownCells } from '../../table/grid-row.ts';
import type { TablePart } from '../../table/table-scanner.ts';
import type { Merge } from './read-merges.ts';
import type { SheetRow } from './read-sheet.ts';

/** A part of a sheet: a row of one of its tables, or text around them. */
export interface SheetPart {
  readonly sheet: string;
  readonly part: TablePart;
  /** Whether it lies over the cells: a comment, a text box, the title of a chart. */
  readonly isOverCells?: true;
}

/** A row of a sheet as the search for tables takes it; undefined if it shows nothing. */
export function gridRow({ number, cells }: SheetRow, spans: readonly Merge[]): GridRow | undefined {
  const shown: readonly ShownCell[] = shownCells(cells);
  return shown.length === 0 ? undefined : { number, shown, spans };
}
