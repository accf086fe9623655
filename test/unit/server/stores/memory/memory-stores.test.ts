import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createMemoryStores } from '../../../../../electron/server/stores/memory/memory-stores.ts';
import { createRandom, MODEL, randomVector } from '../../../../helpers/builders/vector-corpus.ts';

const never = new AbortController().signal;
const random = createRandom(3);

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

test('the event loop turns while many chunks are compared', async () => {
  const store = createMemoryStores().openMemoryStore('one');
  const model = { id: 'large', dimensions: 384 };
  await store.prepare(model, never);
  await store.upsert(chunksOf(60_000, 384), never);
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await store.query({ vector: randomVector(random, 384), topK: 5, filter: { index: 59_999 } }, never);
  isOver = true;
  expect(turns).toBeGreaterThan(2);
});
