import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MatrixCache } from '../../../../../../electron/server/stores/local/search/matrix-cache.ts';
import { matrixRowBytes } from '../../../../../../electron/server/stores/local/search/vector-matrix.ts';
import { createVectorCollection, type VectorCollection } from '../../../../../helpers/builders/vector-collection.ts';
import { createRandom, MODEL, randomVector } from '../../../../../helpers/builders/vector-corpus.ts';

const never = new AbortController().signal;
const LARGE = 64 * 1024 * 1024;

describe('vectors in memory', () => {
  let collection: VectorCollection;
  const random = createRandom(11);

  beforeEach(() => {
    collection = createVectorCollection();
  });
  afterEach(() => collection.remove());

  const add = (count: number, collectionId?: number) =>
    collection.add(
      Array.from({ length: count }, () => ({ vector: randomVector(random) })),
      collectionId,
    );
  const request = () => ({
    collectionId: collection.collectionId,
    dimensions: MODEL.dimensions,
    metric: 'cosine' as const,
    from: 0,
    signal: never,
  });

  test('follow the log between questions, in steps, and only where a question has asked', async () => {
    const cache = new MatrixCache(collection.reader, LARGE);
    const [first = Buffer.alloc(0)] = add(300);
    expect(cache.followInMemory(collection.collectionId, 128)).toBe(false);
    const matrix = await cache.get({ ...request(), count: 300 });
    add(200);
    collection.writes.deleteByIds(collection.collectionId, [first]);
    expect(cache.followInMemory(collection.collectionId, 128)).toBe(true);
    expect(matrix?.vectors.position).toBe(428);
    expect(cache.followInMemory(collection.collectionId, 128)).toBe(false);
    expect(matrix?.vectors.position).toBe(501);
    expect(matrix?.vectors.count({ after: 0 })).toBe(499);
    expect(await cache.get({ ...request(), count: 499 })).toBe(matrix);
  });

  test('keeps the last queried collections within the memory budget', async () => {
    const rowBytes = matrixRowBytes(MODEL.dimensions);
    const cache = new MatrixCache(collection.reader, 5000 * rowBytes);
    add(3000);
    const first = { ...request(), count: 3000 };
    expect((await cache.get(first))?.vectors.position).toBe(3000);
    const second = collection.writes.idOf('other');
    add(3000, second);
    expect(await cache.get({ ...first, collectionId: second })).toBeDefined();
    expect(cache.bytes).toBeLessThanOrEqual(5000 * rowBytes);
    expect(await cache.get({ ...first, count: 5001, from: 0 })).toBeDefined();
    add(3000, second);
    expect(await cache.get({ ...first, collectionId: second, count: 6000 })).toBeUndefined();
  });

  test('keeps a limited number of collections, however small', async () => {
    const cache = new MatrixCache(collection.reader, LARGE);
    const counted = async (names: readonly string[]): Promise<number> => {
      for (const name of names) {
        const id = collection.writes.idOf(name);
        add(1, id);
        expect((await cache.get({ ...request(), collectionId: id, count: 1 }))?.vectors.count({ after: 0 })).toBe(1);
      }
      return cache.bytes;
    };
    const limit = await counted(Array.from({ length: 32 }, (_, i) => `first ${i}`));
    expect(await counted(Array.from({ length: 10 }, (_, i) => `second ${i}`))).toBe(limit);
  });

  test('questions about an earlier tail still see all of it when a later one came first', async () => {
    const cache = new MatrixCache(collection.reader, LARGE);
    add(900);
    const whole = { ...request(), count: 900 };
    const [early, late] = await Promise.all([cache.get({ ...whole, from: 100 }), cache.get({ ...whole, from: 700 })]);
    expect(early?.vectors.from).toBeLessThanOrEqual(100);
    expect(late?.vectors.from).toBeLessThanOrEqual(700);
  });
});
