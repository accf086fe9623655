import { randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { EmbeddedChunk, VectorStore } from '../../../../../electron/server/core/vector-store.ts';
import { createMemoryStores } from '../../../../../electron/server/stores/memory/memory-stores.ts';
import { createRandom, MODEL, randomVector } from '../../../../helpers/builders/vector-corpus.ts';

const never = new AbortController().signal;
const random = createRandom(3);
const filter = { index: 6399 };

function chunksOf(count: number, dimensions = MODEL.dimensions, text = 'words') {
  return Array.from({ length: count }, (_, index) => ({
    id: randomUUID(),
    content: text,
    metadata: { index },
    chunkNo: index + 1,
    vector: randomVector(random, dimensions),
  }));
}

describe('the bound of the memory', () => {
  test('applies to all collections together, and deleted chunks free memory', async () => {
    const stores = createMemoryStores(20_000);
    const [one, two] = [stores.openMemoryStore('one'), stores.openMemoryStore('two')];
    await one.prepare(MODEL, never);
    await two.prepare(MODEL, never);
    const many = chunksOf(30);
    await one.upsert(many, never);
    await expect(two.upsert(chunksOf(100), never)).rejects.toMatchObject({ code: 'MEMORY_FULL', status: 507 });
    const held = await two.count(never);
    expect(held).toBeLessThan(100);
    await one.deleteByIds(
      many.map(({ id }) => id),
      never,
    );
    await two.upsert(chunksOf(20), never);
    expect(await two.count(never)).toBe(held + 20);
  });

  test('counts a chunk that is replaced once', async () => {
    const store = createMemoryStores(10_000).openMemoryStore('one');
    await store.prepare(MODEL, never);
    const [chunk] = chunksOf(1, MODEL.dimensions, 'x'.repeat(6000));
    if (chunk === undefined) throw new Error('No chunk');
    for (let round = 0; round < 5; round += 1) await store.upsert([chunk], never);
    expect(await store.count(never)).toBe(1);
  });

  test('an emptied store gives all of it back', async () => {
    const store = createMemoryStores(20_000).openMemoryStore('one');
    for (let round = 0; round < 5; round += 1) {
      await store.prepare(MODEL, never);
      await store.upsert(chunksOf(40), never);
      await store.deleteAll(never);
    }
    expect(await store.count(never)).toBe(0);
  });
});

test('an empty collection takes another model', async () => {
  const store = createMemoryStores().openMemoryStore('one');
  await store.prepare(MODEL, never);
  await store.prepare({ id: 'other', dimensions: 16 }, never);
  await store.upsert(chunksOf(2, 16), never);
  expect(await store.model(never)).toEqual({ id: 'other', dimensions: 16 });
});

test('a vector with a number that is not finite is kept, and no question finds it', async () => {
  const store = createMemoryStores().openMemoryStore('one');
  await store.prepare(MODEL, never);
  const [good, bad] = chunksOf(2);
  if (good === undefined || bad === undefined) throw new Error('No chunks');
  bad.vector[3] = Number.NaN;
  await store.upsert([good, bad], never);
  expect(await store.count(never)).toBe(2);
  const hits = await store.query({ vector: good.vector, topK: 5, filter: undefined }, never);
  expect(hits.map(({ id }) => id)).toEqual([good.id]);
});

test('chunks that come and go while a question is being answered: no error, no hit that is gone', async () => {
  const store = createMemoryStores().openMemoryStore('one');
  const model = { id: 'large', dimensions: 384 };
  await store.prepare(model, never);
  const chunks = chunksOf(30_000, 384);
  await store.upsert(chunks, never);
  const asked = store.query({ vector: randomVector(random, 384), topK: 1000, filter: { index: [1, 2, 3] } }, never);
  const gone = chunks.slice(0, 3).map(({ id }) => id);
  await store.deleteByIds(gone, never);
  await store.upsert(chunksOf(100, 384), never);
  for (const { id } of await asked) expect(gone).not.toContain(id);
});

test.each([
  ['compared', (store: VectorStore) => store.query({ vector: randomVector(random), topK: 5, filter }, never)],
  ['written', (store: VectorStore, chunks: EmbeddedChunk[]) => store.upsert(chunks, never)],
  ['listed', (store: VectorStore) => store.browse?.listChunks({ after: undefined, limit: 6400 }, never)],
])('the event loop turns at least every 600 chunks while many are %s slowly', async (_what, work) => {
  const store = createMemoryStores().openMemoryStore('one');
  await store.prepare(MODEL, never);
  const chunks = chunksOf(6400);
  await store.upsert(chunks, never);
  // Each look at the clock is a ms later than the one before, as if 64 chunks took so long.
  let nowMs = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (nowMs += 1));
  onTestFinished(() => clock.mockRestore());
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await work(store, chunks);
  isOver = true;
  expect(turns).toBeGreaterThanOrEqual(10);
});
