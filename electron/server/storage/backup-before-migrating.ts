import { rmSync } from 'node:fs';
import BetterSqlite3 from 'better-sqlite3';
import type { Notice } from '../../../shared/api/info.ts';
import { addBackup, partialBackup } from './backups.ts';
import type { DataFolder } from './data-folder.ts';
import { openReadOnly } from './database.ts';
import { fileSize, freeBytes } from './file-size.ts';
import { migrations } from './migrations/index.ts';
import { runDatabaseTask } from './run-database-task.ts';

function countApplied(file: string): number {
  const db = openReadOnly(file);
  try {
    const tables = db.prepare<[], number>("SELECT count(*) FROM sqlite_schema WHERE name = 'migration'").pluck();
    return tables.get() === 0 ? 0 : (db.prepare<[], number>('SELECT count(*) FROM migration').pluck().get() ?? 0);
  } finally {
    db.close();
  }
}

/** Whether the next start changes the tables of this database. A new, a newer and a damaged one are not changed. */
function isBehind(file: string): boolean {
  if (fileSize(file) === 0) return false;
  try {
    const applied = countApplied(file);
    return applied > 0 && applied < migrations.length;
  } catch (error) {
    // Opening it says what is wrong with it, and puts it aside.
    if (error instanceof BetterSqlite3.SqliteError) return false;
    throw error;
  }
}

/**
 * Copies a database that the coming start migrates, so that an update can be reverted.
 * @returns what the user should know: there was no room for the copy
 * @throws OperationalError WORKER_CRASHED; the signal's reason
 */
export async function backUpBeforeMigrating(folder: DataFolder, now: Date, signal: AbortSignal): Promise<Notice[]> {
  const { database, backups } = folder;
  if (!isBehind(database)) return [];
  const partial = partialBackup(backups);
  try {
    if (freeBytes(backups) < fileSize(database) + fileSize(`${database}-wal`)) {
      const message = 'There was no room for a backup before this update of Tributary changed the database.';
      return [{ code: 'DISK_FULL', message, backup: null }];
    }
    const findings = await runDatabaseTask({ kind: 'copy', file: database, to: partial }, signal);
    if (findings.length === 0) addBackup(backups, partial, now);
    return [];
  } finally {
    rmSync(partial, { force: true });
  }
}
