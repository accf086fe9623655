import { UserError } from '../../../../../shared/errors/errors.ts';
import { microsoftExcel as definition } from '../../../../../shared/nodes/documentloaders/microsoft-excel.ts';
import type { SourceFile } from '../../../core/document.ts';
import { type LoadContext, readerOf } from '../../../core/document-loader.ts';
import { fileHasNoText } from '../../errors/file-errors.ts';
import { shortenNames } from '../../errors/left-out.ts';
import { createPartReader, describePart, describeTable } from '../../table/table-documents.ts';
import { type OfficePackage, prefixed, readXml, streamXml, withProgress } from '../office-xml.ts';
import { EXCEL, type OpenOffice, openOffice } from '../open-office.ts';
import { partOfType, readRelationships } from '../relationships.ts';
import { generalFormat, readNumberFormats } from './number-formats.ts';
import { readMerges } from './read-merges.ts';
import { readCellLooks, readSheet } from './read-sheet.ts';
import { RichText } from './rich-text.ts';
import { readAnnotations } from './sheet-annotations.ts';
import { GridRows, type SheetPart } from './sheet-rows.ts';
import { TextTable } from './text-table.ts';

/** Cells that a note names. */
const MOST_ADDRESSES = 3;

interface SheetChoice {
  /** Empty: all that are not hidden. */
  readonly sheetName: string;
  readonly headerRow?: number | undefined;
}

/** The rows of a workbook's sheets as Excel displays them, streamed: one document per row, as "name: value" lines, and what stands around the tables
 * and over the cells. */
export const excelReader = readerOf(definition, {
  async *load(choice, file, context) {
    for await (const { sheet, part } of readExcelParts(file, choice, context)) yield describePart(sheet, part);
  },
});

interface SheetEntry {
  readonly name: string;
  readonly part: string;
  readonly isHidden: boolean;
}

interface Workbook {
  /** In tab order, with charts that have a sheet of their own; sheets of old macros and dialogs are left out. */
  readonly sheets: readonly SheetEntry[];
  /** Whether dates count from 1904, as on early Macs, instead of 1900. */
  readonly countsFrom1904: boolean;
  readonly stringsPart: string | undefined;
  readonly stylesPart: string | undefined;
}

/** The types of sheets that are read; a chart sheet has no cells, only a drawing. */
const READ_TYPES = new Set(['worksheet', 'chartsheet']);

/** The sheets of a workbook. @throws UserError FILE_CORRUPT */
async function readWorkbook(office: OpenOffice): Promise<Workbook> {
  const relationships = await readRelationships(office, office.mainPart);
  const parts = new Map(
    relationships.filter(({ type }) => READ_TYPES.has(type)).map(({ id, part }) => [id, part] as const),
  );
  const sheets: SheetEntry[] = [];
  let countsFrom1904 = false;
  await readXml(office, office.mainPart, {
    onOpen(element, attributes) {
      if (element === 'workbookPr') countsFrom1904 = isTrue(attributes.date1904);
      if (element !== 'sheet') return;
      const part = parts.get(prefixed(attributes, 'id') ?? '');
      if (part === undefined || !office.archive.names.has(part)) return;
      const isHidden = attributes.state !== undefined && attributes.state !== 'visible';
      sheets.push({ name: attributes.name ?? '', part, isHidden });
    },
  });
  return {
    sheets,
    countsFrom1904,
    stringsPart: partOfType(relationships, 'sharedStrings'),
    stylesPart: partOfType(relationships, 'styles'),
  };
}

/** Parses a boolean as Office writes it. */
function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true' || value === 'on';
}

/**
 * The rows of the tables of a workbook's sheets, as Excel displays them, and the text around them, streamed.
 * @throws UserError INVALID_PARAM for a sheet that is not there; FILE_HAS_NO_TEXT at the end, if no row showed anything
 */
export async function* readExcelParts(
  file: SourceFile,
  { sheetName, headerRow }: SheetChoice,
  context: LoadContext,
): AsyncGenerator<SheetPart> {
  const { onRead, onNote } = context;
  const office = await openOffice(file, EXCEL, context);
  try {
    const workbook = await readWorkbook(office);
    const sheets = chooseSheets(file, workbook, sheetName.trim());
    const reading = withProgress(office, [workbook.stringsPart, ...sheets.map(({ part }) => part)], onRead);
    let hasText = false;
    for await (const part of readParts(reading, workbook, { sheets, headerRow, onNote })) {
      hasText = true;
      yield part;
    }
    onRead(file.sizeBytes);
    if (!hasText) throw noRows(file, sheets);
  } finally {
    office.archive.close();
  }
}

