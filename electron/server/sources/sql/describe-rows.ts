import { UserError } from '../../../../shared/errors/errors.ts';
import type { LoadedDocument } from '../../core/document.ts';
import type { Cell } from './cell.ts';

export interface RowRules {
  /** Columns as the user wrote them, separated by commas. */
  readonly contentColumns: string;
  readonly metadataColumns: string;
  /** Empty: none. */
  readonly idColumn: string;
  /** The source, or its beginning. */
  readonly sourceName: string;
}

type Row = readonly (Cell | undefined)[];

/**
 * Makes a function that turns the rows of a query into documents; it returns undefined for a row without text.
 * @param columns of the query
 * @throws UserError INVALID_PARAM for a missing column; the function throws it for a row without an id
 */
export function rowDescriber(
  columns: readonly string[],
  rules: RowRules,
): (row: Row, number: number) => LoadedDocument | undefined {
  const content = columnsOf(columns, rules.contentColumns, 'contentColumns');
  const metadata = columnsOf(columns, rules.metadataColumns, 'metadataColumns');
  const [id] = rules.idColumn.trim() === '' ? [] : [columnOf(columns, rules.idColumn.trim(), 'idColumn')];
  const textOf = textWriter(columns, content);
  return (row, number) => {
    const text = textOf(row);
    if (text === undefined) return undefined;
    const values = metadata.map((index) => [columns[index] ?? '', row[index]?.value ?? null]);
    const source = id === undefined ? rules.sourceName : `${rules.sourceName}/${idOf(row, id, number)}`;
    const named = { ...Object.fromEntries(values), source };
    return id === undefined
      ? { text, metadata: { ...named, row: number }, position: ['row'] }
      : { text, metadata: named };
  };

  function idOf(row: Row, index: number, number: number): string {
    const text = row[index]?.text ?? '';
    if (text !== '') return text;
    throw new UserError(
      'INVALID_PARAM',
      `Row ${number} has nothing in its id column "${columns[index]}": choose a column that names every row.`,
      { details: { param: 'idColumn', row: number } },
    );
  }
}

function textWriter(columns: readonly string[], content: readonly number[]): (row: Row) => string | undefined {
  const [only] = content;
  if (only !== undefined && content.length === 1) {
    return (row) => {
      const text = row[only]?.text ?? '';
      return text.trim() === '' ? undefined : text;
    };
  }
  const shown = content.length === 0 ? columns.map((_, index) => index) : content;
  return (row) => {
    if (shown.every((index) => (row[index]?.text ?? '').trim() === '')) return undefined;
    return shown.map((index) => `${columns[index]}: ${row[index]?.text ?? ''}`).join('\n');
  };
}

function columnsOf(columns: readonly string[], written: string, param: string): readonly number[] {
  return written
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .map((name) => columnOf(columns, name, param));
}

/** By its exact name, or ignoring case, as databases do. */
function columnOf(columns: readonly string[], name: string, param: string): number {
  const exact = columns.indexOf(name);
  const index = exact === -1 ? columns.findIndex((column) => column.toLowerCase() === name.toLowerCase()) : exact;
  if (index !== -1) return index;
  throw new UserError(
    'INVALID_PARAM',
    `The query gives no column "${name}": choose among ${columns.map((column) => `"${column}"`).join(', ')}.`,
    { details: { param, columns } },
  );
}
