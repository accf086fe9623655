import type { z } from 'zod';
import { UpsertCountsSchema } from '../../../../shared/api/runs.ts';
import {
  type Schedule,
  ScheduleSchema,
  type SyncLogEntry,
  SyncLogEntrySchema,
  SyncSettingsSchema,
} from '../../../../shared/api/sync.ts';
import type { Database } from '../database.ts';
import { createFolderRows, type SyncFolderKey } from './sync-folder-rows.ts';

/** How an owner is synced. */
export interface StoredSync extends Required<Pick<z.output<typeof SyncSettingsSchema>, 'mode' | 'isPaused'>> {
  readonly ownerId: string;
  readonly schedule: Schedule | null;
  /** When the schedule is due, ms since 1970. */
  readonly nextMs: number | null;
  /** Of the settings with which the files were stored. */
  readonly fingerprint: string | null;
}

/** A file as it was when it was last stored. */
export interface StoredSyncFile {
  readonly path: string;
  readonly identity: string;
  /** Of one that could not be read: when to try again, ms since 1970. */
  readonly retryMs: number | null;
}

/** Entries of the log of an owner. */
const LOG_ENTRIES = 200;

interface SyncRow {
  owner_id: string;
  mode: string;
  schedule: string | null;
  is_paused: number;
  next_ms: number | null;
  fingerprint: string | null;
}

interface FileRow {
  path: string;
  identity: string;
  retry_ms: number | null;
}

interface LogRow {
  id: number;
  date: string;
  cause: string;
  outcome: string;
  message: string;
  run_id: string | null;
  result: string | null;
}

function fromRow(row: SyncRow): StoredSync {
  return {
    ownerId: row.owner_id,
    mode: SyncSettingsSchema.shape.mode.parse(row.mode),
    schedule: row.schedule === null ? null : ScheduleSchema.parse(JSON.parse(row.schedule)),
    isPaused: row.is_paused === 1,
    nextMs: row.next_ms,
    fingerprint: row.fingerprint,
  };
}

function fromFileRow({ path, identity, retry_ms: retryMs }: FileRow): StoredSyncFile {
  return { path, identity, retryMs };
}

function fromLogRow({ run_id: runId, cause: trigger, result, ...row }: LogRow): SyncLogEntry {
  const counts = result === null ? null : UpsertCountsSchema.parse(JSON.parse(result));
  return SyncLogEntrySchema.parse({ ...row, trigger, runId, result: counts });
}

/** The name after all that begin with a folder's path: `0` comes after `/`. */
function folderRange(path: string): readonly [string, string] {
  return [`${path}/`, `${path}0`];
}

function createFileRows(db: Database) {
  const page = db.prepare<[string, string, string, number], FileRow>(
    'SELECT path, identity, retry_ms FROM sync_file WHERE owner_id = ? AND loader_id = ? AND path > ? ORDER BY path LIMIT ?',
  );
  const find = db.prepare<[string, string, string], FileRow>(
    'SELECT path, identity, retry_ms FROM sync_file WHERE owner_id = ? AND loader_id = ? AND path = ?',
  );
  const within = db.prepare<[string, string, string, string], FileRow>(
    `SELECT path, identity, retry_ms FROM sync_file
     WHERE owner_id = ? AND loader_id = ? AND path >= ? AND path < ? ORDER BY path`,
  );
  const count = db
    .prepare<[string, string], number>('SELECT count(*) FROM sync_file WHERE owner_id = ? AND loader_id = ?')
    .pluck();
  const insert = db.prepare<[string, string, string, string, number | null]>(
    `INSERT INTO sync_file (owner_id, loader_id, path, identity, retry_ms) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET identity = excluded.identity, retry_ms = excluded.retry_ms`,
  );
  const remove = db.prepare<[string, string, string]>(
    'DELETE FROM sync_file WHERE owner_id = ? AND loader_id = ? AND path = ?',
  );
  const removeSome = db.prepare<[string, number]>(
    `DELETE FROM sync_file WHERE (owner_id, loader_id, path) IN
       (SELECT owner_id, loader_id, path FROM sync_file WHERE owner_id = ? LIMIT ?)`,
  );
  return {
    /** Files after a path, in the order of paths. */
    files: ({ ownerId, loaderId }: SyncFolderKey, after: string, limit: number): StoredSyncFile[] =>
      page.all(ownerId, loaderId, after, limit).map(fromFileRow),
    /** The file of that path, and those in the folder of that path. */
    filesAt({ ownerId, loaderId }: SyncFolderKey, path: string): StoredSyncFile[] {
      const file = find.get(ownerId, loaderId, path);
      return [...(file === undefined ? [] : [file]), ...within.all(ownerId, loaderId, ...folderRange(path))].map(
        fromFileRow,
      );
    },
    /** Takes about 0.1 s for a million. */
    countFiles: ({ ownerId, loaderId }: SyncFolderKey): number => count.get(ownerId, loaderId) ?? 0,
    /** Writes and forgets files in one transaction: to be called with a few hundred. */
    saveFiles: db.transaction(
      ({ ownerId, loaderId }: SyncFolderKey, files: readonly StoredSyncFile[], gone: readonly string[]): void => {
        for (const { path, identity, retryMs } of files) insert.run(ownerId, loaderId, path, identity, retryMs);
        for (const path of gone) remove.run(ownerId, loaderId, path);
      },
    ),
    /** Forgets some files of an owner. @returns how many */
    removeSomeFiles: (ownerId: string, limit: number): number => removeSome.run(ownerId, limit).changes,
  };
}

