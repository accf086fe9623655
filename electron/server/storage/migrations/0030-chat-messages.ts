import type { Migration } from './migration.ts';

/** What was asked and answered, and how who asked can be reached. Feedback is on answers of document stores, too, which are no chatflows. */
export const chatMessages: Migration = {
  name: 'chat messages',
  sql: `
-- passages, citations: JSON lists. The rows go with their flow or store, in the background.
CREATE TABLE chat_message (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  owner_id TEXT NOT NULL,
  chat_id TEXT NOT NULL,
  session_id TEXT NOT NULL,
  role TEXT NOT NULL,
  chat_type TEXT NOT NULL,
  content TEXT NOT NULL,
  passages TEXT,
  citations TEXT,
  outcome TEXT,
  error TEXT,
  lead_email TEXT,
  created_date TEXT NOT NULL
) STRICT;
CREATE INDEX chat_message_by_owner ON chat_message (owner_id, seq);
CREATE INDEX chat_message_by_chat ON chat_message (owner_id, chat_id, seq);
CREATE INDEX chat_message_by_session ON chat_message (owner_id, session_id, seq);

CREATE TABLE lead (
  id TEXT PRIMARY KEY,
  owner_id TEXT NOT NULL,
  chat_id TEXT NOT NULL,
  name TEXT,
  email TEXT,
  phone TEXT,
  created_date TEXT NOT NULL
) STRICT;
CREATE INDEX lead_by_owner ON lead (owner_id, created_date);
CREATE TRIGGER lead_of_chatflow AFTER DELETE ON chatflow BEGIN
  DELETE FROM lead WHERE owner_id = OLD.id;
END;
CREATE TRIGGER lead_of_store AFTER DELETE ON document_store BEGIN
  DELETE FROM lead WHERE owner_id = OLD.id;
END;

CREATE TABLE feedback_of_owner (
  id TEXT PRIMARY KEY,
  chatflowid TEXT NOT NULL,
  chat_id TEXT NOT NULL,
  message_id TEXT NOT NULL UNIQUE,
  rating TEXT NOT NULL,
  content TEXT,
  created_date TEXT NOT NULL
) STRICT;
INSERT INTO feedback_of_owner SELECT id, chatflowid, chat_id, message_id, rating, content, created_date FROM feedback ORDER BY rowid;
DROP TABLE feedback;
ALTER TABLE feedback_of_owner RENAME TO feedback;
CREATE INDEX feedback_by_chatflow ON feedback (chatflowid, created_date);
CREATE INDEX feedback_by_date ON feedback (created_date, id);
CREATE INDEX feedback_by_rating ON feedback (rating, created_date, id);
CREATE TRIGGER feedback_of_chatflow AFTER DELETE ON chatflow BEGIN
  DELETE FROM feedback WHERE chatflowid = OLD.id;
END;
CREATE TRIGGER feedback_of_store AFTER DELETE ON document_store BEGIN
  DELETE FROM feedback WHERE chatflowid = OLD.id;
END;
`,
};
