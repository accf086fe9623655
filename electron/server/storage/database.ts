import { closeSync, existsSync, mkdirSync, openSync, readSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { findSystemFailure } from '../../../shared/errors/system-errors.ts';
import { applyMigrations } from './apply-migrations.ts';
import { fileSize } from './file-size.ts';
import { migrations } from './migrations/index.ts';

export type Database = BetterSqlite3.Database;

export interface OpenedDatabase {
  readonly db: Database;
  /** Where a damaged database was put aside, when one was found. */
  readonly setAside: string | undefined;
  /** Nothing was there before, or an empty file. */
  readonly isNew: boolean;
}

/** 8 KiB: rows of 1 to 2 KB (chunks, vectors) fill it well; measured 1.3 times faster inserts than 4 KiB. */
const PAGE_SIZE_BYTES = 8192;
/** SQLite's own checkpoint, 64 MB: large writers do not let it come so far (checkpointer.ts). */
const CHECKPOINT_PAGES = 8192;
/** To which the log is cut when it begins anew; its length tells the checkpointer how much there is to copy. */
export const LOG_KEPT_BYTES = 4 * 1024 * 1024;
/** Pages that a connection keeps, KiB. Twice as much is no faster for a run of 100 MB of text. */
export const CACHE_KIB = 4 * 1024;
/** quick_check reads the whole file, about 1 GB/s: above this it would eat the second that a start may take. */
const QUICK_CHECK_LIMIT_BYTES = 64 * 1024 * 1024;

/** Settings of every connection to the main database, of whatever thread or process. */
function configure(db: Database): void {
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.pragma('foreign_keys = ON');
  db.pragma('busy_timeout = 5000');
  // What is deleted is overwritten, in the file as well: nobody can find it there afterwards.
  db.pragma('secure_delete = ON');
  db.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  db.pragma(`journal_size_limit = ${LOG_KEPT_BYTES}`);
  db.pragma(`cache_size = -${CACHE_KIB}`);
}

// SQLite's file format, "The Write-Ahead Log": a header of 32 bytes, then frames of a header of 24 bytes and a page each.
const LOG_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const MAGIC = 0x377f0682;

function* readFrames(handle: number): Generator<{ readonly page: number; readonly databasePages: number }> {
  const header = Buffer.alloc(LOG_HEADER_BYTES);
  if (readSync(handle, header, 0, header.length, 0) < header.length) return;
  if ((header.readUInt32BE(0) & ~1) !== MAGIC) return;
  const pageBytes = header.readUInt32BE(8);
  const salts = header.subarray(16, 24);
  const frame = Buffer.alloc(FRAME_HEADER_BYTES);
  for (let at = LOG_HEADER_BYTES; ; at += FRAME_HEADER_BYTES + pageBytes) {
    if (readSync(handle, frame, 0, frame.length, at) < frame.length) return;
    // Of a time before the log began anew.
    if (!frame.subarray(8, 16).equals(salts)) return;
    yield { page: frame.readUInt32BE(0), databasePages: frame.readUInt32BE(4) };
  }
}

/**
 * Whether the log beside a database speaks of pages that neither of them has: then the database may be an older one than the log belongs to, or cut off.
 * A hint, since a page that was freed before it was written is missing rightly.
 */
function doesLogSayMore(databaseFile: string, pageBytes: number): boolean {
  const log = `${databaseFile}-wal`;
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) === 0) return false;
  const filePages = Math.floor(statSync(databaseFile).size / pageBytes);
  const logged = new Set<number>();
  let pages = 0;
  const handle = openSync(log, 'r');
  try {
    for (const { page, databasePages } of readFrames(handle)) {
      logged.add(page);
      if (databasePages > 0) pages = databasePages;
    }
  } finally {
    closeSync(handle);
  }
  for (let page = filePages + 1; page <= pages; page += 1) if (!logged.has(page)) return true;
  return false;
}

function openAndCheck(file: string): Database {
  const isEmpty = fileSize(file) === 0;
  const isDoubtful = !isEmpty && doesLogSayMore(file, PAGE_SIZE_BYTES);
  const db = new BetterSqlite3(file);
  try {
    if (isEmpty) db.pragma(`page_size = ${PAGE_SIZE_BYTES}`);
    configure(db);
    db.prepare('SELECT count(*) FROM sqlite_schema').get();
    if (isDoubtful || fileSize(file) <= QUICK_CHECK_LIMIT_BYTES) {
      const found = db.pragma('quick_check(1)', { simple: true });
      if (found !== 'ok') throw new BetterSqlite3.SqliteError(String(found), 'SQLITE_CORRUPT');
    }
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** What follows the name of a database in those of its files. */
export const DATABASE_FILES = ['', '-wal', '-shm', '-journal'] as const;

/** Gives a database and its side files another name. @returns the new name; undefined if none of them is there */
export function moveDatabase(file: string, target: string): string | undefined {
  const present = DATABASE_FILES.filter((suffix) => existsSync(file + suffix));
  for (const suffix of present) renameSync(file + suffix, target + suffix);
  return present.length === 0 ? undefined : target;
}

/** A moment as part of a file's name. */
export function stampOf(at: Date): string {
  return at.toISOString().replaceAll(/[:.]/g, '-');
}

/** The moment that {@link stampOf} has made a text of. */
export function parseStamp(text: string): Date | undefined {
  const [, day, hours, minutes, seconds, millis] = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z$/.exec(text) ?? [];
  return day === undefined ? undefined : new Date(`${day}T${hours}:${minutes}:${seconds}.${millis}Z`);
}

/** Renames a damaged database that nobody has open, so that a new one can be begun. @returns its new name */
export function setAsideDatabase(file: string, at: Date): string {
  const target = `${file}.damaged-${stampOf(at)}`;
  moveDatabase(file, target);
  return target;
}

function openAndMigrate(file: string, now: () => Date): { readonly db: Database; readonly isNew: boolean } {
  // Without its database a log says nothing, and SQLite would delete it.
  if (fileSize(file) === 0 && fileSize(`${file}-wal`) > 0) setAsideDatabase(file, now());
  const db = openAndCheck(file);
  try {
    const tables = db.prepare<[], number>("SELECT count(*) FROM sqlite_schema WHERE name = 'migration'").pluck();
    const isNew = tables.get() === 0;
    applyMigrations(db, migrations, now);
    return { db, isNew };
  } catch (error) {
    db.close();
    throw error;
  }
}

/**
 * Opens (or makes) the database of a data folder and migrates it to the newest version. A damaged file is renamed, never deleted.
 * @throws OperationalError when a newer version of the app wrote it, or when an applied migration was changed.
 */
export function openDatabase(file: string, now: () => Date): OpenedDatabase {
  mkdirSync(dirname(file), { recursive: true });
  try {
    return { ...openAndMigrate(file, now), setAside: undefined };
  } catch (error) {
    if (findSystemFailure(error)?.code !== 'DATABASE_DAMAGED') throw error;
    const setAside = setAsideDatabase(file, now());
    return { ...openAndMigrate(file, now), setAside };
  }
}

/** A further connection for a thread or process that only reads. */
export function openReadOnly(file: string): Database {
  const db = new BetterSqlite3(file, { readonly: true, fileMustExist: true });
  db.pragma('busy_timeout = 5000');
  db.pragma(`cache_size = -${CACHE_KIB}`);
  return db;
}
