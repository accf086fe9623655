import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import BetterSqlite3 from 'better-sqlite3';
import { applyMigrations } from '../../../electron/server/storage/apply-migrations.ts';
import { migrations } from '../../../electron/server/storage/migrations/index.ts';

const FOLDER = fileURLToPath(new URL('../../fixtures/data-folders', import.meta.url));

/** Placeholder in the SQL for the host of the embedding server. */
export const KEPT_HOST = 'embedding.example';

/** Path of the kept data folder of a schema. @param version the number of its newest migration */
export function keptFile(version: number): string {
  return join(FOLDER, `${String(version).padStart(4, '0')}.sql`);
}

/** The schemas with a kept data folder, in order. */
export function keptVersions(): number[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.sql'))
    .map((name) => Number.parseInt(name, 10))
    .sort((a, b) => a - b);
}

/**
 * Creates the database of a kept data folder. Its rows contain the migrations of that time: a migration edited since then is refused.
 * @param basepath of the embedding server
 */
export function restoreKeptFolder(dataDir: string, version: number, basepath: string): void {
  const rows = readFileSync(keptFile(version), 'utf8').replaceAll(KEPT_HOST, new URL(basepath).host);
  const db = new BetterSqlite3(join(dataDir, 'tributary.db'));
  applyMigrations(db, migrations.slice(0, version), () => new Date());
  // The rows that triggers write are among those that were kept.
  const triggers = db
    .prepare<[], { name: string; sql: string }>("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
    .all();
  for (const { name } of triggers) db.exec(`DROP TRIGGER ${name}`);
  db.exec(`DELETE FROM migration; ${rows}`);
  for (const { sql } of triggers) db.exec(sql);
  db.close();
}
