import type { Migration } from './migration.ts';

/** Stores and records that are elsewhere, and how a collection's graph is made. */
export const outsideStores: Migration = {
  name: 'outside stores',
  sql: `
-- What a run is writing to a vector store and its records of which one at least is elsewhere: a row is here before the first of the two is
-- written, and goes when both have confirmed. scope names the two. op: 1 chunk added, 2 chunk rewritten, 3 chunk deleted.
CREATE TABLE outside_write (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  scope TEXT NOT NULL,
  op INTEGER NOT NULL,
  chunk_id BLOB NOT NULL,
  content_key BLOB,
  record_id INTEGER
) STRICT;
CREATE INDEX outside_write_by_scope ON outside_write (scope, seq);

-- How vectors are compared and the graph is made, as the last upsert wanted it.
ALTER TABLE collection ADD COLUMN metric TEXT NOT NULL DEFAULT 'cosine';
ALTER TABLE collection ADD COLUMN links INTEGER NOT NULL DEFAULT 16;
ALTER TABLE collection ADD COLUMN ef_construction INTEGER NOT NULL DEFAULT 200;
ALTER TABLE collection ADD COLUMN ef INTEGER NOT NULL DEFAULT 512;
-- How the saved graph was made.
ALTER TABLE index_manifest ADD COLUMN metric TEXT NOT NULL DEFAULT 'cosine';
ALTER TABLE index_manifest ADD COLUMN links INTEGER NOT NULL DEFAULT 16;
ALTER TABLE index_manifest ADD COLUMN ef_construction INTEGER NOT NULL DEFAULT 200;
`,
};
