import type { LoadedDocument, SourceFile } from '../../core/document.ts';
import type { LoadContext } from '../../core/document-loader.ts';
import { fileHasNoText } from '../errors/file-errors.ts';
import { withProgress } from '../office/office-xml.ts';
import { describeRow, rowReader, shownCells, type TableRow } from '../office/xlsx/sheet-rows.ts';
import { ODF_CONTENT, ODF_SPREADSHEET, openOdf } from './open-odf.ts';
import { type OdsRow, readOdsRows, type Sheet } from './read-ods-rows.ts';

/** The rows of an OpenDocument spreadsheet as displayed, streamed: one document per row, as "name: value" lines. Hidden sheets are left out. */
export async function* readOds(file: SourceFile, context: LoadContext): AsyncGenerator<LoadedDocument> {
  for await (const row of readOdsTable(file, context)) {
    const document = describeRow(row);
    if (document !== undefined) yield document;
  }
}

/**
 * The rows below the headers of the sheets that are not hidden, as displayed, streamed.
 * @throws UserError FILE_HAS_NO_TEXT at the end, if no row showed anything
 */
export async function* readOdsTable(file: SourceFile, { signal, onRead }: LoadContext): AsyncGenerator<TableRow> {
  const office = await openOdf(file, ODF_SPREADSHEET, signal);
  try {
    const read = sheetsReader();
    let hasText = false;
    for await (const rows of readOdsRows(withProgress(office, [ODF_CONTENT], onRead))) {
      for (const row of rows) {
        const below = read(row);
        if (below === undefined) continue;
        hasText ||= shownCells(below).length > 0;
        yield below;
      }
    }
    onRead(file.sizeBytes);
    if (!hasText) {
      throw fileHasNoText(
        file,
        'its sheets have no row with a value under the header, or are hidden',
        'check that it is the right file, and that its sheets show',
      );
    }
  } finally {
    office.archive.close();
  }
}

/** Receives the rows of all sheets; the first row of each names its columns. */
function sheetsReader(): (row: OdsRow) => TableRow | undefined {
  let sheet: Sheet | undefined;
  let read = (_row: OdsRow): TableRow | undefined => undefined;
  return (row) => {
    if (row.sheet !== sheet) {
      sheet = row.sheet;
      read = rowReader({ sheet: sheet.name, headerRow: undefined, mergesOf: ({ merges }) => merges });
    }
    return read(row);
  };
}
