import { basename, join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import type { BackupInfo } from '../../../shared/api/backups.ts';
import type { Notice } from '../../../shared/api/info.ts';
import { type BackupFile, listBackups } from './backups.ts';
import type { DataFolder } from './data-folder.ts';
import { type Database, type OpenedDatabase, openReadOnly } from './database.ts';

export function describeBackup({ name, date, sizeBytes }: BackupFile): BackupInfo {
  return { name, date: date.toISOString(), sizeBytes };
}

function withOffer(folder: DataFolder, code: Notice['code'], said: string): Notice {
  const [newest] = listBackups(folder.backups);
  if (newest === undefined) return { code, message: `${said} There is no backup of it.`, backup: null };
  return {
    code,
    message: `${said} Its newest backup can take its place: restore it here, or with tributary doctor --restore-backup newest while Tributary is stopped.`,
    backup: describeBackup(newest),
  };
}

/** A damaged database was put aside at the start. */
export function describeSetAside(folder: DataFolder, aside: string): Notice {
  const said = `The database was damaged. It was put aside as ${basename(aside)} in the data folder, and a new one was begun.`;
  return withOffer(folder, 'DATABASE_SET_ASIDE', said);
}

/** How far the runs of a database have been counted: it only grows. */
export function countRuns(db: Database): number {
  return db.prepare<[], number>("SELECT seq FROM sqlite_sequence WHERE name = 'run'").pluck().get() ?? 0;
}

function countRunsOf(file: string): number {
  try {
    const db = openReadOnly(file);
    try {
      return countRuns(db);
    } finally {
      db.close();
    }
  } catch (error) {
    // A backup that can't be read says nothing about the database.
    if (error instanceof BetterSqlite3.SqliteError) return 0;
    throw error;
  }
}

/** What is to be said of a database that was just opened: it was damaged, is not the one that was there, or is older than its newest backup. */
export function describeOpened(folder: DataFolder, { db, isNew, setAside }: OpenedDatabase): Notice[] {
  if (setAside !== undefined) return [describeSetAside(folder, setAside)];
  const [newest] = listBackups(folder.backups);
  if (newest === undefined) return [];
  if (isNew) {
    const said = 'The database was missing or empty, and a new one was begun.';
    return [withOffer(folder, 'DATABASE_MISSING', said)];
  }
  if (countRunsOf(join(folder.backups, newest.name)) <= countRuns(db)) return [];
  return [withOffer(folder, 'DATABASE_OLDER', 'The database is older than its newest backup.')];
}

/** A check has found damage in the database that is in use. */
export function describeDamage(folder: DataFolder): Notice {
  return withOffer(folder, 'DATABASE_DAMAGED', 'The database is damaged, so some of it can not be read or found.');
}
