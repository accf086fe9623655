import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openCacheFile } from '../../../../../../electron/server/stores/local/search/cache-file.ts';
import { ExactScan } from '../../../../../../electron/server/stores/local/search/exact-scan.ts';
import { packRounded } from '../../../../../../electron/server/stores/local/search/quantized-rows.ts';
import { openRounded, roundedCache } from '../../../../../../electron/server/stores/local/search/rounded-file.ts';
import type { StoredRounded } from '../../../../../../electron/server/stores/local/search/rounded-vectors.ts';
import { toUnitVector } from '../../../../../../electron/server/stores/local/search/vector-math.ts';
import { DEFAULT_GRAPH_SETTINGS } from '../../../../../../shared/nodes/vectorstores/graph-settings.ts';
import { createVectorCollection, type VectorCollection } from '../../../../../helpers/builders/vector-collection.ts';
import { createRandom, MODEL, randomVector } from '../../../../../helpers/builders/vector-corpus.ts';

const LARGE = 64 * 1024 * 1024;
const never = new AbortController().signal;

describe('rounded vectors that are kept', () => {
  let collection: VectorCollection;
  let store: VectorCollection['store'];
  let reader: VectorCollection['reader'];
  let writes: VectorCollection['writes'];
  let collectionId: number;
  let file: string;
  let kept: ReturnType<typeof openRounded>;
  let uuids: Buffer[];
  let warnings: string[];
  const random = createRandom(11);

  function open(matrixBytes = LARGE, maxLogSeq = Number.MAX_SAFE_INTEGER): void {
    kept = openRounded(reader, {
      file,
      storeId: 'store-1',
      maxLogSeq,
      matrixBytes,
      onDamage: (message) => warnings.push(message),
    });
  }

  beforeEach(() => {
    collection = createVectorCollection();
    ({ store, reader, writes, collectionId } = collection);
    file = join(store.dir, roundedCache.fileName);
    uuids = [];
    warnings = [];
    open();
  });
  afterEach(() => {
    kept.close();
    collection.remove();
  });

  function add(...vectors: readonly Float32Array[]): void {
    uuids.push(...collection.add(vectors.map((vector) => ({ vector }))));
  }

  const addMany = (count: number) => add(...Array.from({ length: count }, () => randomVector(random)));
  const removeFirst = (count: number) => writes.deleteByIds(collectionId, uuids.splice(0, count));
  const catchUp = () => {
    while (kept.use((rounded) => rounded.catchUp(collectionId, 100)));
  };
  const of = () => ({ collectionId, dimensions: MODEL.dimensions, metric: writes.settings(collectionId).metric });
  const upTo = () => kept.use((rounded) => rounded.upTo(of()));
  const lastSeq = () => store.db.prepare<[], number>('SELECT max(seq) FROM vector_log').pluck().get() ?? 0;

  /** How many rows were read from what is kept. */
  let rowsRead: number;

  function stored(onRead = (): void => undefined): StoredRounded {
    rowsRead = 0;
    return {
      upTo: (request) => kept.use((rounded) => rounded.upTo(request)),
      read(...range) {
        onRead();
        const rows = kept.use((rounded) => rounded.read(...range));
        rowsRead += rows?.length ?? 0;
        return rows;
      },
    };
  }

  /** Answers that come by way of what is kept are those that come without it. */
  async function expectSame(scan = new ExactScan(reader, { matrixBytes: LARGE, stored: stored() })): Promise<void> {
    const query = randomVector(random);
    const request = { collectionId, vector: query, topK: 300, filter: undefined, signal: never };
    const found = await scan.scan(request);
    expect(found.length).toBeGreaterThan(0);
    expect(found).toEqual(await new ExactScan(reader, { matrixBytes: LARGE }).scan(request));
  }

  test.each(['cosine', 'l2', 'ip'] as const)(
    'are those that the stored vectors give, by %s, while chunks come and go',
    async (metric) => {
      writes.applySettings(collectionId, { ...DEFAULT_GRAPH_SETTINGS, metric });
      addMany(1500);
      add(new Float32Array(8), Float32Array.of(Number.NaN, 0, 0, 0, 0, 0, 0, 0), Float32Array.of(1, 2));
      for (let round = 0; round < 3; round += 1) {
        // The last change is not taken in yet.
        catchUp();
        removeFirst(250);
        addMany(20);
        await expectSame();
        expect(rowsRead).toBeGreaterThan(700);
      }
      catchUp();
      expect(upTo()).toBe(lastSeq());
      kept.close();
      open();
      expect(upTo()).toBe(lastSeq());
      await expectSame();
    },
  );

  test('what changes while they are read is not missed', async () => {
    addMany(3000);
    catchUp();
    let pages = 0;
    const scan = new ExactScan(reader, {
      matrixBytes: LARGE,
      stored: stored(() => {
        pages += 1;
        if (pages !== 2) return;
        removeFirst(500);
        addMany(500);
        catchUp();
      }),
    });
    await expectSame(scan);
    await expectSame(scan);
    expect(pages).toBe(3);
  });

  test('a chunk with another name keeps its vector', async () => {
    addMany(300);
    catchUp();
    const renamed = uuids.slice(0, 200).map((id) => ({ id, metadata: '{"title":"other"}', chunkNo: 1 }));
    expect(writes.updateMetadata(collectionId, renamed).renamed).toBe(200);
    catchUp();
    expect(upTo()).toBe(lastSeq());
    await expectSame();
    expect(rowsRead).toBe(300);
  });

  test('a question that is given up leaves no gap', async () => {
    addMany(3000);
    catchUp();
    const controller = new AbortController();
    const scan = new ExactScan(reader, { matrixBytes: LARGE, stored: stored(() => controller.abort()) });
    const request = { collectionId, vector: randomVector(random), topK: 5, filter: undefined };
    await expect(scan.scan({ ...request, signal: controller.signal })).rejects.toThrow('aborted');
    removeFirst(1200);
    addMany(10);
    catchUp();
    await expectSame(scan);
  });

  test('are read again after a change of the metric', async () => {
    addMany(200);
    catchUp();
    writes.applySettings(collectionId, { ...DEFAULT_GRAPH_SETTINGS, metric: 'l2' });
    expect(upTo()).toBe(0);
    await expectSame();
    expect(rowsRead).toBe(0);
    catchUp();
    await expectSame();
    expect(rowsRead).toBe(200);
  });

  test('are not kept of a collection that is too large to be scanned in memory', () => {
    addMany(200);
    catchUp();
    kept.close();
    open(1000);
    catchUp();
    expect(kept.use((rounded) => rounded.readUpTo(collectionId))).toBeUndefined();
    expect(kept.use((rounded) => rounded.isBehind(collectionId))).toBe(false);
  });

  test('are thrown away with a warning when one is not what was written', async () => {
    addMany(200);
    catchUp();
    kept.close();
    const db = openCacheFile(file, 'store-1', roundedCache);
    db.exec(`UPDATE rounded_${collectionId} SET packed = zeroblob(length(packed)) WHERE seq = 7`);
    db.close();
    open();
    await expectSame();
    expect(warnings).toEqual(['The file of rounded vectors was damaged and is filled again.']);
    expect(rowsRead).toBe(0);
    catchUp();
    await expectSame();
    expect(rowsRead).toBe(200);
  });

  test('are thrown away when the main database was put back', () => {
    addMany(20);
    catchUp();
    kept.close();
    open(LARGE, 10);
    expect(upTo()).toBe(0);
  });

  test('nothing is left of a deleted vector, nor of a forgotten collection', () => {
    const vectors = Array.from({ length: 3 }, () => randomVector(random));
    add(...vectors);
    catchUp();
    const isInFile = (vector: Float32Array | undefined) => {
      kept.use((rounded) => rounded.truncate());
      const packed = packRounded(toUnitVector(vector ?? new Float32Array()) ?? new Float32Array());
      return readFileSync(file).includes(packed);
    };
    expect(vectors.map(isInFile)).toEqual([true, true, true]);
    removeFirst(1);
    catchUp();
    expect(vectors.map(isInFile)).toEqual([false, true, true]);
    kept.use((rounded) => rounded.forget(collectionId));
    expect(vectors.map(isInFile)).toEqual([false, false, false]);
  });
});
