import {
  ALL_LOADERS,
  CHUNK_PAGE_SIZE,
  type ChunkPage,
  type ChunkUpdate,
  type StoreChunk,
} from '../../../../shared/api/document-store-chunks.ts';
import { UserError } from '../../../../shared/errors/errors.ts';
import { canonicalJson } from '../../../../shared/json/canonical-json.ts';
import { uuidBytes, uuidText } from '../../common/uuid.ts';
import type { ChunkRow } from '../../storage/repositories/document-store-chunk-repository.ts';
import type { StoredLoader } from '../../storage/repositories/document-store-loader-repository.ts';
import { describeLoader } from './describe-store.ts';
import { IDENTITY_BYTES, keysOf } from './read-batches.ts';
import { assertIdle, findLoader, findStore, placeOf, type StoreHost } from './store-host.ts';

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
function readPart(host: StoreHost, loaders: readonly StoredLoader[], offset: number, limit: number): StoreChunk[] {
  const found: StoreChunk[] = [];
  let skip = offset;
  for (const loader of loaders) {
    if (found.length >= limit) break;
    if (skip >= loader.totalChunks) {
      skip -= loader.totalChunks;
      continue;
    }
    const rows = host.chunks.page(placeOf(loader), skip, limit - found.length);
    found.push(...rows.map((row) => describeChunk(row, loader)));
    skip = 0;
  }
  return found;
}

/**
 * One page of a loader's chunks, or of all loaders' in turn; behind the last page there are none.
 * @throws UserError STORE_NOT_FOUND, LOADER_NOT_FOUND
 */
export function readChunkPage(host: StoreHost, storeId: string, loaderId: string, pageNo: number): ChunkPage {
  const store = findStore(host, storeId);
  const loaders = loaderId === ALL_LOADERS ? host.loaders.list(storeId) : [findLoader(host, storeId, loaderId)];
  const [loader] = loaders;
  return {
    chunks: readPart(host, loaders, (pageNo - 1) * CHUNK_PAGE_SIZE, CHUNK_PAGE_SIZE),
    count: loaders.reduce((sum, { totalChunks }) => sum + totalChunks, 0),
    ...(loaderId === ALL_LOADERS || loader === undefined ? {} : { file: describeLoader(loader) }),
    currentPage: pageNo,
    storeName: store.name,
    description: store.description,
    docId: loaderId,
    characters: loaders.reduce((sum, { totalChars }) => sum + totalChars, 0),
  };
}

export interface ChunkPath {
  readonly storeId: string;
  readonly loaderId: string;
  readonly chunkId: string;
}

/** A chunk of an idle store, to be changed. */
function findChunk(
  host: StoreHost,
  { storeId, loaderId, chunkId }: ChunkPath,
): { readonly row: ChunkRow; readonly loader: StoredLoader } {
  const store = findStore(host, storeId);
  const loader = findLoader(host, storeId, loaderId);
  const id = uuidBytes(chunkId);
  const row = id === undefined ? undefined : host.chunks.find(id, placeOf(loader));
  if (row === undefined) {
    throw new UserError('CHUNK_NOT_FOUND', 'The loader has no such chunk: look up the ids of its chunks page by page.');
  }
  assertIdle(store);
  return { row, loader };
}

/** In the same transaction as the change of the chunk itself. */
function saveChanged(
  host: StoreHost,
  loader: StoredLoader,
  totals: Pick<StoredLoader, 'totalChunks' | 'totalChars'>,
): void {
  host.loaders.update({
    ...loader,
    ...totals,
    indexState: loader.indexState === 'CURRENT' ? 'CHANGED' : loader.indexState,
  });
  host.stores.update({ ...findStore(host, loader.storeId), updatedDate: host.now().toISOString() });
}

/** @throws UserError STORE_NOT_FOUND, LOADER_NOT_FOUND, CHUNK_NOT_FOUND (404), STORE_BUSY (409) */
export function updateChunk(host: StoreHost, path: ChunkPath, change: ChunkUpdate): void {
  const { row, loader } = findChunk(host, path);
  const content = change.pageContent === undefined ? row.content : change.pageContent.replaceAll('\0', '');
  const metadata = change.metadata === undefined ? row.metadata : canonicalJson(change.metadata);
  if (content === row.content && metadata === row.metadata) return;
  const totals = {
    totalChunks: loader.totalChunks,
    totalChars: loader.totalChars + content.length - row.content.length,
  };
  host.engine.db
    .transaction(() => {
      const facts = metadata === row.metadata ? row.keys.subarray(IDENTITY_BYTES) : Buffer.alloc(0);
      const keys = Buffer.concat([keysOf(row.source, content), facts]);
      host.chunks.update({ id: row.id, content, metadata, keys });
      saveChanged(host, loader, totals);
    })
    .immediate();
}

/** @throws UserError STORE_NOT_FOUND, LOADER_NOT_FOUND, CHUNK_NOT_FOUND (404), STORE_BUSY (409) */
export function removeChunk(host: StoreHost, path: ChunkPath): void {
  const { row, loader } = findChunk(host, path);
  const totals = { totalChunks: loader.totalChunks - 1, totalChars: loader.totalChars - row.content.length };
  host.engine.db
    .transaction(() => {
      host.chunks.remove(row.id);
      saveChanged(host, loader, totals);
    })
    .immediate();
}
