import { UserError } from '../../../../../shared/errors/errors.ts';
import { microsoftExcel as definition } from '../../../../../shared/nodes/documentloaders/microsoft-excel.ts';
import type { LoadedDocument, SourceFile } from '../../../core/document.ts';
import { implement } from '../../../core/node-kinds.ts';
import { fileHasNoText } from '../../errors/file-errors.ts';
import { withProgress } from '../office-xml.ts';
import { EXCEL, type OpenOffice, openOffice } from '../open-office.ts';
import { generalFormat, readNumberFormats } from './number-formats.ts';
import { readMerges } from './read-merges.ts';
import { readSheet, type SheetRow } from './read-sheet.ts';
import { readSharedStrings } from './shared-strings.ts';
import { rowDescriber } from './sheet-rows.ts';
import { readWorkbook, type SheetEntry, type Workbook } from './workbook.ts';

/** The rows of a workbook's sheets as Excel displays them, streamed: one document per row, as "name: value" lines. */
export const excelReader = implement(definition, {
  async *load({ sheetName, headerRow }, file, { signal, onRead }) {
    const office = await openOffice(file, EXCEL, signal);
    try {
      const workbook = await readWorkbook(office);
      const sheets = chooseSheets(file, workbook, sheetName.trim());
      const reading = withProgress(office, [workbook.stringsPart, ...sheets.map(({ part }) => part)], onRead);
      let hasText = false;
      for await (const document of readRows(reading, workbook, sheets, headerRow)) {
        hasText = true;
        yield document;
      }
      onRead(file.sizeBytes);
      if (!hasText) throw noRows(file, sheets);
    } finally {
      office.archive.close();
    }
  },
});

async function* readRows(
  office: OpenOffice,
  workbook: Workbook,
  sheets: readonly SheetEntry[],
  headerRow: number | undefined,
): AsyncGenerator<LoadedDocument> {
  const context = {
    strings: await readSharedStrings(office, workbook.stringsPart),
    formats: await readNumberFormats(office, workbook.stylesPart, workbook.countsFrom1904),
    general: await generalFormat(),
  };
  for (const { name, part } of sheets) {
    const merges = await readMerges(office, part);
    const mergesOf = ({ number }: SheetRow) => merges.filter(({ row }) => row === number);
    const describe = rowDescriber({ sheet: name, headerRow, mergesOf });
    for await (const rows of readSheet(office, part, context)) {
      for (const row of rows) {
        const document = describe(row);
        if (document !== undefined) yield document;
      }
    }
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
    'its sheets have no row with a value under the header',
    'check that it is the right file; if its cells are formulas, save it in Excel, which stores their results',
  );
}
