import type { SourceFile } from '../../core/document.ts';
import { archiveTooLarge, fileTooLarge } from '../errors/file-errors.ts';
import { type OfficePackage, streamPrefixedXml, type XmlAttributes } from '../office/office-xml.ts';
import type { Merge } from '../office/xlsx/read-merges.ts';
import { MAX_COLUMNS, type SheetRow } from '../office/xlsx/read-sheet.ts';
import { createBlockWriter } from '../text/block-writer.ts';
import type { XmlHandler } from '../xml/xml-reader.ts';
import { liesOverCells, type OverCells, OverCellsReader } from './ods-over-cells.ts';
import { UNSEEN_ELEMENTS } from './odt-text.ts';
import { ODF_CONTENT } from './open-odf.ts';

/** A row with visible content. */
export interface OdsRow extends SheetRow {
  readonly sheet: Sheet;
  /** Its cells that span several columns or rows. */
  readonly merges: readonly Merge[];
}

export interface Sheet {
  readonly name: string;
}

/** The end of a sheet, with what lies over its cells. */
export interface SheetEnd {
  readonly sheet: Sheet;
  readonly over: OverCells;
}

/** The most rows of a sheet (limit of LibreOffice and of Excel). */
const MAX_ROWS = 1_048_576;
/** The most characters of a row: a cell is stored once and may repeat in all columns. */
const MAX_ROW_UNITS = 8 * 1024 * 1024;
/** The most characters of repeated rows, which are stored once: as much as an archive may unpack to. */
const MAX_REPEATED_UNITS = 1024 ** 3;

/**
 * Streams the rows with visible content, and then the end, of each sheet that is not hidden. Repeated rows and cells are returned as often as they are
 * displayed.
 * @throws UserError FILE_CORRUPT, FILE_TOO_LARGE, ARCHIVE_TOO_LARGE
 */
export async function* readOdsRows(office: OfficePackage): AsyncGenerator<Iterable<OdsRow | SheetEnd>> {
  const reader = new SheetReader(office.file);
  for await (const _ of streamPrefixedXml(office, ODF_CONTENT, reader)) yield repeatRows(reader.take());
}

interface RepeatedRow extends OdsRow {
  readonly count: number;
}

function* repeatRows(rows: readonly (RepeatedRow | SheetEnd)[]): Generator<OdsRow | SheetEnd> {
  for (const item of rows) {
    if ('over' in item) {
      yield item;
      continue;
    }
    const { count, number, ...row } = item;
    for (let index = 0; index < count; index += 1) yield { ...row, number: number + index };
  }
}

interface Cell {
  readonly count: number;
  readonly spanned: number;
  readonly spannedRows: number;
  /** The stored value, used if the cell has no text. */
  readonly value: string;
  /** In ISO 8601, if it is a date. */
  readonly date: string | undefined;
}

/** A date in numbers, in the order that is usual in the author's region. */
const REGIONAL_DATE = /^\d{1,2}([./-])\d{1,2}\1\d{2,4}(?!\d)/;

class SheetReader implements XmlHandler {
  readonly #file: SourceFile;
  readonly #writer = createBlockWriter();
  readonly #over: OverCellsReader;
  #rows: (RepeatedRow | SheetEnd)[] = [];
  #style = '';
  readonly #hiddenStyles = new Set<string>();
  #sheet: Sheet | undefined;
  /** Number of open nested tables (in cells and the like), which are not read. */
  #tables = 0;
  #unseen = 0;
  #number = 1;
  #rowCount = 1;
  #cells: (string | undefined)[] = [];
  #merges: Merge[] = [];
  #column = 0;
  #rowUnits = 0;
  #repeatedUnits = 0;
  #cell: Cell | undefined;
  #cellUnits = 0;
  #paragraphs = 0;

  constructor(file: SourceFile) {
    this.#file = file;
    this.#over = new OverCellsReader(file);
  }

