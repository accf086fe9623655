import { UserError } from '../../../../shared/errors/errors.ts';
import { uuidBytes } from '../../common/uuid.ts';
import type { StoredLoader } from '../../storage/repositories/document-store-loader-repository.ts';
import type { ChunkTable } from '../libraries/chunk-table.ts';
import type { Library } from '../libraries/library.ts';
import { placeOf } from '../libraries/store-access.ts';
import type { ContentsCall, ContentsDeps, OpenContents } from './contents.ts';
import type { ReadChunk } from './contents-reader.ts';
import { createLocalReader } from './local-reader.ts';
import { openVectorStoreContents } from './vector-store-contents.ts';

const STATES = { CURRENT: 'STORED', CHANGED: 'CHANGED', NONE: 'NOT_STORED' } as const;

/** Opens the chunk table of a library, from which the next upsert inserts its chunks into the vector store. */
function openTableContents({ contents }: ContentsDeps, library: Library, table: ChunkTable): OpenContents {
  const loaders = table.loaders();
  const bySeq = new Map(loaders.map((loader) => [loader.seq, loader]));
  const scopes = loaders.map((loader) => {
    const { loaderSeq, generation } = placeOf(loader);
    return { kind: 'loader' as const, place: loaderSeq, generation };
  });

  function loaderOf(seq: number | undefined): StoredLoader {
    const loader = seq === undefined ? undefined : bySeq.get(seq);
    if (loader !== undefined) return loader;
    throw new UserError('LOADER_NOT_FOUND', 'The loader of these chunks is gone: read the list of sources again.');
  }

  function loaderOfChunk({ sourceId }: ReadChunk): StoredLoader {
    return loaderOf(contents.findSource(scopes, Number(sourceId))?.place);
  }

  function pathOf(chunk: ReadChunk) {
    return { loaderId: loaderOfChunk(chunk).id, chunkId: chunk.id };
  }

  return {
    library,
    nodeId: undefined,
    reader: createLocalReader(contents, scopes),
    originOf: (chunk) => ({ partId: loaderOfChunk(chunk).id, source: chunk.sourceName }),
    describeSource({ loaderSeq }) {
      const { id, indexState } = loaderOf(loaderSeq);
      return { state: STATES[indexState], loaderId: id, lastRunId: null, lastRunDate: null };
    },
    async edit(chunk, { content, metadata }) {
      const change = { pageContent: content, metadata: JSON.parse(metadata) };
      return { chunkId: chunk.id, editId: table.update(pathOf(chunk), change) };
    },
    remove: async (chunk) => table.remove(pathOf(chunk)),
    heldAs(partId, name) {
      const scope = scopes.filter(({ place }) => bySeq.get(place)?.id === partId);
      return contents.sourcesNamed(scope, name)[0]?.id;
    },
    async insert(partId, chunks, inserted, undone) {
      if (!loaders.some(({ id }) => id === partId)) {
        const message =
          'The loader of this source was deleted, so it has no place in the document store any more: add its file or address to the store again.';
        throw new UserError('LOADER_NOT_FOUND', message);
      }
      return table.insert(partId, chunks, { inserted, undone });
    },
    async take(chunks, moved) {
      const [first] = chunks;
      if (first === undefined) return;
      const ids = chunks.flatMap(({ id }) => uuidBytes(id) ?? []);
      table.take(loaderOfChunk(first).id, ids, moved);
    },
    close: () => Promise.resolve(),
  };
}

async function open(deps: ContentsDeps, { ownerId, nodeId, signal }: ContentsCall): Promise<OpenContents> {
  const library = deps.libraries.open(ownerId, nodeId);
  const { table } = library;
  return table === undefined
    ? openVectorStoreContents(deps, library, nodeId, signal)
    : openTableContents(deps, library, table);
}

/** Opens the contents that a call is about, does the work, and closes them again. @throws UserError CHATFLOW_NOT_FOUND; 422 when the settings can't be used */
export async function withContents<T>(
  deps: ContentsDeps,
  call: ContentsCall,
  work: (contents: OpenContents) => Promise<T>,
): Promise<T> {
  const contents = await open(deps, call);
  try {
    return await work(contents);
  } finally {
    await contents.close();
  }
}
