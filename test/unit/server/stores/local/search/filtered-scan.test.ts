import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { MetadataFilter } from '../../../../../../electron/server/core/vector-store.ts';
import { ExactScan } from '../../../../../../electron/server/stores/local/search/exact-scan.ts';
import { idSetOf } from '../../../../../helpers/builders/id-set.ts';
import { createVectorCollection, type VectorCollection } from '../../../../../helpers/builders/vector-collection.ts';
import { createRandom, randomVector } from '../../../../../helpers/builders/vector-corpus.ts';

const MODEL = { id: 'wide', dimensions: 64 };
const CHUNKS = 1600;
const LARGE = 64 * 1024 * 1024;
const never = new AbortController().signal;

/** Values of all types in the same keys; the longest list of one value is longer than what is compared without a look at the vectors. */
function metadataOf(no: number): Record<string, unknown> {
  const mixed = [no % 2 === 0, '1', 1, null, [1], { deep: 1 }, 'true', 1.5][no % 8];
  return {
    even: no % 2 === 0,
    source: `file-${no % 400}.txt`,
    mixed,
    ...(no % 3 === 0 ? { 'loc.from': no % 5 } : { loc: { from: no % 5 } }),
    ...(no % 7 === 0 ? { rare: 'ä"\\ü' } : {}),
  };
}

