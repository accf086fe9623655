import type { ModelIdentity } from '../../core/vector-store.ts';
import type { Database } from '../database.ts';

/** Rows that a run has looked up for batches that it has not written yet: they must not be pruned. */
export interface EmbeddingHold {
  /** @param ids may still grow */
  add(ids: ReadonlyMap<string, number>): void;
  /** The batch is written. */
  drop(ids: ReadonlyMap<string, number>): void;
  close(): void;
}

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
  const modelsOf = db
    .prepare<[string], string | null>(
      `SELECT DISTINCT m.name FROM json_each(?) j LEFT JOIN embedding e ON e.id = j.value LEFT JOIN embedding_model m ON m.id = e.model_id`,
    )
    .pluck();
  const vector = db.prepare<[number], Buffer>('SELECT vector FROM embedding WHERE id = ?').pluck();
  const markRemote = db.prepare<[string, number, string]>(
    `INSERT INTO embedding_outside (embedding_id, owner_id, day) SELECT value, ?, ? FROM json_each(?) WHERE true
     ON CONFLICT DO UPDATE SET day = excluded.day WHERE day <> excluded.day`,
  );
  const held = new Set<ReadonlyMap<string, number>>();
  return {
    /** Keeps rows from being pruned until they are dropped or the hold is closed. */
    hold(): EmbeddingHold {
      const mine = new Set<ReadonlyMap<string, number>>();
      const drop = (ids: ReadonlyMap<string, number>) => {
        mine.delete(ids);
        held.delete(ids);
      };
      return {
        add(ids) {
          mine.add(ids);
          held.add(ids);
        },
        drop,
        close: () => [...mine].forEach(drop),
      };
    },
    /** Ids that are held now. */
    heldIds: (): ReadonlySet<number> => new Set([...held].flatMap((ids) => [...ids.values()])),
    /** Says that chunks of these vectors are in a remote store. Inside a transaction. @param day days since 1970 */
    markRemote: (ownerId: string, day: number, ids: Iterable<number>): void =>
      void markRemote.run(ownerId, day, JSON.stringify([...ids])),
    findModel: (name: string) => findModel.get(name),
    /** The one model that made all of some vectors; undefined: there are several, or a vector is gone. */
    modelOf(ids: readonly number[]): ModelIdentity | undefined {
      const names = modelsOf.all(JSON.stringify(ids));
      const [name] = names;
      const model = names.length !== 1 || name == null ? undefined : findModel.get(name);
      return model === undefined || name == null ? undefined : { id: name, dimensions: model.dimensions };
    },
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
