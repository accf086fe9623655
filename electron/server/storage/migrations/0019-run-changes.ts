import type { Migration } from './migration.ts';

/** What runs have changed: for their lists of chunks, and for undoing the last one of a flow or document store. */
export const runChanges: Migration = {
  name: 'run changes',
  sql: `
-- collection, namespace: where the run wrote; namespace is null without local records. first_record: rows of record from it on are of this run or a later one.
-- state: KEPT (the run can be undone while it is the last), UNDOING, UNDONE, LISTED (only for the lists). why_not: what stands against undoing it.
CREATE TABLE run_change (
  run_seq INTEGER PRIMARY KEY,
  owner_id TEXT NOT NULL,
  collection TEXT NOT NULL,
  namespace TEXT,
  is_local INTEGER NOT NULL,
  first_record INTEGER NOT NULL,
  state TEXT NOT NULL,
  why_not TEXT,
  replaced_count INTEGER NOT NULL DEFAULT 0,
  began_date TEXT NOT NULL,
  undone_date TEXT
) STRICT;
CREATE INDEX run_change_by_owner ON run_change (owner_id, run_seq);
CREATE INDEX run_change_by_state ON run_change (state, run_seq);

-- Chunks that a run added, a batch a row. chunks: of each its UUID and its content key, 16 bytes and 16 bytes.
CREATE TABLE run_added (
  id INTEGER PRIMARY KEY,
  run_seq INTEGER NOT NULL,
  chunks BLOB NOT NULL
) STRICT;
CREATE INDEX run_added_by_run ON run_added (run_seq, id);

-- Chunks as they were before a run. kind: 1 updated, 2 only moved, 3 deleted. content and embedding_id: of deleted ones.
CREATE TABLE run_replaced (
  id INTEGER PRIMARY KEY,
  run_seq INTEGER NOT NULL,
  kind INTEGER NOT NULL,
  chunk_uuid BLOB NOT NULL,
  chunk_no INTEGER NOT NULL,
  metadata TEXT NOT NULL,
  content TEXT,
  embedding_id INTEGER,
  content_key BLOB,
  metadata_hash BLOB,
  source TEXT,
  last_run INTEGER
) STRICT;
CREATE INDEX run_replaced_by_run ON run_replaced (run_seq, kind, id);
CREATE INDEX run_replaced_by_chunk ON run_replaced (run_seq, chunk_uuid);
CREATE INDEX run_replaced_by_embedding ON run_replaced (embedding_id) WHERE embedding_id IS NOT NULL;
CREATE TRIGGER embedding_of_replaced AFTER DELETE ON run_replaced WHEN OLD.embedding_id IS NOT NULL BEGIN
  INSERT INTO embedding_unused (embedding_id) VALUES (OLD.embedding_id) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER embedding_of_listed AFTER UPDATE OF embedding_id ON run_replaced WHEN OLD.embedding_id IS NOT NULL BEGIN
  INSERT INTO embedding_unused (embedding_id) VALUES (OLD.embedding_id) ON CONFLICT DO NOTHING;
END;

-- Loaders of document stores as they were before a run that loaded them anew, whose chunks of then are kept. previous: JSON of the row; null: the run made it.
CREATE TABLE run_loader (
  run_seq INTEGER NOT NULL,
  loader_id TEXT NOT NULL,
  store_id TEXT NOT NULL,
  loader_seq INTEGER NOT NULL,
  generation INTEGER NOT NULL,
  previous TEXT,
  PRIMARY KEY (run_seq, loader_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX run_loader_by_store ON run_loader (store_id);

-- The run that brought the source before the last one.
ALTER TABLE record_source ADD COLUMN previous_run INTEGER;
`,
};