describe('a filter over vectors in memory', () => {
  let collection: VectorCollection;
  let store: VectorCollection['store'];
  let reader: VectorCollection['reader'];
  let writes: VectorCollection['writes'];
  let collectionId: number;
  let uuids: Buffer[];
  const random = createRandom(23);

  beforeEach(() => {
    collection = createVectorCollection(MODEL);
    ({ store, reader, writes, collectionId } = collection);
    const chunks = Array.from({ length: CHUNKS }, (_, no) => ({
      vector: randomVector(random, 64),
      metadata: metadataOf(no),
    }));
    uuids = collection.add(chunks);
  });
  afterEach(() => collection.remove());

  /** The same question in both ways. */
  async function expectLikePages(scan: ExactScan, filter: MetadataFilter): Promise<number> {
    const question = { collectionId, vector: randomVector(random, 64), topK: 12, filter, signal: never };
    const found = await scan.scan(question);
    expect(found).toEqual(await new ExactScan(reader, { matrixBytes: 0 }).scan(question));
    return found.length;
  }

  test('finds what reading every chunk finds, for every kind of value', async () => {
    const scan = new ExactScan(reader, { matrixBytes: LARGE });
    const filters: MetadataFilter[] = [
      { even: true },
      { even: false, 'loc.from': 3 },
      { 'loc.from': [0, 1, 4] },
      { source: 'file-17.txt' },
      { rare: 'ä"\\ü' },
      ...[true, '1', 1, null, 'true', 1.5].map((mixed) => ({ mixed })),
      { mixed: ['1', 1, true, false] },
      { absent: 1 },
      { even: [] },
    ];
    const counts: number[] = [];
    for (const filter of filters) counts.push(await expectLikePages(scan, filter));
    expect(counts.slice(-2)).toEqual([0, 0]);
    expect(counts.slice(0, -2).every((count) => count > 0)).toBe(true);
  });

  test('more keys than are kept in memory', async () => {
    const scan = new ExactScan(reader, { matrixBytes: LARGE });
    const absent = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`key-${i}`, 'x']));
    expect(await expectLikePages(scan, absent)).toBe(0);
    expect(await expectLikePages(scan, { even: true })).toBe(12);
  });

  test('follows what is added, deleted and changed', async () => {
    const scan = new ExactScan(reader, { matrixBytes: LARGE });
    await expectLikePages(scan, { even: true });
    writes.deleteByIds(collectionId, uuids.slice(0, 1100));
    await expectLikePages(scan, { even: true });
    const rewrite = (from: number, to: number, even: string) => {
      const changed = uuids.slice(from, to).map((id) => ({ id, metadata: JSON.stringify({ even }), chunkNo: 1 }));
      const { chunkIds } = store.db.transaction(() => writes.updateMetadata(collectionId, changed))();
      scan.metadataChanged(collectionId, chunkIds);
    };
    rewrite(1100, 1500, 'no');
    expect(await expectLikePages(scan, { even: 'no' })).toBe(12);
    await expectLikePages(scan, { even: true });
    // The last word counts, also of chunks that come at the same time, and when all are changed twice.
    rewrite(1100, 1103, 'maybe');
    collection.add([{ vector: randomVector(random, 64), metadata: { even: 'maybe' } }]);
    rewrite(1101, 1104, 'yes');
    expect(await expectLikePages(scan, { even: 'maybe' })).toBe(2);
    expect(await expectLikePages(scan, { even: 'yes' })).toBe(3);
    for (const even of ['once', 'twice']) rewrite(1100, 1600, even);
    expect(await expectLikePages(scan, { even: 'twice' })).toBe(12);
    expect(await expectLikePages(scan, { even: ['once', 'no'] })).toBe(0);
  });

  test('finds the next best when chunks do not fit after all, of which it has not heard yet', async () => {
    const scan = new ExactScan(reader, { matrixBytes: LARGE });
    const question = {
      collectionId,
      vector: randomVector(random, 64),
      topK: 12,
      filter: { even: true },
      signal: never,
    };
    const best = await scan.scan(question);
    const uuidOf = store.db.prepare<[number], Buffer>('SELECT uuid FROM chunk WHERE id = ?').pluck();
    const changed = best.flatMap(({ id }) => uuidOf.get(id) ?? []).map((id) => ({ id, metadata: '{}', chunkNo: 1 }));
    store.db.transaction(() => writes.updateMetadata(collectionId, changed))();
    const next = await scan.scan(question);
    expect(next).toHaveLength(12);
    expect(next).toEqual(await new ExactScan(reader, { matrixBytes: 0 }).scan(question));
  });

  test('says which chunks do not fit, to those who search words', async () => {
    const scan = new ExactScan(reader, { matrixBytes: LARGE });
    const idOf = store.db.prepare<[Buffer], number>('SELECT id FROM chunk WHERE uuid = ?').pluck();
    const ids = uuids.map((uuid) => idOf.get(uuid) ?? 0);
    const filter = { even: true, 'loc.from': [1, 2] };
    const request = { collectionId, filter, signal: never };
    const misfits = ids.filter((_, no) => no % 2 !== 0 || ![1, 2].includes(no % 5));
    expect(await scan.unfit(request)).toEqual(idSetOf(misfits));
    // Of what can't be compared by vectors nothing is known, nor is anything said of what is gone.
    collection.add([{ vector: Float32Array.of(Number.NaN) }]);
    const deleted = new Set(ids.slice(0, 1100));
    writes.deleteByIds(collectionId, uuids.slice(0, 1100));
    expect(await scan.unfit(request)).toEqual(idSetOf(misfits.filter((id) => !deleted.has(id))));
    expect(await scan.unfit({ ...request, filter: {} })).toBeUndefined();
    expect(await new ExactScan(reader, { matrixBytes: 0 }).unfit(request)).toBeUndefined();
  });

  test('a question with the filter of the one before sees what was changed, added and deleted between', async () => {
    const scan = new ExactScan(reader, { matrixBytes: LARGE });
    const filter = { source: 'file-3.txt' };
    expect(await expectLikePages(scan, filter)).toBe(4);
    expect(await expectLikePages(scan, { ...filter, even: true })).toBe(0);
    expect(await expectLikePages(scan, filter)).toBe(4);
    const changed = uuids.slice(4, 6).map((id) => ({ id, metadata: JSON.stringify(filter), chunkNo: 1 }));
    const { chunkIds } = store.db.transaction(() => writes.updateMetadata(collectionId, changed))();
    scan.metadataChanged(collectionId, chunkIds);
    expect(await expectLikePages(scan, filter)).toBe(6);
    collection.add([{ vector: randomVector(random, 64), metadata: filter }]);
    expect(await expectLikePages(scan, filter)).toBe(7);
    // As many chunks as before, in other places.
    writes.deleteByIds(collectionId, uuids.slice(0, 1100));
    collection.add(
      Array.from({ length: 1100 }, (_, no) => ({ vector: randomVector(random, 64), metadata: no < 3 ? filter : {} })),
    );
    expect(await expectLikePages(scan, filter)).toBe(5);
  });

  test('chunks that are deleted while a key is read for the first time do not shift the others', async () => {
    const scan = new ExactScan(reader, { matrixBytes: LARGE });
    const vector = randomVector(random, 64);
    const ask = (filter?: MetadataFilter) => scan.scan({ collectionId, vector, topK: 12, filter, signal: never });
    await ask();
    const filter = { 'loc.from': 3, even: false };
    const asked = ask(filter);
    // The first of the columns has been read by then, the last has not.
    for (let slice = 0; slice < 5; slice += 1) await setImmediate();
    writes.deleteByIds(collectionId, uuids.slice(0, 1100));
    await ask();
    const question = { collectionId, vector, topK: 12, filter, signal: never };
    expect(await asked).toEqual(await new ExactScan(reader, { matrixBytes: 0 }).scan(question));
  });

  test('questions with different filters at the same time', async () => {
    const scan = new ExactScan(reader, { matrixBytes: LARGE });
    const asked = [{ even: true }, { source: 'file-3.txt' }, { 'loc.from': 2 }].map((one) =>
      expectLikePages(scan, one),
    );
    expect(await Promise.all(asked)).toEqual([12, 4, 12]);
  });
});
