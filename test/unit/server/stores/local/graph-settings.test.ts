import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readManifest } from '../../../../../electron/server/stores/local/graph/manifest.ts';
import {
  createVectorService,
  type VectorEvent,
  type VectorService,
} from '../../../../../electron/server/stores/local/vector-service.ts';
import {
  DEFAULT_GRAPH_SETTINGS,
  type GraphSettings,
  type Metric,
} from '../../../../../shared/nodes/vectorstores/graph-settings.ts';
import {
  cosine,
  createRandom,
  createTestLog,
  createTestStore,
  randomVector,
  type StoredChunk,
  storeChunks,
  type TestStore,
} from '../../../../helpers/builders/vector-corpus.ts';
import { openCollection, type TestCollection } from '../../../../helpers/servers/vector-service-suite.ts';

const never = new AbortController().signal;
const METRICS: readonly Metric[] = ['cosine', 'l2', 'ip'];

/** Scores in plain double arithmetic. */
const SCORES: Record<Metric, (a: Float32Array, b: Float32Array) => number> = {
  cosine,
  l2: (a, b) => 1 / (1 + Math.hypot(...a.map((value, index) => value - (b[index] ?? 0)))),
  ip: (a, b) => a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0),
};

describe('settings of a collection', () => {
  let store: TestStore;
  let service: VectorService;
  let events: VectorEvent['kind'][];
  let wake: (() => void) | undefined;
  let log: ReturnType<typeof createTestLog>;
  const random = createRandom(23);

  function open(matrixBytes?: number): void {
    events = [];
    service = createVectorService({
      db: store.db,
      databaseFile: store.file,
      dataDir: store.dir,
      log,
      graphFromChunks: 100,
      matrixBytes,
      graphLimits: { saveAfterChanges: 50 },
      onEvent(event) {
        events.push(event.kind);
        wake?.();
      },
    });
  }

  /** Waits until `isTrue`, asking after each event. */
  async function until(isTrue: () => boolean): Promise<void> {
    while (!isTrue()) await new Promise<void>((resolve) => (wake = resolve));
  }

  function collectionOf(settings: Partial<GraphSettings>): TestCollection {
    const collection = openCollection(service, 'notes', { ...DEFAULT_GRAPH_SETTINGS, ...settings });
    collection.applySettings();
    return collection;
  }

  /** Vectors of many lengths, so that the metrics give different orders. */
  function add(collection: TestCollection, count: number): StoredChunk[] {
    const vectorOf = (length: number) => randomVector(random).map((value) => value * length);
    const chunks = Array.from({ length: count }, (_, index) => ({
      content: `passage ${index}`,
      vector: vectorOf(1 + (index % 9)),
      metadata: { even: index % 2 === 0 },
    }));
    return storeChunks(store.db, collection, chunks);
  }

  async function expectExact(
    collection: TestCollection,
    chunks: readonly StoredChunk[],
    metric: Metric,
  ): Promise<void> {
    for (const filter of [undefined, { even: true }]) {
      const vector = randomVector(random).map((value) => value * 5);
      const query = { vector, topK: 8, filter };
      const hits = await collection.query(query, never);
      const expected = chunks
        .filter(({ metadata }) => filter === undefined || metadata?.even === true)
        .map((chunk) => ({ id: chunk.uuid, score: SCORES[metric](chunk.vector, vector) }))
        .sort((a, b) => b.score - a.score)
        .slice(0, 8);
      expect(hits.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
      for (const [index, { score }] of hits.entries()) expect(score).toBeCloseTo(expected[index]?.score ?? 0, 4);
    }
  }

  beforeEach(() => {
    store = createTestStore();
    log = createTestLog();
    open();
  });
  afterEach(async () => {
    await service.close();
    store.remove();
  });

  test.each(METRICS)(
    '%s: exact scan, in memory and page by page, and graph agree with plain arithmetic',
    async (metric) => {
      const collection = collectionOf({ metric });
      const chunks = add(collection, 300);
      await expectExact(collection, chunks, metric);
      await until(() => events.includes('graphSaved'));
      await expectExact(collection, chunks, metric);
      chunks.push(...add(collection, 40));
      await expectExact(collection, chunks, metric);
      await service.close();
      open(0);
      await expectExact(openCollection(service, 'notes'), chunks, metric);
      await until(() => events.includes('graphOpened'));
      await expectExact(openCollection(service, 'notes'), chunks, metric);
      expect(log.lines.filter((line) => line.includes('built anew'))).toEqual([]);
    },
  );

  test('another metric applies at once, and the graph follows', async () => {
    const chunks = add(collectionOf({}), 300);
    await until(() => events.includes('graphSaved'));
    const collection = collectionOf({ metric: 'l2' });
    await expectExact(collection, chunks, 'l2');
    await until(() => readManifest(store.db, 1)?.metric === 'l2');
    await expectExact(collection, chunks, 'l2');
    const asking = openCollection(service, 'notes', DEFAULT_GRAPH_SETTINGS);
    await expectExact(asking, chunks, 'l2');
    expect(readManifest(store.db, 1)).toMatchObject({ elementCount: 300, metric: 'l2' });
  });

  test('other links or building candidates rebuild the graph in the background', async () => {
    const chunks = add(collectionOf({}), 300);
    await until(() => events.includes('graphSaved'));
    expect(readManifest(store.db, 1)).toMatchObject({ links: 16, efConstruction: 200 });
    const collection = collectionOf({ links: 24, efConstruction: 120 });
    await expectExact(collection, chunks, 'cosine');
    await until(() => readManifest(store.db, 1)?.links === 24);
    expect(readManifest(store.db, 1)).toMatchObject({ efConstruction: 120, elementCount: 300, generation: 2 });
    await expectExact(collection, chunks, 'cosine');
  });

  test('a change that was not followed before the end is followed at the next start', async () => {
    const chunks = add(collectionOf({}), 300);
    await until(() => events.includes('graphSaved'));
    await service.close();
    store.db.exec("UPDATE collection SET metric = 'ip', links = 8");
    open();
    const collection = openCollection(service, 'notes');
    await expectExact(collection, chunks, 'ip');
    await until(() => readManifest(store.db, 1)?.metric === 'ip');
    expect(readManifest(store.db, 1)).toMatchObject({ links: 8, elementCount: 300 });
    await expectExact(collection, chunks, 'ip');
    expect(log.lines).toEqual([expect.stringContaining('compares vectors in another way')]);
  });

  test('equal settings, or other search candidates, need no new graph', async () => {
    add(collectionOf({}), 300);
    await until(() => events.includes('graphSaved'));
    const before = readManifest(store.db, 1);
    collectionOf({});
    collectionOf({ ef: 64 });
    events.length = 0;
    await until(() => events.includes('graphCaughtUp'));
    expect(readManifest(store.db, 1)).toEqual(before);
    expect(store.db.prepare('SELECT ef FROM collection').pluck().get()).toBe(64);
  });
});
