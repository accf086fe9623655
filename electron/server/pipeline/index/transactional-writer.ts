import { setImmediate as nextTurn } from 'node:timers/promises';
import { newUuidBytes } from '../../common/uuid.ts';
import type { EmbeddingModel } from '../../core/embedding-model.ts';
import type { LocalRecordManager, StaleRecord } from '../../core/record-manager.ts';
import type { ChunkToStore, LocalVectorStore, TransactionalStore } from '../../core/vector-store.ts';
import { commitPage, commitSteps } from '../../storage/commit-pages.ts';
import type { Database } from '../../storage/database.ts';
import type { EmbeddingRepository } from '../../storage/repositories/embedding-repository.ts';
import type { RunChanges } from '../../storage/repositories/run-change-repository.ts';
import {
  claimBatch,
  classifyAllAsNew,
  classifyBatch,
  contentKeyAt,
  hashesOf,
  type IndexedChunk,
  type KnownChunk,
  newRecord,
  recordsOf,
  replacedRecord,
} from './classify-batch.ts';
import type { EmbeddedBatch } from './embed-batch.ts';
import { cleanupScope, type IndexWriter, NO_RUN, NOTHING_UNREAD, type UnreadSources } from './index-writer.ts';
import { storeVectors, type VectorRows, vectorRowOf } from './store-vectors.ts';

/** What a writer needs of the server. */
export interface WriterDeps {
  readonly db: Database;
  readonly embeddings: EmbeddingRepository;
  /** Called after each commit; what comes next waits for it. */
  readonly onCommit: () => Promise<void>;
}

/** Store and records that lie in the server's database. */
export interface TransactionalTarget {
  readonly store: LocalVectorStore;
  readonly records: LocalRecordManager | undefined;
  /** Grows with each run; marks the records that this run produced. */
  readonly runSeq: number;
  /** Notes what the run changes, in the same transactions. */
  readonly changes?: RunChanges | undefined;
  /** Called with records before they are deleted, in the same transaction: moves their sources to the bin. */
  readonly binGone?: ((recordIds: readonly number[]) => void) | undefined;
}

/** Chunks deleted in one transaction: a few ms. */
const CLEAR_BATCH = 500;

/** A chunk of a batch as the embedded store takes it. */
function chunkToStore(embedded: EmbeddedBatch, index: number, id: Buffer, rows: VectorRows): ChunkToStore {
  const { batch } = embedded.classified;
  const content = batch.contents[index];
  const metadata = batch.metadata[index];
  const chunkNo = batch.chunkNos[index];
  if (content === undefined || metadata === undefined || chunkNo === undefined) {
    throw new Error('A chunk of the batch has no text.');
  }
  return { id, content, metadata, chunkNo, embeddingId: vectorRowOf(embedded, index, rows) };
}

/** Length of the model's vectors: known, made now, or stored before. */
function dimensionsOf(
  embedded: EmbeddedBatch,
  model: Pick<EmbeddingModel, 'id' | 'dimensions'>,
  embeddings: EmbeddingRepository,
): number | undefined {
  const [vector] = embedded.newVectors.values();
  return model.dimensions ?? vector?.length ?? embeddings.findModel(model.id)?.dimensions;
}

/** Writes known chunks with their new metadata and place. */
function rewriteMetadata(known: readonly KnownChunk[], { classified }: EmbeddedBatch, store: TransactionalStore): void {
  const { batch } = classified;
  store.updateMetadata(
    known.map(({ index, record }) => ({
      id: record.chunkId,
      metadata: batch.metadata[index] ?? '{}',
      chunkNo: batch.chunkNos[index] ?? 0,
    })),
  );
}

function recordIdsOf(known: readonly KnownChunk[]): number[] {
  return known.map(({ record }) => record.recordId);
}

/** Writes one batch inside a transaction, so that chunks, vectors, records and log are there together or not at all. */
function writeBatch(
  embedded: EmbeddedBatch,
  target: TransactionalTarget,
  rows: VectorRows,
): ReadonlyMap<number, Buffer> {
  const store = target.store.transactional;
  const records = target.records?.transactional;
  const { runSeq, changes } = target;
  const { batch, added, updated, moved, unchanged, renewed } = embedded.classified;
  const chunks = added.map((index) => chunkToStore(embedded, index, newUuidBytes(), rows));
  if (records === undefined) {
    store.upsert(chunks);
    changes?.added(
      chunks.map(({ id }, position) => ({ chunkId: id, contentKey: contentKeyAt(batch, added[position] ?? 0) })),
    );
    return new Map(added.map((index, position) => [index, chunks[position]?.id ?? Buffer.alloc(0)]));
  }
  records.seeSources(batch.sources, runSeq);
  const newRecords = added.map((index, position) => newRecord(batch, index, chunks[position]?.id ?? Buffer.alloc(0)));
  const accepted = records.put(newRecords, runSeq);
  store.upsert(accepted.flatMap((position) => chunks[position] ?? []));
  changes?.added(accepted.flatMap((position) => newRecords[position] ?? []));
  changes?.rewriting({ updated: recordIdsOf(updated), moved: recordIdsOf(moved) });
  if (unchanged.length > 0) records.touch(recordIdsOf(unchanged), runSeq);
  const rewritten = [...updated, ...moved];
  const replaced = [...rewritten, ...renewed];
  if (replaced.length > 0) {
    records.replace(
      replaced.map((chunk) => replacedRecord(batch, chunk)),
      runSeq,
    );
  }
  if (rewritten.length > 0) rewriteMetadata(rewritten, embedded, store);
  return new Map(accepted.map((position) => [added[position] ?? -1, newRecords[position]?.chunkId ?? Buffer.alloc(0)]));
}

