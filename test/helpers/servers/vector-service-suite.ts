import { afterEach, beforeEach, expect } from 'vitest';
import type { MetadataFilter, SearchMode, VectorStoreQuery } from '../../../electron/server/core/vector-store.ts';
import type { GraphLimits } from '../../../electron/server/stores/local/graph/graph-sync.ts';
import {
  createVectorService,
  type VectorEvent,
  type VectorService,
} from '../../../electron/server/stores/local/vector-service.ts';
import type { GraphSettings } from '../../../shared/nodes/vectorstores/graph-settings.ts';
import {
  createRandom,
  createTestLog,
  createTestStore,
  nearest,
  randomVector,
  type StoredChunk,
  storeChunks,
  type TestStore,
} from '../builders/vector-corpus.ts';

const never = new AbortController().signal;

interface Asked {
  readonly text: string;
  readonly topK: number;
  readonly mode: SearchMode;
  readonly hybridWeight: number;
  readonly filter: MetadataFilter | undefined;
}

export function question(vector: Float32Array, changes: Partial<Asked> = {}): VectorStoreQuery {
  const { text = '', topK = 10, mode = 'vector', hybridWeight = 0.5, filter } = changes;
  return {
    vector: mode === 'keyword' ? undefined : vector,
    words: mode === 'vector' ? undefined : { text, hybridWeight },
    topK,
    filter,
  };
}

/** An existing collection, with what writes to it in a transaction. */
export function openCollection(service: VectorService, name: string, settings?: GraphSettings) {
  const store = service.openCollection(name, settings);
  store.transactional.open();
  return { ...store.transactional, query: store.query };
}

export type TestCollection = ReturnType<typeof openCollection>;

/** A vector service with one collection, new for every test, and a record of its content. */
export function makeVectorServiceSuite() {
  let store: TestStore;
  let service: VectorService;
  let collection: TestCollection;
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
    collection = openCollection(service, 'notes');
  }

  /** Resolves at the next event of this kind. */
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

  return {
    get store() {
      return store;
    },
    get service() {
      return service;
    },
    get collection() {
      return collection;
    },
    get log() {
      return log;
    },
    get stored() {
      return stored;
    },
    random,
    open,
    next,
    add,
    remove,
    expectExact,
    addAndIndex,
    kill,
  };
}
