import type { Migration } from './migration.ts';

/** Uploads that are kept beside their chunks: plain files in the data folder, named by their content. */
export const originals: Migration = {
  name: 'originals',
  sql: `
-- hash: SHA-256 of the file. loader: JSON of the name and params that it was read with. namespace: the local records whose sources are
-- file names; null where they can't tell whether chunks of the file are left.
CREATE TABLE original (
  owner_id TEXT NOT NULL,
  source TEXT NOT NULL,
  hash BLOB NOT NULL,
  size_bytes INTEGER NOT NULL,
  loader TEXT NOT NULL,
  namespace TEXT,
  kept_date TEXT NOT NULL,
  PRIMARY KEY (owner_id, source)
) STRICT, WITHOUT ROWID;
CREATE INDEX original_by_hash ON original (hash);

-- Flows that keep no originals.
CREATE TABLE original_off (
  owner_id TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;
`,
};
