import type { Migration } from './migration.ts';

/** A run is of a library: a chatflow or a document store. */
export const runOwners: Migration = {
  name: 'run owners',
  sql: `
ALTER TABLE run RENAME COLUMN chatflow_id TO owner_id;
DROP INDEX run_by_chatflow;
CREATE INDEX run_by_owner ON run (owner_id, seq DESC);
`,
};
