import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ChunkPlace } from '../../storage/repositories/document-store-chunk-repository.ts';
import type { StoredLoader } from '../../storage/repositories/document-store-loader-repository.ts';
import { placeOf, type StoreDeps } from './store-deps.ts';

/** Chunks that are copied in one transaction: a few ms. */
const KEPT = 200;

/** Puts the sources of a loader into the bin that its new load does not have. Before the new load counts: what a stop leaves is there twice, and never lost. */
export async function keepGone(
  { engine, removed, now }: StoreDeps,
  loader: StoredLoader,
  { generation }: ChunkPlace,
  signal: AbortSignal,
): Promise<void> {
  const { storeId: ownerId, id: partId } = loader;
  const removedDate = now().toISOString();
  for (const { contentId, name } of removed.missingIn(placeOf(loader), generation)) {
    const id = removed.insert({ ownerId, partId, nodeId: null, name, removedDate, contentId });
    let after = 0;
    for (let count = KEPT; count === KEPT; await nextTurn()) {
      signal.throwIfAborted();
      const chunks = removed.chunksOf(contentId, after, KEPT);
      engine.db.transaction(() => removed.addChunks(id, chunks)).immediate();
      count = chunks.length;
      after += count;
    }
  }
}
