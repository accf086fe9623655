import type { Migration } from './migration.ts';

/** What may be thrown away, so that nothing has to be searched for it; and what deletions still have to do. */
export const pruning: Migration = {
  name: 'pruning',
  sql: `
CREATE INDEX vector_log_by_chunk ON vector_log (chunk_id);
-- Deletions whose two rows of the log are still there.
CREATE INDEX vector_log_deletions ON vector_log (collection_id, seq) WHERE op = 2;

-- Vectors whose chunk went: unused, unless another chunk or a store elsewhere has the same content.
CREATE TABLE embedding_unused (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  embedding_id INTEGER NOT NULL UNIQUE
) STRICT;
CREATE TRIGGER embedding_of_chunk AFTER DELETE ON chunk BEGIN
  INSERT INTO embedding_unused (embedding_id) VALUES (OLD.embedding_id) ON CONFLICT DO NOTHING;
END;
INSERT INTO embedding_unused (embedding_id) SELECT id FROM embedding WHERE id NOT IN (SELECT embedding_id FROM chunk);

-- Vectors of chunks that are in stores elsewhere. day: days since 1970 when they were last written there.
CREATE TABLE embedding_outside (
  embedding_id INTEGER NOT NULL,
  owner_id TEXT NOT NULL,
  day INTEGER NOT NULL,
  PRIMARY KEY (embedding_id, owner_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX embedding_outside_by_owner ON embedding_outside (owner_id);
CREATE INDEX embedding_outside_by_day ON embedding_outside (day);

-- What deleted flows and document stores have left and is still to be taken away. targets: JSON.
CREATE TABLE deletion (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  owner_id TEXT NOT NULL UNIQUE,
  targets TEXT NOT NULL,
  created_date TEXT NOT NULL
) STRICT;
`,
};
