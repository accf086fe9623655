import type { Migration } from './migration.ts';

const COLLECTION = `coalesce((SELECT collection_id FROM chunk WHERE uuid = unhex(replace(j.value ->> '$.id', '-', ''))), 0)`;
const SOURCE = `coalesce(CAST(j.value ->> '$.metadata.source' AS TEXT), '')`;

/** From which sources stored messages have passages, so that these can be emptied when a source is deleted for good. */
export const chatSources: Migration = {
  name: 'chat sources',
  sql: `
-- collection_id: that of the chunks when they were found; 0: in a remote store, or in memory; below 0: the source was deleted there.
CREATE TABLE chat_source (
  id INTEGER PRIMARY KEY,
  owner_id TEXT NOT NULL,
  source TEXT NOT NULL,
  collection_id INTEGER NOT NULL,
  UNIQUE (owner_id, source, collection_id)
) STRICT;
CREATE TABLE chat_passage (
  source_id INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  PRIMARY KEY (source_id, seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX chat_passage_by_message ON chat_passage (seq);
INSERT INTO chat_source (owner_id, source, collection_id)
  SELECT DISTINCT m.owner_id, ${SOURCE}, ${COLLECTION} FROM chat_message m JOIN json_each(m.passages) j;
INSERT INTO chat_passage (source_id, seq)
  SELECT DISTINCT s.id, m.seq FROM chat_message m JOIN json_each(m.passages) j
    JOIN chat_source s ON (s.owner_id, s.source, s.collection_id) = (m.owner_id, ${SOURCE}, ${COLLECTION});

-- A list of one type, of which there may be few.
CREATE INDEX chat_message_by_type ON chat_message (owner_id, chat_type, seq);

CREATE TRIGGER sources_of_message AFTER INSERT ON chat_message WHEN NEW.passages IS NOT NULL BEGIN
  INSERT INTO chat_source (owner_id, source, collection_id)
    SELECT NEW.owner_id, ${SOURCE}, ${COLLECTION} FROM json_each(NEW.passages) j WHERE true ON CONFLICT DO NOTHING;
  INSERT INTO chat_passage (source_id, seq)
    SELECT DISTINCT s.id, NEW.seq FROM json_each(NEW.passages) j
      JOIN chat_source s ON (s.owner_id, s.source, s.collection_id) = (NEW.owner_id, ${SOURCE}, ${COLLECTION});
END;
CREATE TRIGGER passages_without_message AFTER DELETE ON chat_message BEGIN
  DELETE FROM chat_passage WHERE seq = OLD.seq;
END;
`,
};
