import { fileNameFor, saveText } from '../../../ui/save-file.ts';

/** Saves rows as a JSON file, a list even of one: what is exported can be imported. */
export function exportRows(name: string, rows: readonly Readonly<Record<string, unknown>>[]): void {
  void saveText(fileNameFor(name, 'json'), `${JSON.stringify(rows, null, 2)}\n`, 'application/json');
}
