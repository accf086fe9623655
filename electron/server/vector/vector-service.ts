import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { BugError } from '../../../shared/errors/errors.ts';
import type { Log } from '../log.ts';
import type { VectorStoreHost } from '../nodes/kinds.ts';
import type { Database } from '../storage/database.ts';
import { createCollectionWrites } from './collection-writes.ts';
import { createCommitWatch } from './commit-watch.ts';
import { GRAPH_LIMITS, type GraphLimits } from './graph/graph-keeper.ts';
import { forgetManifest, writeManifest } from './graph/manifest.ts';
import { createIndexClient } from './index-client.ts';
import { type QuerySources, rankCollection } from './query-collection.ts';
import { createHitReader } from './read-hits.ts';
import { createSearchClient } from './search-client.ts';
import type { VectorStore } from './vector-store.ts';

/** Up to so many vectors an exact scan takes a few ms, and nobody needs a graph (facts: 3.8 ms at 10,000 x 384). */
const GRAPH_FROM_CHUNKS = 10_000;
const MATRIX_BYTES = 64 * 1024 * 1024;
const INDEX_EVENTS = {
  opened: 'graphOpened',
  caughtUp: 'graphCaughtUp',
  saved: 'graphSaved',
  exited: 'indexProcessExited',
} as const;
const STORE_ID_KEY = 'vector.storeId';

export interface VectorServiceOptions {
  /** The server's own connection: writes go through it, inside the callers' transactions. */
  readonly db: Database;
  readonly databaseFile: string;
  readonly dataDir: string;
  readonly log: Log;
  /** Collections of more chunks get a graph. */
  readonly graphFromChunks?: number | undefined;
  /** Memory for vectors that are kept for repeated exact scans. */
  readonly matrixBytes?: number | undefined;
  readonly graphLimits?: Partial<GraphLimits> | undefined;
  onEvent?(event: VectorEvent): void;
}

/** What happens to the caches behind the commits. */
export interface VectorEvent {
  readonly kind: 'keywordsCaughtUp' | 'graphOpened' | 'graphCaughtUp' | 'graphSaved' | 'indexProcessExited';
  readonly collectionId: number | undefined;
}

export interface VectorService extends VectorStoreHost {
  /** Process id of the index process while it runs, for those who watch over the app. */
  readonly indexProcessId: number | undefined;
  /** Stops worker and index process. What they hold are caches, so nothing can be lost. */
  close(): Promise<void>;
}

/** Names the main database, so that a cache of another one (a restored or new one) is recognised. */
function storeIdOf(db: Database): string {
  db.prepare('INSERT INTO setting (key, value) VALUES (?, ?) ON CONFLICT (key) DO NOTHING').run(
    STORE_ID_KEY,
    randomUUID(),
  );
  const id = db.prepare<[string], string>('SELECT value FROM setting WHERE key = ?').pluck().get(STORE_ID_KEY);
  if (id === undefined) throw new BugError('The store id that was just written is not there');
  return id;
}

/** The embedded vector store: all collections of one data folder. */
export function createVectorService(options: VectorServiceOptions): VectorService {
  const { db, databaseFile, dataDir, log } = options;
  const graphFromChunks = options.graphFromChunks ?? GRAPH_FROM_CHUNKS;
  const writes = createCollectionWrites(db);
  const readHits = createHitReader(db);
  const search = createSearchClient({
    log,
    onCaughtUp: (collectionId) => options.onEvent?.({ kind: 'keywordsCaughtUp', collectionId }),
    data: {
      databaseFile,
      keywordFile: join(dataDir, 'keyword.db'),
      storeId: storeIdOf(db),
      matrixBytes: options.matrixBytes ?? MATRIX_BYTES,
    },
  });
  const index = createIndexClient({
    databaseFile,
    folder: join(dataDir, 'index'),
    limits: { ...GRAPH_LIMITS, ...options.graphLimits },
    log,
    onSaved: (manifest) => writeManifest(db, manifest),
    onPoisonous: (collectionId) => forgetManifest(db, collectionId),
    onEvent: (kind, collectionId) => options.onEvent?.({ kind: INDEX_EVENTS[kind], collectionId }),
  });
  const watch = createCommitWatch((collectionId, pace) => {
    search.catchUp(collectionId, pace);
    if (writes.count(collectionId) > graphFromChunks) index.follow(collectionId);
  });
  const sources: QuerySources = {
    ask: search.ask,
    async searchGraph(collectionId, vector, topK) {
      return writes.count(collectionId) > graphFromChunks ? index.search(collectionId, vector, topK) : undefined;
    },
  };

  function openCollection(name: string): VectorStore {
    const id = writes.idOf(name);
    return {
      collection: name,
      bindModel: (model) => writes.bindModel(id, model),
      model: () => writes.model(id),
      upsert(chunks) {
        writes.upsert(id, chunks);
        watch.wrote(id, chunks.length);
      },
      updateMetadata: (chunks) => writes.updateMetadata(id, chunks),
      deleteByIds(ids) {
        const deleted = writes.deleteByIds(id, ids);
        watch.wrote(id, deleted);
        return deleted;
      },
      deleteSome(limit) {
        const deleted = writes.deleteSome(id, limit);
        watch.wrote(id, deleted);
        return deleted;
      },
      count: () => writes.count(id),
      announceCommit: () => watch.committed(id),
      async query(query, signal) {
        signal.throwIfAborted();
        const ranked = await rankCollection(sources, {
          collectionId: id,
          count: writes.count(id),
          model: writes.model(id),
          query,
          signal,
        });
        signal.throwIfAborted();
        return readHits(ranked, query.topK);
      },
    };
  }

  return {
    openCollection,
    get indexProcessId() {
      return index.pid;
    },
    async close() {
      watch.stop();
      await Promise.all([search.close(), index.close()]);
    },
  };
}
