import type { Migration } from './migration.ts';

/** How flows were before they were changed. */
export const flowVersions: Migration = {
  name: 'flow versions',
  sql: `
-- name: null while a version was kept by itself. saved_date: when the flow became so; kept_date: when this row was written.
-- The rows go with their flow.
CREATE TABLE flow_version (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  chatflow_id TEXT NOT NULL,
  name TEXT,
  reason TEXT NOT NULL,
  saved_date TEXT NOT NULL,
  kept_date TEXT NOT NULL,
  size_bytes INTEGER NOT NULL,
  flow_data TEXT NOT NULL,
  api_config TEXT
) STRICT;
CREATE INDEX flow_version_by_flow ON flow_version (chatflow_id, seq, kept_date, name, saved_date, size_bytes, id, reason);
CREATE TRIGGER flow_version_of_chatflow AFTER DELETE ON chatflow BEGIN
  DELETE FROM flow_version WHERE chatflow_id = OLD.id;
END;
`,
};
