import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EmbeddedChunk, LocalVectorStore } from '../../../../../electron/server/core/vector-store.ts';
import { createVectorService, type VectorService } from '../../../../../electron/server/stores/local/vector-service.ts';
import {
  blobOf,
  createTestLog,
  createTestStore,
  MODEL,
  type TestStore,
} from '../../../../helpers/builders/vector-corpus.ts';
import { describeBrowsing } from '../../../../helpers/contracts/vector-store-browsing.ts';
import { never } from '../../../../helpers/contracts/vector-store-chunks.ts';

describe('the local store', () => {
  let store: TestStore;
  let service: VectorService;
  let collections = 0;

  beforeAll(() => {
    store = createTestStore();
    const { db, file, dir } = store;
    service = createVectorService({ db, databaseFile: file, dataDir: dir, log: createTestLog(), graphFromChunks: 100 });
  });
  afterAll(async () => {
    await service.close();
    store.remove();
  });

  function openNew(): LocalVectorStore {
    collections += 1;
    return service.openCollection(`collection ${collections}`);
  }

  /** Chunks with the rows of their vectors, as the embedding step writes them. */
  function withRows(chunks: readonly EmbeddedChunk[]): readonly EmbeddedChunk[] {
    const insert = store.db.prepare<[string, Buffer, Buffer]>(
      `INSERT INTO embedding (model_id, content_hash, vector)
       VALUES ((SELECT id FROM embedding_model WHERE name = ?), ?, ?)`,
    );
    return chunks.map((chunk) => {
      const embeddingId = Number(insert.run(MODEL.id, randomBytes(16), blobOf(chunk.vector)).lastInsertRowid);
      return { ...chunk, embeddingId };
    });
  }

  describeBrowsing({
    open: async () => openNew(),
    reopen: async (opened) => service.openCollection(opened.collection),
    async filled(chunks) {
      const local = openNew();
      await local.prepare(MODEL, never);
      await local.upsert(withRows(chunks), never);
      return local;
    },
  });

  test('a page is read from the index, wherever it begins', () => {
    const plan = store.db
      .prepare<[], { detail: string }>(
        `EXPLAIN QUERY PLAN SELECT id FROM chunk
         WHERE collection_id = 1 AND (embedding_id, id) > (5, 7) ORDER BY embedding_id, id LIMIT 10`,
      )
      .all()
      .map(({ detail }) => detail);
    expect(plan).toEqual([
      expect.stringMatching(/SEARCH chunk USING .*INDEX chunk_by_collection \(collection_id=\? AND/),
    ]);
  });
});
