import type { Migration } from './migration.ts';

/** Flows and document stores that were deleted in the window, and can be brought back for some days. */
export const bin: Migration = {
  name: 'bin',
  sql: `
-- The rows of the owner stay where they are; whatever reads flows or stores leaves out those that are named here.
-- reaches_elsewhere: 1 if what it has in remote stores goes with it.
CREATE TABLE bin (
  owner_id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('chatflow', 'documentStore')),
  binned_date TEXT NOT NULL,
  reaches_elsewhere INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`,
};
