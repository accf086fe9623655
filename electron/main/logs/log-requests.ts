import { join } from 'node:path';
import { shell } from 'electron';
import { CRASH_FOLDER, LOG_FOLDER } from '../../../shared/data-folder.ts';
import type { ShownFolder } from '../../../shared/ipc/log-tail.ts';
import { t } from '../../../shared/texts/t.ts';
import type { RequestHandlers } from '../bridge/ipc-main.ts';
import { readCrashReports } from './crash-reports.ts';
import { readLog } from './read-log.ts';

const PARTS: Readonly<Record<ShownFolder, string>> = { data: '', logs: LOG_FOLDER, 'crash-reports': CRASH_FOLDER };

/**
 * Shows the data folder, or one in it, in the system's file manager.
 * @throws Error if the system can't
 */
export async function showFolder(dataFolder: string, folder: ShownFolder): Promise<void> {
  const path = join(dataFolder, PARTS[folder]);
  const reason = await shell.openPath(path);
  if (reason !== '') throw new Error(t('The folder {path} can’t be shown: {reason}', { path, reason }));
}

/** Answers the requests of the page about what has been written down in the data folder. */
export function logRequests(
  dataFolder: string,
): Pick<RequestHandlers, 'show-folder' | 'read-log' | 'read-crash-reports'> {
  return {
    'show-folder': (_page, folder) => showFolder(dataFolder, folder),
    'read-log': () => readLog(join(dataFolder, LOG_FOLDER)),
    'read-crash-reports': () => readCrashReports(join(dataFolder, CRASH_FOLDER)),
  };
}
