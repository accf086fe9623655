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
  let startsWithHeader = false;
  const reader = createPartReader({
    headerRow: undefined,
    onTable(table) {
      startsWithHeader ||= table.headerRows[0] === 1;
      onTable(table);
    },
  });
  const numbered = (part: TablePart): NumberedPart => ({ part, line: partRow(part) - (startsWithHeader ? 1 : 0) });
  let number = 0;
  for await (const { cells, hasGapAbove } of readTable(file, context)) {
    number += 1;
    for (const part of reader.push({ number, shown: shownCells(cells), spans: [], hasGapAbove })) yield numbered(part);
  }
  for (const part of reader.end()) yield numbered(part);
}