function createLogRows(db: Database) {
  const insert = db.prepare<[string, string, string, string, string, string | null, string | null]>(
    'INSERT INTO sync_log (owner_id, date, cause, outcome, message, run_id, result) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const trim = db.prepare<[string, string, number]>(
    `DELETE FROM sync_log WHERE owner_id = ? AND id <=
       (SELECT id FROM sync_log WHERE owner_id = ? ORDER BY id DESC LIMIT 1 OFFSET ?)`,
  );
  const list = db.prepare<[string, number, number], LogRow>(
    `SELECT id, date, cause, outcome, message, run_id, result FROM sync_log
     WHERE owner_id = ? AND id < ? ORDER BY id DESC LIMIT ?`,
  );
  const clear = db.prepare<[string]>('DELETE FROM sync_log WHERE owner_id = ?');
  return {
    /** Adds an entry; the oldest go. */
    addLog: db.transaction((ownerId: string, entry: Omit<SyncLogEntry, 'id'>): void => {
      const { date, trigger, outcome, message, runId, result } = entry;
      insert.run(ownerId, date, trigger, outcome, message, runId, result === null ? null : JSON.stringify(result));
      trim.run(ownerId, ownerId, LOG_ENTRIES);
    }),
    /** Newest first. @param before id of an entry */
    log: (ownerId: string, before: number, limit: number): SyncLogEntry[] =>
      list.all(ownerId, before, limit).map(fromLogRow),
    clearLog: (ownerId: string): void => void clear.run(ownerId),
  };
}

/** Rows of the tables `sync`, `sync_file`, `sync_folder` and `sync_log`. */
export function createSyncRepository(db: Database) {
  const find = db.prepare<[string], SyncRow>('SELECT * FROM sync WHERE owner_id = ?');
  const list = db.prepare<[], SyncRow>('SELECT * FROM sync ORDER BY owner_id');
  const save = db.prepare<[string, string, string | null, number, number | null, string | null]>(
    `INSERT INTO sync (owner_id, mode, schedule, is_paused, next_ms, fingerprint) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET mode = excluded.mode, schedule = excluded.schedule, is_paused = excluded.is_paused,
       next_ms = excluded.next_ms, fingerprint = excluded.fingerprint`,
  );
  const remove = db.prepare<[string]>('DELETE FROM sync WHERE owner_id = ?');
  return {
    ...createFileRows(db),
    ...createFolderRows(db),
    ...createLogRows(db),
    find(ownerId: string): StoredSync | undefined {
      const row = find.get(ownerId);
      return row === undefined ? undefined : fromRow(row);
    },
    list: (): StoredSync[] => list.all().map(fromRow),
    save(sync: StoredSync): void {
      const schedule = sync.schedule === null ? null : JSON.stringify(sync.schedule);
      save.run(sync.ownerId, sync.mode, schedule, sync.isPaused ? 1 : 0, sync.nextMs, sync.fingerprint);
    },
    remove: (ownerId: string): void => void remove.run(ownerId),
  };
}

export type SyncRepository = ReturnType<typeof createSyncRepository>;
