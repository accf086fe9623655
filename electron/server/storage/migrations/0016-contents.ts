import type { Migration } from './migration.ts';

/** The name of a chunk's source, for people: what its loader wrote as `source`. */
const SOURCE_OF_NEW = `coalesce(CAST(NEW.metadata ->> '$.source' AS TEXT), '')`;
const SOURCE_OF_OLD = SOURCE_OF_NEW.replaceAll('NEW', 'OLD');
const NOW_MS = `CAST(unixepoch('subsec') * 1000 AS INTEGER)`;

/** Bytes of a chunk's text, without reading it. @param row NEW or OLD */
function bytesOfChunk(row: string): string {
  return `coalesce((SELECT octet_length(content) FROM chunk_text WHERE id = ${row}.text_id), octet_length(${row}.content))`;
}

function bytesOfText(row: string): string {
  return `coalesce((SELECT octet_length(content) FROM chunk_text WHERE id = ${row}.text_id), 0)`;
}

interface Counted {
  /** Values of kind, place and generation. */
  readonly scope: string;
  readonly name: string;
  readonly bytes: string;
  readonly chunkNo: string;
  readonly row: string;
}

function add({ scope, name, bytes, chunkNo, row }: Counted): string {
  return `
  INSERT INTO content_source (kind, place, generation, name, chunk_count, size_bytes, changed_ms)
    VALUES (${scope}, ${name}, 1, ${bytes}, ${NOW_MS})
    ON CONFLICT (kind, place, generation, name) DO UPDATE SET chunk_count = chunk_count + 1,
      size_bytes = size_bytes + excluded.size_bytes, changed_ms = excluded.changed_ms;
  INSERT INTO content_place (source_id, chunk_no, chunk_id)
    SELECT id, ${chunkNo}, ${row} FROM content_source WHERE (kind, place, generation, name) = (${scope}, ${name});`;
}

function take({ scope, name, bytes, chunkNo, row }: Counted): string {
  const mine = `(kind, place, generation, name) = (${scope}, ${name})`;
  return `
  DELETE FROM content_place WHERE chunk_no = ${chunkNo} AND chunk_id = ${row}
    AND source_id = (SELECT id FROM content_source WHERE ${mine});
  UPDATE content_source SET chunk_count = chunk_count - 1, size_bytes = size_bytes - ${bytes}, changed_ms = ${NOW_MS} WHERE ${mine};`;
}

function chunkOf(row: 'NEW' | 'OLD'): Counted {
  return {
    scope: `1, ${row}.collection_id, 0`,
    name: row === 'NEW' ? SOURCE_OF_NEW : SOURCE_OF_OLD,
    bytes: bytesOfChunk(row),
    chunkNo: `${row}.chunk_no`,
    row: `${row}.id`,
  };
}

function storeChunkOf(row: 'NEW' | 'OLD'): Counted {
  return {
    scope: `2, ${row}.loader_seq, ${row}.generation`,
    name: `${row}.source`,
    bytes: bytesOfText(row),
    chunkNo: `${row}.chunk_no`,
    row: `${row}.seq`,
  };
}

/** Source rows without chunks go when a chunk goes; not when one is only written anew, so that a source keeps its id. */
function dropEmpty({ scope, name }: Counted): string {
  return `
  DELETE FROM content_source WHERE (kind, place, generation, name) = (${scope}, ${name}) AND chunk_count = 0;`;
}

/**
 * What lies where, by source: for showing it. Triggers keep it, in the transaction of each change, so that it can't differ from the chunks. And what people have
 * changed in it: edits of passages, which every later load meets again, and sources that were removed and may be brought back.
 */
