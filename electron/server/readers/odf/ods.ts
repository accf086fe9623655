import type { LoadedDocument, SourceFile } from '../../core/document.ts';
import type { LoadContext } from '../../core/document-loader.ts';
import { fileHasNoText } from '../errors/file-errors.ts';
import { withProgress } from '../office/office-xml.ts';
import { rowDescriber } from '../office/xlsx/sheet-rows.ts';
import { ODF_CONTENT, ODF_SPREADSHEET, openOdf } from './open-odf.ts';
import { type OdsRow, readOdsRows, type Sheet } from './read-ods-rows.ts';

/** The rows of an OpenDocument spreadsheet as displayed, streamed: one document per row, as "name: value" lines. Hidden sheets are left out. */
export async function* readOds(file: SourceFile, { signal, onRead }: LoadContext): AsyncGenerator<LoadedDocument> {
  const office = await openOdf(file, ODF_SPREADSHEET, signal);
  try {
    const describe = sheetsDescriber();
    let hasText = false;
    for await (const rows of readOdsRows(withProgress(office, [ODF_CONTENT], onRead))) {
      for (const row of rows) {
        const document = describe(row);
        if (document === undefined) continue;
        hasText = true;
        yield document;
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
function sheetsDescriber(): (row: OdsRow) => LoadedDocument | undefined {
  let sheet: Sheet | undefined;
  let describe = (_row: OdsRow): LoadedDocument | undefined => undefined;
  return (row) => {
    if (row.sheet !== sheet) {
      sheet = row.sheet;
      describe = rowDescriber({ sheet: sheet.name, headerRow: undefined, mergesOf: ({ merges }) => merges });
    }
    return describe(row);
  };
}
