// Why no library: recall on 27 public files is .989 as Excel shows the cells (SheetJS .992, officeparser 1.000 with raw numbers); 100,000 rows take 15 s and 146 MB (exceljs 22 s, 292 MB).
import type { SourceFile } from '../../../core/document.ts';
import { archiveTooLarge, fileTooLarge } from '../../errors/file-errors.ts';
import { strike } from '../../text/inline-writer.ts';
import { isSymbolFont, shownIn } from '../../text/symbol-fonts.ts';
import type { XmlHandler } from '../../xml/xml-reader.ts';
import { type OfficePackage, readXml, streamXml, type XmlAttributes } from '../office-xml.ts';
import { DAYS_TO_1904, type NumberFormat } from './number-formats.ts';
import { RichText, unescapeText } from './rich-text.ts';
import type { TextTable } from './text-table.ts';

export interface SheetRow {
  /** Excel's row number, from 1. */
  readonly number: number;
  /** The displayed cell texts, by column from 0; empty cells may be absent. */
  readonly cells: readonly (string | undefined)[];
}

/** What shows of a cell's text. */
type CellLook = (text: string) => string;

interface Font {
  name: string | undefined;
  isStruck: boolean;
}

/**
 * What the fonts of a workbook's cell styles show, by the index of the style; undefined for those that show the text as it is.
 * @throws UserError FILE_CORRUPT
 */
export async function readCellLooks(
  office: OfficePackage,
  part: string | undefined,
): Promise<readonly (CellLook | undefined)[]> {
  if (part === undefined || !office.archive.names.has(part)) return [];
  const fonts: Font[] = [];
  const looks: (CellLook | undefined)[] = [];
  let list = '';
  await readXml(office, part, {
    onOpen(element, { fontId, val }) {
      if (element === 'fonts' || element === 'cellXfs' || element === 'dxfs') list = element;
      else if (element === 'font' && list === 'fonts') fonts.push({ name: undefined, isStruck: false });
      else if (element === 'xf' && list === 'cellXfs') looks.push(lookOf(fonts[Number(fontId ?? 0)]));
      const font = list === 'fonts' ? fonts.at(-1) : undefined;
      if (font === undefined) return;
      if (element === 'name') font.name = val;
      else if (element === 'strike') font.isStruck = !['0', 'false'].includes(val ?? '');
    },
    onClose(element) {
      if (element === list) list = '';
    },
  });
  return looks;
}

function lookOf(font: Font | undefined): CellLook | undefined {
  if (font === undefined) return undefined;
  const { name, isStruck } = font;
  const isOfSigns = isSymbolFont(name);
  if (!isOfSigns && !isStruck) return undefined;
  return (text) => {
    const shown = shownIn(name, text);
    // Parts of it may be marked by themselves.
    return isStruck && !shown.includes('~~') ? strike(shown) : shown;
  };
}

/** The parts that the cells of all sheets refer to. */
export interface CellContext {
  readonly strings: TextTable;
  readonly formats: readonly NumberFormat[];
  readonly general: NumberFormat;
  readonly looks: readonly (CellLook | undefined)[];
  readonly countsFrom1904: boolean;
}

interface SheetContext extends CellContext {
  /** Called with the address of a cell whose formula has no stored result. */
  onUncalculated(address: string): void;
}

/** The most characters of one row (as of a table): many cells may refer to the same long text. */
const MAX_ROW_UNITS = 8 * 1024 * 1024;

/** A workbook may display this many characters per byte, the ratio that an archive may unpack to (decisions, part 5)… */
const MAX_SHOWN_RATIO = 200;
/** …or this many, if it is small. */
const SHOWN_AT_LEAST = 16 * 1024 * 1024;

/** The most columns of a sheet (Excel's limit). */
export const MAX_COLUMNS = 16_384;

/** Counts what the cells of a file show. */
export class ShownLimit {
  readonly #file: SourceFile;
  readonly #most: number;
  #units = 0;

  constructor(file: SourceFile) {
    this.#file = file;
    this.#most = Math.max(SHOWN_AT_LEAST, file.sizeBytes * MAX_SHOWN_RATIO);
  }

  /** @param units characters that are shown. @throws UserError ARCHIVE_TOO_LARGE */
  add(units: number): void {
    this.#units += units;
    if (this.#units <= this.#most) return;
    throw archiveTooLarge(
      this.#file,
      `its cells repeat more than ${MAX_SHOWN_RATIO} times its size, as harmful files do`,
    );
  }
}

/** Streams the rows of a sheet that have cells. @throws UserError FILE_CORRUPT, FILE_TOO_LARGE, ARCHIVE_TOO_LARGE */
export async function* readSheet(
  office: OfficePackage,
  part: string,
  context: SheetContext,
): AsyncGenerator<readonly SheetRow[]> {
  const rows = new RowReader(office.file, context);
  for await (const _ of streamXml(office, part, rows)) yield rows.take();
}

const DATE = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d(?:\.\d+)?)?Z?)?$/;
const MS_A_DAY = 86_400_000;
/** Excel's number of 1 January 1970. */
const DAYS_TO_1970 = 25_569;

