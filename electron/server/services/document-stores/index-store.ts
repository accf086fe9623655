import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AddedDoc } from '../../../../shared/api/document-store-upserts.ts';
import type { UpsertCounts } from '../../../../shared/api/runs.ts';
import { SOURCE_DOCUMENTS_LIMIT } from '../../../../shared/api/vector.ts';
import type { RunFeed } from '../../engine/run-feed.ts';
import { checkModel, type EngineHost, openModel, openRecords, openStore } from '../../engine/run-plan.ts';
import { type BatchProgress, cleanUp, indexBatches } from '../../indexing/index-documents.ts';
import type { EmbeddingModel, RecordManager } from '../../nodes/kinds.ts';
import { commitRelaxed } from '../../storage/checkpointer.ts';
import type {
  ChunkPlace,
  DocumentStoreChunkRepository,
} from '../../storage/repositories/document-store-chunk-repository.ts';
import type { VectorStore } from '../../vector/vector-store.ts';
import { MetadataSchema, readBatches } from './read-batches.ts';
import type { StoragePlan, VectorPlan } from './store-parts.ts';

/** Where a store's chunks go, opened. */
export interface OpenVectors {
  readonly store: VectorStore;
  readonly records: RecordManager;
}

/** Marks sources whose chunks are all to go. No run has this number, so nothing was produced by it. */
const NO_RUN = -1;
/** Rows deleted in one transaction: a few ms. */
const REMOVE_BATCH = 500;

/**
 * @param cleanup over that of the plan's record manager, for removals
 * @throws UserError INVALID_PARAM
 */
export function openVectors(
  plan: StoragePlan,
  storeId: string,
  host: EngineHost,
  cleanup?: 'incremental' | 'full',
): OpenVectors {
  const store = openStore(plan, storeId, host.vectorHost);
  const { recordManager } = plan;
  const inputs = cleanup === undefined ? recordManager.inputs : { ...recordManager.inputs, cleanup };
  const records = openRecords(
    { recordManager: { ...recordManager, inputs } },
    storeId,
    store.collection,
    host.recordHost,
  );
  if (records === undefined) throw new Error('A plan with a record manager opened none.');
  return { store, records };
}

/** Opens the plan's model, telling the feed, and makes sure that it is the one of the collection. */
export async function openCheckedModel(
  plan: VectorPlan,
  store: VectorStore,
  host: EngineHost,
  { feed, signal }: { readonly feed: RunFeed; readonly signal: AbortSignal },
): Promise<EmbeddingModel> {
  const { embedding } = plan;
  feed.updateNode(embedding.id, { status: 'running', unit: 'chunks', done: 0 });
  const model = await openModel(plan, host.embeddingHost, signal, (message, fraction) => {
    feed.updateNode(embedding.id, {
      message,
      unit: 'percent',
      ...(fraction === undefined ? {} : { done: Math.round(fraction * 100), total: 100 }),
    });
  });
  if (store.count() > 0) checkModel(store, model, plan.store.id);
  return model;
}

export interface IndexedLoader {
  readonly id: string;
  readonly place: ChunkPlace;
}

export interface IndexRun extends OpenVectors {
  readonly plan: VectorPlan;
  readonly model: EmbeddingModel;
  readonly runSeq: number;
  readonly feed: RunFeed;
  readonly signal: AbortSignal;
  readonly loaders: readonly IndexedLoader[];
}

export interface IndexOutcome {
  readonly counts: UpsertCounts;
  readonly totalKeys: number;
  /** At most SOURCE_DOCUMENTS_LIMIT of them. */
  readonly addedDocs: readonly AddedDoc[];
}

function collectAdded(into: AddedDoc[], { batch, addedIndexes }: BatchProgress): void {
  for (const index of addedIndexes) {
    if (into.length >= SOURCE_DOCUMENTS_LIMIT) return;
    const metadata = MetadataSchema.parse(JSON.parse(batch.metadata[index] ?? '{}'));
    into.push({ pageContent: batch.contents[index] ?? '', metadata });
  }
}

/** Brings the chunks of loaders into the vector store by record keeping, and takes out what they no longer have. */
export async function indexStore(
  run: IndexRun,
  host: EngineHost,
  chunks: DocumentStoreChunkRepository,
): Promise<IndexOutcome> {
  const { plan, store, records, model, runSeq, feed, signal } = run;
  const target = { db: host.db, embeddings: host.embeddings, store, records, model, runSeq, onCommit: host.onCommit };
  const counts = { numAdded: 0, numDeleted: 0, numUpdated: 0, numSkipped: 0 };
  const addedDocs: AddedDoc[] = [];
  const tell = (status: 'running' | 'done') => {
    const done = counts.numAdded + counts.numUpdated + counts.numSkipped;
    for (const node of [plan.recordManager, plan.embedding, plan.store]) {
      feed.updateNode(node.id, {
        status,
        unit: 'chunks',
        done,
        message: undefined,
        ...(status === 'done' ? { total: done } : {}),
      });
    }
    feed.updateCounts(counts);
  };
  // Also those that have no chunk left: what they had is to go.
  host.db
    .transaction(() =>
      records.seeSources(
        run.loaders.map(({ id }) => id),
        runSeq,
      ),
    )
    .immediate();
  for (const { id, place } of run.loaders) {
    await indexBatches(readBatches(chunks, place, id), target, counts, {
      signal,
      onBatch(progress) {
        tell('running');
        collectAdded(addedDocs, progress);
      },
    });
  }
  await cleanUp(target, counts, signal);
  tell('done');
  return { counts, totalKeys: records.count(), addedDocs };
}

/**
 * Takes out of the vector store what came from these loaders, a few hundred chunks a transaction.
 * @returns how many chunks were deleted
 */
export async function removeLoaders(
  plan: StoragePlan,
  storeId: string,
  loaderIds: readonly string[],
  { host, signal }: { readonly host: EngineHost; readonly signal: AbortSignal },
): Promise<number> {
  const { store, records } = openVectors(plan, storeId, host, 'incremental');
  const counts = { numAdded: 0, numDeleted: 0, numUpdated: 0, numSkipped: 0 };
  host.db.transaction(() => records.seeSources(loaderIds, NO_RUN)).immediate();
  await cleanUp({ db: host.db, store, records, runSeq: NO_RUN, onCommit: host.onCommit }, counts, signal);
  return counts.numDeleted;
}

/**
 * Takes out all that the store has put into the vector store, and whatever else is there if the collection is the store's own.
 * @returns how many chunks were deleted
 */
export async function removeAll(
  plan: StoragePlan,
  storeId: string,
  { host, signal }: { readonly host: EngineHost; readonly signal: AbortSignal },
): Promise<number> {
  const { store, records } = openVectors(plan, storeId, host, 'full');
  const counts = { numAdded: 0, numDeleted: 0, numUpdated: 0, numSkipped: 0 };
  await cleanUp({ db: host.db, store, records, runSeq: NO_RUN, onCommit: host.onCommit }, counts, signal);
  let deleted = counts.numDeleted;
  if (store.collection !== storeId) return deleted;
  const deleteSome = host.db.transaction(() => store.deleteSome(REMOVE_BATCH));
  for (;;) {
    signal.throwIfAborted();
    const some = commitRelaxed(host.db, () => deleteSome.immediate());
    if (some === 0) return deleted;
    deleted += some;
    store.announceCommit();
    await host.onCommit();
    await nextTurn();
  }
}
