import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { listAside } from '../../storage/aside-databases.ts';
import { listBackups } from '../../storage/backups.ts';
import type { DataFolder } from '../../storage/data-folder.ts';
import { describeBackup } from '../../storage/database-notices.ts';
import { freeBytes } from '../../storage/file-size.ts';
import { keywordCache } from '../../stores/local/search/keyword-file.ts';
import { roundedCache } from '../../stores/local/search/rounded-file.ts';
import type { FolderFacts } from './report.ts';

/** A start of the server, an upsert and a backup all need free space. */
const LITTLE_SPACE_BYTES = 1_000_000_000;

function sizeOf(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return 0;
  if (!found.isDirectory()) return found.size;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}

/** Sizes of the contents of a data folder, and the free space on its disk. */
export function inspectFolder(folder: DataFolder, problems: string[]): FolderFacts {
  const database = ['', '-wal', '-shm'].map((suffix) => sizeOf(folder.database + suffix));
  const indexes = ['index', keywordCache.fileName, roundedCache.fileName];
  const facts = {
    freeBytes: freeBytes(folder.root),
    databaseBytes: database.reduce((sum, size) => sum + size, 0),
    indexBytes: indexes.reduce((sum, name) => sum + sizeOf(join(folder.root, name)), 0),
    modelsBytes: sizeOf(join(folder.root, 'models')),
    logsBytes: sizeOf(folder.logs),
    backups: listBackups(folder.backups).map(describeBackup),
    setAside: listAside(folder.database).map((aside) => ({ ...aside, date: aside.date.toISOString() })),
  };
  if (facts.freeBytes < Math.max(LITTLE_SPACE_BYTES, facts.databaseBytes)) {
    problems.push('There is little free space on the disk of the data folder: free some before the next upsert.');
  }
  return facts;
}
