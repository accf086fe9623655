import { UserError } from '../../../../shared/errors/errors.ts';
import { uuidBytes } from '../../common/uuid.ts';
import type { StoredLoader } from '../../storage/repositories/document-store-loader-repository.ts';
import type { StoredStore } from '../../storage/repositories/document-store-repository.ts';
import { bringChunks, removeChunk, takeChunks, updateChunk } from '../document-stores/chunk-pages.ts';
import { placeOf } from '../libraries/store-access.ts';
import type { ContentsDeps } from './contents-deps.ts';
import type { ContentsOwner } from './contents-owner.ts';
import type { ReadChunk } from './contents-reader.ts';
import { createLocalReader } from './local-reader.ts';

const STATES = { CURRENT: 'STORED', CHANGED: 'CHANGED', NONE: 'NOT_STORED' } as const;

/** Opens a document store: its own chunks, which the next upsert brings to the vector store. */
export function openStoreContents(deps: ContentsDeps, store: StoredStore): ContentsOwner {
  const { stores, contents } = deps;
  const loaders = stores.loaders.list(store.id).filter(({ draftParts }) => draftParts === null);
  const bySeq = new Map(loaders.map((loader) => [loader.seq, loader]));
  const scopes = loaders.map((loader) => {
    const { loaderSeq, generation } = placeOf(loader);
    return { kind: 'loader' as const, place: loaderSeq, generation };
  });
  const reader = createLocalReader(contents, scopes);

  function loaderOf(seq: number | undefined): StoredLoader {
    const loader = seq === undefined ? undefined : bySeq.get(seq);
    if (loader !== undefined) return loader;
    throw new UserError('LOADER_NOT_FOUND', 'The loader of these chunks is gone: read the list of sources again.');
  }

  function loaderOfChunk({ sourceId }: ReadChunk): StoredLoader {
    return loaderOf(contents.findSource(scopes, Number(sourceId))?.place);
  }

  function pathOf(chunk: ReadChunk) {
    return { storeId: store.id, loaderId: loaderOfChunk(chunk).id, chunkId: chunk.id };
  }

  return {
    ownerId: store.id,
    kind: 'documentStore',
    name: store.name,
    nodeId: undefined,
    vectorStores: [],
    reader,
    originOf: (chunk) => ({ partId: loaderOfChunk(chunk).id, source: chunk.sourceName }),
    describeSource({ loaderSeq }) {
      const { id, indexState } = loaderOf(loaderSeq);
      return { state: STATES[indexState], loaderId: id, lastRunId: null, lastRunDate: null };
    },
    async edit(chunk, { content, metadata }) {
      const change = { pageContent: content, metadata: JSON.parse(metadata) };
      return { chunkId: chunk.id, editId: updateChunk(stores, pathOf(chunk), change) };
    },
    remove: async (chunk) => removeChunk(stores, pathOf(chunk)),
    heldAs(partId, name) {
      const scope = scopes.filter(({ place }) => bySeq.get(place)?.id === partId);
      return contents.sourcesNamed(scope, name)[0]?.id;
    },
    async bring(partId, chunks, brought) {
      if (!loaders.some(({ id }) => id === partId)) {
        const message =
          'The loader of this source was deleted, so it has no place in the document store any more: add its file or address to the store again.';
        throw new UserError('LOADER_NOT_FOUND', message);
      }
      return bringChunks(stores, { storeId: store.id, loaderId: partId }, chunks, brought);
    },
    async take(chunks, moved) {
      const [first] = chunks;
      if (first === undefined) return;
      const ids = chunks.flatMap(({ id }) => uuidBytes(id) ?? []);
      takeChunks(stores, { storeId: store.id, loaderId: loaderOfChunk(first).id }, ids, moved);
    },
    close: () => Promise.resolve(),
  };
}