interface SheetsToRead {
  readonly sheets: readonly SheetEntry[];
  readonly headerRow: number | undefined;
  readonly onNote: LoadContext['onNote'];
}

/** The shared strings of a workbook, which cells refer to by number. @throws UserError FILE_CORRUPT */
async function readSharedStrings(office: OfficePackage, part: string | undefined): Promise<TextTable> {
  const table = new TextTable();
  if (part === undefined || !office.archive.names.has(part)) return table;
  const text = new RichText();
  const pieces = streamXml(office, part, {
    onOpen: (element, attributes) => text.open(element, attributes),
    onClose(element) {
      text.close(element);
      if (element === 'si') table.push(text.take());
    },
    onText: (content) => text.add(content),
  });
  while ((await pieces.next()).done !== true);
  return table;
}

async function* readParts(
  office: OpenOffice,
  workbook: Workbook,
  { sheets, headerRow, onNote }: SheetsToRead,
): AsyncGenerator<SheetPart> {
  const context = {
    strings: await readSharedStrings(office, workbook.stringsPart),
    formats: await readNumberFormats(office, workbook.stylesPart, workbook.countsFrom1904),
    general: await generalFormat(),
    looks: await readCellLooks(office, workbook.stylesPart),
    countsFrom1904: workbook.countsFrom1904,
  };
  const uncalculated = new Uncalculated();
  let damage: UserError | undefined;
  let hasSheet = false;
  for (const sheet of sheets) {
    try {
      const onUncalculated = (address: string): void => uncalculated.add(`${sheet.name}!${address}`);
      yield* readSheetParts(office, sheet, { ...context, onUncalculated }, { headerRow, onNote });
      hasSheet = true;
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      damage ??= error;
      onNote?.(`Its sheet "${sheet.name}" was not read to its end: ${error.message}`);
    }
  }
  if (!hasSheet && damage !== undefined) throw damage;
  const note = uncalculated.describe();
  if (note !== undefined) onNote?.(note);
}

async function* readSheetParts(
  office: OpenOffice,
  { name: sheet, part: sheetPart }: SheetEntry,
  context: Parameters<typeof readSheet>[2],
  { headerRow, onNote }: Omit<SheetsToRead, 'sheets'>,
): AsyncGenerator<SheetPart> {
  const merges = await readMerges(office, sheetPart);
  const reader = createPartReader({
    headerRow,
    onTable: (table) => onNote?.(`Sheet "${sheet}": ${describeTable(table)}.`),
  });
  const gridRows = new GridRows(office.file);
  for await (const rows of readSheet(office, sheetPart, context)) {
    for (const row of rows) {
      const shown = gridRows.next(row, merges.get(row.number) ?? []);
      if (shown !== undefined) for (const part of reader.push(shown)) yield { sheet, part };
    }
  }
  for (const part of reader.end()) yield { sheet, part };
  for await (const row of readAnnotations(office, sheetPart)) {
    yield { sheet, part: { kind: 'text', rows: [row] }, isOverCells: true };
  }
}

/** Cells whose formulas have no stored results, as programs write them that calculate nothing. */
class Uncalculated {
  readonly #first: string[] = [];
  #count = 0;

  add(cell: string): void {
    this.#count += 1;
    if (this.#first.length < MOST_ADDRESSES) this.#first.push(cell);
  }

  describe(): string | undefined {
    if (this.#count === 0) return undefined;
    const cells = this.#count === 1 ? '1 cell whose formula has' : `${this.#count} cells whose formulas have`;
    return `Left out: ${cells} no stored result (${shortenNames(this.#first, this.#count)}): open the file in Excel and save it.`;
  }
}

function chooseSheets(file: SourceFile, { sheets }: Workbook, sheetName: string): readonly SheetEntry[] {
  if (sheetName === '') return sheets.filter(({ isHidden }) => !isHidden);
  const chosen = sheets.filter(({ name }) => name === sheetName);
  if (chosen.length > 0) return chosen;
  const names = sheets.map(({ name }) => name);
  throw new UserError(
    'INVALID_PARAM',
    `"${file.name}" has no sheet "${sheetName}": choose one of ${names.map((name) => `"${name}"`).join(', ')}.`,
    { details: { file: file.name, param: 'sheetName', sheets: names } },
  );
}

function noRows(file: SourceFile, sheets: readonly SheetEntry[]): UserError {
  if (sheets.length === 0) {
    return fileHasNoText(file, 'it has no sheet that is not hidden', 'name the sheet in the node, or show it in Excel');
  }
  return fileHasNoText(
    file,
    'its sheets have no row with a value',
    'check that it is the right file; if its cells are formulas, save it in Excel, which stores their results',
  );
}
