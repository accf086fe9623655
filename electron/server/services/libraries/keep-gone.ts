import { commitPages } from '../../storage/commit-pages.ts';
import type { ChunkPlace } from '../../storage/repositories/document-store-chunk-repository.ts';
import type { StoredLoader } from '../../storage/repositories/document-store-loader-repository.ts';
import { placeOf, type StoreAccess } from './store-access.ts';

/** Chunks that are copied in one transaction: a few ms. */
const KEPT = 200;

/**
 * Copies the sources of a loader that its new load does not have, for the bin. What a run that fails leaves of it is never shown, and goes with what is
 * old there.
 * @returns puts them into the bin: to be called in the transaction by which the new load counts
 */
export async function keepGone(
  { engine, removed, now }: StoreAccess,
  loader: StoredLoader,
  { generation }: ChunkPlace,
  signal: AbortSignal,
): Promise<() => void> {
  const { storeId: ownerId, id: partId } = loader;
  const removedDate = now().toISOString();
  const kept: { readonly id: number; readonly chunks: number }[] = [];

  function* pages() {
    for (const { contentId, name } of removed.missingIn(placeOf(loader), generation)) {
      const id = removed.insert({ ownerId, partId, nodeId: null, name, removedDate, contentId });
      let copied = 0;
      for (let count = KEPT; count === KEPT; copied += count) {
        const chunks = removed.chunksOf(contentId, copied, KEPT);
        yield { id, chunks };
        count = chunks.length;
      }
      kept.push({ id, chunks: copied });
    }
  }

  await commitPages({ ...engine, signal }, pages(), ({ id, chunks }) => removed.addUnseen(id, chunks));
  return () => {
    for (const { id, chunks } of kept) removed.show(id, chunks);
  };
}
