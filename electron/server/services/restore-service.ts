import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BackupInfo } from '../../../shared/api/backups.ts';
import { UserError } from '../../../shared/errors/errors.ts';
import { type BackupFile, listBackups } from '../storage/backups.ts';
import { describeBackup } from '../storage/database-notices.ts';

export interface RestoreOptions {
  /** Folder of the backups. */
  readonly folder: string;
  /** Makes a backup now. */
  readonly backUpNow: () => Promise<BackupFile>;
  /** Checks a backup and copies it beside the database. @returns what replaces the database by it and restarts the server */
  readonly prepareRestore: (name: string) => Promise<() => void>;
}

/** The backups of the database, and the way back to one of them. */
export function createRestoreService({ folder, backUpNow, prepareRestore }: RestoreOptions) {
  let isRestoring = false;
  return {
    /** `isRestoring` from when a backup is ready to be put in place. */
    list: (): { backups: BackupInfo[]; isRestoring: boolean } => ({
      backups: listBackups(folder).map(describeBackup),
      isRestoring,
    }),
    /** As {@link RestoreOptions.backUpNow}. */
    make: async (): Promise<BackupInfo> => describeBackup(await backUpNow()),
    /** Deletes a backup. @throws UserError NOT_FOUND */
    remove(name: string): void {
      if (!listBackups(folder).some((backup) => backup.name === name)) {
        throw new UserError('NOT_FOUND', 'There is no backup of that name: see GET /api/v1/backups.');
      }
      rmSync(join(folder, name));
    },
    /** As {@link RestoreOptions.prepareRestore}. */
    async prepare(name: string): Promise<() => void> {
      const restart = await prepareRestore(name);
      isRestoring = true;
      return restart;
    },
  };
}

export type RestoreService = ReturnType<typeof createRestoreService>;
