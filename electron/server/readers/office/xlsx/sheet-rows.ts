import type { SourceFile } from '../../../core/document.ts';
import { type GridRow, type ReachingCell, shownCells } from '../../table/grid-row.ts';
import type { TablePart } from '../../table/table-scanner.ts';
import type { Merge } from './read-merges.ts';
import { type SheetRow, ShownLimit } from './read-sheet.ts';

/** A part of a sheet: a row of one of its tables, or text around them. */
export interface SheetPart {
  readonly sheet: string;
  readonly part: TablePart;
  /** Whether it lies over the cells: a comment, a text box, the title of a chart. */
  readonly isOverCells?: true;
}

/** A longer text is no label of rows. */
const LONGEST_LABEL = 150;
/** A row has no more labels. */
const MOST_LABELS = 50;

interface Label {
  readonly cell: ReachingCell;
  readonly lastRow: number;
}

/** Makes the rows of a sheet, one after the other, ready for the search for tables. */
export class GridRows {
  readonly #limit: ShownLimit;
  /** Of the row above, by column: the texts of merged cells that reach below it. */
  #labels = new Map<number, Label>();

  constructor(file: SourceFile) {
    this.#limit = new ShownLimit(file);
  }

  /** @returns undefined if the row shows nothing. @throws UserError ARCHIVE_TOO_LARGE */
  next({ number, cells }: SheetRow, merges: readonly Merge[]): GridRow | undefined {
    const shown = shownCells(cells);
    for (const [column, { lastRow }] of this.#labels) if (lastRow < number) this.#labels.delete(column);
    if (shown.length === 0) return undefined;
    const texts = new Map(shown);
    const fromAbove = [...this.#labels.values()].map(({ cell }) => cell).filter(({ column }) => !texts.has(column));
    this.#limit.add(fromAbove.reduce((sum, { text }) => sum + text.length, 0));
    for (const { firstColumn: column, lastRow } of merges) {
      const text = texts.get(column);
      if (lastRow <= number || text === undefined || text.length > LONGEST_LABEL) continue;
      if (this.#labels.size < MOST_LABELS) this.#labels.set(column, { cell: { column, text, row: number }, lastRow });
    }
    return { number, shown, spans: merges, fromAbove };
  }
}
