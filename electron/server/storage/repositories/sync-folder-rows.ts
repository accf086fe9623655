import { z } from 'zod';
import { type HeldAnswer, HeldAnswerSchema } from '../../../../shared/api/sync.ts';
import type { Database } from '../database.ts';

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
export function createFolderRows(db: Database) {
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
