import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../../../../../electron/server/storage/database.ts';
import { openReadOnly } from '../../../../../../electron/server/storage/database.ts';
import { createCollectionWrites } from '../../../../../../electron/server/stores/local/log/collection-writes.ts';
import { createLogReader } from '../../../../../../electron/server/stores/local/log/log-reader.ts';
import { ExactScan } from '../../../../../../electron/server/stores/local/search/exact-scan.ts';
import { MatrixCache } from '../../../../../../electron/server/stores/local/search/matrix-cache.ts';
import type { RankedChunk } from '../../../../../../electron/server/stores/local/search/top-k.ts';
import { matrixRowBytes } from '../../../../../../electron/server/stores/local/search/vector-matrix.ts';
import {
  blobOf,
  cosine,
  createRandom,
  createTestStore,
  MODEL,
  randomVector,
  type TestStore,
  uuidBytes,
} from '../../../../../helpers/builders/vector-corpus.ts';

const never = new AbortController().signal;
const LARGE = 64 * 1024 * 1024;

interface Known {
  readonly uuid: Buffer;
  readonly vector: Float32Array;
  readonly even: boolean;
}

describe('exact scan', () => {
  let store: TestStore;
  let reader: Database;
  let writes: ReturnType<typeof createCollectionWrites>;
  let collectionId: number;
  const known = new Map<number, Known>();
  const random = createRandom(7);

  beforeEach(() => {
    store = createTestStore();
    reader = openReadOnly(store.file);
    writes = createCollectionWrites(store.db);
    collectionId = writes.idOf('notes');
    writes.bindModel(collectionId, MODEL);
    known.clear();
  });
  afterEach(() => {
    reader.close();
    store.remove();
  });

  function add(vector: Float32Array): number {
    const uuid = uuidBytes();
    const even = known.size % 2 === 0;
    const embedding = store.db.prepare('INSERT INTO embedding (model_id, content_hash, vector) VALUES (1, ?, ?)');
    const embeddingId = Number(embedding.run(uuid, blobOf(vector)).lastInsertRowid);
    writes.upsert(collectionId, [
      { id: uuid, content: 'x', metadata: JSON.stringify({ even }), chunkNo: 1, embeddingId },
    ]);
    const id = store.db.prepare<[Buffer], number>('SELECT id FROM chunk WHERE uuid = ?').pluck().get(uuid) ?? 0;
    known.set(id, { uuid, vector, even });
    return id;
  }

  function addMany(count: number): number[] {
    return store.db.transaction(() => Array.from({ length: count }, () => add(randomVector(random))))();
  }

  function remove(id: number): void {
    const chunk = known.get(id);
    if (chunk !== undefined) writes.deleteByIds(collectionId, [chunk.uuid]);
    known.delete(id);
  }

  function oracle(query: Float32Array, topK: number, fits = (_: Known) => true): number[] {
    return [...known]
      .filter(([, chunk]) => fits(chunk))
      .map(([id, { vector }]) => ({ id, score: cosine(query, vector) }))
      .sort((a, b) => b.score - a.score || a.id - b.id)
      .slice(0, topK)
      .map(({ id }) => id);
  }

  const ids = (ranked: readonly RankedChunk[] | undefined) => ranked?.map(({ id }) => id);
  const ask = (vector: Float32Array, topK = 5) => ({ collectionId, vector, topK, filter: undefined, signal: never });

  test.each([
    ['kept in memory', LARGE],
    ['read page by page', 0],
  ])('vectors %s: equals the comparison with all, while chunks come and go', async (_how, matrixBytes) => {
    const scan = new ExactScan(reader, { matrixBytes });
    addMany(2500);
    for (let round = 0; round < 4; round += 1) {
      const query = randomVector(random);
      expect(ids(await scan.scan(ask(query, 10)))).toEqual(oracle(query, 10));
      for (const id of [...known.keys()].slice(0, 600)) remove(id);
      addMany(50);
    }
  });

  test('both ways give the same scores, to the bit', async () => {
    addMany(300);
    const query = randomVector(random);
    const inMemory = await new ExactScan(reader, { matrixBytes: LARGE }).scan(ask(query, 300));
    const paged = await new ExactScan(reader, { matrixBytes: 0 }).scan(ask(query, 300));
    expect(inMemory).toEqual(paged);
    expect(inMemory).toHaveLength(300);
  });

  test('vectors that are equal come in the order of their age', async () => {
    const vector = randomVector(random);
    const added = [add(vector), add(vector), add(vector)];
    const scan = new ExactScan(reader, { matrixBytes: LARGE });
    expect(ids(await scan.scan(ask(vector, 2)))).toEqual(added.slice(0, 2));
  });

  test('ignores a vector with NaN, of zeros or of another length', async () => {
    const good = add(Float32Array.of(1, 0, 0, 0, 0, 0, 0, 0));
    add(Float32Array.of(Number.NaN, 0, 0, 0, 0, 0, 0, 0));
    const zero = add(new Float32Array(8));
    add(Float32Array.of(1, 2));
    for (const matrixBytes of [LARGE, 0]) {
      const ranked = await new ExactScan(reader, { matrixBytes }).scan(ask(Float32Array.of(2, 0, 0, 0, 0, 0, 0, 0)));
      expect(ranked).toEqual([
        { id: good, score: 1 },
        { id: zero, score: 0 },
      ]);
    }
  });

  test('a filter leaves the rest in order', async () => {
    addMany(1500);
    const query = randomVector(random);
    const scan = new ExactScan(reader, { matrixBytes: LARGE });
    const ranked = await scan.scan({ ...ask(query, 10), filter: { even: true } });
    expect(ids(ranked)).toEqual(oracle(query, 10, ({ even }) => even));
  });

  test('a question of another dimension is refused', async () => {
    addMany(3);
    const scan = new ExactScan(reader, { matrixBytes: LARGE });
    await expect(scan.scan(ask(new Float32Array(5)))).rejects.toMatchObject({ code: 'EMBEDDING_MISMATCH' });
  });

  test('an aborted question stops between two pages', async () => {
    addMany(1500);
    const controller = new AbortController();
    const scan = new ExactScan(reader, { matrixBytes: 0 });
    const asked = scan.scan({ ...ask(randomVector(random)), signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(asked).rejects.toThrow('enough');
  });

  test('an empty collection has nothing', async () => {
    const scan = new ExactScan(reader, { matrixBytes: LARGE });
    expect(await scan.scan(ask(randomVector(random)))).toEqual([]);
    expect(await scan.scan({ ...ask(randomVector(random)), collectionId: 99 })).toEqual([]);
  });

  describe('rank: what a graph found, with the tail of the log', () => {
    test.each([
      ['kept in memory', LARGE],
      ['read page by page', 0],
    ])('tail %s: equals the comparison with all, whatever happened since', async (_how, matrixBytes) => {
      const scan = new ExactScan(reader, { matrixBytes });
      const log = createLogReader(reader);
      addMany(400);
      for (let round = 0; round < 4; round += 1) {
        const after = log.lastSeq(collectionId);
        const query = randomVector(random);
        const candidates = oracle(query, 20);
        addMany(60);
        for (const id of [...known.keys()].slice(0, 10)) remove(id);
        for (const id of candidates.slice(0, 5)) remove(id);
        expect(ids(await scan.rank({ ...ask(query), candidates, after }))).toEqual(oracle(query, 5));
        const even = await scan.rank({ ...ask(query, 2), filter: { even: true }, candidates, after });
        if (even !== undefined) expect(ids(even)).toEqual(oracle(query, 2, (chunk) => chunk.even));
      }
    });

    test('scores are those of the scan, to the bit', async () => {
      const scan = new ExactScan(reader, { matrixBytes: LARGE });
      addMany(50);
      const query = randomVector(random);
      const after = createLogReader(reader).lastSeq(collectionId);
      const ranked = await scan.rank({ ...ask(query), candidates: oracle(query, 20), after });
      expect(ranked).toEqual(await scan.scan(ask(query)));
    });

    test('says when deletions left too few', async () => {
      const scan = new ExactScan(reader, { matrixBytes: LARGE });
      addMany(100);
      const query = randomVector(random);
      const after = createLogReader(reader).lastSeq(collectionId);
      const candidates = oracle(query, 6);
      for (const id of candidates.slice(0, 3)) remove(id);
      expect(await scan.rank({ ...ask(query), candidates, after })).toBeUndefined();
    });

    test('says when the tail is most of the collection', async () => {
      const scan = new ExactScan(reader, { matrixBytes: LARGE });
      addMany(100);
      expect(await scan.rank({ ...ask(randomVector(random)), candidates: [], after: 0 })).toBeUndefined();
    });
  });

  test('any sequence of adds, deletes and questions equals the comparison with all', async () => {
    const command = fc.oneof(
      { weight: 5, arbitrary: fc.record({ kind: fc.constant('add' as const), seed: fc.integer() }) },
      { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove' as const), at: fc.nat() }) },
      {
        weight: 2,
        arbitrary: fc.record({
          kind: fc.constant('ask' as const),
          seed: fc.integer(),
          topK: fc.integer({ min: 1, max: 6 }),
        }),
      },
    );
    const scans = [LARGE, 0].map((matrixBytes) => new ExactScan(reader, { matrixBytes }));
    await fc.assert(
      fc.asyncProperty(fc.array(command, { maxLength: 40 }), async (commands) => {
        for (const step of commands) {
          if (step.kind === 'add') add(randomVector(createRandom(step.seed)));
          else if (step.kind === 'remove') remove([...known.keys()][step.at % Math.max(1, known.size)] ?? 0);
          else {
            const query = randomVector(createRandom(step.seed));
            for (const scan of scans) {
              expect(ids(await scan.scan(ask(query, step.topK)))).toEqual(oracle(query, step.topK));
            }
          }
        }
      }),
      { numRuns: 30 },
    );
  });

  test('keeps the last queried collections within the memory budget', async () => {
    const rowBytes = matrixRowBytes(MODEL.dimensions);
    const cache = new MatrixCache(reader, 5000 * rowBytes);
    addMany(3000);
    const metric = 'cosine' as const;
    const first = { collectionId, dimensions: MODEL.dimensions, metric, from: 0, count: 3000, signal: never };
    expect((await cache.get(first))?.vectors.position).toBe(3000);
    const second = writes.idOf('other');
    collectionId = second;
    addMany(3000);
    expect(await cache.get({ ...first, collectionId: second })).toBeDefined();
    expect(cache.bytes).toBeLessThanOrEqual(5000 * rowBytes);
    expect(await cache.get({ ...first, count: 5001, from: 0 })).toBeDefined();
    addMany(3000);
    expect(await cache.get({ ...first, collectionId: second, count: 6000 })).toBeUndefined();
  });

  test('keeps a limited number of collections, however small', async () => {
    const cache = new MatrixCache(reader, LARGE);
    const counted = async (names: readonly string[]): Promise<number> => {
      for (const name of names) {
        collectionId = writes.idOf(name);
        add(randomVector(random));
        const request = {
          collectionId,
          dimensions: MODEL.dimensions,
          metric: 'cosine' as const,
          count: 1,
          signal: never,
        };
        expect((await cache.get({ ...request, from: 0 }))?.vectors.count({ after: 0 })).toBe(1);
      }
      return cache.bytes;
    };
    const limit = await counted(Array.from({ length: 32 }, (_, i) => `first ${i}`));
    expect(await counted(Array.from({ length: 10 }, (_, i) => `second ${i}`))).toBe(limit);
  });

  test('questions about an earlier tail still see all of it when a later one came first', async () => {
    const cache = new MatrixCache(reader, LARGE);
    addMany(900);
    const metric = 'cosine' as const;
    const request = { collectionId, dimensions: MODEL.dimensions, metric, count: 900, signal: never };
    const [early, late] = await Promise.all([
      cache.get({ ...request, from: 100 }),
      cache.get({ ...request, from: 700 }),
    ]);
    expect(early?.vectors.from).toBeLessThanOrEqual(100);
    expect(late?.vectors.from).toBeLessThanOrEqual(700);
  });
});
