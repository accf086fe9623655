import type { LoadedDocument } from '../../core/document.ts';
import { endOf, type GridRow, lineOf, withReaching } from './grid-row.ts';
import { type FoundTable, type TablePart, TableScanner, unusedNames } from './table-scanner.ts';

/** Gives the parts of a sheet as its rows come in. */
export interface PartReader {
  /** @returns the parts that are complete now, in order */
  push(row: GridRow): readonly TablePart[];
  end(): readonly TablePart[];
}

export interface SheetChoice {
  /** Number of the row with the names of the columns, as people say; undefined: it is found. */
  readonly headerRow: number | undefined;
  /** Called with what was found. */
  readonly onTable: (table: FoundTable) => void;
}

export function createPartReader({ headerRow, onTable }: SheetChoice): PartReader {
  return headerRow === undefined ? new TableScanner(onTable) : belowHeader(headerRow);
}

/** The rows below a header whose row is known; those above it are left out. */
function belowHeader(headerRow: number): PartReader {
  const names = new Map<number, string>();
  const used = new Set<number>();
  let header: GridRow | undefined;
  const nameOf = (column: number): string => names.get(column) ?? `column ${column + 1}`;
  return {
    push(row) {
      if (row.number < headerRow) return [];
      if (row.number > headerRow) {
        const whole = withReaching(row, headerRow + 1);
        for (const [column] of whole.shown) used.add(column);
        return [{ kind: 'row', row: whole, nameOf }];
      }
      header = row;
      for (const [column, text] of row.shown) {
        for (let at = column; at <= endOf(row, column); at += 1) names.set(at, text.replace(/\s+/g, ' '));
      }
      return [];
    },
    end() {
      const unused = unusedNames(names, used, header);
      return unused === undefined ? [] : [unused];
    },
  };
}

/** The text of a part: a row under names as "name: value" lines, other rows with their cells side by side. */
export function partText(part: TablePart): string {
  if (part.kind === 'text') return part.rows.map(cellsText).join('\n');
  const { row, nameOf } = part;
  if (nameOf === undefined) return cellsText(row);
  return row.shown.map(([column, text]) => `${nameOf(column)}: ${text}`).join('\n');
}

function cellsText({ shown }: GridRow): string {
  return shown.map(([, text]) => text).reduce((line, text) => `${line}${line.endsWith(':') ? ' ' : ' | '}${text}`);
}

/** The number of the row that a part begins with, by {@link lineOf}. */
export function partRow(part: TablePart): number {
  const row = part.kind === 'row' ? part.row : part.rows[0];
  return row === undefined ? 0 : lineOf(row);
}

/** A part of a sheet as a document. */
export function describePart(sheet: string, part: TablePart): LoadedDocument {
  return { text: partText(part), metadata: { sheet, row: partRow(part) }, position: ['row'] };
}

/** What was found, for people: "Birds: header taken from row 3". */
export function describeTable({ firstRow, headerRows }: FoundTable): string {
  const [first, ...more] = headerRows;
  if (first === undefined) return `no header above row ${firstRow}`;
  return more.length === 0 ? `header taken from row ${first}` : `header taken from rows ${first} to ${more.at(-1)}`;
}