/** The transactions of a run. */
function prepareTransactions(target: TransactionalTarget, { db, embeddings }: WriterDeps) {
  const store = target.store.transactional;
  const records = target.records?.transactional;
  const commit = db.transaction((embedded: EmbeddedBatch, model: Pick<EmbeddingModel, 'id' | 'dimensions'>) => {
    const dimensions = dimensionsOf(embedded, model, embeddings);
    if (dimensions !== undefined && embedded.classified.added.length > 0) store.bindModel({ id: model.id, dimensions });
    return writeBatch(embedded, target, storeVectors(embedded, embeddings, model.id));
  });
  const remove = db.transaction((stale: readonly StaleRecord[]) => {
    const recordIds = stale.map((record) => record.recordId);
    target.changes?.deleting(recordIds);
    target.binGone?.(recordIds);
    store.deleteByIds(stale.map((record) => record.chunkId));
    records?.remove(recordIds);
  });
  const removeChunks = db.transaction((chunks: readonly IndexedChunk[]) => {
    store.deleteByIds(chunks.map(({ chunkId }) => chunkId));
    records?.remove(recordsOf(chunks, records.exists(chunks.map(({ contentKey }) => contentKey))));
  });
  const deleteSome = db.transaction(() => store.deleteSome(CLEAR_BATCH));
  return { commit, remove, removeChunks, deleteSome };
}

function listStale({ records, runSeq }: TransactionalTarget, unread: UnreadSources): Iterable<readonly StaleRecord[]> {
  if (records === undefined || records.cleanup === 'none') return [];
  return records.transactional.listStale(cleanupScope(records.cleanup, unread), runSeq, unread.sources);
}

/** Goes through pages that are a few ms of work each, and lets requests in between. */
async function removePages(
  pages: Iterable<readonly StaleRecord[]>,
  signal: AbortSignal,
  remove: (page: readonly StaleRecord[]) => Promise<void>,
): Promise<void> {
  for (const page of pages) {
    signal.throwIfAborted();
    if (page.length > 0) await remove(page);
    else await nextTurn();
  }
}

/** Store and records in the server's database: each batch is one transaction. */
export function createTransactionalWriter(target: TransactionalTarget, deps: WriterDeps): IndexWriter {
  const { runSeq } = target;
  const store = target.store.transactional;
  const records = target.records?.transactional;
  const { commit, remove, removeChunks, deleteSome } = prepareTransactions(target, deps);
  const claims = new Set<string>();

  // Also when nothing is new: the caches behind the commits wait until runs are quiet.
  const commits = { ...deps, announce: store.announceCommit };

  return {
    sourceIdKey: target.records?.sourceIdKey ?? 'source',
    async begin() {
      // A removal makes nothing: what is not there is empty.
      if (runSeq === NO_RUN) return undefined;
      store.open();
      store.applySettings();
      records?.open();
      return undefined;
    },
    async seeSources(sources) {
      records?.open();
      deps.db.transaction(() => records?.seeSources(sources, runSeq)).immediate();
    },
    async classify(batch) {
      if (records === undefined) return classifyAllAsNew(batch);
      const claim = claimBatch(batch, claims);
      const known = records.compare(hashesOf(batch));
      return classifyBatch(
        claim,
        claim.indexes.map((index) => known[index]),
        runSeq,
      );
    },
    vectorsFor: ({ added }) => added,
    async commit(embedded, model) {
      // A turn each for what was done with the batch before, for the commit, and for what follows: each takes up to 20 ms.
      await nextTurn();
      return await commitPage(commits, () => {
        const added = commit.immediate(embedded, model);
        for (const claim of embedded.classified.claimed) claims.delete(claim);
        return added;
      });
    },
    removeStale: (onRemoved, signal, unread = NOTHING_UNREAD) =>
      removePages(listStale(target, unread), signal, async (page) => {
        await commitPage(commits, () => remove.immediate(page));
        onRemoved(page.length);
      }),
    async remove(chunks, signal) {
      await commitPage({ ...commits, signal }, () => removeChunks.immediate(chunks));
    },
    async clearOwn(ownerId, signal) {
      if (target.store.collection !== ownerId) return 0;
      return await commitSteps({ ...commits, signal }, () => deleteSome.immediate());
    },
    totalKeys: () => Promise.resolve(records?.count()),
  };
}
