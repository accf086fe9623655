import {
  ALL_LOADERS,
  CHUNK_PAGE_SIZE,
  type ChunkPage,
  type StoreChunk,
} from '../../../../shared/api/document-store-chunks.ts';
import { uuidText } from '../../common/uuid.ts';
import type { ChunkRow } from '../../storage/repositories/document-store-chunk-repository.ts';
import type { StoredLoader } from '../../storage/repositories/document-store-loader-repository.ts';
import { findLoader, findStore, placeOf, type StoreAccess } from '../libraries/store-access.ts';
import { describeLoader } from './describe-store.ts';

function describeChunk(row: ChunkRow, loader: StoredLoader): StoreChunk {
  return {
    id: uuidText(row.id),
    docId: loader.id,
    storeId: loader.storeId,
    chunkNo: row.chunk_no,
    pageContent: row.content,
    metadata: row.metadata,
  };
}

/** A part of the chunks of several loaders in turn; only the loaders that it touches are read. */
function readPart(deps: StoreAccess, loaders: readonly StoredLoader[], offset: number, limit: number): StoreChunk[] {
  const found: StoreChunk[] = [];
  let skip = offset;
  for (const loader of loaders) {
    if (found.length >= limit) break;
    if (skip >= loader.totalChunks) {
      skip -= loader.totalChunks;
      continue;
    }
    const rows = deps.chunks.page(placeOf(loader), skip, limit - found.length);
    found.push(...rows.map((row) => describeChunk(row, loader)));
    skip = 0;
  }
  return found;
}

/**
 * One page of a loader's chunks, or of all loaders' in turn; behind the last page there are none.
 * @throws UserError STORE_NOT_FOUND, LOADER_NOT_FOUND
 */
export function readChunkPage(deps: StoreAccess, storeId: string, loaderId: string, pageNo: number): ChunkPage {
  const store = findStore(deps, storeId);
  const loaders = loaderId === ALL_LOADERS ? deps.loaders.list(storeId) : [findLoader(deps, storeId, loaderId)];
  const [loader] = loaders;
  return {
    chunks: readPart(deps, loaders, (pageNo - 1) * CHUNK_PAGE_SIZE, CHUNK_PAGE_SIZE),
    count: loaders.reduce((sum, { totalChunks }) => sum + totalChunks, 0),
    ...(loaderId === ALL_LOADERS || loader === undefined ? {} : { file: describeLoader(loader) }),
    currentPage: pageNo,
    storeName: store.name,
    description: store.description,
    docId: loaderId,
    characters: loaders.reduce((sum, { totalChars }) => sum + totalChars, 0),
  };
}
