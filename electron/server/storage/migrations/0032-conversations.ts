import type { Migration } from './migration.ts';

/** Each chat of a flow or store as a row, so that the last used ones are found without reading their messages. */
export const conversations: Migration = {
  name: 'conversations',
  sql: `
-- title: null until somebody names it. Messages up to binned_seq are in the bin, since binned_date; messages and last_seq are of those behind it.
CREATE TABLE conversation (
  owner_id TEXT NOT NULL,
  chat_id TEXT NOT NULL,
  title TEXT,
  messages INTEGER NOT NULL,
  last_seq INTEGER NOT NULL,
  binned_seq INTEGER NOT NULL DEFAULT 0,
  binned_date TEXT,
  PRIMARY KEY (owner_id, chat_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX conversation_by_last ON conversation (last_seq) WHERE messages > 0;
CREATE INDEX conversation_by_owner ON conversation (owner_id, last_seq) WHERE messages > 0;
CREATE INDEX conversation_in_bin ON conversation (binned_date) WHERE binned_date IS NOT NULL;
INSERT INTO conversation (owner_id, chat_id, messages, last_seq)
  SELECT owner_id, chat_id, count(*), max(seq) FROM chat_message GROUP BY owner_id, chat_id;

CREATE TRIGGER conversation_of_message AFTER INSERT ON chat_message BEGIN
  INSERT INTO conversation (owner_id, chat_id, messages, last_seq) VALUES (NEW.owner_id, NEW.chat_id, 1, NEW.seq)
    ON CONFLICT (owner_id, chat_id) DO UPDATE SET messages = messages + 1, last_seq = NEW.seq;
END;
-- SQLite may give the number of a last row again: binned_seq goes back with the messages that it covers.
CREATE TRIGGER conversation_without_message AFTER DELETE ON chat_message BEGIN
  UPDATE conversation SET
    messages = messages - (OLD.seq > binned_seq),
    last_seq = CASE WHEN OLD.seq < last_seq THEN last_seq ELSE coalesce((
      SELECT max(seq) FROM chat_message WHERE owner_id = OLD.owner_id AND chat_id = OLD.chat_id), 0) END,
    binned_seq = CASE WHEN OLD.seq <> binned_seq THEN binned_seq ELSE coalesce((
      SELECT max(seq) FROM chat_message WHERE owner_id = OLD.owner_id AND chat_id = OLD.chat_id AND seq < OLD.seq), 0) END
    WHERE owner_id = OLD.owner_id AND chat_id = OLD.chat_id;
  DELETE FROM conversation WHERE owner_id = OLD.owner_id AND chat_id = OLD.chat_id AND messages = 0
    AND NOT EXISTS (SELECT 1 FROM chat_message WHERE owner_id = OLD.owner_id AND chat_id = OLD.chat_id);
END;
`,
};
