import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { GraphLimits } from '../../../../electron/server/vector/graph/graph-keeper.ts';
import { readManifest } from '../../../../electron/server/vector/graph/manifest.ts';
import {
  createVectorService,
  type VectorEvent,
  type VectorService,
} from '../../../../electron/server/vector/vector-service.ts';
import type { VectorStore, VectorStoreQuery } from '../../../../electron/server/vector/vector-store.ts';
import {
  createRandom,
  createTestLog,
  createTestStore,
  MODEL,
  nearest,
  randomVector,
  type StoredChunk,
  storeChunks,
  type TestStore,
} from '../../../helpers/vector-corpus.ts';

const never = new AbortController().signal;

describe('vector service', () => {
  let store: TestStore;
  let service: VectorService;
  let collection: VectorStore;
  let events: VectorEvent[];
  let listeners: Set<() => void>;
  let log: ReturnType<typeof createTestLog>;
  let stored: StoredChunk[];
  const random = createRandom(5);

  function open(graphFromChunks = 100, graphLimits: Partial<GraphLimits> = { saveAfterChanges: 50 }): void {
    events = [];
    service = createVectorService({
      db: store.db,
      databaseFile: store.file,
      dataDir: store.dir,
      log,
      graphFromChunks,
      graphLimits,
      onEvent(event) {
        events.push(event);
        for (const listener of [...listeners]) listener();
      },
    });
    collection = service.openCollection('notes');
  }

  /** Resolves when an event of this kind comes that was not there before the call. */
  function next(kind: VectorEvent['kind']): Promise<void> {
    const before = events.filter((event) => event.kind === kind).length;
    return new Promise((resolve) => {
      const listener = (): void => {
        if (events.filter((event) => event.kind === kind).length <= before) return;
        listeners.delete(listener);
        resolve();
      };
      listeners.add(listener);
    });
  }

  beforeEach(() => {
    store = createTestStore();
    log = createTestLog();
    listeners = new Set();
    stored = [];
    open();
  });
  afterEach(async () => {
    await service.close();
    store.remove();
  });

  function add(count: number): void {
    const chunks = Array.from({ length: count }, (_, i) => ({
      content: `passage ${stored.length + i}`,
      vector: randomVector(random),
      metadata: { no: stored.length + i, even: (stored.length + i) % 2 === 0 },
    }));
    stored.push(...storeChunks(store.db, collection, chunks));
  }

  function remove(chunks: readonly StoredChunk[]): void {
    collection.deleteByIds(chunks.map(({ id }) => id));
    stored = stored.filter((chunk) => !chunks.includes(chunk));
    collection.announceCommit();
  }

  function question(vector: Float32Array, changes: Partial<VectorStoreQuery> = {}): VectorStoreQuery {
    return { text: '', vector, topK: 10, mode: 'vector', hybridWeight: 0.5, filter: undefined, ...changes };
  }

  async function expectExact(times = 5): Promise<void> {
    for (let i = 0; i < times; i += 1) {
      const vector = randomVector(random);
      const hits = await collection.query(question(vector), never);
      expect(hits.map(({ id }) => id)).toEqual(nearest(stored, vector, 10));
    }
  }

  async function addAndIndex(count: number): Promise<void> {
    const done = next('graphCaughtUp');
    add(count);
    await done;
  }

  function kill(): Promise<void> {
    const exited = next('indexProcessExited');
    process.kill(service.indexProcessId ?? Number.NaN, 'SIGKILL');
    return exited;
  }

  describe('a small collection', () => {
    beforeEach(() => {
      storeChunks(store.db, collection, [
        {
          content: 'How to renew a passport at the town hall',
          vector: Float32Array.of(1, 0, 0, 0, 0, 0, 0, 0),
          metadata: { source: 'a.txt', loc: { lines: { from: 3, to: 4 } } },
        },
        {
          content: 'Opening hours of the library',
          vector: Float32Array.of(0, 1, 0, 0, 0, 0, 0, 0),
          metadata: { source: 'b.txt' },
        },
        {
          content: 'Travel documents for children',
          vector: Float32Array.of(0.9, 0.1, 0, 0, 0, 0, 0, 0),
          metadata: { source: 'b.txt' },
        },
        {
          content: 'The swimming pool is closed',
          vector: Float32Array.of(0, 0, 1, 0, 0, 0, 0, 0),
          metadata: { source: 'c.txt' },
        },
      ]);
    });
    const passport = Float32Array.of(1, 0, 0, 0, 0, 0, 0, 0);
    const texts = (hits: readonly { pageContent: string }[]) =>
      hits.map(({ pageContent }) => pageContent.split(' ')[0]);

    test('vector: by cosine, with all that is known of a passage', async () => {
      const hits = await collection.query(question(passport, { topK: 2 }), never);
      expect(texts(hits)).toEqual(['How', 'Travel']);
      expect(hits[0]).toMatchObject({
        score: 1,
        chunkNo: 1,
        metadata: { source: 'a.txt', loc: { lines: { from: 3, to: 4 } } },
      });
      expect(hits[0]?.id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
      expect(service.indexProcessId).toBeUndefined();
    });

    test('keyword: by words, what was just committed is there', async () => {
      const hits = await collection.query(
        question(passport, { text: 'library pool', mode: 'keyword', vector: undefined }),
        never,
      );
      expect(texts(hits).sort()).toEqual(['Opening', 'The']);
      expect(hits[0]?.score).toBeGreaterThan(0);
    });

    test('hybrid: both lists count, the weight is that of the vectors', async () => {
      const asked = (hybridWeight: number) =>
        collection.query(question(passport, { text: 'library hours', mode: 'hybrid', hybridWeight, topK: 3 }), never);
      expect(texts(await asked(0.15))).toEqual(['Opening', 'How', 'Travel']);
      expect((await asked(0.15))[0]?.score).toBeCloseTo(1 / 61 + 0.15 / 63, 10);
      // "Opening" has rank 1 by words and 3 by vectors, "How" has rank 1 by vectors only.
      expect((await asked(3)).map(({ score }) => score)[1]).toBeCloseTo(3 / 61, 10);
    });

    test('a filter holds in all modes', async () => {
      for (const mode of ['vector', 'hybrid', 'keyword'] as const) {
        const filter = { source: ['b.txt', 'c.txt'] };
        const hits = await collection.query(
          question(passport, { mode, text: 'documents passport', filter, topK: 1 }),
          never,
        );
        expect(texts(hits)).toEqual(['Travel']);
      }
      const byLine = await collection.query(question(passport, { filter: { 'loc.lines.from': 3 } }), never);
      expect(texts(byLine)).toEqual(['How']);
    });

    test('what was deleted is gone at once', async () => {
      await collection.query(question(passport, { mode: 'hybrid', text: 'passport' }), never);
      collection.deleteSome(100);
      for (const mode of ['vector', 'hybrid', 'keyword'] as const) {
        expect(await collection.query(question(passport, { mode, text: 'passport' }), never)).toEqual([]);
      }
      expect(collection.count()).toBe(0);
    });

    test.each([0, -1, 1.5, 1001])('topK %d is refused', async (topK) => {
      await expect(collection.query(question(passport, { topK }), never)).rejects.toMatchObject({
        code: 'INVALID_INPUT',
      });
    });

    test('a question of another dimension is refused with a code', async () => {
      const asked = collection.query(question(Float32Array.of(1, 2)), never);
      await expect(asked).rejects.toMatchObject({ code: 'EMBEDDING_MISMATCH', status: 409 });
    });

    test('a question with NaN is the model’s fault', async () => {
      const asked = collection.query(question(new Float32Array(8).fill(Number.NaN)), never);
      await expect(asked).rejects.toMatchObject({ code: 'SERVICE_FAILED' });
    });

    test('an aborted question ends with the reason', async () => {
      const controller = new AbortController();
      const asked = collection.query(question(passport, { mode: 'hybrid', text: 'pool' }), controller.signal);
      controller.abort(new Error('gone away'));
      await expect(asked).rejects.toThrow('gone away');
      await expect(collection.query(question(passport), AbortSignal.abort(new Error('before')))).rejects.toThrow(
        'before',
      );
      expect(await collection.query(question(passport), never)).toHaveLength(4);
    });

    test('after the service is closed it says so', async () => {
      await service.close();
      await expect(collection.query(question(passport), never)).rejects.toMatchObject({ code: 'SHUTTING_DOWN' });
    });
  });

  test('words are indexed behind the commit, without a question', async () => {
    const done = next('keywordsCaughtUp');
    add(600);
    await done;
    const hits = await collection.query(
      question(randomVector(random), { mode: 'keyword', text: 'passage 417', topK: 1 }),
      never,
    );
    expect(hits[0]?.pageContent).toBe('passage 417');
  });

  test('a large collection: graph and tail equal the comparison with all, at any moment', async () => {
    add(500);
    await expectExact();
    await addAndIndex(100);
    await expectExact();
    remove(stored.slice(0, 40));
    add(30);
    await expectExact();
    const vector = randomVector(random);
    const filtered = await collection.query(question(vector, { filter: { even: true }, topK: 5 }), never);
    const even = stored.filter(({ metadata }) => metadata?.even === true);
    expect(filtered.map(({ id }) => id)).toEqual(nearest(even, vector, 5));
    const rare = await collection.query(question(vector, { filter: { no: [3, 77, 90] } }), never);
    expect(rare).toHaveLength(2);
  });

  test('the graph is saved, loaded at the next start, and goes on', async () => {
    const saved = next('graphSaved');
    await addAndIndex(300);
    await saved;
    await service.close();
    expect(readManifest(store.db, 1)).toMatchObject({ generation: 1, elementCount: 300, logSeq: 300 });
    open();
    const opened = next('graphOpened');
    await expectExact(1);
    await opened;
    await expectExact();
    await addAndIndex(20);
    await expectExact();
    expect(log.lines.filter((line) => line.includes('built anew'))).toEqual([]);
  });

  test('a flipped byte in the file: built anew, answers exact meanwhile', async () => {
    const saved = next('graphSaved');
    await addAndIndex(300);
    await saved;
    await service.close();
    const file = join(store.dir, 'index', readManifest(store.db, 1)?.file ?? '');
    const bytes = readFileSync(file);
    bytes[4000] = (bytes[4000] ?? 0) ^ 0x10;
    writeFileSync(file, bytes);
    open();
    const rebuilt = next('graphSaved');
    await expectExact(1);
    await rebuilt;
    await expectExact();
    expect(log.lines.filter((line) => line.includes('its file was changed'))).toHaveLength(1);
    expect(readManifest(store.db, 1)).toMatchObject({ generation: 2, elementCount: 300 });
  });

  test('deletions past a quarter: built anew', async () => {
    await service.close();
    open(100, { saveAfterChanges: 50, rebuildFromDeleted: 20 });
    await addAndIndex(400);
    const saved = next('graphSaved');
    remove(stored.slice(0, 150));
    await saved;
    await expectExact();
    expect(readManifest(store.db, 1)).toMatchObject({ elementCount: 250, deletedCount: 0 });
  });

  test('kill -9 of the index process while it builds: questions go on, it comes back and catches up', async () => {
    const opened = next('graphOpened');
    add(1500);
    await opened;
    const done = next('graphCaughtUp');
    const asked = expectExact(3);
    const exited = kill();
    await asked;
    await exited;
    await expectExact(2);
    await done;
    await expectExact();
    expect(service.indexProcessId).toBeDefined();
  });

  test('kill -9 while it saves, again and again: the file loads or is built anew, and answers are exact', async () => {
    await service.close();
    open(100, { saveAfterChanges: 16, saveWithinChanges: 16 });
    for (let round = 0; round < 4; round += 1) {
      const saved = next('graphSaved');
      add(400);
      await saved;
      // It saves after every step now, so it is most likely at it.
      const reopened = next('graphOpened');
      await kill();
      await expectExact(2);
      await reopened;
      await expectExact(2);
    }
    await service.close();
    open();
    await addAndIndex(1);
    await expectExact();
    expect(readdirSync(join(store.dir, 'index')).filter((name) => name.endsWith('.partial'))).toEqual([]);
  });

  test('any sequence of adds, deletes and questions equals the comparison with all', async () => {
    await service.close();
    open(20, { saveAfterChanges: 30, saveWithinChanges: 30, rebuildFromDeleted: 10 });
    const command = fc.oneof(
      fc.record({ kind: fc.constant('add' as const), count: fc.integer({ min: 1, max: 40 }) }),
      fc.record({ kind: fc.constant('remove' as const), count: fc.integer({ min: 1, max: 15 }) }),
      fc.record({ kind: fc.constant('ask' as const), count: fc.constant(2) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 5, maxLength: 25 }), async (commands) => {
        for (const { kind, count } of commands) {
          if (kind === 'add') add(count);
          else if (kind === 'remove') remove(stored.slice(0, count));
          else await expectExact(count);
        }
        expect(collection.count()).toBe(stored.length);
      }),
      { numRuns: 15 },
    );
  });

  test('another model for a collection that holds vectors is refused with a code', () => {
    add(1);
    expect(() => collection.bindModel({ id: 'other', dimensions: 8 })).toThrow(
      expect.objectContaining({ code: 'EMBEDDING_MISMATCH' }),
    );
    expect(collection.model()).toEqual(MODEL);
  });
});
