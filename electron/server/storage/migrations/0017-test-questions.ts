import type { Migration } from './migration.ts';

/** Questions with the sources of their answers, by which people see whether a search got better. */
export const testQuestions: Migration = {
  name: 'test questions',
  sql: `
-- sources: JSON list of texts. The rows go with their flow or store.
CREATE TABLE test_question (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  owner_id TEXT NOT NULL,
  question TEXT NOT NULL,
  sources TEXT NOT NULL
) STRICT;
CREATE INDEX test_question_by_owner ON test_question (owner_id, seq);
CREATE TRIGGER test_question_of_chatflow AFTER DELETE ON chatflow BEGIN
  DELETE FROM test_question WHERE owner_id = OLD.id;
END;
CREATE TRIGGER test_question_of_store AFTER DELETE ON document_store BEGIN
  DELETE FROM test_question WHERE owner_id = OLD.id;
END;
`,
};
