import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openReadOnly } from '../../../../../../electron/server/storage/database.ts';
import { createCollectionWrites } from '../../../../../../electron/server/stores/local/log/collection-writes.ts';
import { MatrixCache } from '../../../../../../electron/server/stores/local/search/matrix-cache.ts';
import {
  blobOf,
  createRandom,
  createTestStore,
  MODEL,
  randomVector,
  type TestStore,
  uuidBytes,
} from '../../../../../helpers/builders/vector-corpus.ts';

const never = new AbortController().signal;
const LARGE = 64 * 1024 * 1024;

describe('vectors in memory', () => {
  let store: TestStore;
  let reader: Database;
  let writes: ReturnType<typeof createCollectionWrites>;
  let collectionId: number;
  const random = createRandom(11);

  beforeEach(() => {
    store = createTestStore();
    reader = openReadOnly(store.file);
    writes = createCollectionWrites(store.db);
    collectionId = writes.idOf('notes');
    writes.bindModel(collectionId, MODEL);
  });
  afterEach(() => {
    reader.close();
    store.remove();
  });

  /** @returns the ids of the chunks */
  function add(count: number): Buffer[] {
    const embed = store.db.prepare('INSERT INTO embedding (model_id, content_hash, vector) VALUES (1, ?, ?)');
    const chunks = Array.from({ length: count }, (_, chunkNo) => {
      const id = uuidBytes();
      const embeddingId = Number(embed.run(id, blobOf(randomVector(random))).lastInsertRowid);
      return { id, content: 'x', metadata: '{}', chunkNo, embeddingId };
    });
    writes.upsert(collectionId, chunks);
    return chunks.map(({ id }) => id);
  }

  test('follow the log between questions, in steps, and only where a question has asked', async () => {
    const cache = new MatrixCache(reader, LARGE);
    const [first = Buffer.alloc(0)] = add(300);
    expect(cache.followInMemory(collectionId, 128)).toBe(false);
    const request = { collectionId, dimensions: MODEL.dimensions, metric: 'cosine' as const, from: 0, signal: never };
    const matrix = await cache.get({ ...request, count: 300 });
    add(200);
    writes.deleteByIds(collectionId, [first]);
    expect(cache.followInMemory(collectionId, 128)).toBe(true);
    expect(matrix?.vectors.position).toBe(428);
    expect(cache.followInMemory(collectionId, 128)).toBe(false);
    expect(matrix?.vectors.position).toBe(501);
    expect(matrix?.vectors.count({ after: 0 })).toBe(499);
    expect(await cache.get({ ...request, count: 499 })).toBe(matrix);
  });
});
