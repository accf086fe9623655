import { expect, test } from 'vitest';
import { randomVector } from '../builders/vector-corpus.ts';
import { LONG_MS, makeChunk, never, random, type StoreContext } from './vector-store-chunks.ts';

/** A vector store under many chunks and concurrent calls, and with calls that are cut short. */
export function describeHardUse({ open, openAnother, filled }: StoreContext, largeBatch: number): void {
  test(
    `${largeBatch} chunks in one call: all are there, a question is answered, all are deleted by one call`,
    async () => {
      const chunks = Array.from({ length: largeBatch }, (_, index) => ({
        ...makeChunk(`Chunk number ${index}`, { index, source: `file-${index % 10}.txt` }),
        chunkNo: index + 1,
      }));
      const store = await filled(chunks);
      expect(await store.count(never)).toBe(largeBatch);
      const wanted = chunks[Math.floor(largeBatch / 2)];
      const [hit] = await store.query(
        { vector: wanted?.vector ?? randomVector(random), topK: 1, filter: undefined },
        never,
      );
      expect(hit?.id).toBe(wanted?.id);
      const ids = chunks.map(({ id }) => id);
      expect(await store.getByIds(ids, never)).toHaveLength(largeBatch);
      await store.deleteByIds(ids, never);
      expect(await store.count(never)).toBe(0);
    },
    LONG_MS,
  );

  test('many calls at once', async () => {
    const store = await filled([makeChunk('first')]);
    await Promise.all(
      Array.from({ length: 10 }, async (_, index) => {
        const chunk = makeChunk(`chunk ${index}`);
        await store.upsert([chunk], never);
        const [hit] = await store.query({ vector: chunk.vector, topK: 1, filter: undefined }, never);
        expect(hit?.id).toBe(chunk.id);
      }),
    );
    expect(await store.count(never)).toBe(11);
  });

  test('an aborted call fails and writes nothing', async () => {
    const chunk = makeChunk('one');
    const store = await filled([chunk]);
    const aborted = AbortSignal.abort(new Error('stopped by the test'));
    await expect(store.upsert([makeChunk('two')], aborted)).rejects.toThrow();
    await expect(store.deleteByIds([chunk.id], aborted)).rejects.toThrow();
    await expect(store.deleteAll(aborted)).rejects.toThrow();
    await expect(store.count(aborted)).rejects.toThrow();
    await expect(store.query({ vector: chunk.vector, topK: 1, filter: undefined }, aborted)).rejects.toThrow();
    expect(await store.count(never)).toBe(1);
  });

  test(
    'a call that is aborted half-way ends, and the store can be used on',
    async () => {
      const store = await filled([]);
      const controller = new AbortController();
      const chunks = Array.from({ length: 2000 }, (_, index) => makeChunk(`chunk ${index}`));
      const work = store.upsert(chunks, controller.signal).catch((error: unknown) => error);
      setImmediate(() => controller.abort(new Error('stopped by the test')));
      await work;
      await store.upsert(chunks, never);
      expect(await store.count(never)).toBe(chunks.length);
    },
    LONG_MS,
  );

  test('closing one handle leaves the others alone, and what is stored stays', async () => {
    const store = await filled([makeChunk('one')]);
    const other = await openAnother(store);
    await other.count(never);
    await other.close();
    expect(await store.count(never)).toBe(1);
  });

  test('closing a handle that was never used', async () => {
    await (await openAnother(await open())).close();
  });
}
