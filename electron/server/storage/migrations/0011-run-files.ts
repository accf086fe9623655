import type { Migration } from './migration.ts';

/** What has become of each file of a run, and what a run is of. */
export const runFiles: Migration = {
  name: 'run files',
  sql: `
-- 'flow' or 'store': what chatflow_id names.
ALTER TABLE run ADD COLUMN kind TEXT;
-- JSON: how far it came.
ALTER TABLE run ADD COLUMN progress TEXT;
UPDATE run SET kind = CASE
  WHEN chatflow_id IN (SELECT id FROM document_store) THEN 'store'
  WHEN chatflow_id IN (SELECT id FROM chatflow) THEN 'flow'
END;
CREATE INDEX run_by_kind ON run (kind, seq DESC);
CREATE INDEX run_by_status_and_seq ON run (status, seq DESC);
DROP INDEX run_by_status;

-- file_no: from 1, in the order in which they became known.
CREATE TABLE run_file (
  run_seq INTEGER NOT NULL REFERENCES run (seq) ON DELETE CASCADE,
  file_no INTEGER NOT NULL,
  node_id TEXT NOT NULL,
  name TEXT NOT NULL,
  state TEXT NOT NULL,
  size_bytes INTEGER,
  chunks INTEGER NOT NULL,
  added INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  skipped INTEGER NOT NULL,
  elapsed_ms INTEGER,
  error_code TEXT,
  error_message TEXT,
  PRIMARY KEY (run_seq, file_no)
) STRICT, WITHOUT ROWID;
CREATE INDEX run_file_by_state ON run_file (run_seq, state, file_no);
`,
};
