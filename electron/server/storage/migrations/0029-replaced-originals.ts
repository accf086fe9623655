import type { Migration } from './migration.ts';

/** Originals that a run replaced, and those of sources in the bin, are kept as long as their chunks of then. */
export const replacedOriginals: Migration = {
  name: 'replaced originals',
  sql: `
-- Originals as they were: before a run (run_seq) stored those of its own, or when their source was removed (removed_id). The columns from hash on are those of the
-- original; null: there was none before the run.
CREATE TABLE replaced_original (
  id INTEGER PRIMARY KEY,
  run_seq INTEGER,
  removed_id INTEGER,
  owner_id TEXT NOT NULL,
  source TEXT NOT NULL,
  hash BLOB,
  size_bytes INTEGER,
  loader TEXT,
  namespace TEXT,
  kept_date TEXT,
  CHECK ((run_seq IS NULL) <> (removed_id IS NULL))
) STRICT;
CREATE UNIQUE INDEX replaced_original_by_run ON replaced_original (run_seq, source) WHERE run_seq IS NOT NULL;
CREATE UNIQUE INDEX replaced_original_by_removed ON replaced_original (removed_id) WHERE removed_id IS NOT NULL;
CREATE INDEX replaced_original_by_owner ON replaced_original (owner_id);
CREATE INDEX replaced_original_by_hash ON replaced_original (hash) WHERE hash IS NOT NULL;

-- One that was stored after the removal is of a later upload.
INSERT INTO replaced_original (removed_id, owner_id, source, hash, size_bytes, loader, namespace, kept_date)
  SELECT b.id, o.owner_id, o.source, o.hash, o.size_bytes, o.loader, o.namespace, o.kept_date
  FROM removed_source b JOIN original o ON o.owner_id = b.owner_id AND o.source = b.name AND o.kept_date <= b.removed_date;
`,
};
