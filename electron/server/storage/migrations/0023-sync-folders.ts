import type { Migration } from './migration.ts';

/** Where the folders of a loader lie, and files of them that are missing but not deleted: a drive that is away has taken them along. */
export const syncFolders: Migration = {
  name: 'sync folders',
  sql: `CREATE TABLE sync_folder (
    owner_id TEXT NOT NULL,
    loader_id TEXT NOT NULL,
    mounts TEXT,
    held_count INTEGER NOT NULL DEFAULT 0,
    held_is_of_all INTEGER NOT NULL DEFAULT 0,
    held_why TEXT,
    held_date TEXT,
    answer TEXT,
    PRIMARY KEY (owner_id, loader_id)
  ) STRICT, WITHOUT ROWID;`,
};
