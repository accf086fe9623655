import type { Database } from '../database.ts';

export interface EmbeddingRow {
  readonly id: number;
}

/** Vectors by model and content hash: what was embedded once is never embedded again. */
export function createEmbeddingRepository(db: Database) {
  const findModel = db.prepare<[string], { id: number; dimensions: number }>(
    'SELECT id, dimensions FROM embedding_model WHERE name = ?',
  );
  const insertModel = db.prepare<[string, number]>('INSERT INTO embedding_model (name, dimensions) VALUES (?, ?)');
  const find = db.prepare<[number, Buffer], EmbeddingRow>(
    'SELECT id FROM embedding WHERE model_id = ? AND content_hash = ?',
  );
  const insert = db.prepare<[number, Buffer, Buffer]>(
    'INSERT INTO embedding (model_id, content_hash, vector) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const vector = db.prepare<[number], Buffer>('SELECT vector FROM embedding WHERE id = ?').pluck();
  return {
    findModel: (name: string) => findModel.get(name),
    /** The row of a model, made if it is new. Inside a transaction. */
    ensureModel(name: string, dimensions: number): number {
      return findModel.get(name)?.id ?? Number(insertModel.run(name, dimensions).lastInsertRowid);
    },
    find: (modelId: number, contentHash: Buffer): number | undefined => find.get(modelId, contentHash)?.id,
    /** The vector of a row. */
    read(id: number): Float32Array | undefined {
      const blob = vector.get(id);
      return blob === undefined ? undefined : new Float32Array(new Uint8Array(blob).buffer);
    },
    /** Stores a vector, or finds the one that another run stored meanwhile. Inside a transaction. */
    insert(modelId: number, contentHash: Buffer, vector: Float32Array): number {
      const blob = Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
      const result = insert.run(modelId, contentHash, blob);
      if (result.changes === 1) return Number(result.lastInsertRowid);
      const row = find.get(modelId, contentHash);
      if (row === undefined) throw new Error('An embedding was neither inserted nor found.');
      return row.id;
    },
  };
}

export type EmbeddingRepository = ReturnType<typeof createEmbeddingRepository>;
