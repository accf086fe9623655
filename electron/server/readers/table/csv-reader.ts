import { UserError } from '../../../../shared/errors/errors.ts';
import { csvFile as definition } from '../../../../shared/nodes/documentloaders/csv-file.ts';
import type { SourceFile } from '../../core/document.ts';
import { implement } from '../../core/node-kinds.ts';
import { fileHasNoText } from '../errors/file-errors.ts';
import { readTable } from './read-table.ts';

/** The rows of a table, streamed: one document per row, with the row number (the first below the header is 1) as `line`. */
export const csvReader = implement(definition, {
  async *load({ columnName }, file, context) {
    let describeRow: ((cells: readonly string[]) => string) | undefined;
    let line = 0;
    let hasText = false;
    for await (const cells of readTable(file, context)) {
      if (describeRow === undefined) {
        describeRow = rowWriter(cells, columnName.trim(), file);
        continue;
      }
      line += 1;
      const text = describeRow(cells);
      if (text === '') continue;
      hasText = true;
      yield { text, metadata: { line }, position: ['line'] };
    }
    if (hasText) return;
    const reason = line === 0 ? 'it has no rows under its header' : `its column "${columnName}" is empty in every row`;
    throw fileHasNoText(file, reason, 'check that it is the right file');
  },
});

function rowWriter(
  header: readonly string[],
  columnName: string,
  file: SourceFile,
): (cells: readonly string[]) => string {
  const nameOf = (index: number): string => header[index] || `column ${index + 1}`;
  if (columnName === '') return (cells) => cells.map((cell, index) => `${nameOf(index)}: ${cell}`).join('\n');
  const names = header.map((_, index) => nameOf(index));
  const column = names.indexOf(columnName);
  if (column === -1) {
    throw new UserError(
      'INVALID_PARAM',
      `"${file.name}" has no column "${columnName}": choose one of ${names.map((name) => `"${name}"`).join(', ')}.`,
      { details: { file: file.name, param: 'columnName', columns: names } },
    );
  }
  return (cells) => cells[column] ?? '';
}
