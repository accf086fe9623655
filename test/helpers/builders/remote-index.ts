import { createHash } from 'node:crypto';
import type { ChunkBatch } from '../../../electron/server/core/chunk.ts';
import type { EmbeddingModel } from '../../../electron/server/core/embedding-model.ts';
import type { CleanupMode, RecordManager } from '../../../electron/server/core/record-manager.ts';
import type { VectorStore } from '../../../electron/server/core/vector-store.ts';
import { indexBatches, type MutableCounts, noCounts } from '../../../electron/server/pipeline/index/index-documents.ts';
import { createJournaledWriter } from '../../../electron/server/pipeline/index/journaled-writer.ts';
import type { WriterDeps } from '../../../electron/server/pipeline/index/transactional-writer.ts';
import { createEmbeddingRepository } from '../../../electron/server/storage/repositories/embedding-repository.ts';
import { createRecordRepository } from '../../../electron/server/storage/repositories/record-repository.ts';
import type { RemoteWrite } from '../../../electron/server/storage/repositories/remote-write-repository.ts';
import { createRemoteWriteRepository } from '../../../electron/server/storage/repositories/remote-write-repository.ts';
import { createVectorService, type VectorService } from '../../../electron/server/stores/local/vector-service.ts';
import { createMemoryStores } from '../../../electron/server/stores/memory/memory-stores.ts';
import { canonicalJson } from '../../../shared/json/canonical-json.ts';
import { fakeVector } from '../fakes/fake-openai.ts';
import { readChunks } from './inspect-store.ts';
import { createTestLog, createTestStore } from './vector-corpus.ts';

