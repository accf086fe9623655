import type { Migration } from './migration.ts';

/** What upserts leave behind beside their runs: how to start one again, the history, and answers to calls with an Idempotency-Key. */
export const upsertExtras: Migration = {
  name: 'upsert extras',
  sql: `
-- Of runs that did not finish (yet). folder: where the uploads lie, in the temporary folder; null when there were none.
CREATE TABLE run_request (
  run_id TEXT PRIMARY KEY REFERENCES run (id) ON DELETE CASCADE,
  folder TEXT,
  request TEXT NOT NULL,
  resumed_by TEXT
) STRICT;

-- Of runs that are in the history once they have finished. flow_data: nodes with the values that the run used, without secrets.
CREATE TABLE upsert_history (
  run_seq INTEGER PRIMARY KEY REFERENCES run (seq) ON DELETE CASCADE,
  flow_data TEXT NOT NULL
) STRICT;
-- All runs before this version were upserts; what they used is not known.
INSERT INTO upsert_history (run_seq, flow_data) SELECT seq, '[]' FROM run;

-- owner_id: a chatflow or a document store. answer: null until there is one.
CREATE TABLE idempotency_key (
  owner_id TEXT NOT NULL,
  key TEXT NOT NULL,
  fingerprint BLOB NOT NULL,
  run_id TEXT NOT NULL,
  status INTEGER NOT NULL,
  answer TEXT,
  created_date TEXT NOT NULL,
  PRIMARY KEY (owner_id, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX idempotency_key_by_date ON idempotency_key (created_date);

CREATE TRIGGER upsert_extras_of_chatflow AFTER DELETE ON chatflow BEGIN
  DELETE FROM upsert_history WHERE run_seq IN (SELECT seq FROM run WHERE chatflow_id = OLD.id);
  DELETE FROM run_request WHERE run_id IN (SELECT id FROM run WHERE chatflow_id = OLD.id);
  DELETE FROM idempotency_key WHERE owner_id = OLD.id;
END;
CREATE TRIGGER upsert_extras_of_document_store AFTER DELETE ON document_store BEGIN
  DELETE FROM upsert_history WHERE run_seq IN (SELECT seq FROM run WHERE chatflow_id = OLD.id);
  DELETE FROM run_request WHERE run_id IN (SELECT id FROM run WHERE chatflow_id = OLD.id);
  DELETE FROM idempotency_key WHERE owner_id = OLD.id;
END;
`,
};
