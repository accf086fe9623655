import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { randomVector } from '../builders/vector-corpus.ts';
import { bare, MODEL, makeChunk, never, random, type StoreContext } from './vector-store-chunks.ts';

/** How a vector store keeps, replaces and deletes chunks. */
export function describeStoring({ newName, open, reopen, filled }: StoreContext): void {
  test('before it is made: no model, nothing in it, nothing found, nothing to delete', async () => {
    const store = await open();
    expect(await store.model(never)).toBeUndefined();
    expect(await store.count(never)).toBe(0);
    expect(await store.query({ vector: randomVector(random), topK: 3, filter: undefined }, never)).toEqual([]);
    expect(await store.getByIds([randomUUID()], never)).toEqual([]);
    await store.deleteByIds([randomUUID()], never);
    await store.deleteAll(never);
    expect(await store.check(never)).toMatch(/\w+/);
    expect(await store.model(never), 'looking must not make it').toBeUndefined();
  });

  test('made and empty: nothing found, its model is known', async () => {
    const store = await open();
    await store.prepare(MODEL, never);
    await store.prepare(MODEL, never);
    expect(await store.count(never)).toBe(0);
    expect(await store.query({ vector: randomVector(random), topK: 3, filter: undefined }, never)).toEqual([]);
    const model = await store.model(never);
    expect(model?.dimensions).toBe(MODEL.dimensions);
    expect([MODEL.id, undefined]).toContain(model?.id);
  });

  test('two handles that make it at the same time', async () => {
    const collection = newName();
    const stores = await Promise.all([open(collection), open(collection), open(collection)]);
    await Promise.all(stores.map((store) => store.prepare(MODEL, never)));
    await Promise.all(stores.map((store, index) => store.upsert([makeChunk(`from handle ${index}`)], never)));
    expect(await stores[0]?.count(never)).toBe(3);
  });

  test('what goes in comes out: ids, texts, metadata of every kind, chunk numbers', async () => {
    const chunks = [
      makeChunk('Plain words.', { source: 'a.txt' }),
      { ...makeChunk('  spaces, tabs\tand\r\nline\nbreaks  '), chunkNo: 2_000_000 },
      makeChunk('漢字 😀 עברית é e\u0301 \u2028 \u0001', { 漢字: '😀', 'quo\'te"s': '\\ back', empty: '' }),
      makeChunk('Nested', { loc: { lines: { from: 1, to: 2 }, deep: [{ a: [null, true, 1.5] }] }, list: ['a', 'b'] }),
      makeChunk('Scalars', { yes: true, no: false, none: null, int: 9_007_199_254_740_991, float: 0.1, text: '1' }),
      makeChunk('No metadata at all', {}),
      makeChunk('Long '.repeat(40_000), { long: 'x'.repeat(20_000) }),
      makeChunk("'); DROP TABLE chunk; -- $1 :id {{x}} %s", { "a'b": '$2', $type: 'x' }),
    ];
    const store = await filled(chunks);
    expect(await store.count(never)).toBe(chunks.length);
    const ids = chunks.map(({ id }) => id);
    expect(bare(await store.getByIds([...ids, randomUUID()], never))).toEqual(bare(chunks));
    for (const chunk of chunks) {
      const [hit] = await store.query({ vector: chunk.vector, topK: 1, filter: undefined }, never);
      expect(hit).toMatchObject({ id: chunk.id, pageContent: chunk.content, chunkNo: chunk.chunkNo });
      expect(hit?.metadata).toEqual(chunk.metadata);
    }
  });

  test('another handle sees what is confirmed', async () => {
    const store = await filled([makeChunk('one'), makeChunk('two')]);
    const other = await reopen(store);
    expect(other.collection).toBe(store.collection);
    expect(await other.count(never)).toBe(2);
    expect((await other.model(never))?.dimensions).toBe(MODEL.dimensions);
  });

  test('the same id again: text, metadata, place and vector are replaced, keys that are gone are gone', async () => {
    const first = makeChunk('before', { team: 'red', old: true });
    const second = {
      ...first,
      content: 'after',
      metadata: { team: 'blue' },
      chunkNo: 7,
      vector: randomVector(random),
    };
    const other = makeChunk('beside');
    const store = await filled([first, other]);
    await store.upsert([second], never);
    await store.upsert([second], never);
    expect(await store.count(never)).toBe(2);
    expect(bare(await store.getByIds([first.id], never))).toEqual(bare([second]));
    const [hit] = await store.query({ vector: second.vector, topK: 1, filter: undefined }, never);
    expect(hit?.id).toBe(first.id);
    expect(hit?.score).toBeCloseTo(1, 3);
    const old = await store.query({ vector: first.vector, topK: 5, filter: { old: true } }, never);
    expect(old).toEqual([]);
  });

  test('deleting: those named, once or twice, whether they are there or not', async () => {
    const chunks = Array.from({ length: 10 }, (_, index) => makeChunk(`chunk ${index}`));
    const store = await filled(chunks);
    const gone = chunks.slice(0, 4).map(({ id }) => id);
    await store.deleteByIds([...gone, randomUUID()], never);
    await store.deleteByIds(gone, never);
    await store.deleteByIds([], never);
    expect(await store.count(never)).toBe(6);
    expect(await store.getByIds(gone, never)).toEqual([]);
    const hits = await store.query(
      { vector: chunks[0]?.vector ?? randomVector(random), topK: 10, filter: undefined },
      never,
    );
    expect(hits.map(({ id }) => id).sort()).toEqual(
      chunks
        .slice(4)
        .map(({ id }) => id)
        .sort(),
    );
  });

  test('deleting all, and filling it again', async () => {
    const store = await filled([makeChunk('one'), makeChunk('two')]);
    await store.deleteAll(never);
    expect(await store.count(never)).toBe(0);
    expect(await store.query({ vector: randomVector(random), topK: 3, filter: undefined }, never)).toEqual([]);
    await store.prepare(MODEL, never);
    await store.upsert([makeChunk('three')], never);
    expect(await store.count(never)).toBe(1);
  });

  test('collections do not see each other', async () => {
    const one = await filled([makeChunk('one')]);
    const two = await filled([makeChunk('two'), makeChunk('three')]);
    await one.deleteAll(never);
    expect(await two.count(never)).toBe(2);
    expect(await one.count(never)).toBe(0);
  });

  test('vectors of another length, or of another model if it knows the name, are refused with 409 and change nothing', async () => {
    const store = await filled([makeChunk('one')]);
    await expect(store.prepare({ id: 'other', dimensions: 16 }, never)).rejects.toMatchObject({
      code: 'EMBEDDING_MISMATCH',
      status: 409,
    });
    const again = await reopen(store);
    await expect(again.prepare({ id: MODEL.id, dimensions: 4 }, never)).rejects.toMatchObject({
      code: 'EMBEDDING_MISMATCH',
    });
    if ((await store.model(never))?.id !== undefined) {
      await expect(store.prepare({ ...MODEL, id: 'other' }, never)).rejects.toMatchObject({
        code: 'EMBEDDING_MISMATCH',
      });
    }
    await store.prepare(MODEL, never);
    expect(await store.count(never)).toBe(1);
  });
}
