import { constants, renameSync, rmSync } from 'node:fs';
import { copyFile, open } from 'node:fs/promises';
import { join } from 'node:path';
import { OperationalError, UserError } from '../../../shared/errors/errors.ts';
import { listBackups } from './backups.ts';
import type { DataFolder } from './data-folder.ts';
import { DATABASE_FILES, moveDatabase, stampOf } from './database.ts';
import { runDatabaseTask } from './run-database-task.ts';

export interface PreparedRestore {
  /**
   * Puts the backup in the place of the database, which must be closed and gets another name: nothing is deleted.
   * @returns the new name of what was there before; undefined if nothing was
   */
  putInPlace(at: Date): string | undefined;
  /** Removes the copy, when it is not to be used after all. */
  discard(): void;
}

/** What a backup is asked for by, when the last one that is whole is meant. */
const NEWEST = 'newest';

async function copyToDisk(from: string, to: string): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_FICLONE);
  const handle = await open(to, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function copyOf(folder: DataFolder): string {
  return `${folder.database}.restoring`;
}

/** Removes the copy of a restore that did not come to its end. Only with the folder's lock held. */
export function removeRestoring(folder: DataFolder): void {
  for (const suffix of DATABASE_FILES) rmSync(copyOf(folder) + suffix, { force: true });
}

async function copySound(folder: DataFolder, name: string, signal: AbortSignal): Promise<void> {
  const all = listBackups(folder.backups);
  const asked = name === NEWEST ? all : all.filter((backup) => backup.name === name);
  if (asked.length === 0) {
    throw new UserError('NOT_FOUND', 'There is no such backup: see GET /api/v1/backups, or tributary doctor.');
  }
  for (const backup of asked) {
    await copyToDisk(join(folder.backups, backup.name), copyOf(folder));
    // The copy, not the backup: it is what will be used.
    const findings = await runDatabaseTask({ kind: 'check', file: copyOf(folder) }, signal);
    if (findings.length === 0) return;
  }
  throw new OperationalError('DATABASE_DAMAGED', 'The backup is damaged too: choose another one.');
}

/**
 * Copies a backup, or the newest one that is whole, beside the database, and checks the copy. One at a time.
 * @throws UserError NOT_FOUND; OperationalError DATABASE_DAMAGED, DISK_FULL; the signal's reason. Nothing is changed then.
 */
export async function prepareRestore(folder: DataFolder, name: string, signal: AbortSignal): Promise<PreparedRestore> {
  try {
    await copySound(folder, name, signal);
  } catch (error) {
    removeRestoring(folder);
    throw error;
  }
  return {
    putInPlace(at) {
      const aside = moveDatabase(folder.database, `${folder.database}.replaced-${stampOf(at)}`);
      renameSync(copyOf(folder), folder.database);
      return aside;
    },
    discard: () => removeRestoring(folder),
  };
}
