import type { EngineDeps } from '../../pipeline/engine-deps.ts';
import { type IndexWriter, NO_RUN } from '../../pipeline/index/index-writer.ts';
import type { SourcePart } from '../../pipeline/load/source-part.ts';
import { type OpenIndex, withIndex } from '../../pipeline/with-index.ts';
import type {
  ChunkPlace,
  DocumentStoreChunkRepository,
} from '../../storage/repositories/document-store-chunk-repository.ts';
import { readBatches } from '../libraries/chunk-batches.ts';
import type { StoragePlan } from '../libraries/parts.ts';

/** Who takes chunks out of the vector store. */
interface RemovalCall {
  readonly plan: StoragePlan;
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
  plan: StoragePlan,
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
 * Takes out all that the store has put into the vector store, and whatever else is there if the collection is the store's own.
 * @returns how many chunks were deleted
 */
export function removeAll(plan: StoragePlan, storeId: string, { deps, signal }: Removal): Promise<number> {
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
