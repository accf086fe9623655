import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createLogReader } from '../../../../../../electron/server/stores/local/log/log-reader.ts';
import { ExactScan } from '../../../../../../electron/server/stores/local/search/exact-scan.ts';
import type { RankedChunk } from '../../../../../../electron/server/stores/local/search/top-k.ts';
import { cases } from '../../../../../helpers/builders/cases.ts';
import { createVectorCollection, type VectorCollection } from '../../../../../helpers/builders/vector-collection.ts';
import { cosine, createRandom, randomVector } from '../../../../../helpers/builders/vector-corpus.ts';

const never = new AbortController().signal;
const LARGE = 64 * 1024 * 1024;

interface Known {
  readonly uuid: Buffer;
  readonly vector: Float32Array;
  readonly even: boolean;
}

describe('exact scan', () => {
  let collection: VectorCollection;
  let store: VectorCollection['store'];
  let reader: VectorCollection['reader'];
  let writes: VectorCollection['writes'];
  let collectionId: number;
  const known = new Map<number, Known>();
  const random = createRandom(7);

  beforeEach(() => {
    collection = createVectorCollection();
    ({ store, reader, writes, collectionId } = collection);
    known.clear();
  });
  afterEach(() => collection.remove());

  function add(vector: Float32Array): number {
    const even = known.size % 2 === 0;
    const [uuid = Buffer.alloc(0)] = collection.add([{ vector, metadata: { even } }]);
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
      cases(20),
    );
  });
});
