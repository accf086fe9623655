import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ChunkToStore } from '../../../../../../electron/server/core/vector-store.ts';
import {
  type CollectionWrites,
  createCollectionWrites,
} from '../../../../../../electron/server/stores/local/log/collection-writes.ts';
import { createTestStore, MODEL, type TestStore, uuidBytes } from '../../../../../helpers/builders/vector-corpus.ts';

describe('collection writes', () => {
  let store: TestStore;
  let writes: CollectionWrites;
  let id: number;

  beforeEach(() => {
    store = createTestStore();
    writes = createCollectionWrites(store.db);
    id = writes.idOf('notes');
  });
  afterEach(() => store.remove());

  function chunk(content: string, chunkId = uuidBytes()): ChunkToStore {
    return { id: chunkId, content, metadata: '{}', chunkNo: 1, embeddingId: 1 };
  }

  function log(): { op: number; chunk_id: number }[] {
    return store.db
      .prepare<[], { op: number; chunk_id: number }>('SELECT op, chunk_id FROM vector_log ORDER BY seq')
      .all();
  }

  test('the same name is the same collection, another is not', () => {
    expect(writes.idOf('notes')).toBe(id);
    expect(writes.idOf('other')).not.toBe(id);
  });

  test('adds and deletes are logged and counted', () => {
    const [a, b, c] = [chunk('a'), chunk('b'), chunk('c')];
    writes.upsert(id, [a, b, c]);
    expect(writes.count(id)).toBe(3);
    expect(writes.deleteByIds(id, [b.id, uuidBytes()])).toBe(1);
    expect(writes.count(id)).toBe(2);
    expect(log()).toEqual([
      { op: 1, chunk_id: 1 },
      { op: 1, chunk_id: 2 },
      { op: 1, chunk_id: 3 },
      { op: 2, chunk_id: 2 },
    ]);
  });

  test('each source has its chunks and bytes, however they come and go', () => {
    const of = (source: string, content: string, chunkNo: number, chunkId = uuidBytes()): ChunkToStore => ({
      ...chunk(content, chunkId),
      chunkNo,
      metadata: JSON.stringify({ source }),
    });
    const [first, second] = [of('a.txt', 'one', 1), of('a.txt', 'two', 2)];
    writes.upsert(id, [first, second, of('b.txt', 'Ä', 1), chunk('without a source')]);
    // One that is there, and one that comes twice in a call.
    const twice = uuidBytes();
    writes.upsert(id, [of('a.txt', 'three', 3, first.id), of('b.txt', 'x', 2, twice), of('b.txt', 'yy', 3, twice)]);
    writes.deleteByIds(id, [second.id]);
    const sources = store.db.prepare('SELECT name, chunk_count, size_bytes FROM content_source ORDER BY name').raw();
    expect(sources.all()).toEqual([
      ['', 1, 16],
      ['a.txt', 1, 5],
      ['b.txt', 2, 4],
    ]);
    const places = store.db
      .prepare(
        'SELECT s.name, p.chunk_no, c.content FROM content_place p JOIN content_source s ON s.id = p.source_id JOIN chunk c ON c.id = p.chunk_id ORDER BY 1, 2',
      )
      .raw();
    expect(places.all()).toEqual([
      ['', 1, 'without a source'],
      ['a.txt', 3, 'three'],
      ['b.txt', 1, 'Ä'],
      ['b.txt', 3, 'yy'],
    ]);
  });

  test('a label is never used twice, not even for the same id', () => {
    const a = chunk('first');
    writes.upsert(id, [a]);
    writes.upsert(id, [chunk('second', a.id)]);
    expect(writes.count(id)).toBe(1);
    expect(log()).toEqual([
      { op: 1, chunk_id: 1 },
      { op: 2, chunk_id: 1 },
      { op: 1, chunk_id: 3 },
    ]);
    writes.deleteSome(id, 10);
    writes.upsert(id, [chunk('third')]);
    expect(log().at(-1)).toEqual({ op: 1, chunk_id: 4 });
  });

  test('many at once: ids that are there already, or come twice, have the last text, and each row one label', () => {
    const before = Array.from({ length: 40 }, (_, index) => chunk(`before ${index}`));
    writes.upsert(id, before);
    const again = before.slice(5, 15).map((old, index) => chunk(`again ${index}`, old.id));
    const fresh = Array.from({ length: 25 }, (_, index) => chunk(`fresh ${index}`));
    const twice = chunk('twice', fresh[3]?.id);
    writes.upsert(id, [...fresh.slice(0, 10), twice, ...again, ...fresh.slice(10)]);

    expect(writes.count(id)).toBe(65);
    const rows = store.db.prepare<[], { id: number; content: string }>('SELECT id, content FROM chunk').all();
    const kept = [...before.slice(0, 5), ...before.slice(15), ...again, twice, ...fresh.filter((_, at) => at !== 3)];
    expect(rows.map(({ content }) => content).sort()).toEqual(kept.map(({ content }) => content).sort());
    const added = log().filter(({ op }) => op === 1);
    const deleted = new Set(log().flatMap(({ op, chunk_id: label }) => (op === 2 ? [label] : [])));
    expect(new Set(added.map(({ chunk_id: label }) => label)).size).toBe(added.length);
    const left = added.map(({ chunk_id: label }) => label).filter((label) => !deleted.has(label));
    expect(left.sort((a, b) => a - b)).toEqual(rows.map(({ id: label }) => label).sort((a, b) => a - b));
  });

  test('an id of another collection is refused, and nothing changes', () => {
    const a = chunk('mine');
    writes.upsert(id, [a]);
    const other = writes.idOf('other');
    expect(() => store.db.transaction(() => writes.upsert(other, [chunk('theirs', a.id)]))()).toThrow(
      expect.objectContaining({ code: 'INVALID_INPUT' }),
    );
    expect([writes.count(id), writes.count(other)]).toEqual([1, 0]);
  });

  test('deletes of one collection leave the other alone', () => {
    const other = writes.idOf('other');
    const a = chunk('a');
    writes.upsert(id, [a]);
    expect(writes.deleteByIds(other, [a.id])).toBe(0);
    expect(writes.deleteSome(other, 10)).toBe(0);
    expect(writes.count(id)).toBe(1);
  });

  test('deleteSome empties a collection piece by piece', () => {
    writes.upsert(id, [chunk('a'), chunk('b'), chunk('c')]);
    expect([writes.deleteSome(id, 2), writes.deleteSome(id, 2), writes.deleteSome(id, 2)]).toEqual([2, 1, 0]);
    expect(writes.count(id)).toBe(0);
  });

  test('a rollback undoes chunks, log and count alike', () => {
    expect(() =>
      store.db.transaction(() => {
        writes.upsert(id, [chunk('a')]);
        throw new Error('undo');
      })(),
    ).toThrow('undo');
    expect(writes.count(id)).toBe(0);
    expect(log()).toEqual([]);
  });

  test('metadata and position change, content stays', () => {
    const a = chunk('text');
    writes.upsert(id, [a]);
    writes.updateMetadata(id, [{ id: a.id, metadata: '{"page":2}', chunkNo: 7 }]);
    const row = store.db.prepare('SELECT content, metadata, chunk_no FROM chunk').get();
    expect(row).toEqual({ content: 'text', metadata: '{"page":2}', chunk_no: 7 });
  });

  test('changed metadata is logged when it names the chunk otherwise, once a chunk', () => {
    const [a, b] = [chunk('a'), chunk('b')];
    writes.upsert(id, [a, b]);
    const update = (metadata: object, ...chunks: ChunkToStore[]) =>
      writes.updateMetadata(
        id,
        [...chunks, chunk('of no collection')].map((one) => ({ ...one, metadata: JSON.stringify(metadata) })),
      );
    expect(update({ page: 2 }, a, b)).toEqual({ chunkIds: [1, 2], renamed: 0 });
    expect(update({ page: 3, source: 'notes/plan.md' }, a, b)).toEqual({ chunkIds: [1, 2], renamed: 2 });
    expect(update({ page: 4, source: 'old/plan.txt' }, a, b)).toEqual({ chunkIds: [1, 2], renamed: 0 });
    expect(update({ headers: { h1: 'Server' } }, a)).toEqual({ chunkIds: [1], renamed: 1 });
    expect(log().slice(2)).toEqual([
      { op: 3, chunk_id: 2 },
      { op: 3, chunk_id: 1 },
    ]);
    expect(writes.count(id)).toBe(2);
  });

  test('a new collection is not opened inside a transaction', () => {
    expect(() => store.db.transaction(() => writes.idOf('late'))()).toThrow(/outside a transaction/);
    expect(store.db.transaction(() => writes.idOf('notes'))()).toBe(id);
  });

  describe('bindModel', () => {
    test('binds an empty collection, and again to another model while it is empty', () => {
      expect(writes.model(id)).toBeUndefined();
      writes.bindModel(id, MODEL);
      expect(writes.model(id)).toEqual(MODEL);
      writes.bindModel(id, { id: 'other', dimensions: 4 });
      expect(writes.model(id)).toEqual({ id: 'other', dimensions: 4 });
    });

    test.each([
      ['another model', { id: 'other', dimensions: MODEL.dimensions }],
      ['another dimension', { id: MODEL.id, dimensions: 4 }],
    ])('refuses %s once there are vectors', (_what, model) => {
      writes.bindModel(id, MODEL);
      writes.upsert(id, [chunk('a')]);
      expect(() => writes.bindModel(id, model)).toThrow(
        expect.objectContaining({ code: 'EMBEDDING_MISMATCH', status: 409 }),
      );
      expect(writes.model(id)).toEqual(MODEL);
      writes.bindModel(id, MODEL);
    });
  });
});
