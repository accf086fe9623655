import { setImmediate as nextTurn } from 'node:timers/promises';
import type { UpsertCounts } from '../../../shared/api/runs.ts';
import type { ChunkBatch } from '../engine/load-job.ts';
import type { EmbeddingModel, RecordManager, StaleRecord } from '../nodes/kinds.ts';
import { commitRelaxed } from '../storage/checkpointer.ts';
import type { Database } from '../storage/database.ts';
import type { EmbeddingRepository } from '../storage/repositories/embedding-repository.ts';
import type { VectorStore } from '../vector/vector-store.ts';
import { classifyAllAsNew, classifyBatch } from './classify-batch.ts';
import { commitBatch } from './commit-batch.ts';
import { embedBatch } from './embed-batch.ts';
import { mapAhead } from './map-ahead.ts';

/** Batches that are embedded at the same time: enough to keep a server or all workers busy while one batch is committed. */
const BATCHES_AHEAD = 4;

export interface IndexTarget {
  readonly db: Database;
  readonly embeddings: EmbeddingRepository;
  readonly store: VectorStore;
  readonly records: RecordManager | undefined;
  readonly model: EmbeddingModel;
  /** Grows with each run; marks the records that this run produced. */
  readonly runSeq: number;
  /** Called after each commit; what comes next waits for it. */
  readonly onCommit: () => Promise<void>;
}

export interface BatchProgress {
  readonly batch: ChunkBatch;
  /** Of the run so far, this batch included. */
  readonly counts: UpsertCounts;
  /** Ids of the batch's chunks in the store, 16 bytes, by position; a chunk that was in the run before has none. */
  readonly chunkIds: ReadonlyMap<number, Buffer>;
  /** Positions of the chunks that were added. */
  readonly addedIndexes: readonly number[];
}

type MutableCounts = { -readonly [Key in keyof UpsertCounts]: UpsertCounts[Key] };

/**
 * Brings batches of chunks into the store: asks the record manager, embeds only what is new, commits each batch in one transaction.
 * `counts` grows as it goes, also when it fails half-way: what is counted is committed. A `source` may be called for several loaders
 * in turn with the same counts.
 * @throws UserError EMBEDDING_MISMATCH before anything is written when the collection holds vectors of another model.
 */
export async function indexBatches(
  source: AsyncIterable<ChunkBatch>,
  target: IndexTarget,
  counts: MutableCounts,
  options: { readonly signal: AbortSignal; readonly onBatch: (progress: BatchProgress) => void },
): Promise<void> {
  const { db, embeddings, store, records, model, runSeq } = target;
  const { signal, onBatch } = options;
  const claims = new Set<string>();
  const commit = db.transaction((embedded: Awaited<ReturnType<typeof embedBatch>>) => {
    const [vector] = embedded.newVectors.values();
    const dimensions = model.dimensions ?? vector?.length ?? embeddings.findModel(model.id)?.dimensions;
    if (dimensions !== undefined && embedded.classified.added.length > 0) store.bindModel({ id: model.id, dimensions });
    return commitBatch(embedded, { store, records, embeddings, modelId: model.id, runSeq });
  });
  const embeddedBatches = mapAhead(source, BATCHES_AHEAD, async (batch) => {
    signal.throwIfAborted();
    const classified = records === undefined ? classifyAllAsNew(batch) : classifyBatch(batch, records, runSeq, claims);
    return embedBatch(classified, model, embeddings, signal);
  });
  for await (const embedded of embeddedBatches) {
    signal.throwIfAborted();
    const { batch, added, updated, moved, unchanged, repeated, claimed } = embedded.classified;
    const addedIds = commitRelaxed(db, () => commit.immediate(embedded));
    const stored = addedIds.size;
    for (const claim of claimed) claims.delete(claim);
    counts.numAdded += stored;
    counts.numUpdated += updated.length;
    counts.numSkipped += unchanged.length + moved.length + repeated + (added.length - stored);
    // Also when nothing is new: the caches behind the commits wait until runs are quiet.
    store.announceCommit();
    const knownIds = [...updated, ...moved, ...unchanged].map(({ index, record }) => [index, record.chunkId] as const);
    onBatch({ batch, counts, chunkIds: new Map([...addedIds, ...knownIds]), addedIndexes: [...addedIds.keys()] });
    await target.onCommit();
    // Lets requests in between two commits.
    await nextTurn();
  }
}

/**
 * Deletes what this run did not produce, as the record manager's clean-up mode says; a few hundred rows a transaction. Only to be
 * called after a run that succeeded.
 */
export async function cleanUp(
  target: Pick<IndexTarget, 'db' | 'store' | 'records' | 'runSeq' | 'onCommit'>,
  counts: MutableCounts,
  signal: AbortSignal,
): Promise<void> {
  const { db, store, records, runSeq } = target;
  if (records === undefined || records.cleanup === 'none') return;
  const scope = records.cleanup;
  const remove = db.transaction((stale: readonly StaleRecord[]) => {
    store.deleteByIds(stale.map((record) => record.chunkId));
    records.remove(stale.map((record) => record.recordId));
  });
  for (const stale of records.listStale(scope, runSeq)) {
    signal.throwIfAborted();
    if (stale.length > 0) {
      commitRelaxed(db, () => remove.immediate(stale));
      counts.numDeleted += stale.length;
      store.announceCommit();
      await target.onCommit();
    }
    await nextTurn();
  }
}
