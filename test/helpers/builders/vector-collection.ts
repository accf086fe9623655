import { type Database, openReadOnly } from '../../../electron/server/storage/database.ts';
import { createCollectionWrites } from '../../../electron/server/stores/local/log/collection-writes.ts';
import { blobOf, createTestStore, MODEL, type TestStore, uuidBytes } from './vector-corpus.ts';

/** A chunk of a test, of which mostly only its vector and metadata matter. */
export interface VectorChunk {
  readonly content?: string;
  readonly vector: Float32Array;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** A collection in a new data folder, with the parts of the server that write and read it, without the vector store around them. */
export interface VectorCollection {
  readonly store: TestStore;
  /** A connection that only reads, as a search thread's. */
  readonly reader: Database;
  readonly writes: ReturnType<typeof createCollectionWrites>;
  readonly collectionId: number;
  /** Adds chunks in one transaction, to this collection if no other is named. @returns their UUIDs */
  add(chunks: readonly VectorChunk[], collectionId?: number): Buffer[];
  remove(): void;
}

export function createVectorCollection(model = MODEL): VectorCollection {
  const store = createTestStore();
  const reader = openReadOnly(store.file);
  const writes = createCollectionWrites(store.db);
  const collectionId = writes.idOf('notes');
  writes.bindModel(collectionId, model);
  const insert = store.db.prepare('INSERT INTO embedding (model_id, content_hash, vector) VALUES (1, ?, ?)');
  return {
    store,
    reader,
    writes,
    collectionId,
    add(chunks, id = collectionId) {
      const rows = chunks.map((chunk) => ({ uuid: uuidBytes(), content: 'x', metadata: {}, ...chunk }));
      store.db.transaction(() => {
        const stored = rows.map(({ uuid, content, vector, metadata }) => {
          const embeddingId = Number(insert.run(uuid, blobOf(vector)).lastInsertRowid);
          return { id: uuid, content, metadata: JSON.stringify(metadata), chunkNo: 1, embeddingId };
        });
        writes.upsert(id, stored);
      })();
      return rows.map(({ uuid }) => uuid);
    },
    remove() {
      reader.close();
      store.remove();
    },
  };
}
