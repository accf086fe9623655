import { constants, renameSync, rmSync } from 'node:fs';
import { copyFile, open } from 'node:fs/promises';
import { join } from 'node:path';
import { OperationalError, UserError } from '../../../shared/errors/errors.ts';
import type { DataFolder } from '../data-folder.ts';
import { listBackups } from './backups.ts';
import { moveDatabase, stampOf } from './database.ts';
import { runDatabaseTask } from './run-database-task.ts';

export interface PreparedRestore {
  /**
   * Puts the backup in the place of the database, which must be closed and gets another name: nothing is deleted.
   * @returns the new name of what was there before; undefined if nothing was
   */
  putInPlace(at: Date): string | undefined;
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

async function findSound(folder: DataFolder, name: string, signal: AbortSignal): Promise<string> {
  const all = listBackups(folder.backups);
  const asked = name === NEWEST ? all : all.filter((backup) => backup.name === name);
  if (asked.length === 0) {
    throw new UserError('NOT_FOUND', 'There is no such backup: see GET /api/v1/backups, or tributary doctor.');
  }
  for (const backup of asked) {
    const findings = await runDatabaseTask({ kind: 'check', file: join(folder.backups, backup.name) }, signal);
    if (findings.length === 0) return join(folder.backups, backup.name);
  }
  throw new OperationalError('DATABASE_DAMAGED', 'The backup is damaged too: choose another one.');
}

/**
 * Checks a backup, or finds the newest one that is whole, and copies it beside the database.
 * @throws UserError NOT_FOUND; OperationalError DATABASE_DAMAGED, DISK_FULL. Nothing is changed then.
 */
export async function prepareRestore(folder: DataFolder, name: string, signal: AbortSignal): Promise<PreparedRestore> {
  const backup = await findSound(folder, name, signal);
  const copy = `${folder.database}.restoring`;
  try {
    await copyToDisk(backup, copy);
  } catch (error) {
    rmSync(copy, { force: true });
    throw error;
  }
  return {
    putInPlace(at) {
      const aside = moveDatabase(folder.database, `${folder.database}.replaced-${stampOf(at)}`);
      renameSync(copy, folder.database);
      return aside;
    },
  };
}
