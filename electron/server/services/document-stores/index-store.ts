import type { UpsertCounts } from '../../../../shared/api/runs.ts';
import type { AddedDoc } from '../../../../shared/api/vector.ts';
import type { EmbeddingModel } from '../../core/embedding-model.ts';
import { collectAdded } from '../../pipeline/collect-added.ts';
import { checkModel } from '../../pipeline/compile/open-nodes.ts';
import { indexBatches, noCounts } from '../../pipeline/index/index-documents.ts';
import { type IndexWriter, NO_RUN } from '../../pipeline/index/index-writer.ts';
import type { RunFeed } from '../../pipeline/run-feed.ts';
import { type EngineHost, openModelOfRun } from '../../pipeline/run-plan.ts';
import { type OpenIndex, withIndex } from '../../pipeline/with-index.ts';
import type {
  ChunkPlace,
  DocumentStoreChunkRepository,
} from '../../storage/repositories/document-store-chunk-repository.ts';
import { readBatches } from './read-batches.ts';
import type { StoragePlan, VectorPlan } from './store-parts.ts';

/** Who brings chunks to the vector store, or takes them out. */
export interface IndexCall {
  readonly plan: StoragePlan;
  readonly storeId: string;
  /** {@link NO_RUN} for a removal. */
  readonly runSeq: number;
  readonly signal: AbortSignal;
  /** Over that of the plan's record manager, for removals. */
  readonly cleanup?: 'incremental' | 'full';
}

/**
 * Opens where a store's chunks go, and closes it after the work.
 * @throws UserError INVALID_PARAM
 */
export function withVectors<T>(
  { plan, storeId, runSeq, signal, cleanup }: IndexCall,
  host: EngineHost,
  work: (index: OpenIndex) => Promise<T>,
): Promise<T> {
  const { recordManager } = plan;
  const inputs = cleanup === undefined ? recordManager.inputs : { ...recordManager.inputs, cleanup };
  const own = { store: plan.store, recordManager: { ...recordManager, inputs } };
  const onWait = () => host.log.info({ storeId }, 'A document store waits for another run of its records');
  return withIndex({ plan: own, ownerId: storeId, runSeq, signal, onWait }, host, work);
}

/** Opens the plan's model, telling the feed, and makes sure that it is the one of the collection. */
export async function openCheckedModel(
  plan: VectorPlan,
  { store }: OpenIndex,
  host: EngineHost,
  { feed, signal }: { readonly feed: RunFeed; readonly signal: AbortSignal },
): Promise<EmbeddingModel> {
  const model = await openModelOfRun({ plan, feed, signal }, host);
  await checkModel(store, model, plan.store.id, signal);
  return model;
}

export interface IndexedLoader {
  readonly id: string;
  readonly place: ChunkPlace;
}

export interface IndexRun {
  readonly index: OpenIndex;
  readonly plan: VectorPlan;
  readonly model: EmbeddingModel;
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

/** Brings the chunks of loaders into the vector store by record keeping, and takes out what they no longer have. */
export async function indexStore(
  run: IndexRun,
  host: EngineHost,
  chunks: DocumentStoreChunkRepository,
): Promise<IndexOutcome> {
  const { plan, index, model, feed, signal } = run;
  const { writer, note } = index;
  const target = { writer, model, embeddings: host.embeddings };
  const counts = noCounts();
  const addedDocs: AddedDoc[] = [];
  const tell = (status: 'running' | 'done') => {
    const done = counts.numAdded + counts.numUpdated + counts.numSkipped;
    for (const node of [plan.recordManager, plan.embedding, plan.store]) {
      feed.updateNode(node.id, {
        status,
        unit: 'chunks',
        done,
        message: node === plan.recordManager ? note : undefined,
        ...(status === 'done' ? { total: done } : {}),
      });
    }
    feed.updateCounts(counts);
  };
  // Also those that have no chunk left: what they had is to go.
  await writer.seeSources(
    run.loaders.map(({ id }) => id),
    signal,
  );
  for (const { id, place } of run.loaders) {
    await indexBatches(readBatches(chunks, place, id), target, counts, {
      signal,
      onBatch(progress) {
        tell('running');
        collectAdded(addedDocs, progress);
      },
    });
  }
  await writer.removeStale((removed) => {
    counts.numDeleted += removed;
  }, signal);
  tell('done');
  return { counts, totalKeys: (await writer.totalKeys(signal)) ?? 0, addedDocs };
}

interface Removal {
  readonly host: EngineHost;
  readonly signal: AbortSignal;
}

/**
 * Takes out of the vector store what came from these loaders, a few hundred chunks at a time.
 * @returns how many chunks were deleted
 */
export function removeLoaders(
  plan: StoragePlan,
  storeId: string,
  loaderIds: readonly string[],
  { host, signal }: Removal,
): Promise<number> {
  const call: IndexCall = { plan, storeId, runSeq: NO_RUN, signal, cleanup: 'incremental' };
  return withVectors(call, host, async ({ writer }) => {
    await writer.seeSources(loaderIds, signal);
    return removeStale(writer, signal);
  });
}

/**
 * Takes out all that the store has put into the vector store, and whatever else is there if the collection is the store's own.
 * @returns how many chunks were deleted
 */
export function removeAll(plan: StoragePlan, storeId: string, { host, signal }: Removal): Promise<number> {
  const call: IndexCall = { plan, storeId, runSeq: NO_RUN, signal, cleanup: 'full' };
  return withVectors(call, host, async ({ writer }) => {
    const known = await removeStale(writer, signal);
    return known + (await writer.clearOwn(storeId, signal));
  });
}

async function removeStale(writer: IndexWriter, signal: AbortSignal): Promise<number> {
  let deleted = 0;
  await writer.removeStale((removed) => {
    deleted += removed;
  }, signal);
  return deleted;
}
