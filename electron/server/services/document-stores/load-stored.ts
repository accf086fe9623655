import { withNodeId } from '../../../../shared/errors/errors.ts';
import { documentStore } from '../../../../shared/nodes/documentloaders/document-store.ts';
import type { ChunkBatch } from '../../core/chunk.ts';
import type { LoadChunks, LoadJob } from '../../core/load-job.ts';
import { readBatches } from '../libraries/chunk-batches.ts';
import { findStore, placeOf, type StoreAccess } from '../libraries/store-access.ts';

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
