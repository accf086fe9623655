import { createKeyedLock } from '../../../electron/server/common/keyed-lock.ts';
import type { EmbeddingModel } from '../../../electron/server/core/embedding-model.ts';
import type { CleanupMode } from '../../../electron/server/core/record-manager.ts';
import type { IndexDeps, IndexUse } from '../../../electron/server/pipeline/with-index.ts';
import { createEmbeddingRepository } from '../../../electron/server/storage/repositories/embedding-repository.ts';
import { createRecordRepository } from '../../../electron/server/storage/repositories/record-repository.ts';
import { createRemoteWriteRepository } from '../../../electron/server/storage/repositories/remote-write-repository.ts';
import { createRemovedSourceRepository } from '../../../electron/server/storage/repositories/removed-source-repository.ts';
import { createRunChangeRepository } from '../../../electron/server/storage/repositories/run-change-repository.ts';
import { createRunUndoRepository } from '../../../electron/server/storage/repositories/run-undo-repository.ts';
import { createVectorService } from '../../../electron/server/stores/local/vector-service.ts';
import { createMemoryStores } from '../../../electron/server/stores/memory/memory-stores.ts';
import { planNode } from './planned-node.ts';
import { createTestLog, createTestStore } from './vector-corpus.ts';

/** Where chunks go, and whether there are records of them. */
export interface TestSink {
  /** Name of the vector store's node. */
  readonly store?: 'hnsw' | 'memoryVectorStore';
  readonly cleanup?: CleanupMode | undefined;
}

/** The sink of an upsert: its collection and its records are named `notes`. Without a clean-up mode there are no records. */
export function planSink({ store = 'hnsw', cleanup }: TestSink): IndexUse['plan'] {
  const records = { namespace: 'notes', cleanup };
  return {
    store: planNode(store, { collection: 'notes' }),
    recordManager: cleanup === undefined ? undefined : planNode('SQLiteRecordManager', records),
  };
}

/** What writing to a vector store needs of the server, over a new data folder. */
export function createTestIndex() {
  const data = createTestStore();
  const { db } = data;
  const log = createTestLog();
  const vectors = createVectorService({ db, databaseFile: data.file, dataDir: data.dir, log });
  const { openMemoryStore } = createMemoryStores();
  const embedded: string[] = [];
  const model: EmbeddingModel = {
    id: 'test-model',
    dimensions: undefined,
    hybridWeight: 1,
    commitSize: undefined,
    async embedDocuments(texts) {
      embedded.push(...texts);
      return texts.map((text) => Float32Array.from([1, text.length]));
    },
    embedQuery: async () => Float32Array.from([1, 1]),
  };
  const removed = createRemovedSourceRepository(db);
  const deps: IndexDeps = {
    db,
    embeddings: createEmbeddingRepository(db),
    onCommit: () => Promise.resolve(),
    vectorDeps: { openCollection: (name, settings) => vectors.openCollection(name, settings), openMemoryStore },
    recordDeps: createRecordRepository(db),
    remoteWrites: createRemoteWriteRepository(db),
    runChanges: createRunChangeRepository(db, () => new Date()),
    undo: createRunUndoRepository(db),
    binGone: (from, recordIds) => removed.binGone(from, recordIds, new Date().toISOString()),
    recordLock: createKeyedLock(),
    onWritten: () => undefined,
    log,
  };
  return {
    deps,
    model,
    /** Texts that the model has embedded, in order. */
    embedded,
    logLines: log.lines,
    async close(): Promise<void> {
      await vectors.close();
      data.remove();
    },
  };
}

export type TestIndex = ReturnType<typeof createTestIndex>;
