import { UserError } from '../../../shared/errors/errors.ts';

/** Columns of the table of records, by which we know it as ours. */
const RECORD_COLUMNS = [
  'id',
  'namespace_id',
  'content_key',
  'metadata_hash',
  'source_id',
  'chunk_no',
  'chunk_id',
  'last_run',
] as const;

/** Names of the tables. */
export function recordTables(table: string) {
  return { records: table, namespaces: `${table}_namespaces`, sources: `${table}_sources`, runs: `${table}_runs` };
}

/**
 * @param columns of the table as it is; none if there is no such table
 * @throws UserError INVALID_PARAM when the table is not one of ours
 */
export function checkRecordTable(table: string, columns: readonly string[]): void {
  if (columns.length === 0 || RECORD_COLUMNS.every((name) => columns.includes(name))) return;
  throw new UserError(
    'INVALID_PARAM',
    `The table "${table}" was made by another program and has other columns: choose another table name, or leave it empty.`,
    { details: { param: 'tableName', table } },
  );
}
