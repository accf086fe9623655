import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { BugError } from '../../../shared/errors/errors.ts';
import type { Log } from '../log.ts';
import type { VectorStoreHost } from '../nodes/kinds.ts';
import type { Database } from '../storage/database.ts';
import { createCollectionWrites } from './collection-writes.ts';
import { createCommitWatch } from './commit-watch.ts';
import { type QuerySources, rankCollection } from './query-collection.ts';
import { createHitReader } from './read-hits.ts';
import { createSearchClient } from './search-client.ts';
import type { VectorStore } from './vector-store.ts';

const MATRIX_BYTES = 64 * 1024 * 1024;
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
}

export interface VectorService extends VectorStoreHost {
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
  const writes = createCollectionWrites(db);
  const readHits = createHitReader(db);
  const search = createSearchClient({
    log,
    data: {
      databaseFile,
      keywordFile: join(dataDir, 'keyword.db'),
      storeId: storeIdOf(db),
      matrixBytes: options.matrixBytes ?? MATRIX_BYTES,
    },
  });
  const watch = createCommitWatch((collectionId, pace) => search.catchUp(collectionId, pace));
  const sources: QuerySources = { ask: search.ask, searchGraph: async () => undefined };

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
    async close() {
      watch.stop();
      await search.close();
    },
  };
}