export interface TestDocument {
  readonly source: string;
  readonly content: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** Which of the two are remote. */
export type RemoteSides = 'store' | 'records' | 'both';

/** Fails at the n-th call of a remote method, from 1: before or after the call has taken effect. */
export interface Fault {
  readonly atCall: number;
  readonly isDone: boolean;
}

const DIMENSIONS = 8;
const COLLECTION = 'test';
const never = new AbortController().signal;
const sha = (text: string): Buffer => createHash('sha256').update(text).digest().subarray(0, 16);

/** A batch as the load step returns it. */
function makeBatch(documents: readonly TestDocument[], firstNo = 1): ChunkBatch {
  const metadata = documents.map(({ source, metadata: facts }) => canonicalJson({ ...facts, source }));
  const hashes = documents.flatMap(({ content, source }, index) => [
    sha(content),
    sha(`${source}\0${content}`),
    sha(metadata[index] ?? ''),
  ]);
  return {
    contents: documents.map(({ content }) => content),
    metadata,
    sources: documents.map(({ source }) => source),
    chunkNos: documents.map((_document, index) => firstNo + index),
    hashes: Buffer.concat(hashes),
    progress: { unit: 'documents', done: 0, total: undefined },
  };
}

async function* batchesOf(documents: readonly TestDocument[], size: number): AsyncGenerator<ChunkBatch> {
  for (let start = 0; start < documents.length; start += size) {
    yield makeBatch(documents.slice(start, start + size), start + 1);
  }
}

/** Counts the calls of all asynchronous methods, and fails as instructed. */
function createFaults() {
  let calls = 0;
  let fault: Fault | undefined;
  async function run<T>(work: () => Promise<T>): Promise<T> {
    calls += 1;
    const isHere = calls === fault?.atCall;
    if (isHere && fault?.isDone === false) throw new Error('The test stops it before');
    const result = await work();
    if (isHere) throw new Error('The test stops it after');
    return result;
  }
  return {
    arm(next: Fault | undefined) {
      calls = 0;
      fault = next;
    },
    store: (store: VectorStore): VectorStore => ({
      ...store,
      prepare: (model, signal) => run(() => store.prepare(model, signal)),
      upsert: (chunks, signal) => run(() => store.upsert(chunks, signal)),
      deleteByIds: (ids, signal) => run(() => store.deleteByIds(ids, signal)),
      getByIds: (ids, signal) => run(() => store.getByIds(ids, signal)),
      count: (signal) => run(() => store.count(signal)),
    }),
    records: (records: RecordManager): RecordManager => ({
      ...records,
      startRun: (seq, signal) => run(() => records.startRun(seq, signal)),
      exists: (keys, signal) => run(() => records.exists(keys, signal)),
      seeSources: (sources, seq, signal) => run(() => records.seeSources(sources, seq, signal)),
      put: (rows, seq, signal) => run(() => records.put(rows, seq, signal)),
      touch: (ids, seq, signal) => run(() => records.touch(ids, seq, signal)),
      replace: (rows, seq, signal) => run(() => records.replace(rows, seq, signal)),
      remove: (ids, signal) => run(() => records.remove(ids, signal)),
      count: (signal) => run(() => records.count(signal)),
    }),
  };
}

export interface RunOptions {
  readonly cleanup?: CleanupMode;
  readonly batchSize?: number;
  /** The run fails at this call, as if the server had been killed. */
  readonly fault?: Fault;
  readonly signal?: AbortSignal;
}

/** Indexing with a remote store, remote records, or both, as far as the writer can tell. */
export function createRemoteIndex(places: RemoteSides) {
  const data = createTestStore();
  const { db } = data;
  const vectors: VectorService = createVectorService({
    db,
    databaseFile: data.file,
    dataDir: data.dir,
    log: createTestLog(),
  });
  const deps: WriterDeps = { db, embeddings: createEmbeddingRepository(db), onCommit: () => Promise.resolve() };
  const journal = createRemoteWriteRepository(db);
  const memory = createMemoryStores().openMemoryStore(COLLECTION);
  const faults = createFaults();
  let embedded = 0;
  let lastRun = 0;
  const model: EmbeddingModel = {
    id: 'test-model',
    dimensions: undefined,
    hybridWeight: 1,
    commitSize: undefined,
    async embedDocuments(texts) {
      embedded += texts.length;
      return texts.map((text) => fakeVector(text, DIMENSIONS));
    },
    embedQuery: async (text) => fakeVector(text, DIMENSIONS),
  };

  function newWriter(cleanup: CleanupMode) {
    lastRun += 1;
    const store = places === 'records' ? vectors.openCollection(COLLECTION) : faults.store(memory);
    const opened = createRecordRepository(db).openRecords('test', { cleanup, sourceIdKey: 'source' });
    const records = places === 'store' ? opened : faults.records(opened);
    return createJournaledWriter({ store, records, journal, ownerId: 'owner', runSeq: lastRun }, deps);
  }

  return {
    db,
    journal,
    memory,
    /** The texts embedded so far. */
    get embedded() {
      return embedded;
    },
    /** A complete run. @returns its counts and note */
    async run(
      documents: readonly TestDocument[],
      { cleanup = 'full', batchSize = 3, fault, signal = never }: RunOptions = {},
    ): Promise<MutableCounts & { readonly note: string | undefined }> {
      faults.arm(fault);
      const writer = newWriter(cleanup);
      const counts = noCounts();
      const note = await writer.begin(signal);
      const target = { writer, model, embeddings: deps.embeddings };
      await indexBatches(batchesOf(documents, batchSize), target, counts, { signal, onBatch: () => undefined });
      await writer.removeStale((count) => {
        counts.numDeleted += count;
      }, signal);
      return { ...counts, note };
    },
    /** The content of the store as texts that can be compared. */
    async stored(): Promise<string[]> {
      if (places === 'records') {
        return readChunks(data.dir, COLLECTION)
          .map(({ content, metadata, chunkNo }) => `${chunkNo} ${content} ${metadata}`)
          .sort();
      }
      const count = await memory.count(never);
      const hits = await memory.query(
        { vector: fakeVector('all', DIMENSIONS), topK: count + 1, filter: undefined },
        never,
      );
      return hits
        .map(({ pageContent, metadata, chunkNo }) => `${chunkNo} ${pageContent} ${canonicalJson(metadata)}`)
        .sort();
    },
    /** Ids of the chunks in the records, and of those in the store. */
    async ids(): Promise<{ readonly recorded: string[]; readonly stored: string[] }> {
      const recorded = db.prepare<[], string>('SELECT lower(hex(chunk_uuid)) FROM record').pluck().all().sort();
      if (places === 'records') {
        const stored = readChunks(data.dir, COLLECTION).map(({ id }) => id.replaceAll('-', ''));
        return { recorded, stored: stored.sort() };
      }
      const count = await memory.count(never);
      const hits = await memory.query(
        { vector: fakeVector('all', DIMENSIONS), topK: count + 1, filter: undefined },
        never,
      );
      return { recorded, stored: hits.map(({ id }) => id.replaceAll('-', '')).sort() };
    },
    /** Journaled writes in progress. */
    pending(): readonly RemoteWrite[] {
      const scopes = db.prepare<[], string>('SELECT DISTINCT scope FROM outside_write').pluck().all();
      return scopes.flatMap((scope) => journal.oldest(scope, 10_000)?.writes ?? []);
    },
    async close(): Promise<void> {
      await vectors.close();
      data.remove();
    },
  };
}

/** The expected content of the store after a run that mirrors these documents. */
export function expectedOf(documents: readonly TestDocument[]): string[] {
  const seen = new Set<string>();
  return documents
    .flatMap(({ source, content, metadata }, index) => {
      const key = `${source}\0${content}`;
      if (seen.has(key)) return [];
      seen.add(key);
      return [`${index + 1} ${content} ${canonicalJson({ ...metadata, source })}`];
    })
    .sort();
}