  take(): readonly (RepeatedRow | SheetEnd)[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  onOpen(name: string, attributes: XmlAttributes): void {
    if (isUnseen(name)) this.#unseen += 1;
    if (this.#unseen > 0) {
      if (this.#isInSheet) this.#over.onOpen(name, attributes);
      return;
    }
    if (name.startsWith('style:')) this.#openStyle(name, attributes);
    else if (name.startsWith('table:')) this.#openTable(name, attributes);
    else if (this.#cell !== undefined) this.#openText(name);
  }

  onClose(name: string): void {
    if (this.#unseen > 0) {
      if (this.#isInSheet) this.#over.onClose(name, { row: this.#number, column: this.#column });
      if (isUnseen(name)) this.#unseen -= 1;
      return;
    }
    if (name.startsWith('table:')) this.#closeTable(name);
    else if (name === 'text:p' && this.#paragraphs > 0) {
      this.#paragraphs -= 1;
      this.#writer.endLine();
    }
  }

  onText(text: string): void {
    if (this.#unseen > 0) {
      if (this.#isInSheet) this.#over.onText(text);
      return;
    }
    if (this.#paragraphs === 0) return;
    this.#cellUnits += text.length;
    this.#checkRow(this.#cellUnits);
    this.#writer.addText(text);
  }

  /** Not in a hidden one, nor before or between them. */
  get #isInSheet(): boolean {
    return this.#tables === 1 && this.#sheet !== undefined;
  }

  #openStyle(name: string, attributes: XmlAttributes): void {
    if (name === 'style:style') this.#style = attributes['style:name'] ?? '';
    else if (name === 'style:table-properties' && attributes['table:display'] === 'false') {
      this.#hiddenStyles.add(this.#style);
    }
  }

  #openTable(name: string, attributes: XmlAttributes): void {
    if (name === 'table:table') this.#openSheet(attributes);
    if (!this.#isInSheet) return;
    if (name === 'table:table-row') {
      this.#rowCount = countOf(attributes['table:number-rows-repeated'], MAX_ROWS);
      this.#cells = [];
      this.#merges = [];
      this.#column = 0;
      this.#rowUnits = 0;
    } else if (name === 'table:table-cell' || name === 'table:covered-table-cell') {
      this.#cellUnits = 0;
      this.#cell = {
        count: countOf(attributes['table:number-columns-repeated'], MAX_COLUMNS),
        spanned: countOf(attributes['table:number-columns-spanned'], MAX_COLUMNS),
        spannedRows: countOf(attributes['table:number-rows-spanned'], MAX_ROWS),
        value: writtenValue(attributes),
        date: attributes['office:date-value'],
      };
    }
  }

  #openSheet(attributes: XmlAttributes): void {
    this.#tables += 1;
    if (this.#tables > 1) return;
    const isHidden = this.#hiddenStyles.has(attributes['table:style-name'] ?? '');
    this.#sheet = isHidden ? undefined : { name: attributes['table:name'] ?? '' };
    this.#number = 1;
    this.#column = 0;
  }

  #closeTable(name: string): void {
    if (this.#tables === 1 && this.#sheet !== undefined) {
      if (name === 'table:table-row') this.#endRow(this.#sheet);
      else if (name === 'table:table-cell' || name === 'table:covered-table-cell') this.#endCell();
    }
    if (name !== 'table:table') return;
    if (this.#isInSheet && this.#sheet !== undefined) this.#rows.push({ sheet: this.#sheet, over: this.#over.take() });
    this.#tables -= 1;
  }

  #openText(name: string): void {
    if (name === 'text:p') this.#paragraphs += 1;
    else if (name === 'text:s' || name === 'text:tab') this.#writer.addText(' ');
    else if (name === 'text:line-break') this.#writer.addLineEnd();
  }

  #endCell(): void {
    if (this.#cell === undefined) return;
    const { count, spanned, spannedRows } = this.#cell;
    const shown = shownText(this.#cell, this.#writer.take().trim());
    this.#cell = undefined;
    this.#paragraphs = 0;
    const end = Math.min(this.#column + count, MAX_COLUMNS);
    if (shown !== '') {
      this.#rowUnits += shown.length * (end - this.#column);
      this.#checkRow(this.#rowUnits);
      for (let column = this.#column; column < end; column += 1) this.#cells[column] = shown;
      if (spanned > 1 || spannedRows > 1) {
        const lastColumn = Math.min(this.#column + spanned, MAX_COLUMNS) - 1;
        this.#merges.push({ firstColumn: this.#column, lastColumn, lastRow: this.#number + spannedRows - 1 });
      }
    }
    this.#column = end;
  }

  #endRow(sheet: Sheet): void {
    const number = this.#number;
    const count = Math.min(this.#rowCount, MAX_ROWS + 1 - number);
    this.#number += count;
    if (this.#cells.length === 0 || count < 1) return;
    this.#repeatedUnits += this.#rowUnits * (count - 1);
    if (this.#repeatedUnits > MAX_REPEATED_UNITS) {
      throw archiveTooLarge(this.#file, `its repeated rows show more than ${MAX_REPEATED_UNITS / 1024 ** 2} MB`);
    }
    this.#rows.push({ sheet, number, count, cells: this.#cells, merges: this.#merges });
  }

  #checkRow(units: number): void {
    if (units <= MAX_ROW_UNITS) return;
    throw fileTooLarge(this.#file, `its row ${this.#number} shows more than ${MAX_ROW_UNITS / 1024 ** 2} MB`);
  }
}

/** Elements without visible text in cells: {@link UNSEEN_ELEMENTS}, what lies over cells, earlier versions, copies of cells of other files. */
function isUnseen(name: string): boolean {
  return (
    liesOverCells(name) || name === 'table:tracked-changes' || name === 'table:dde-links' || UNSEEN_ELEMENTS.has(name)
  );
}

/** A count as written, limited to the size of a sheet; 1 if it is missing. */
function countOf(written: string | undefined, most: number): number {
  const count = Number(written ?? 1);
  return Number.isInteger(count) && count >= 1 ? Math.min(count, most) : 1;
}

/** Writes dates with the year first, which is unambiguous everywhere, like those of Excel. */
function shownText({ value, date }: Cell, text: string): string {
  return date === undefined
    ? text || value
    : (text || value).replace(REGIONAL_DATE, date.slice(0, 'yyyy-mm-dd'.length));
}

/** The value of a cell of any type. */
function writtenValue(attributes: XmlAttributes): string {
  const names = ['string-value', 'value', 'date-value', 'time-value', 'boolean-value'];
  return names.map((name) => attributes[`office:${name}`]).find((value) => value !== undefined) ?? '';
}
