import type { Migration } from './migration.ts';

/** How flows and document stores are kept in step with where their documents come from. */
export const sync: Migration = {
  name: 'sync',
  sql: `
-- owner_id: of a chatflow or document store. schedule: JSON. next_ms: when it is due, ms since 1970.
-- fingerprint: of the settings with which sync_file was written.
CREATE TABLE sync (
  owner_id TEXT PRIMARY KEY,
  mode TEXT NOT NULL,
  schedule TEXT,
  is_paused INTEGER NOT NULL,
  next_ms INTEGER,
  fingerprint TEXT
) STRICT, WITHOUT ROWID;

-- Files of folders as they were when they were last brought. retry_ms: of one that could not be read, when to try again.
CREATE TABLE sync_file (
  owner_id TEXT NOT NULL,
  loader_id TEXT NOT NULL,
  path TEXT NOT NULL,
  identity TEXT NOT NULL,
  retry_ms INTEGER,
  PRIMARY KEY (owner_id, loader_id, path)
) STRICT, WITHOUT ROWID;

-- AUTOINCREMENT: pages of the log go by it. result: JSON.
CREATE TABLE sync_log (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  owner_id TEXT NOT NULL,
  date TEXT NOT NULL,
  cause TEXT NOT NULL,
  outcome TEXT NOT NULL,
  message TEXT NOT NULL,
  run_id TEXT,
  result TEXT
) STRICT;
CREATE INDEX sync_log_by_owner ON sync_log (owner_id, id);
`,
};
