import { commitPages } from '../../storage/commit-pages.ts';
import type { ChunkPlace } from '../../storage/repositories/document-store-chunk-repository.ts';
import type { StoredLoader } from '../../storage/repositories/document-store-loader-repository.ts';
import { placeOf, type StoreAccess } from './store-access.ts';

/** Chunks that are copied in one transaction: a few ms. */
const COPIED = 200;

/**
 * Copies the sources of a loader that its new load does not have to the bin. What a failing run leaves there is never shown, and is removed with
 * the old entries of the bin.
 * @returns puts them into the bin: to be called in the transaction by which the new load counts
 */
export async function binGone(
  { engine, removed, now }: StoreAccess,
  loader: StoredLoader,
  { generation }: ChunkPlace,
  signal: AbortSignal,
): Promise<() => void> {
  const { storeId: ownerId, id: partId } = loader;
  const removedDate = now().toISOString();
  const binned: { readonly id: number; readonly chunks: number }[] = [];

  function* pages() {
    for (const { contentId, name } of removed.missingIn(placeOf(loader), generation)) {
      const id = removed.insert({ ownerId, partId, nodeId: null, name, removedDate, contentId });
      let copied = 0;
      for (let count = COPIED; count === COPIED; copied += count) {
        const chunks = removed.chunksOf(contentId, copied, COPIED);
        yield { id, chunks };
        count = chunks.length;
      }
      binned.push({ id, chunks: copied });
    }
  }

  await commitPages({ ...engine, signal }, pages(), ({ id, chunks }) => removed.addUnseen(id, chunks));
  return () => {
    for (const { id, chunks } of binned) removed.show(id, chunks);
  };
}
