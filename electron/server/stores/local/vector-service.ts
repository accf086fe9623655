import { randomUUID } from 'node:crypto';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { BugError } from '../../../../shared/errors/errors.ts';
import type { Log } from '../../core/log.ts';
import type { VectorStoreDeps } from '../../core/vector-store.ts';
import type { Database } from '../../storage/database.ts';
import { createMemoryStores, type MemoryStores } from '../memory/memory-stores.ts';
import { CommitWatch } from './commit-watch.ts';
import { leastGraphBytes } from './graph/graph-bytes.ts';
import { GRAPH_LIMITS, type GraphLimits } from './graph/graph-sync.ts';
import { IndexClient } from './graph/index-client.ts';
import { forgetManifest, readManifest, writeManifest } from './graph/manifest.ts';
import { needsGraph } from './graph/needs-graph.ts';
import { createLocalReaders, type LocalStoreParts, openLocalStore } from './local-store.ts';
import { type CollectionWrites, createCollectionWrites } from './log/collection-writes.ts';
import { createLogReader, type LogReader } from './log/log-reader.ts';
import type { QuerySources } from './query-collection.ts';
import { createSearchThreads, type SearchThreads } from './search/search-threads.ts';
import { matrixRowBytes } from './search/vector-matrix.ts';

/** Changes that a graph may lack and still answer: with more, and while they are added, a scan of the rounded vectors is faster. */
const MAX_BEHIND = 2000;
const INDEX_EVENTS = {
  started: 'indexProcessStarted',
  opened: 'graphOpened',
  caughtUp: 'graphCaughtUp',
  saved: 'graphSaved',
  exited: 'indexProcessExited',
} as const;
const STORE_ID_KEY = 'vector.storeId';

/** What happens to the caches behind the commits. */
export interface VectorEvent {
  readonly kind: 'keywordsCaughtUp' | 'vectorsCaughtUp' | (typeof INDEX_EVENTS)[keyof typeof INDEX_EVENTS];
  readonly collectionId: number | undefined;
}

export interface VectorServiceOptions {
  /** The server's own connection: writes go through it, inside the callers' transactions. */
  readonly db: Database;
  readonly databaseFile: string;
  readonly dataDir: string;
  readonly log: Log;
  /** See {@link needsGraph}. */
  readonly graphFromChunks?: number | undefined;
  /** Memory for vectors that are kept for repeated exact scans; {@link matrixMemory} if it is not said. */
  readonly matrixBytes?: number | undefined;
  readonly graphLimits?: Partial<GraphLimits> | undefined;
  onEvent?(event: VectorEvent): void;
}

export interface VectorService extends VectorStoreDeps, MemoryStores {
  /** Process id of the index process while it runs, for those who watch over the app. */
  readonly indexProcessId: number | undefined;
  /** How far everything that follows a collection's log has read it for good; what is before may be taken out of the log, if it came and went. */
  replayedUpTo(collectionId: number): Promise<number>;
  /** Deletes chunks of whatever collections, inside a transaction. @returns ids of the collections that had any */
  removeChunks(ids: readonly Buffer[]): readonly number[];
  /**
   * Takes what is left of an empty collection out of database, search indexes and graph.
   * @param finish does a small piece of work after the other, until one says that nothing was left
   */
  dropCollection(name: string, finish: (step: () => number) => Promise<void>): Promise<void>;
  /** Takes what deleted chunks have left in search indexes and graph out of them. */
  scrub(collectionId: number): Promise<void>;
  /** How long {@link close} may take to save the graphs, in ms. */
  readonly savingMs: number;
  /**
   * Stops the search threads and the index process. What they hold are caches, so nothing can be lost.
   * @returns how many changes the graphs have to take in again in the next life; undefined when that is not known
   */
  close(): Promise<number | undefined>;
}

/** Names the main database, so that a cache of another one (a new one, or one put back) is recognised. */
export function storeIdOf(db: Database): string {
  db.prepare('INSERT INTO setting (key, value) VALUES (?, ?) ON CONFLICT (key) DO NOTHING').run(
    STORE_ID_KEY,
    randomUUID(),
  );
  const id = db.prepare<[string], string>('SELECT value FROM setting WHERE key = ?').pluck().get(STORE_ID_KEY);
  if (id === undefined) throw new BugError('The store id that was just written is not there');
  return id;
}

function createThreads(options: VectorServiceOptions, matrixBytes: number): SearchThreads {
  const { db, databaseFile, dataDir, log, onEvent } = options;
  const storeId = storeIdOf(db);
  const lastSeq = db.prepare<[], number>("SELECT seq FROM sqlite_sequence WHERE name = 'vector_log'").pluck();
  const firstSeq = lastSeq.get() ?? 0;
  return createSearchThreads({
    log,
    dataOf(fileName) {
      // Of the time before this life has written anything: what is in the file now can't have read further.
      let maxLogSeq: number | undefined = firstSeq;
      return () => {
        const file = join(dataDir, fileName);
        const data = { databaseFile, file, storeId, maxLogSeq: maxLogSeq ?? lastSeq.get() ?? 0, matrixBytes };
        maxLogSeq = undefined;
        return data;
      };
    },
    onKeywordsCaughtUp: (collectionId) => onEvent?.({ kind: 'keywordsCaughtUp', collectionId }),
    onVectorsCaughtUp: (collectionId) => onEvent?.({ kind: 'vectorsCaughtUp', collectionId }),
  });
}

