import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { applyMigrations } from '../../../../electron/server/storage/apply-migrations.ts';
import { backUpBeforeMigrating } from '../../../../electron/server/storage/backup-before-migrating.ts';
import { listBackups } from '../../../../electron/server/storage/backups.ts';
import { type DataFolder, prepareDataFolder } from '../../../../electron/server/storage/data-folder.ts';
import { migrations } from '../../../../electron/server/storage/migrations/index.ts';
import { makeTemporaryFolder } from '../../../helpers/builders/temporary-folder.ts';

let temporary: ReturnType<typeof makeTemporaryFolder>;
let folder: DataFolder;
const at = new Date('2026-11-28T02:00:00Z');
const never = new AbortController().signal;

beforeEach(() => {
  temporary = makeTemporaryFolder();
  folder = prepareDataFolder(temporary.path);
});
afterEach(() => temporary.remove());

/** A database that this many migrations were applied to. */
function makeDatabase(applied: number): void {
  const db = new BetterSqlite3(folder.database);
  applyMigrations(db, migrations.slice(0, applied), () => at);
  db.close();
}

test('the database of an older version is copied before it is changed', async () => {
  makeDatabase(migrations.length - 1);
  expect(await backUpBeforeMigrating(folder, at, never)).toEqual([]);
  const [backup] = listBackups(folder.backups);
  const copy = new BetterSqlite3(join(folder.backups, backup?.name ?? ''), { readonly: true });
  expect(copy.prepare('SELECT count(*) FROM migration').pluck().get()).toBe(migrations.length - 1);
  copy.close();
});

test('a database of this version, a new one and none at all are not copied', async () => {
  await backUpBeforeMigrating(folder, at, never);
  writeFileSync(folder.database, '');
  await backUpBeforeMigrating(folder, at, never);
  makeDatabase(migrations.length);
  await backUpBeforeMigrating(folder, at, never);
  expect(listBackups(folder.backups)).toEqual([]);
});
