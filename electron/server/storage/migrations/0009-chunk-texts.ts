import type { Migration } from './migration.ts';

/**
 * The texts of document stores are kept once by content: a store's chunks, their chunks in a collection and those of another load name the same row. Chunks that
 * flows load keep their text in `chunk.content`: they have it once.
 */
export const chunkTexts: Migration = {
  name: 'chunk texts',
  sql: `
-- hash: 16 bytes of the content's SHA-256, as in embedding.content_hash.
CREATE TABLE chunk_text (
  id INTEGER PRIMARY KEY,
  hash BLOB NOT NULL UNIQUE,
  content TEXT NOT NULL
) STRICT;
INSERT INTO chunk_text (hash, content)
  SELECT substr(keys, 1, 16), content FROM document_store_chunk WHERE true ON CONFLICT DO NOTHING;

CREATE TABLE document_store_chunk_next (
  seq INTEGER PRIMARY KEY,
  id BLOB NOT NULL UNIQUE,
  loader_seq INTEGER NOT NULL,
  generation INTEGER NOT NULL,
  chunk_no INTEGER NOT NULL,
  keys BLOB NOT NULL,
  source TEXT NOT NULL,
  metadata TEXT NOT NULL,
  text_id INTEGER NOT NULL
) STRICT;
INSERT INTO document_store_chunk_next
  SELECT c.seq, c.id, c.loader_seq, c.generation, c.chunk_no, c.keys, c.source, c.metadata, t.id
  FROM document_store_chunk c JOIN chunk_text t ON t.hash = substr(c.keys, 1, 16);
DROP TABLE document_store_chunk;
ALTER TABLE document_store_chunk_next RENAME TO document_store_chunk;
CREATE UNIQUE INDEX document_store_chunk_by_place ON document_store_chunk (loader_seq, generation, chunk_no);
CREATE INDEX document_store_chunk_by_text ON document_store_chunk (text_id);

-- A chunk has its text either in content or, with content empty, in the row that text_id names.
ALTER TABLE chunk ADD COLUMN text_id INTEGER;
UPDATE chunk SET content = '',
  text_id = (SELECT t.id FROM embedding e JOIN chunk_text t ON t.hash = e.content_hash WHERE e.id = chunk.embedding_id)
  WHERE embedding_id IN (SELECT e.id FROM embedding e JOIN chunk_text t ON t.hash = e.content_hash);
CREATE INDEX chunk_by_text ON chunk (text_id) WHERE text_id IS NOT NULL;
CREATE VIEW chunk_with_text AS
  SELECT c.id, c.uuid, c.collection_id, c.embedding_id, c.chunk_no, c.metadata, coalesce(t.content, c.content) AS content
  FROM chunk c LEFT JOIN chunk_text t ON t.id = c.text_id;

-- A text goes with the last chunk that names it.
CREATE TRIGGER text_of_chunk AFTER DELETE ON chunk WHEN OLD.text_id IS NOT NULL BEGIN
  DELETE FROM chunk_text WHERE id = OLD.text_id
    AND NOT EXISTS (SELECT 1 FROM chunk WHERE text_id = OLD.text_id)
    AND NOT EXISTS (SELECT 1 FROM document_store_chunk WHERE text_id = OLD.text_id);
END;
CREATE TRIGGER text_of_document_store_chunk AFTER DELETE ON document_store_chunk BEGIN
  DELETE FROM chunk_text WHERE id = OLD.text_id
    AND NOT EXISTS (SELECT 1 FROM chunk WHERE text_id = OLD.text_id)
    AND NOT EXISTS (SELECT 1 FROM document_store_chunk WHERE text_id = OLD.text_id);
END;
CREATE TRIGGER text_of_edited_chunk AFTER UPDATE OF text_id ON document_store_chunk WHEN OLD.text_id <> NEW.text_id BEGIN
  DELETE FROM chunk_text WHERE id = OLD.text_id
    AND NOT EXISTS (SELECT 1 FROM chunk WHERE text_id = OLD.text_id)
    AND NOT EXISTS (SELECT 1 FROM document_store_chunk WHERE text_id = OLD.text_id);
END;
`,
};
