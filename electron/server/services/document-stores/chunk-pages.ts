import {
  ALL_LOADERS,
  CHUNK_PAGE_SIZE,
  type ChunkPage,
  type ChunkUpdate,
  type StoreChunk,
} from '../../../../shared/api/document-store-chunks.ts';
import { UserError } from '../../../../shared/errors/errors.ts';
import { canonicalJson } from '../../../../shared/json/canonical-json.ts';
import { newUuidBytes, uuidBytes, uuidText } from '../../common/uuid.ts';
import { HASH_BYTES } from '../../core/chunk.ts';
import { type EditedChunk, keepEdit } from '../../pipeline/index/keep-edit.ts';
import type { WholeChunk } from '../../pipeline/index/passage-edits.ts';
import type { ChunkRow } from '../../storage/repositories/document-store-chunk-repository.ts';
import type { StoredLoader } from '../../storage/repositories/document-store-loader-repository.ts';
import { IDENTITY_BYTES, keysOf } from '../libraries/chunk-batches.ts';
import { assertIdle, findLoader, findStore, placeOf, type StoreAccess } from '../libraries/store-access.ts';
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

export interface ChunkPath {
  readonly storeId: string;
  readonly loaderId: string;
  readonly chunkId: string;
}

/** A chunk of an idle store, to be changed. */
function findChunk(
  deps: StoreAccess,
  { storeId, loaderId, chunkId }: ChunkPath,
): { readonly row: ChunkRow; readonly loader: StoredLoader } {
  const store = findStore(deps, storeId);
  const loader = findLoader(deps, storeId, loaderId);
  const id = uuidBytes(chunkId);
  const row = id === undefined ? undefined : deps.chunks.find(id, placeOf(loader));
  if (row === undefined) {
    throw new UserError('CHUNK_NOT_FOUND', 'The loader has no such chunk: look up the ids of its chunks page by page.');
  }
  assertIdle(store);
  return { row, loader };
}

/** In the same transaction as the change of the chunk itself. */
function saveChanged(
  deps: StoreAccess,
  loader: StoredLoader,
  totals: Pick<StoredLoader, 'totalChunks' | 'totalChars'>,
): void {
  deps.loaders.update({
    ...loader,
    ...totals,
    indexState: loader.indexState === 'CURRENT' ? 'CHANGED' : loader.indexState,
  });
  deps.stores.update({ ...findStore(deps, loader.storeId), updatedDate: deps.now().toISOString() });
  deps.engine.runChanges.refuseLast(loader.storeId, 'CHANGED_SINCE');
}

function editedChunk(row: ChunkRow, { storeId, id }: StoredLoader): EditedChunk {
  const { source, chunk_no: chunkNo, content, metadata } = row;
  return { ownerId: storeId, partId: id, source, name: source, chunkNo, content, metadata };
}

/**
 * Changes a chunk. What is made of it stays when the loader loads the same passage again.
 * @returns the edit that is kept; undefined when the chunk is as it was loaded
 * @throws UserError STORE_NOT_FOUND, LOADER_NOT_FOUND, CHUNK_NOT_FOUND (404), STORE_BUSY (409)
 */
export function updateChunk(deps: StoreAccess, path: ChunkPath, change: ChunkUpdate): number | undefined {
  const { row, loader } = findChunk(deps, path);
  const { db, edits } = deps.engine;
  const content = change.pageContent === undefined ? row.content : change.pageContent.replaceAll('\0', '');
  const metadata = change.metadata === undefined ? row.metadata : canonicalJson(change.metadata);
  if (content === row.content && metadata === row.metadata) {
    return edits.ofChunk(loader.id, row.keys.subarray(HASH_BYTES, IDENTITY_BYTES))?.id;
  }
  const totals = {
    totalChunks: loader.totalChunks,
    totalChars: loader.totalChars + content.length - row.content.length,
  };
  return db
    .transaction(() => {
      const facts = metadata === row.metadata ? row.keys.subarray(IDENTITY_BYTES) : Buffer.alloc(0);
      const keys = Buffer.concat([keysOf(row.source, content), facts]);
      deps.chunks.update({ id: row.id, content, metadata, keys });
      saveChanged(deps, loader, totals);
      return keepEdit(edits, editedChunk(row, loader), { content, metadata }, deps.now().toISOString());
    })
    .immediate();
}

/**
 * Deletes a chunk. It stays deleted when the loader loads the same passage again, until it is brought back.
 * @returns the edit that is kept
 * @throws UserError STORE_NOT_FOUND, LOADER_NOT_FOUND, CHUNK_NOT_FOUND (404), STORE_BUSY (409)
 */
export function removeChunk(deps: StoreAccess, path: ChunkPath): number | undefined {
  const { row, loader } = findChunk(deps, path);
  const { db, edits } = deps.engine;
  const totals = { totalChunks: loader.totalChunks - 1, totalChars: loader.totalChars - row.content.length };
  return db
    .transaction(() => {
      deps.chunks.remove(row.id);
      saveChanged(deps, loader, totals);
      return keepEdit(edits, editedChunk(row, loader), null, deps.now().toISOString());
    })
    .immediate();
}

/** Takes chunks of one source out of an idle store, in one transaction. @param moved is called in it */
export function takeChunks(
  deps: StoreAccess,
  place: { readonly storeId: string; readonly loaderId: string },
  ids: readonly Buffer[],
  moved: (rows: readonly ChunkRow[]) => void,
): void {
  assertIdle(findStore(deps, place.storeId));
  const loader = findLoader(deps, place.storeId, place.loaderId);
  const rows = ids.flatMap((id) => deps.chunks.find(id, placeOf(loader)) ?? []);
  const units = rows.reduce((sum, { content }) => sum + content.length, 0);
  deps.engine.db
    .transaction(() => {
      for (const { id } of rows) deps.chunks.remove(id);
      saveChanged(deps, loader, {
        totalChunks: loader.totalChunks - rows.length,
        totalChars: loader.totalChars - units,
      });
      moved(rows);
    })
    .immediate();
}

/**
 * Puts chunks into a loader of an idle store, in one transaction: each at its number if that is free, else behind all others.
 * @param brought is called in it
 * @returns their ids
 */
export function bringChunks(
  deps: StoreAccess,
  place: { readonly storeId: string; readonly loaderId: string },
  chunks: readonly WholeChunk[],
  brought: () => void = () => undefined,
): string[] {
  assertIdle(findStore(deps, place.storeId));
  const loader = findLoader(deps, place.storeId, place.loaderId);
  const units = chunks.reduce((sum, { content }) => sum + content.length, 0);
  return deps.engine.db
    .transaction(() => {
      const ids = chunks.map(({ source, content, metadata, chunkNo }) => {
        const id = newUuidBytes();
        const number = deps.chunks.freeNumber(placeOf(loader), chunkNo);
        const keys = keysOf(source, content);
        deps.chunks.insert(placeOf(loader), { id, chunk_no: number, keys, source, metadata, content });
        return uuidText(id);
      });
      saveChanged(deps, loader, {
        totalChunks: loader.totalChunks + chunks.length,
        totalChars: loader.totalChars + units,
      });
      brought();
      return ids;
    })
    .immediate();
}
