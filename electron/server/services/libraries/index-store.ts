import { withNodeId } from '../../../../shared/errors/errors.ts';
import { documentStore } from '../../../../shared/nodes/documentloaders/document-store.ts';
import { uuidText } from '../../common/uuid.ts';
import type { ChunkBatch } from '../../core/chunk.ts';
import type { LoadChunks, LoadJob } from '../../core/load-job.ts';
import type { RecordManager } from '../../core/record-manager.ts';
import type { EngineDeps } from '../../pipeline/engine-deps.ts';
import { contentKeyAt } from '../../pipeline/index/classify-batch.ts';
import { type IndexWriter, NO_RUN } from '../../pipeline/index/index-writer.ts';
import type { SourcePart } from '../../pipeline/load/source-part.ts';
import { type OpenIndex, withIndex } from '../../pipeline/with-index.ts';
import type {
  ChunkPlace,
  DocumentStoreChunkRepository,
} from '../../storage/repositories/document-store-chunk-repository.ts';
import { readBatches } from './chunk-batches.ts';
import type { StoreStoragePlan } from './parts.ts';
import { findStore, placeOf, type StoreAccess } from './store-access.ts';

/** Who takes chunks out of the vector store. */
interface RemovalCall {
  readonly plan: StoreStoragePlan;
  readonly storeId: string;
  readonly signal: AbortSignal;
  /** Over that of the plan's record manager. */
  readonly cleanup: 'incremental' | 'full';
}

/**
 * Opens where a store's chunks are for taking some out, and closes it after the work.
 * @throws UserError INVALID_PARAM
 */
function withVectors<T>(
  { plan, storeId, signal, cleanup }: RemovalCall,
  deps: EngineDeps,
  work: (index: OpenIndex) => Promise<T>,
): Promise<T> {
  const { recordManager } = plan;
  const own = {
    store: plan.store,
    recordManager: { ...recordManager, inputs: { ...recordManager.inputs, cleanup } },
  };
  const onWait = () => deps.log.info({ storeId }, 'A document store waits for another run of its records');
  deps.runChanges.refuseLast(storeId, 'CHANGED_SINCE');
  return withIndex({ plan: own, ownerId: storeId, runSeq: NO_RUN, signal, onWait }, deps, work);
}

/** A loader's chunks where they lie. */
export interface StoredPart {
  readonly id: string;
  readonly place: ChunkPlace;
}

/** Stored chunks as the source of an upsert: each loader is a source, also one that has no chunk left. */
export function storedSource(loaders: readonly StoredPart[], chunks: DocumentStoreChunkRepository): SourcePart[] {
  return loaders.map(({ id, place }) => ({ sources: [id], loaderId: id, open: () => readBatches(chunks, place, id) }));
}

interface Removal {
  readonly deps: EngineDeps;
  readonly signal: AbortSignal;
}

/**
 * Takes out of the vector store what came from these loaders, a few hundred chunks at a time.
 * @returns how many chunks were deleted
 */
export function removeLoaders(
  plan: StoreStoragePlan,
  storeId: string,
  loaderIds: readonly string[],
  { deps, signal }: Removal,
): Promise<number> {
  const call: RemovalCall = { plan, storeId, signal, cleanup: 'incremental' };
  return withVectors(call, deps, async ({ writer }) => {
    await writer.seeSources(loaderIds, signal);
    return removeStale(writer, signal);
  });
}

/**
 * Deletes all chunks of the store from the vector store, and whatever else is there if the collection is the store's own.
 * @returns how many chunks were deleted
 */
export function removeAll(plan: StoreStoragePlan, storeId: string, { deps, signal }: Removal): Promise<number> {
  const call: RemovalCall = { plan, storeId, signal, cleanup: 'full' };
  return withVectors(call, deps, async ({ writer }) => {
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

type Stored = Pick<StoreAccess, 'stores' | 'loaders' | 'chunks'>;

function storeOf({ loader }: LoadJob, stored: Stored) {
  const { selectedStore } = documentStore.params.parse(loader.params);
  try {
    return findStore(stored, selectedStore);
  } catch (error) {
    throw withNodeId(error, loader.nodeId);
  }
}

async function* readStored(job: LoadJob, stored: Stored, signal: AbortSignal): AsyncGenerator<ChunkBatch> {
  const loaders = stored.loaders
    .list(storeOf(job, stored).id)
    .filter(({ contentState, draftParts }) => contentState !== 'NEW' && draftParts === null);
  const total = loaders.reduce((sum, { totalChunks }) => sum + totalChunks, 0);
  let done = 0;
  for (const loader of loaders) {
    for await (const batch of readBatches(stored.chunks, placeOf(loader), loader.id)) {
      signal.throwIfAborted();
      done += batch.contents.length;
      yield { ...batch, progress: { unit: 'documents', done, total } };
    }
  }
}

/**
 * Lets flows load what document stores hold: it lies in the database, which worker threads do not have. Each loader of the store is a source.
 * @param loadChunks for all other loaders
 */
export function withStoredChunks(loadChunks: LoadChunks, stored: Stored): LoadChunks {
  return (job, signal, listener) =>
    job.loader.name === documentStore.name ? readStored(job, stored, signal) : loadChunks(job, signal, listener);
}

/** Where the chunks of a batch are, as far as the records know. */
export async function idsOf(
  batch: ChunkBatch,
  records: RecordManager,
  signal: AbortSignal,
): Promise<(string | undefined)[]> {
  const keys = batch.contents.map((_content, index) => contentKeyAt(batch, index));
  const known = await records.exists(keys, signal);
  return known.map((record) => (record === undefined ? undefined : uuidText(record.chunkId)));
}
