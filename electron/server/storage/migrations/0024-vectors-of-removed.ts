import type { Migration } from './migration.ts';

/** Vectors of removed chunks stay with them, so that bringing a source back, or a drive that comes back, embeds nothing again. */
export const vectorsOfRemoved: Migration = {
  name: 'vectors of removed chunks',
  sql: `
-- embedding_id: its vector; null where that lies outside of the database.
ALTER TABLE removed_chunk ADD COLUMN embedding_id INTEGER;
CREATE INDEX removed_chunk_by_embedding ON removed_chunk (embedding_id) WHERE embedding_id IS NOT NULL;
CREATE INDEX removed_source_by_content ON removed_source (owner_id, content_id);
CREATE TRIGGER embedding_of_removed AFTER DELETE ON removed_chunk WHEN OLD.embedding_id IS NOT NULL BEGIN
  INSERT INTO embedding_unused (embedding_id) VALUES (OLD.embedding_id) ON CONFLICT DO NOTHING;
END;
`,
};
