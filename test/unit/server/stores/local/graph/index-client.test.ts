import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { GRAPH_LIMITS } from '../../../../../../electron/server/stores/local/graph/graph-sync.ts';
import { IndexClient, type IndexEvent } from '../../../../../../electron/server/stores/local/graph/index-client.ts';
import type { Manifest } from '../../../../../../electron/server/stores/local/graph/manifest.ts';
import { createCollectionWrites } from '../../../../../../electron/server/stores/local/log/collection-writes.ts';
import { DEFAULT_GRAPH_SETTINGS } from '../../../../../../shared/nodes/vectorstores/graph-settings.ts';
import {
  blobOf,
  createRandom,
  createTestLog,
  createTestStore,
  MODEL,
  randomVector,
  type TestStore,
  uuidBytes,
} from '../../../../../helpers/builders/vector-corpus.ts';

const ask = (vector: Float32Array, topK: number) => ({ ...DEFAULT_GRAPH_SETTINGS, vector, topK });

describe('index client', () => {
  let store: TestStore;
  let client: IndexClient;
  let waiters: { event: IndexEvent; resolve: () => void }[];
  let manifests: Manifest[];
  let poisonous: number[];
  let graphBytes: number;
  let log: ReturnType<typeof createTestLog>;
  const random = createRandom(2);
  const collectionId = 1;

  beforeEach(() => {
    store = createTestStore();
    log = createTestLog();
    waiters = [];
    manifests = [];
    poisonous = [];
    graphBytes = 0;
    client = new IndexClient({
      databaseFile: store.file,
      folder: join(store.dir, 'index'),
      limits: GRAPH_LIMITS,
      log,
      graphBytes: () => graphBytes,
      onSaved: (manifest) => manifests.push(manifest),
      onPoisonous: (id) => poisonous.push(id),
      onEvent(event) {
        const due = waiters.filter((waiter) => waiter.event === event);
        waiters = waiters.filter((waiter) => waiter.event !== event);
        for (const { resolve } of due) resolve();
      },
    });
    const writes = createCollectionWrites(store.db);
    writes.idOf('notes');
    writes.bindModel(collectionId, MODEL);
    const insert = store.db.prepare('INSERT INTO embedding (model_id, content_hash, vector) VALUES (1, ?, ?)');
    for (let i = 0; i < 40; i += 1) {
      const id = uuidBytes();
      const embeddingId = Number(insert.run(id, blobOf(randomVector(random))).lastInsertRowid);
      writes.upsert(collectionId, [{ id, content: 'x', metadata: '{}', chunkNo: 1, embeddingId }]);
    }
  });
  afterEach(async () => {
    await client.close();
    store.remove();
  });

  const next = (event: IndexEvent) => new Promise<void>((resolve) => waiters.push({ event, resolve }));

  test('answers with the graph and the position it has reached', async () => {
    const ready = next('caughtUp');
    expect(await client.search(collectionId, ask(randomVector(random), 5))).toBeUndefined();
    await ready;
    expect(await client.search(collectionId, ask(randomVector(random), 5))).toMatchObject({
      after: 40,
      candidates: { length: 5 },
    });
    expect(await client.search(collectionId, ask(new Float32Array(3), 5))).toBeUndefined();
    expect(await client.search(collectionId, ask(new Float32Array(8).fill(Number.NaN), 5))).toBeUndefined();
    expect(log.lines).toEqual([]);
  });

  test('a question that is under way when the process dies gets no answer, and no error', async () => {
    const ready = next('caughtUp');
    client.follow(collectionId);
    await ready;
    const died = next('exited');
    const pid = client.pid ?? Number.NaN;
    process.kill(pid, 'SIGSTOP');
    const asked = client.search(collectionId, ask(randomVector(random), 5));
    process.kill(pid, 'SIGKILL');
    expect(await asked).toBeUndefined();
    const again = next('caughtUp');
    await died;
    await again;
    expect(client.pid).not.toBe(pid);
    expect(await client.search(collectionId, ask(randomVector(random), 5))).toMatchObject({ after: 40 });
    expect(log.lines).toEqual([expect.stringContaining('SIGKILL')]);
  });

  test('a file with which the process dies twice before the graph is open is forgotten', async () => {
    client.follow(collectionId);
    for (const deaths of [1, 2]) {
      const [died, started] = [next('exited'), next('started')];
      process.kill(client.pid ?? Number.NaN, 'SIGKILL');
      await died;
      expect(poisonous).toHaveLength(deaths - 1);
      await started;
    }
    await next('opened');
  });

  test('closing may take as long as graphs of that size are saved, a minute at most', async () => {
    graphBytes = 670_000_000;
    expect(client.savingMs).toBe(0);
    const ready = next('caughtUp');
    client.follow(collectionId);
    expect(client.savingMs).toBe(13_400);
    graphBytes *= 100;
    expect(client.savingMs).toBe(60_000);
    await ready;
  });

  test('closing ends the process without reporting a crash, and says what was not saved', async () => {
    const ready = next('caughtUp');
    client.follow(collectionId);
    await ready;
    const pid = client.pid ?? Number.NaN;
    expect(await client.close()).toBe(40);
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    expect(log.lines).toEqual([]);
    client.follow(collectionId);
    expect(client.pid).toBeUndefined();
  });
});
