import type { Migration } from './migration.ts';

/** Files that came with questions: they go with their chat. */
export const chatUploads: Migration = {
  name: 'chat uploads',
  sql: `
-- The bytes are in the folder "attachments", under the id.
CREATE TABLE chat_upload (
  id TEXT PRIMARY KEY,
  owner_id TEXT NOT NULL,
  chat_id TEXT NOT NULL,
  name TEXT NOT NULL,
  mime TEXT NOT NULL,
  size_bytes INTEGER NOT NULL,
  created_date TEXT NOT NULL,
  UNIQUE (owner_id, chat_id, name)
) STRICT;
CREATE TRIGGER chat_upload_of_chatflow AFTER DELETE ON chatflow BEGIN
  DELETE FROM chat_upload WHERE owner_id = OLD.id;
END;
CREATE TRIGGER chat_upload_of_store AFTER DELETE ON document_store BEGIN
  DELETE FROM chat_upload WHERE owner_id = OLD.id;
END;
-- JSON list of what came with a question: type, name, mime.
ALTER TABLE chat_message ADD COLUMN file_uploads TEXT;
`,
};
