import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createRemoteReader } from '../../../../../electron/server/services/contents/remote-reader.ts';
import { createMemoryStores } from '../../../../../electron/server/stores/memory/memory-stores.ts';

const never = new AbortController().signal;
/** Chunks that a remote store may have to be listed whole. */
const LISTED = 20_000;

async function storeWith(count: number) {
  const store = createMemoryStores().openMemoryStore('many');
  await store.prepare({ id: 'm', dimensions: 2 }, never);
  const chunks = Array.from({ length: count }, (_, index) => ({
    id: randomUUID(),
    content: `Chunk ${index}`,
    metadata: { source: `file-${index % 4}.txt` },
    chunkNo: Math.floor(index / 4) + 1,
    vector: Float32Array.from([1, index]),
  }));
  await store.upsert(chunks, never);
  return { store, chunks };
}

test('a store with more chunks than can be listed says how many it has', async () => {
  const { store } = await storeWith(LISTED + 700);
  const reader = createRemoteReader(store, new Map(), () => 0, never);
  expect(await reader.totals()).toMatchObject({ sources: 4, chunks: LISTED });
  expect(await reader.storedChunks()).toBe(LISTED + 700);
  const page = await reader.page({ sourceId: undefined, from: { place: LISTED - 3 }, limit: 10 });
  expect(page).toMatchObject({ total: LISTED, next: undefined });
  expect(page.chunks).toHaveLength(3);
});

test('a sample has its share of every source', async () => {
  const { store } = await storeWith(400);
  const { total, chunks } = await createRemoteReader(store, new Map(), () => 0, never).sample(40, never);
  expect(total).toBe(400);
  expect(chunks).toHaveLength(40);
  for (const source of [0, 1, 2, 3]) expect(chunks.filter((chunk) => chunk.source === source)).toHaveLength(10);
});

test('a list is read again when it is old, or when something was changed here', async () => {
  const { store, chunks } = await storeWith(8);
  const listings = new Map();
  let nowMs = 0;
  const reader = createRemoteReader(store, listings, () => nowMs, never);
  expect((await reader.totals()).chunks).toBe(8);
  await store.deleteByIds([chunks[0]?.id ?? ''], never);
  expect((await reader.totals()).chunks).toBe(8);
  // A chunk that is listed and gone is left out, and nothing else is moved.
  const page = await reader.page({ sourceId: undefined, from: { place: 0 }, limit: 8 });
  expect(page.chunks.map(({ content }) => content)).not.toContain('Chunk 0');
  nowMs = 30_001;
  expect((await reader.totals()).chunks).toBe(7);
  await store.deleteByIds([chunks[1]?.id ?? ''], never);
  listings.delete(store.collection);
  expect((await reader.totals()).chunks).toBe(6);
});
