import type { Database } from '../database.ts';

/** A chunk as it is written. Ids are 16 bytes. */
export interface ChunkRow {
  readonly id: Buffer;
  readonly chunk_no: number;
  /** Hash of the content, then of source and content: 16 bytes each. Then, unless it is not known, 8 bytes of the hash of the metadata without position. */
  readonly keys: Buffer;
  readonly source: string;
  /** Canonical JSON. */
  readonly metadata: string;
  readonly content: string;
}

/** Chunks of one loader that count, or are about to. */
export interface ChunkPlace {
  readonly loaderSeq: number;
  readonly generation: number;
}

/** Chunks deleted in one transaction: a few ms. */
const SWEEP_BATCH = 500;
/** Bytes of a chunk's keys that are the hash of its content. */
const CONTENT_HASH_BYTES = 16;
const SELECT_CHUNKS = `SELECT c.id, c.chunk_no, c.keys, c.source, c.metadata, t.content
  FROM document_store_chunk c JOIN chunk_text t ON t.id = c.text_id`;

/** Texts by content: a text goes with the last chunk that names it (triggers of the database see to it). */
function createTexts(db: Database) {
  const add = db.prepare<[Buffer, string]>(
    'INSERT INTO chunk_text (hash, content) VALUES (?, ?) ON CONFLICT DO NOTHING',
  );
  const find = db.prepare<[Buffer], number>('SELECT id FROM chunk_text WHERE hash = ?').pluck();
  return {
    /** The row of a text, made if it is not there. To be named by a chunk in the same transaction. */
    idOf({ keys, content }: Pick<ChunkRow, 'keys' | 'content'>): number {
      const hash = keys.subarray(0, CONTENT_HASH_BYTES);
      const known = find.get(hash);
      return known ?? Number(add.run(hash, content).lastInsertRowid);
    },
  };
}

/** Numbers of a loader's chunks. */
function createNumbers(db: Database) {
  const isTaken = db.prepare<[number, number, number], number>(
    'SELECT 1 FROM document_store_chunk WHERE loader_seq = ? AND generation = ? AND chunk_no = ?',
  );
  const last = db
    .prepare<[number, number], number>(
      'SELECT max(chunk_no) FROM document_store_chunk WHERE loader_seq = ? AND generation = ?',
    )
    .pluck();
  /** The number that a chunk is to have, or the one behind all others if it is taken. */
  return ({ loaderSeq, generation }: ChunkPlace, wanted: number): number =>
    isTaken.get(loaderSeq, generation, wanted) === undefined ? wanted : (last.get(loaderSeq, generation) ?? 0) + 1;
}

/** Rows of the `document_store_chunk` table, and what of it is to be swept. */
export function createDocumentStoreChunkRepository(db: Database) {
  const texts = createTexts(db);
  const insert = db.prepare<[Buffer, number, number, number, Buffer, string, string, number]>(
    `INSERT INTO document_store_chunk (id, loader_seq, generation, chunk_no, keys, source, metadata, text_id)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const page = db.prepare<[number, number, number, number], ChunkRow>(
    `${SELECT_CHUNKS} WHERE c.seq IN (
       SELECT seq FROM document_store_chunk WHERE loader_seq = ? AND generation = ? ORDER BY chunk_no LIMIT ? OFFSET ?
     ) ORDER BY c.chunk_no`,
  );
  const after = db.prepare<[number, number, number, number], ChunkRow>(
    `${SELECT_CHUNKS} WHERE c.loader_seq = ? AND c.generation = ? AND c.chunk_no > ? ORDER BY c.chunk_no LIMIT ?`,
  );
  const find = db.prepare<[Buffer, number, number], ChunkRow>(
    `${SELECT_CHUNKS} WHERE c.id = ? AND c.loader_seq = ? AND c.generation = ?`,
  );
  const update = db.prepare<[Buffer, string, number, Buffer]>(
    'UPDATE document_store_chunk SET keys = ?, metadata = ?, text_id = ? WHERE id = ?',
  );
  const remove = db.prepare<[Buffer]>('DELETE FROM document_store_chunk WHERE id = ?');
  const toSweep = db.prepare<[number, number]>(
    'INSERT INTO document_store_sweep (loader_seq, generation) VALUES (?, ?) ON CONFLICT DO NOTHING',
  );
  const spare = db.prepare<[number, number]>(
    'DELETE FROM document_store_sweep WHERE loader_seq = ? AND generation = ?',
  );
  const sweeps = db.prepare<[], { loader_seq: number; generation: number }>('SELECT * FROM document_store_sweep');
  const sweepSome = db.prepare<[number, number, number]>(
    `DELETE FROM document_store_chunk WHERE seq IN (
       SELECT seq FROM document_store_chunk WHERE loader_seq = ? AND generation = ? LIMIT ?)`,
  );
  return {
    /** Inside a transaction. */
    insert({ loaderSeq, generation }: ChunkPlace, row: ChunkRow): void {
      insert.run(row.id, loaderSeq, generation, row.chunk_no, row.keys, row.source, row.metadata, texts.idOf(row));
    },
    /** Part of a loader's chunks in their order. */
    page: ({ loaderSeq, generation }: ChunkPlace, offset: number, limit: number): ChunkRow[] =>
      page.all(loaderSeq, generation, limit, offset),
    /** Chunks behind a chunk number, in order, until `limit` of them or until their texts have `maxUnits` characters. */
    after(
      { loaderSeq, generation }: ChunkPlace,
      chunkNo: number,
      limit: { readonly chunks: number; readonly units: number },
    ): ChunkRow[] {
      const rows: ChunkRow[] = [];
      let units = 0;
      for (const row of after.iterate(loaderSeq, generation, chunkNo, limit.chunks)) {
        rows.push(row);
        units += row.content.length;
        if (units >= limit.units) break;
      }
      return rows;
    },
    find: (id: Buffer, { loaderSeq, generation }: ChunkPlace): ChunkRow | undefined =>
      find.get(id, loaderSeq, generation),
    /** Inside a transaction. */
    update: (row: Pick<ChunkRow, 'id' | 'keys' | 'metadata' | 'content'>): void =>
      void update.run(row.keys, row.metadata, texts.idOf(row), row.id),
    freeNumber: createNumbers(db),
    remove: (id: Buffer): void => void remove.run(id),
    /** Marks these chunks as garbage, unless {@link spare} is called before they are swept. */
    toSweep: ({ loaderSeq, generation }: ChunkPlace): void => void toSweep.run(loaderSeq, generation),
    spare: ({ loaderSeq, generation }: ChunkPlace): void => void spare.run(loaderSeq, generation),
    listSweeps: (): ChunkPlace[] =>
      sweeps.all().map((row) => ({ loaderSeq: row.loader_seq, generation: row.generation })),
    /** @returns how many it deleted; 0 when nothing is left */
    sweepSome: ({ loaderSeq, generation }: ChunkPlace): number =>
      sweepSome.run(loaderSeq, generation, SWEEP_BATCH).changes,
  };
}

export type DocumentStoreChunkRepository = ReturnType<typeof createDocumentStoreChunkRepository>;
