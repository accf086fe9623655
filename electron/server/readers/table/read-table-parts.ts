import type { SourceFile } from '../../core/document.ts';
import type { LoadContext } from '../../core/document-loader.ts';
import { shownCells } from './grid-row.ts';
import { readTable } from './read-table.ts';
import { createPartReader, partRow } from './table-documents.ts';
import type { FoundTable, TablePart } from './table-scanner.ts';

/** A part of a table of text. */
export interface NumberedPart {
  readonly part: TablePart;
  /** Number of its (first) row: of a file that begins with its header the first row below is 1, as in Flowise; else the first row is 1. */
  readonly line: number;
}

/**
 * Streams the tables of a file of delimited text, and the text around them.
 * @throws UserError as {@link readTable} does
 */
export async function* readTableParts(
  file: SourceFile,
  context: LoadContext,
  onTable: (table: FoundTable) => void,
): AsyncGenerator<NumberedPart> {
  let [line, firstRow, startsWithHeader] = [0, 0, false];
  const reader = createPartReader({
    headerRow: undefined,
    onTable(table) {
      startsWithHeader ||= table.headerRows[0] === firstRow;
      onTable(table);
    },
  });
  const numbered = (part: TablePart): NumberedPart => ({ part, line: partRow(part) - (startsWithHeader ? 1 : 0) });
  for await (const { cells, number } of readTable(file, context)) {
    line += 1;
    if (line === 1) firstRow = number;
    for (const part of reader.push({ number, line, shown: shownCells(cells), spans: [] })) yield numbered(part);
  }
  for (const part of reader.end()) yield numbered(part);
}
