import type { Migration } from './migration.ts';

/**
 * The hot tables (embedding, chunk, vector_log, record) carry no foreign keys: each is written thousands of times a run, and a check
 * per row would cost more than the row. Their rows only ever come and go together, in the indexing transaction.
 */
export const initial: Migration = {
  name: 'initial',
  sql: `
CREATE TABLE chatflow (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  flow_data TEXT NOT NULL,
  deployed INTEGER,
  is_public INTEGER,
  apikeyid TEXT,
  chatbot_config TEXT,
  api_config TEXT,
  analytic TEXT,
  speech_to_text TEXT,
  category TEXT,
  type TEXT NOT NULL,
  created_date TEXT NOT NULL,
  updated_date TEXT NOT NULL
) STRICT;
CREATE INDEX chatflow_by_updated ON chatflow (updated_date DESC);

CREATE TABLE run (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  chatflow_id TEXT NOT NULL,
  status TEXT NOT NULL,
  created_date TEXT NOT NULL,
  finished_date TEXT,
  nodes TEXT NOT NULL,
  result TEXT,
  error TEXT
) STRICT;
CREATE INDEX run_by_chatflow ON run (chatflow_id, seq DESC);
CREATE INDEX run_by_status ON run (status);

CREATE TABLE embedding_model (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  dimensions INTEGER NOT NULL
) STRICT;

-- Vectors by content: the embedding cache, and where a chunk's vector lies. float32, little endian.
CREATE TABLE embedding (
  id INTEGER PRIMARY KEY,
  model_id INTEGER NOT NULL,
  content_hash BLOB NOT NULL,
  vector BLOB NOT NULL,
  UNIQUE (model_id, content_hash)
) STRICT;

CREATE TABLE collection (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE,
  model_id INTEGER REFERENCES embedding_model (id),
  -- Kept by the writes themselves, in their transaction: counting 100,000 rows would take milliseconds each time.
  chunk_count INTEGER NOT NULL DEFAULT 0
) STRICT;

-- AUTOINCREMENT: an id is the chunk's label in the graph, and a label is never used twice.
CREATE TABLE chunk (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid BLOB NOT NULL UNIQUE,
  collection_id INTEGER NOT NULL,
  embedding_id INTEGER NOT NULL,
  chunk_no INTEGER NOT NULL,
  metadata TEXT NOT NULL,
  content TEXT NOT NULL
) STRICT;
CREATE INDEX chunk_by_collection ON chunk (collection_id, embedding_id);

-- Append-only: what the graph and the keyword index replay. op: 1 added, 2 deleted.
CREATE TABLE vector_log (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  collection_id INTEGER NOT NULL,
  op INTEGER NOT NULL,
  chunk_id INTEGER NOT NULL
) STRICT;
CREATE INDEX vector_log_by_collection ON vector_log (collection_id, seq);

CREATE TABLE index_manifest (
  collection_id INTEGER PRIMARY KEY,
  generation INTEGER NOT NULL,
  file TEXT NOT NULL,
  size_bytes INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  dimensions INTEGER NOT NULL,
  element_count INTEGER NOT NULL,
  deleted_count INTEGER NOT NULL,
  log_seq INTEGER NOT NULL
) STRICT;

CREATE TABLE record_namespace (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE record_source (
  id INTEGER PRIMARY KEY,
  namespace_id INTEGER NOT NULL,
  name TEXT NOT NULL,
  last_run INTEGER NOT NULL,
  UNIQUE (namespace_id, name)
) STRICT;

CREATE TABLE record (
  id INTEGER PRIMARY KEY,
  namespace_id INTEGER NOT NULL,
  content_key BLOB NOT NULL,
  metadata_hash BLOB NOT NULL,
  source_id INTEGER NOT NULL,
  chunk_no INTEGER NOT NULL,
  chunk_uuid BLOB NOT NULL,
  last_run INTEGER NOT NULL,
  UNIQUE (namespace_id, content_key)
) STRICT;
CREATE INDEX record_by_source ON record (source_id);

CREATE TABLE setting (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT;
`,
};
