import type { Database } from '../database.ts';

/** A source that was removed, with its chunks, for bringing it back. */
export interface RemovedSource {
  readonly id: number;
  readonly ownerId: string;
  /** The chatflow, or the loader that it was of. */
  readonly partId: string;
  /** The vector store of the chatflow; null for a document store. */
  readonly nodeId: string | null;
  readonly name: string;
  readonly chunks: number;
  readonly removedDate: string;
}

export interface RemovedChunk {
  /** Value of the source id key. */
  readonly source: string;
  readonly chunkNo: number;
  readonly content: string;
  /** Canonical JSON. */
  readonly metadata: string;
}

const COLUMNS =
  'id, owner_id AS ownerId, part_id AS partId, node_id AS nodeId, name, chunk_count AS chunks, removed_date AS removedDate';

/** Removed sources, which are kept for a while. */
export function createRemovedSourceRepository(db: Database) {
  const insert = db.prepare<[string, string, string | null, string, string]>(
    'INSERT INTO removed_source (owner_id, part_id, node_id, name, chunk_count, removed_date) VALUES (?, ?, ?, ?, 0, ?)',
  );
  const insertChunk = db.prepare<[number, string, number, string, string]>(
    'INSERT INTO removed_chunk (removed_id, source, chunk_no, metadata, content) VALUES (?, ?, ?, ?, ?)',
  );
  const grow = db.prepare<[number, number]>('UPDATE removed_source SET chunk_count = chunk_count + ? WHERE id = ?');
  const list = db.prepare<[string], RemovedSource>(
    `SELECT ${COLUMNS} FROM removed_source WHERE owner_id = ? ORDER BY id DESC`,
  );
  const find = db.prepare<[number, string], RemovedSource>(
    `SELECT ${COLUMNS} FROM removed_source WHERE id = ? AND owner_id = ?`,
  );
  const after = db.prepare<[number, number, number], RemovedChunk & { readonly id: number }>(
    `SELECT id, source, chunk_no AS chunkNo, content, metadata FROM removed_chunk WHERE removed_id = ? AND id > ? ORDER BY id LIMIT ?`,
  );
  const dropChunks = db.prepare<[number, number]>(
    'DELETE FROM removed_chunk WHERE id IN (SELECT id FROM removed_chunk WHERE removed_id = ? LIMIT ?)',
  );
  const drop = db.prepare<[number]>('DELETE FROM removed_source WHERE id = ?');
  const oldest = db
    .prepare<[string], number>('SELECT id FROM removed_source WHERE removed_date < ? ORDER BY removed_date LIMIT 1')
    .pluck();
  const ofOwner = db.prepare<[string], number>('SELECT id FROM removed_source WHERE owner_id = ? LIMIT 1').pluck();

  function dropSome(id: number | undefined, limit: number): number {
    if (id === undefined) return 0;
    const { changes } = dropChunks.run(id, limit);
    return changes > 0 ? changes : drop.run(id).changes;
  }

  return {
    /** @returns its id */
    insert: ({ ownerId, partId, nodeId, name, removedDate }: Omit<RemovedSource, 'id' | 'chunks'>): number =>
      Number(insert.run(ownerId, partId, nodeId, name, removedDate).lastInsertRowid),
    /** Inside the transaction that takes the chunks from where they were, where there is one. */
    addChunks(id: number, chunks: readonly RemovedChunk[]): void {
      for (const { source, chunkNo, metadata, content } of chunks)
        insertChunk.run(id, source, chunkNo, metadata, content);
      grow.run(chunks.length, id);
    },
    list: (ownerId: string): RemovedSource[] => list.all(ownerId),
    find: (ownerId: string, id: number): RemovedSource | undefined => find.get(id, ownerId),
    /** Chunks behind a row, in order. */
    chunksAfter: (id: number, row: number, limit: number) => after.all(id, row, limit),
    /** Deletes a part of it, at last the source itself. @returns 0 when nothing was left */
    dropSome: (id: number, limit: number): number => dropSome(id, limit),
    /** The same of the oldest source that was removed before a date. */
    dropOld: (before: string, limit: number): number => dropSome(oldest.get(before), limit),
    /** The same of any source of an owner. */
    dropOfOwner: (ownerId: string, limit: number): number => dropSome(ofOwner.get(ownerId), limit),
  };
}

export type RemovedSourceRepository = ReturnType<typeof createRemovedSourceRepository>;
