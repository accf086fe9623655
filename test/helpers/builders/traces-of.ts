import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { openReadOnly } from '../../../electron/server/storage/database.ts';

/** Tables of the database with a row in which a word stands, and files and folders with it in their names. */
export function tracesOf(dataDir: string, word: string): string[] {
  const db = openReadOnly(join(dataDir, 'tributary.db'));
  try {
    const tables = db
      .prepare<[], string>(
        `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND sql NOT LIKE 'CREATE VIRTUAL%'`,
      )
      .pluck()
      .all();
    const found = tables.filter((table) => {
      const columns = db.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table);
      const hit = columns.map((column) => `instr("${column}", @word) > 0`).join(' OR ');
      return (
        db.prepare<[{ word: string }]>(`SELECT 1 FROM "${table}" WHERE ${hit} LIMIT 1`).get({ word }) !== undefined
      );
    });
    const files = readdirSync(dataDir, { recursive: true, withFileTypes: true })
      .map((entry) => relative(dataDir, join(entry.parentPath, entry.name)))
      .filter((path) => path.includes(word));
    return [...found, ...files];
  } finally {
    db.close();
  }
}
