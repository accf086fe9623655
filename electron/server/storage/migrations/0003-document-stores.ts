import type { Migration } from './migration.ts';

/**
 * Document stores. The chunk table carries no foreign key: chunks go in slices, after their loader's row. What is to be swept stands in
 * `document_store_sweep`, written in the transaction that makes it garbage, or before chunks are written that may become garbage.
 */
export const documentStores: Migration = {
  name: 'document stores',
  sql: `
-- activity: what goes on now (SYNCING, UPSERTING); all other states follow from the loaders.
CREATE TABLE document_store (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  description TEXT,
  activity TEXT,
  last_error TEXT,
  embedding_config TEXT,
  vector_store_config TEXT,
  record_manager_config TEXT,
  created_date TEXT NOT NULL,
  updated_date TEXT NOT NULL
) STRICT;
CREATE INDEX document_store_by_updated ON document_store (updated_date DESC);

-- AUTOINCREMENT: seq names the loader's chunks, also those that wait to be swept after it is gone.
-- content_state: NEW, SYNC, STALE. index_state: NONE, CURRENT, CHANGED. draft_parts: of a loader made by an upsert that has not
-- succeeded yet, where that upsert brings its chunks; null for all others.
CREATE TABLE document_store_loader (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  store_id TEXT NOT NULL REFERENCES document_store (id) ON DELETE CASCADE,
  loader_id TEXT NOT NULL,
  loader_name TEXT NOT NULL,
  loader_config TEXT NOT NULL,
  splitter_id TEXT,
  splitter_config TEXT NOT NULL,
  files TEXT NOT NULL,
  content_state TEXT NOT NULL,
  index_state TEXT NOT NULL,
  is_syncing INTEGER NOT NULL DEFAULT 0,
  draft_parts TEXT,
  -- Only chunks of this generation count; a reload writes the next one beside it.
  generation INTEGER NOT NULL DEFAULT 0,
  total_chunks INTEGER NOT NULL DEFAULT 0,
  total_chars INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX document_store_loader_by_store ON document_store_loader (store_id, seq);

-- keys: 16 bytes of the content's hash, 16 of the source's and content's, as the loading step gives them.
CREATE TABLE document_store_chunk (
  seq INTEGER PRIMARY KEY,
  id BLOB NOT NULL UNIQUE,
  loader_seq INTEGER NOT NULL,
  generation INTEGER NOT NULL,
  chunk_no INTEGER NOT NULL,
  keys BLOB NOT NULL,
  source TEXT NOT NULL,
  metadata TEXT NOT NULL,
  content TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX document_store_chunk_by_place ON document_store_chunk (loader_seq, generation, chunk_no);

CREATE TABLE document_store_sweep (
  loader_seq INTEGER NOT NULL,
  generation INTEGER NOT NULL,
  PRIMARY KEY (loader_seq, generation)
) STRICT, WITHOUT ROWID;
`,
};
