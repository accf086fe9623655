import type { Database } from '../database.ts';

/** A source that messages of a flow or store have passages of. */
export interface ChatSource {
  readonly id: number;
  readonly ownerId: string;
  readonly source: string;
}

/** A message with passages. */
export interface AnsweredMessage {
  readonly seq: number;
  readonly content: string;
  /** JSON. */
  readonly passages: string;
  /** JSON. */
  readonly citations: string;
}

/** Stands for the collection of what is not in the database. */
export const REMOTE = 0;

/** Sources looked at, and messages written, in one step: a few ms. */
const SOURCES = 500;
const MESSAGES = 20;

function prepareFinding(db: Database) {
  return {
    last: db
      .prepare<[number, number], number | null>(
        'SELECT max(id) FROM (SELECT id FROM chat_source WHERE id > ? ORDER BY id LIMIT ?)',
      )
      .pluck(),
    dropUnused: db.prepare<[number, number]>(
      `DELETE FROM chat_source WHERE id > ? AND id <= ?
         AND NOT EXISTS (SELECT 1 FROM chat_passage WHERE source_id = chat_source.id)`,
    ),
    gone: db.prepare<[number, number], ChatSource>(
      `SELECT id, owner_id AS ownerId, source FROM chat_source s WHERE id > ? AND id <= ? AND collection_id <> ${REMOTE}
         AND NOT EXISTS (SELECT 1 FROM content_source WHERE (kind, place, generation, name) = (1, s.collection_id, 0, s.source))
         AND NOT EXISTS (SELECT 1 FROM removed_source r WHERE r.name = s.source AND r.chunk_count > 0)
       ORDER BY id`,
    ),
    undoable: db
      .prepare<[], string>(
        `SELECT DISTINCT coalesce(CAST(p.metadata ->> '$.source' AS TEXT), '') FROM run_change c
           JOIN replaced_chunk p ON p.run_seq = c.run_seq AND p.kind = 3 WHERE c.state IN ('KEPT', 'UNDOING')`,
      )
      .pluck(),
    collectionWith: db
      .prepare<[string, string], number>(
        `SELECT c.id FROM json_each(?) j JOIN collection c ON c.name = j.value
           JOIN content_source k ON (k.kind, k.place, k.generation, k.name) = (1, c.id, 0, ?) LIMIT 1`,
      )
      .pluck(),
    isStored: db.prepare<[Buffer], number>('SELECT 1 FROM chunk WHERE uuid = ?').pluck(),
  };
}

function createMoving(db: Database) {
  const add = db.prepare<[number, number]>(
    'INSERT OR IGNORE INTO chat_source (owner_id, source, collection_id) SELECT owner_id, source, ? FROM chat_source WHERE id = ?',
  );
  const join = db.prepare<[number, number]>(
    `INSERT OR IGNORE INTO chat_passage (source_id, seq) SELECT n.id, p.seq FROM chat_source o
       JOIN chat_source n ON (n.owner_id, n.source, n.collection_id) = (o.owner_id, o.source, ?)
       JOIN chat_passage p ON p.source_id = o.id WHERE o.id = ?`,
  );
  const unlink = db.prepare<[number]>('DELETE FROM chat_passage WHERE source_id = ?');
  return db.transaction((id: number, collectionId: number): void => {
    add.run(collectionId, id);
    join.run(collectionId, id);
    unlink.run(id);
  });
}

function createEmptying(db: Database) {
  const messages = db.prepare<[number, number], AnsweredMessage>(
    `SELECT m.seq, content, passages, coalesce(citations, '[]') AS citations FROM chat_passage p
       JOIN chat_message m ON m.seq = p.seq WHERE p.source_id = ? LIMIT ?`,
  );
  const update = db.prepare<[AnsweredMessage]>(
    'UPDATE chat_message SET content = @content, passages = @passages, citations = @citations WHERE seq = @seq',
  );
  const unlink = db.prepare<[number, number]>('DELETE FROM chat_passage WHERE source_id = ? AND seq = ?');
  return db.transaction((id: number, toEmptied: (message: AnsweredMessage) => AnsweredMessage): number => {
    const rows = messages.all(id, MESSAGES);
    for (const row of rows) {
      update.run(toEmptied(row));
      unlink.run(id, row.seq);
    }
    return rows.length;
  });
}

/** Rows of `chat_source`, and the messages that have passages of these. */
export function createChatSourceRepository(db: Database) {
  const sql = prepareFinding(db);
  const move = createMoving(db);
  const empty = createEmptying(db);
  const forgetRemote = db.prepare<[string, string]>(
    `UPDATE chat_source SET collection_id = -id WHERE owner_id = ? AND source = ? AND collection_id = ${REMOTE}`,
  );
  return {
    /**
     * Those of some sources that are no longer where they were found, nor in the bin; drops what no message has.
     * @param after the id to go on behind
     * @returns also the id of the last that was looked at; undefined at the end
     */
    gone(after: number): { readonly sources: readonly ChatSource[]; readonly last: number | undefined } {
      const last = sql.last.get(after, SOURCES) ?? undefined;
      if (last === undefined) return { sources: [], last };
      sql.dropUnused.run(after, last);
      return { sources: sql.gone.all(after, last), last };
    },
    /** Names of sources of which undoing a run would restore chunks. */
    undoable: (): ReadonlySet<string> => new Set(sql.undoable.all()),
    /** One of these collections that has a source. */
    collectionWith: (names: readonly string[], source: string): number | undefined =>
      sql.collectionWith.get(JSON.stringify(names), source),
    /** The source is in another collection now. */
    move: (id: number, collectionId: number): void => move.immediate(id, collectionId),
    /** Whether a chunk is stored. @param chunkId 16 bytes */
    isStored: (chunkId: Buffer): boolean => sql.isStored.get(chunkId) !== undefined,
    /** Writes some messages without what they have of a source. @returns how many */
    empty: (id: number, toEmptied: (message: AnsweredMessage) => AnsweredMessage): number =>
      empty.immediate(id, toEmptied),
    /** A source that was not in the database is deleted for good. */
    forgetRemote: (ownerId: string, source: string): void => void forgetRemote.run(ownerId, source),
  };
}

export type ChatSourceRepository = ReturnType<typeof createChatSourceRepository>;
