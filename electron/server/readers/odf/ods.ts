import type { LoadedDocument, SourceFile } from '../../core/document.ts';
import type { LoadContext } from '../../core/document-loader.ts';
import { fileHasNoText } from '../errors/file-errors.ts';
import { type OfficePackage, withProgress } from '../office/office-xml.ts';
import { GridRows, type SheetPart } from '../office/xlsx/sheet-rows.ts';
import { createPartReader, describePart, describeTable, type PartReader } from '../table/table-documents.ts';
import { readChartTitles } from './ods-over-cells.ts';
import { ODF_CONTENT, ODF_SPREADSHEET, openOdf } from './open-odf.ts';
import { type OdsRow, readOdsRows, type Sheet, type SheetEnd } from './read-ods-rows.ts';

/**
 * The rows of an OpenDocument spreadsheet as displayed, streamed: one document per row, as "name: value" lines, and what stands around the tables and over the
 * cells. Hidden sheets are left out.
 */
export async function* readOds(file: SourceFile, context: LoadContext): AsyncGenerator<LoadedDocument> {
  for await (const { sheet, part } of readOdsParts(file, context)) yield describePart(sheet, part);
}

/**
 * The rows of the tables of the sheets that are not hidden, as displayed, and the text around them, streamed.
 * @throws UserError FILE_HAS_NO_TEXT at the end, if no row showed anything
 */
export async function* readOdsParts(
  file: SourceFile,
  { signal, onRead, onNote }: LoadContext,
): AsyncGenerator<SheetPart> {
  const office = await openOdf(file, ODF_SPREADSHEET, signal);
  try {
    const reader = new SheetsReader(office, onNote);
    let hasText = false;
    for await (const items of readOdsRows(withProgress(office, [ODF_CONTENT], onRead))) {
      for (const item of items) {
        const parts = 'over' in item ? await readEnd(office, reader, item) : reader.push(item);
        for (const part of parts) {
          hasText = true;
          yield part;
        }
      }
    }
    onRead(file.sizeBytes);
    if (!hasText) {
      throw fileHasNoText(
        file,
        'its sheets have no row with a value, or are hidden',
        'check that it is the right file, and that its sheets show',
      );
    }
  } finally {
    office.archive.close();
  }
}

/** The last rows of a sheet, and then what lies over its cells. */
async function readEnd(office: OfficePackage, reader: SheetsReader, { sheet, over }: SheetEnd): Promise<SheetPart[]> {
  const rows = [...over.texts];
  for (const chart of over.charts) for await (const title of readChartTitles(office, chart)) rows.push(title);
  const overCells = rows.map(
    (row): SheetPart => ({ sheet: sheet.name, part: { kind: 'text', rows: [row] }, isOverCells: true }),
  );
  return [...reader.end(), ...overCells];
}

/** Receives the rows of all sheets, one sheet after the other. */
class SheetsReader {
  readonly #file: SourceFile;
  readonly #onNote: LoadContext['onNote'];
  #sheet: Sheet | undefined;
  #reader: PartReader | undefined;
  #rows: GridRows;

  constructor({ file }: OfficePackage, onNote: LoadContext['onNote']) {
    this.#file = file;
    this.#onNote = onNote;
    this.#rows = new GridRows(file);
  }

  *push(row: OdsRow): Generator<SheetPart> {
    if (row.sheet !== this.#sheet) {
      const { name } = row.sheet;
      this.#sheet = row.sheet;
      this.#rows = new GridRows(this.#file);
      this.#reader = createPartReader({
        headerRow: undefined,
        onTable: (table) => this.#onNote?.(`Sheet "${name}": ${describeTable(table)}.`),
      });
    }
    const shown = this.#rows.next(row, row.merges);
    if (shown !== undefined) yield* this.#named(this.#reader?.push(shown));
  }

  /** The sheet has ended. */
  *end(): Generator<SheetPart> {
    yield* this.#named(this.#reader?.end());
    this.#reader = undefined;
  }

  *#named(parts: ReturnType<PartReader['end']> = []): Generator<SheetPart> {
    for (const part of parts) yield { sheet: this.#sheet?.name ?? '', part };
  }
}
