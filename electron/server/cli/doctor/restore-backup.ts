import { basename } from 'node:path';
import { lockDataFolder, prepareDataFolder } from '../../storage/data-folder.ts';
import { prepareRestore } from '../../storage/restore-backup.ts';
import { note } from '../support/output.ts';

/**
 * Replaces the database with a backup, with exclusive access to the data folder.
 * @throws OperationalError DATA_FOLDER_IN_USE while a server runs; the errors of {@link prepareRestore}
 */
export async function restoreBackup(dataDir: string, name: string, signal: AbortSignal): Promise<void> {
  const folder = prepareDataFolder(dataDir);
  const lock = lockDataFolder(folder);
  try {
    const aside = (await prepareRestore(folder, name, signal)).putInPlace(new Date());
    note(
      aside === undefined
        ? 'The backup is in place.'
        : `The backup is in place. The database that was there is kept as ${basename(aside)} in the data folder.`,
    );
  } finally {
    lock.release();
  }
}