export const contents: Migration = {
  name: 'contents',
  sql: `
-- kind: 1 a collection (place: its id, generation: 0), 2 a document store's loader (place: its seq). size_bytes: of the texts in UTF-8.
CREATE TABLE content_source (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind INTEGER NOT NULL,
  place INTEGER NOT NULL,
  generation INTEGER NOT NULL,
  name TEXT NOT NULL,
  chunk_count INTEGER NOT NULL,
  size_bytes INTEGER NOT NULL,
  changed_ms INTEGER NOT NULL,
  UNIQUE (kind, place, generation, name)
) STRICT;

-- The chunks of a source in their order. chunk_id: chunk.id for kind 1, document_store_chunk.seq for kind 2.
CREATE TABLE content_place (
  source_id INTEGER NOT NULL,
  chunk_no INTEGER NOT NULL,
  chunk_id INTEGER NOT NULL,
  PRIMARY KEY (source_id, chunk_no, chunk_id)
) STRICT, WITHOUT ROWID;

INSERT INTO content_source (kind, place, generation, name, chunk_count, size_bytes, changed_ms)
  SELECT 1, c.collection_id, 0, coalesce(CAST(c.metadata ->> '$.source' AS TEXT), '') AS source, count(*),
    sum(coalesce(octet_length(t.content), octet_length(c.content))), 0
  FROM chunk c LEFT JOIN chunk_text t ON t.id = c.text_id GROUP BY c.collection_id, source;
INSERT INTO content_source (kind, place, generation, name, chunk_count, size_bytes, changed_ms)
  SELECT 2, c.loader_seq, c.generation, c.source, count(*), sum(octet_length(t.content)), 0
  FROM document_store_chunk c JOIN chunk_text t ON t.id = c.text_id GROUP BY c.loader_seq, c.generation, c.source;
INSERT INTO content_place (source_id, chunk_no, chunk_id)
  SELECT s.id, c.chunk_no, c.id FROM chunk c JOIN content_source s
    ON (s.kind, s.place, s.generation, s.name) = (1, c.collection_id, 0, coalesce(CAST(c.metadata ->> '$.source' AS TEXT), ''));
INSERT INTO content_place (source_id, chunk_no, chunk_id)
  SELECT s.id, c.chunk_no, c.seq FROM document_store_chunk c JOIN content_source s
    ON (s.kind, s.place, s.generation, s.name) = (2, c.loader_seq, c.generation, c.source);

CREATE TRIGGER content_of_new_chunk AFTER INSERT ON chunk BEGIN ${add(chunkOf('NEW'))}
END;
-- Before: afterwards the text may be gone.
CREATE TRIGGER content_of_old_chunk BEFORE DELETE ON chunk BEGIN ${take(chunkOf('OLD'))}${dropEmpty(chunkOf('OLD'))}
END;
CREATE TRIGGER content_of_moved_chunk AFTER UPDATE OF metadata, chunk_no ON chunk
  WHEN OLD.chunk_no <> NEW.chunk_no OR OLD.metadata ->> '$.source' IS NOT NEW.metadata ->> '$.source' BEGIN ${take(chunkOf('OLD'))}${add(chunkOf('NEW'))}${dropEmpty(chunkOf('OLD'))}
END;

CREATE TRIGGER content_of_new_store_chunk AFTER INSERT ON document_store_chunk BEGIN ${add(storeChunkOf('NEW'))}
END;
CREATE TRIGGER content_of_old_store_chunk BEFORE DELETE ON document_store_chunk BEGIN ${take(storeChunkOf('OLD'))}${dropEmpty(storeChunkOf('OLD'))}
END;
CREATE TRIGGER content_before_edit BEFORE UPDATE OF text_id ON document_store_chunk WHEN OLD.text_id <> NEW.text_id BEGIN ${take(storeChunkOf('OLD'))}
END;
CREATE TRIGGER content_after_edit AFTER UPDATE OF text_id ON document_store_chunk WHEN OLD.text_id <> NEW.text_id BEGIN ${add(storeChunkOf('NEW'))}
END;

-- part_id: the chatflow, or the loader of a document store, that meets the passage when it loads. passage_key: 16 bytes of the hash of source and original;
-- edited_key: the same of the text that takes its place. content: null when the passage is deleted. metadata: JSON of what was changed in it, null for nothing.
-- is_unmet: 1 when the last load of the source did not meet the passage.
CREATE TABLE passage_edit (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  owner_id TEXT NOT NULL,
  part_id TEXT NOT NULL,
  source TEXT NOT NULL,
  name TEXT NOT NULL,
  passage_key BLOB NOT NULL,
  edited_key BLOB NOT NULL,
  chunk_no INTEGER NOT NULL,
  original TEXT NOT NULL,
  original_metadata TEXT NOT NULL,
  content TEXT,
  metadata TEXT,
  is_unmet INTEGER NOT NULL DEFAULT 0,
  edited_date TEXT NOT NULL,
  UNIQUE (part_id, passage_key)
) STRICT;
CREATE INDEX passage_edit_by_owner ON passage_edit (owner_id, is_unmet, id);
CREATE INDEX passage_edit_by_text ON passage_edit (part_id, edited_key);

-- node_id: the vector store of the chatflow, null for a document store.
CREATE TABLE removed_source (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  owner_id TEXT NOT NULL,
  part_id TEXT NOT NULL,
  node_id TEXT,
  name TEXT NOT NULL,
  chunk_count INTEGER NOT NULL,
  removed_date TEXT NOT NULL
) STRICT;
CREATE INDEX removed_source_by_owner ON removed_source (owner_id, id);
CREATE INDEX removed_source_by_date ON removed_source (removed_date);

-- source: value of the source id key.
CREATE TABLE removed_chunk (
  id INTEGER PRIMARY KEY,
  removed_id INTEGER NOT NULL,
  source TEXT NOT NULL,
  chunk_no INTEGER NOT NULL,
  metadata TEXT NOT NULL,
  content TEXT NOT NULL
) STRICT;
CREATE INDEX removed_chunk_by_source ON removed_chunk (removed_id, id);
`,
};