function createIndexClient(options: VectorServiceOptions, writes: CollectionWrites): IndexClient {
  const { db, databaseFile, dataDir, log, graphLimits, onEvent } = options;
  return new IndexClient({
    databaseFile,
    folder: join(dataDir, 'index'),
    limits: { ...GRAPH_LIMITS, ...graphLimits },
    log,
    graphBytes: (id) => leastGraphBytes(writes.count(id), writes.model(id)?.dimensions ?? 0, writes.settings(id).links),
    onSaved: (manifest) => writeManifest(db, manifest),
    onPoisonous: (collectionId) => forgetManifest(db, collectionId),
    onEvent: (event, collectionId) => onEvent?.({ kind: INDEX_EVENTS[event], collectionId }),
  });
}

interface SourceDeps {
  readonly log: LogReader;
  readonly writes: CollectionWrites;
  readonly search: SearchThreads;
  readonly index: IndexClient;
  readonly matrixBytes: number;
  isLarge(collectionId: number): boolean;
}

function createSources({ log, writes, search, index, matrixBytes, isLarge }: SourceDeps): QuerySources {
  return {
    ask: (question, signal) => search.ask(question, signal),
    async searchGraph(collectionId, vector, topK) {
      if (!isLarge(collectionId)) return undefined;
      const { metric, ef } = writes.settings(collectionId);
      const position = index.knownPosition(collectionId);
      const isBehind = position !== undefined && log.countAfter(collectionId, position, MAX_BEHIND + 1) > MAX_BEHIND;
      const fitsMemory = writes.count(collectionId) * matrixRowBytes(vector.length) <= matrixBytes;
      return isBehind && fitsMemory ? undefined : index.search(collectionId, { vector, topK, metric, ef });
    },
  };
}

/** Two of the largest collections that have no graph, or six of 100,000 chunks. */
const LEAST = 256 * 1024 * 1024;
/** Two million vectors of 384 numbers. */
const MOST = 1024 * 1024 * 1024;
const SHARE = 1 / 16;

/**
 * What the vectors that are kept in memory may take, in bytes: a sixteenth of the machine's memory, or of what its container allows. With 8 GB a million vectors of 384
 * numbers fit; what does not is read from the database by each question that no graph answers, which takes 12 s of a million.
 * @param allowedBytes what the container allows; 0 or more than the machine has when it sets no bound
 */
export function matrixMemory(machineBytes = totalmem(), allowedBytes = process.constrainedMemory()): number {
  const bytes = allowedBytes > 0 ? Math.min(machineBytes, allowedBytes) : machineBytes;
  return Math.min(MOST, Math.max(LEAST, Math.floor(bytes * SHARE)));
}

/** The embedded vector store: all collections of one data folder. */
export function createVectorService(options: VectorServiceOptions): VectorService {
  const { db, graphFromChunks, matrixBytes = matrixMemory() } = options;
  const writes = createCollectionWrites(db);
  const search = createThreads(options, matrixBytes);
  const index = createIndexClient(options, writes);
  const isLarge = (collectionId: number, share = 1): boolean => {
    const dimensions = writes.model(collectionId)?.dimensions;
    return needsGraph({ chunks: writes.count(collectionId) / share, dimensions }, graphFromChunks);
  };
  /** A graph is given up only when half of its chunks are gone: collections of about the limit would build it again and again. */
  const keepsGraph = (collectionId: number): boolean =>
    index.replayedUpTo(collectionId) !== undefined && isLarge(collectionId, 0.5);
  const forgetGraph = (collectionId: number): void => {
    forgetManifest(db, collectionId);
    index.forget(collectionId);
  };
  const watch = new CommitWatch({
    follow(collectionId, pace) {
      search.catchUp(collectionId, pace);
      if (isLarge(collectionId) || keepsGraph(collectionId)) index.follow(collectionId);
    },
    metadataChanged: (collectionId, chunkIds) => search.metadataChanged(collectionId, chunkIds),
    hold(isHeld) {
      search.hold(isHeld);
      index.hold(isHeld);
    },
  });
  const log = createLogReader(db);
  const sources = createSources({ log, writes, search, index, isLarge, matrixBytes });
  const memory = createMemoryStores();
  const parts: LocalStoreParts = { db, writes, watch, sources, ...createLocalReaders(db) };
  return {
    openCollection: (name, settings) => openLocalStore(name, settings, parts),
    ...memory,
    removeChunks(ids) {
      const collections = writes.deleteAnywhere(ids);
      for (const collectionId of collections) watch.wrote(collectionId, 1);
      return collections;
    },
    async dropCollection(name, finish) {
      const id = writes.find(name);
      if (id === undefined || writes.count(id) > 0) return;
      forgetGraph(id);
      await search.forget(id);
      await finish(() => writes.dropLog(id));
      writes.drop(id);
    },
    async scrub(collectionId) {
      const hadGraph = index.replayedUpTo(collectionId) !== undefined;
      forgetGraph(collectionId);
      if (hadGraph && isLarge(collectionId)) index.follow(collectionId);
      await search.scrub(collectionId);
    },
    async replayedUpTo(collectionId) {
      // Whoever begins to read after this moment meets no chunk that is gone already.
      const end = log.lastSeq(collectionId);
      if (!isLarge(collectionId) && !keepsGraph(collectionId)) forgetGraph(collectionId);
      const saved = readManifest(db, collectionId)?.logSeq ?? end;
      const searched = await search.replayedUpTo(collectionId);
      return Math.min(end, saved, index.replayedUpTo(collectionId) ?? end, searched ?? end);
    },
    get indexProcessId() {
      return index.pid;
    },
    get savingMs() {
      return index.savingMs;
    },
    async close() {
      watch.stop();
      const [unsaved] = await Promise.all([index.close(), search.close()]);
      return unsaved;
    },
  };
}
