import { UserError } from '../../../../shared/errors/errors.ts';
import { csvFile as definition } from '../../../../shared/nodes/documentloaders/csv-file.ts';
import type { LoadedDocument, SourceFile } from '../../core/document.ts';
import { type LoadContext, readerOf } from '../../core/document-loader.ts';
import { fileHasNoText } from '../errors/file-errors.ts';
import { readTable } from './read-table.ts';
import { type NumberedPart, readTableParts } from './read-table-parts.ts';
import { describeTable, partText } from './table-documents.ts';

/** The rows of a table, streamed: one document per row, with the row number (the first below the header is 1) as `line`. */
export const csvReader = readerOf(definition, {
  load({ columnName, header }, file, context) {
    const column = columnName.trim();
    return header === 'detect' ? readDetected(file, column, context) : readBelowFirst(file, column, context);
  },
});

/** The header is the first row, whatever it holds; every row has all columns. */
async function* readBelowFirst(
  file: SourceFile,
  columnName: string,
  context: LoadContext,
): AsyncGenerator<LoadedDocument> {
  let describeRow: ((cells: readonly string[]) => string) | undefined;
  let line = 0;
  let hasText = false;
  for await (const { cells } of readTable(file, context)) {
    if (describeRow === undefined) {
      describeRow = rowWriter(cells, columnName, file);
      continue;
    }
    line += 1;
    const text = describeRow(cells);
    if (text === '') continue;
    hasText = true;
    yield { text, metadata: { line }, position: ['line'] };
  }
  if (hasText) return;
  const reason = line === 0 ? 'it has no rows under its header' : emptyColumn(columnName);
  throw fileHasNoText(file, reason, 'check that it is the right file');
}

function rowWriter(
  header: readonly string[],
  columnName: string,
  file: SourceFile,
): (cells: readonly string[]) => string {
  const nameOf = (index: number): string => header[index] || `column ${index + 1}`;
  if (columnName === '') return (cells) => cells.map((cell, index) => `${nameOf(index)}: ${cell}`).join('\n');
  const names = header.map((_, index) => nameOf(index));
  const column = names.indexOf(columnName);
  if (column === -1) throw noColumn(file, columnName, names);
  return (cells) => cells[column] ?? '';
}

/** The tables are found, with the text around them. */
async function* readDetected(
  file: SourceFile,
  columnName: string,
  context: LoadContext,
): AsyncGenerator<LoadedDocument> {
  const names = new Set<string>();
  let hasText = false;
  const onTable: Parameters<typeof readTableParts>[2] = (table) =>
    context.onNote?.(`${capitalised(describeTable(table))}.`);
  for await (const numbered of readTableParts(file, context, onTable)) {
    const text = columnName === '' ? partText(numbered.part) : columnText(numbered, columnName, names);
    if (text === '') continue;
    hasText = true;
    yield { text, metadata: { line: numbered.line }, position: ['line'] };
  }
  if (hasText) return;
  if (columnName !== '' && !names.has(columnName)) throw noColumn(file, columnName, [...names]);
  throw fileHasNoText(
    file,
    columnName === '' ? 'it has no rows' : emptyColumn(columnName),
    'check that it is the right file',
  );
}

function columnText({ part }: NumberedPart, columnName: string, names: Set<string>): string {
  if (part.kind === 'text') return '';
  const { row, nameOf = (column) => `column ${column + 1}` } = part;
  let wanted = '';
  for (const [column, text] of row.shown) {
    const name = nameOf(column);
    if (names.size < MOST_NAMES) names.add(name);
    if (name === columnName) wanted = text;
  }
  return wanted;
}

/** The most columns that an error names. */
const MOST_NAMES = 200;

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function emptyColumn(columnName: string): string {
  return `its column "${columnName}" is empty in every row`;
}

function noColumn(file: SourceFile, columnName: string, names: readonly string[]): UserError {
  return new UserError(
    'INVALID_PARAM',
    `"${file.name}" has no column "${columnName}": choose one of ${names.map((name) => `"${name}"`).join(', ')}.`,
    { details: { file: file.name, param: 'columnName', columns: [...names] } },
  );
}
