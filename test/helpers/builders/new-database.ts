import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Database, openDatabase } from '../../../electron/server/storage/database.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

let empty: Buffer | undefined;

function makeEmpty(): Buffer {
  const folder = makeTemporaryFolder();
  const file = join(folder.path, 'empty.db');
  openDatabase(file, () => new Date()).db.close();
  const bytes = readFileSync(file);
  folder.remove();
  return bytes;
}

/** A new database of the newest version. Its migrations take longer than most tests, so that they are run once for all of them. */
export function openNewDatabase(file: string): Database {
  empty ??= makeEmpty();
  writeFileSync(file, empty);
  return openDatabase(file, () => new Date()).db;
}