/** What shows of a date that is stored in ISO 8601: as the cell's format says, or without a time of midnight if the format is none of dates. */
function shownDate(written: string, format: NumberFormat | undefined, countsFrom1904: boolean): string {
  const [, day, time = '00:00', seconds = ':00'] = DATE.exec(written.trim()) ?? [];
  const at = Date.parse(`${day}T${time}${seconds}Z`);
  if (day === undefined || Number.isNaN(at)) return written;
  const number = at / MS_A_DAY + DAYS_TO_1970 - (countsFrom1904 ? DAYS_TO_1904 : 0);
  const shown = format?.(String(number)) ?? '';
  if (shown !== '' && Number.isNaN(Number(shown.replace(/[,%]/g, '')))) return shown;
  return Number.isInteger(number) ? day : `${day} ${time}${seconds === ':00' ? '' : seconds}`;
}

class RowReader implements XmlHandler {
  readonly #file: SourceFile;
  readonly #context: SheetContext;
  readonly #limit: ShownLimit;
  #rowUnits = 0;
  #rows: SheetRow[] = [];
  #number = 0;
  #cells: (string | undefined)[] = [];
  #column = -1;
  #type = 'n';
  #style = 0;
  #value = '';
  #isInValue = false;
  /** Whether the cell has a formula and no result yet. */
  #isUncalculated = false;
  readonly #inline = new RichText();

  constructor(file: SourceFile, context: SheetContext) {
    this.#file = file;
    this.#context = context;
    this.#limit = new ShownLimit(file);
  }

  take(): readonly SheetRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  onOpen(element: string, attributes: XmlAttributes): void {
    switch (element) {
      case 'row':
        this.#number = attributes.r === undefined ? this.#number + 1 : Number(attributes.r);
        this.#cells = [];
        this.#column = -1;
        this.#rowUnits = 0;
        break;
      case 'c':
        this.#column = attributes.r === undefined ? this.#column + 1 : columnOf(attributes.r);
        this.#type = attributes.t ?? 'n';
        this.#style = Number(attributes.s ?? 0);
        this.#value = '';
        this.#isUncalculated = false;
        break;
      case 'f':
        this.#isUncalculated = true;
        break;
      case 'v':
        this.#isUncalculated = false;
        this.#isInValue = true;
        break;
      default:
        this.#inline.open(element, attributes);
    }
  }

  onClose(element: string): void {
    switch (element) {
      case 'v':
        this.#isInValue = false;
        break;
      case 'c':
        this.#endCell();
        break;
      case 'row':
        if (this.#cells.length > 0) this.#rows.push({ number: this.#number, cells: this.#cells });
        break;
      default:
        this.#inline.close(element);
    }
  }

  onText(text: string): void {
    if (this.#isInValue) this.#value += text;
    else this.#inline.add(text);
  }

  #endCell(): void {
    const inline = this.#inline.take();
    const text = this.#type === 'inlineStr' ? inline : this.#show(this.#value);
    if (text === '') {
      if (this.#isUncalculated) this.#context.onUncalculated(addressOf(this.#column, this.#number));
      return;
    }
    if (this.#column < 0 || this.#column >= MAX_COLUMNS) throw new RangeError('A cell lies outside of the sheet');
    const shown = this.#context.looks[this.#style]?.(text) ?? text;
    this.#countUnits(shown.length);
    this.#cells[this.#column] = shown;
  }

  #countUnits(units: number): void {
    this.#rowUnits += units;
    if (this.#rowUnits > MAX_ROW_UNITS) {
      throw fileTooLarge(this.#file, `its row ${this.#number} shows more than ${MAX_ROW_UNITS / 1024 ** 2} MB of text`);
    }
    this.#limit.add(units);
  }

  #show(value: string): string {
    if (value === '') return '';
    switch (this.#type) {
      case 's':
        return this.#context.strings.get(Number(value)) ?? '';
      case 'n':
        return (this.#context.formats[this.#style] ?? this.#context.general)(value);
      case 'b':
        return value === '1' ? 'TRUE' : 'FALSE';
      case 'str':
        return unescapeText(value);
      case 'd':
        return shownDate(value, this.#context.formats[this.#style], this.#context.countsFrom1904);
      // Errors (#N/A) are stored as they are displayed.
      default:
        return value;
    }
  }
}

/** The column of a cell address, from 0: B7 is 1. -1 if it has no letters. */
export function columnOf(address: string): number {
  let column = 0;
  for (let index = 0; index < address.length; index += 1) {
    const letter = address.charCodeAt(index) - 0x40;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  return column - 1;
}

/** The address of a cell, by its column from 0 and its row from 1. */
export function addressOf(column: number, row: number): string {
  let letters = '';
  for (let left = column + 1; left > 0; left = Math.floor((left - 1) / 26)) {
    letters = String.fromCharCode(0x41 + ((left - 1) % 26)) + letters;
  }
  return `${letters}${row}`;
}
