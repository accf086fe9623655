import type { Migration } from './migration.ts';

/** Chunks that went, or were changed, are in one table, whether a run did it or a person who removed a source: they are restored in one way. */
export const replacedChunks: Migration = {
  name: 'replaced chunks',
  sql: `
-- Chunks as they were: before a run (run_seq) that updated (kind 1), only moved (2) or deleted (3) them; or before their source was removed (removed_id, kind 3).
-- content and embedding_id: of deleted ones; embedding_id is null where the vector lies outside of the database. content_key, metadata_hash and last_run are those
-- of the record; null where it is not in the database.
CREATE TABLE replaced_chunk (
  id INTEGER PRIMARY KEY,
  run_seq INTEGER,
  removed_id INTEGER,
  kind INTEGER NOT NULL,
  chunk_uuid BLOB,
  chunk_no INTEGER NOT NULL,
  metadata TEXT NOT NULL,
  content TEXT,
  embedding_id INTEGER,
  content_key BLOB,
  metadata_hash BLOB,
  source TEXT NOT NULL,
  last_run INTEGER,
  CHECK ((run_seq IS NULL) <> (removed_id IS NULL))
) STRICT;
INSERT INTO replaced_chunk (run_seq, kind, chunk_uuid, chunk_no, metadata, content, embedding_id, content_key, metadata_hash, source, last_run)
  SELECT run_seq, kind, chunk_uuid, chunk_no, metadata, content, embedding_id, content_key, metadata_hash, coalesce(source, ''), last_run
  FROM run_replaced ORDER BY id;
INSERT INTO replaced_chunk (removed_id, kind, chunk_no, metadata, content, embedding_id, source)
  SELECT removed_id, 3, chunk_no, metadata, content, embedding_id, source FROM removed_chunk ORDER BY id;
DROP TABLE run_replaced;
DROP TABLE removed_chunk;
CREATE INDEX replaced_chunk_by_run ON replaced_chunk (run_seq, kind, id) WHERE run_seq IS NOT NULL;
CREATE INDEX replaced_chunk_by_removed ON replaced_chunk (removed_id, id) WHERE removed_id IS NOT NULL;
CREATE INDEX replaced_chunk_by_chunk ON replaced_chunk (run_seq, chunk_uuid) WHERE kind = 1;
CREATE INDEX replaced_chunk_by_embedding ON replaced_chunk (embedding_id) WHERE embedding_id IS NOT NULL;
CREATE TRIGGER embedding_of_replaced AFTER DELETE ON replaced_chunk WHEN OLD.embedding_id IS NOT NULL BEGIN
  INSERT INTO embedding_unused (embedding_id) VALUES (OLD.embedding_id) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER embedding_of_listed AFTER UPDATE OF embedding_id ON replaced_chunk WHEN OLD.embedding_id IS NOT NULL BEGIN
  INSERT INTO embedding_unused (embedding_id) VALUES (OLD.embedding_id) ON CONFLICT DO NOTHING;
END;
`,
};
