import type { Migration } from './migration.ts';

/** Where questions to a flow or store may go, and what their answers have used. */
export const answerRules: Migration = {
  name: 'answer rules',
  sql: `
CREATE TABLE local_models_only (owner_id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
-- Hosts that a person has said yes to.
CREATE TABLE model_consent (
  owner_id TEXT NOT NULL,
  host TEXT NOT NULL,
  PRIMARY KEY (owner_id, host)
) STRICT, WITHOUT ROWID;
-- Stays when chats are deleted: a limit counts them all the same.
CREATE TABLE token_use (
  owner_id TEXT NOT NULL,
  day TEXT NOT NULL,
  input_tokens INTEGER NOT NULL,
  output_tokens INTEGER NOT NULL,
  PRIMARY KEY (owner_id, day)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER answer_rules_of_chatflow AFTER DELETE ON chatflow BEGIN
  DELETE FROM local_models_only WHERE owner_id = OLD.id;
  DELETE FROM model_consent WHERE owner_id = OLD.id;
  DELETE FROM token_use WHERE owner_id = OLD.id;
END;
CREATE TRIGGER answer_rules_of_store AFTER DELETE ON document_store BEGIN
  DELETE FROM local_models_only WHERE owner_id = OLD.id;
  DELETE FROM model_consent WHERE owner_id = OLD.id;
  DELETE FROM token_use WHERE owner_id = OLD.id;
END;
`,
};
