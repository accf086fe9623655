import { join } from 'node:path';
import { uuidText } from '../../../electron/server/common/uuid.ts';
import { openReadOnly } from '../../../electron/server/storage/database.ts';

export interface StoredChunk {
  readonly id: string;
  readonly content: string;
  readonly metadata: string;
  readonly chunkNo: number;
  readonly vector: Float32Array;
}

/** Chunks of a collection as the database stores them, in insertion order. */
export function readChunks(dataDir: string, collection: string): StoredChunk[] {
  const db = openReadOnly(join(dataDir, 'tributary.db'));
  try {
    const rows = db
      .prepare<[string], { uuid: Buffer; content: string; metadata: string; chunk_no: number; vector: Buffer }>(
        `SELECT chunk.uuid, chunk.content, chunk.metadata, chunk.chunk_no, embedding.vector FROM chunk_with_text AS chunk
         JOIN collection ON collection.id = chunk.collection_id AND collection.name = ?
         JOIN embedding ON embedding.id = chunk.embedding_id ORDER BY chunk.id`,
      )
      .all(collection);
    return rows.map((row) => ({
      id: uuidText(row.uuid),
      content: row.content,
      metadata: row.metadata,
      chunkNo: row.chunk_no,
      vector: new Float32Array(new Uint8Array(row.vector).buffer),
    }));
  } finally {
    db.close();
  }
}

/** Rows without their counterpart; all zero in a store where every batch is complete. */
export function countHalves(dataDir: string): Readonly<Record<string, number>> {
  const db = openReadOnly(join(dataDir, 'tributary.db'));
  const count = (sql: string): number =>
    db.prepare<[], number>(`SELECT count(*) FROM ${sql}`).pluck().get() ?? Number.NaN;
  try {
    return {
      chunksWithoutVector: count('chunk WHERE embedding_id NOT IN (SELECT id FROM embedding)'),
      chunksWithoutRecord: count('chunk WHERE uuid NOT IN (SELECT chunk_uuid FROM record)'),
      recordsWithoutChunk: count('record WHERE chunk_uuid NOT IN (SELECT uuid FROM chunk)'),
      chunksWithoutLog: count('chunk WHERE id NOT IN (SELECT chunk_id FROM vector_log WHERE op = 1)'),
      loggedButGone: count(
        'vector_log AS added WHERE op = 1 AND chunk_id NOT IN (SELECT id FROM chunk) AND NOT EXISTS (SELECT 1 FROM vector_log AS gone WHERE gone.op = 2 AND gone.chunk_id = added.chunk_id)',
      ),
      damagedPages: db.pragma('integrity_check', { simple: true }) === 'ok' ? 0 : 1,
    };
  } finally {
    db.close();
  }
}

/** The content of a set of chunks without ids: for comparing two stores. */
export function contentsOf(chunks: readonly StoredChunk[]): readonly string[] {
  return chunks.map(({ content, metadata, chunkNo }) => `${chunkNo} ${metadata} ${content}`).sort();
}

function cosine(a: Float32Array, b: Float32Array): number {
  let dot = 0;
  let aa = 0;
  let bb = 0;
  for (let index = 0; index < a.length; index += 1) {
    const x = a[index] ?? 0;
    const y = b[index] ?? 0;
    dot += x * y;
    aa += x * x;
    bb += y * y;
  }
  return dot / Math.sqrt(aa * bb);
}

/** The nearest chunks by comparison with every vector: what an index must find. */
export function scanExactly(chunks: readonly StoredChunk[], query: Float32Array, topK: number): readonly string[] {
  return chunks
    .map((chunk) => ({ id: chunk.id, score: cosine(chunk.vector, query) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, topK)
    .map(({ id }) => id);
}
