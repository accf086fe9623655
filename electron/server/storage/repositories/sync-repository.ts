import { z } from 'zod';
import { UpsertCountsSchema } from '../../../../shared/api/runs.ts';
import {
  type HeldAnswer,
  HeldAnswerSchema,
  type Schedule,
  ScheduleSchema,
  type SyncLogEntry,
  SyncLogEntrySchema,
  SyncSettingsSchema,
} from '../../../../shared/api/sync.ts';
import type { Database } from '../database.ts';

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

/** The folder of one loader. */
export interface SyncFolderKey {
  readonly ownerId: string;
  readonly loaderId: string;
}

/** Where a folder lies: the places in it at which a file system begins, "" for the folder itself, and which one it is there. */
export type Mounts = Readonly<Record<string, string>>;

/** Files that are missing, and not deleted from what is stored. */
export interface HeldFiles {
  readonly count: number;
  /** Whether all missing files are held, not only those of a drive that is away. */
  readonly isOfAll: boolean;
  /** Why they are not simply deleted, as a sentence. */
  readonly why: string;
  /** Since when, ISO. */
  readonly date: string;
  readonly answer: HeldAnswer | null;
}

/** What is stored of a loader's folder besides its files. */
export interface StoredSyncFolder {
  /** Undefined: the version that scanned it last did not store them. */
  readonly mounts: Mounts | undefined;
  readonly held: HeldFiles | undefined;
}

interface FolderRow {
  loader_id: string;
  mounts: string | null;
  held_count: number;
  held_is_of_all: number;
  held_why: string | null;
  held_date: string | null;
  answer: string | null;
}

const MountsSchema = z.record(z.string(), z.string());

function heldOf({ held_count: count, held_is_of_all, held_why: why, held_date: date, answer }: FolderRow) {
  if (why === null || date === null) return undefined;
  return { count, isOfAll: held_is_of_all === 1, why, date, answer: HeldAnswerSchema.nullable().parse(answer) };
}

/** Rows of the table `sync_folder`. */
function createFolderRows(db: Database) {
  const find = db.prepare<[string, string], FolderRow>(
    'SELECT * FROM sync_folder WHERE owner_id = ? AND loader_id = ?',
  );
  const list = db.prepare<[string], FolderRow>(
    'SELECT * FROM sync_folder WHERE owner_id = ? AND held_why IS NOT NULL ORDER BY loader_id',
  );
  const putMounts = db.prepare<[string, string, string]>(
    `INSERT INTO sync_folder (owner_id, loader_id, mounts) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET mounts = excluded.mounts`,
  );
  const putHeld = db.prepare<[string, string, number, number, string | null, string | null, string | null]>(
    `INSERT INTO sync_folder (owner_id, loader_id, held_count, held_is_of_all, held_why, held_date, answer)
     VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET held_count = excluded.held_count, held_is_of_all = excluded.held_is_of_all,
       held_why = excluded.held_why, held_date = excluded.held_date, answer = excluded.answer`,
  );
  const remove = db.prepare<[string]>('DELETE FROM sync_folder WHERE owner_id = ?');
  return {
    folder({ ownerId, loaderId }: SyncFolderKey): StoredSyncFolder {
      const row = find.get(ownerId, loaderId);
      if (row === undefined) return { mounts: undefined, held: undefined };
      const mounts = row.mounts === null ? undefined : MountsSchema.parse(JSON.parse(row.mounts));
      return { mounts, held: heldOf(row) };
    },
    saveMounts: ({ ownerId, loaderId }: SyncFolderKey, mounts: Mounts): void =>
      void putMounts.run(ownerId, loaderId, JSON.stringify(mounts)),
    /** @param held undefined: nothing is missing any more */
    hold({ ownerId, loaderId }: SyncFolderKey, held: HeldFiles | undefined): void {
      const { count = 0, isOfAll = false, why = null, date = null, answer = null } = held ?? {};
      putHeld.run(ownerId, loaderId, count, isOfAll ? 1 : 0, why, date, answer);
    },
    /** What is held of an owner, by its loaders. */
    held: (ownerId: string): (HeldFiles & { readonly loaderId: string })[] =>
      list.all(ownerId).flatMap((row) => {
        const held = heldOf(row);
        return held === undefined ? [] : [{ ...held, loaderId: row.loader_id }];
      }),
    removeFolders: (ownerId: string): void => void remove.run(ownerId),
  };
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
