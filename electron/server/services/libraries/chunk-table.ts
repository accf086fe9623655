import type { ChunkUpdate } from '../../../../shared/api/document-store-chunks.ts';
import { UserError } from '../../../../shared/errors/errors.ts';
import { canonicalJson } from '../../../../shared/json/canonical-json.ts';
import { newUuidBytes, uuidBytes, uuidText } from '../../common/uuid.ts';
import { HASH_BYTES } from '../../core/chunk.ts';
import type { WholeChunk } from '../../pipeline/index/passage-edits.ts';
import { type EditedChunk, saveEdit } from '../../pipeline/index/save-edit.ts';
import type { ChunkRow } from '../../storage/repositories/document-store-chunk-repository.ts';
import type { StoredLoader } from '../../storage/repositories/document-store-loader-repository.ts';
import type { PassageEdit } from '../../storage/repositories/edit-repository.ts';
import { IDENTITY_BYTES, keysOf } from './chunk-batches.ts';
import { assertIdle, findLoader, findStore, placeOf, type StoreAccess } from './store-access.ts';

/** A chunk of a table. */
export interface ChunkPath {
  readonly loaderId: string;
  readonly chunkId: string;
}

function editedChunk(row: ChunkRow, { storeId, id }: StoredLoader): EditedChunk {
  const { source, chunk_no: chunkNo, content, metadata } = row;
  return { ownerId: storeId, partId: id, source, name: source, chunkNo, content, metadata };
}

function lengthOf(chunks: readonly { readonly content: string }[]): number {
  return chunks.reduce((sum, { content }) => sum + content.length, 0);
}

/** Whose chunks are meant. */
interface Table {
  readonly access: StoreAccess;
  readonly storeId: string;
}

function findIdle({ access, storeId }: Table, loaderId: string): StoredLoader {
  const store = findStore(access, storeId);
  const loader = findLoader(access, storeId, loaderId);
  assertIdle(store);
  return loader;
}

function findChunk(table: Table, { loaderId, chunkId }: ChunkPath) {
  const { access, storeId } = table;
  findStore(access, storeId);
  const id = uuidBytes(chunkId);
  const place = placeOf(findLoader(access, storeId, loaderId));
  const row = id === undefined ? undefined : access.chunks.find(id, place);
  if (row === undefined) {
    throw new UserError('CHUNK_NOT_FOUND', 'The loader has no such chunk: look up the ids of its chunks page by page.');
  }
  return { row, loader: findIdle(table, loaderId) };
}

/** Whether the chunks of a loader are as the last run left them: what was edited since was undone again. */
function isAsIndexed({ access, storeId }: Table, { id, generation }: StoredLoader): boolean {
  const { engine, loadersBefore } = access;
  const last = engine.runChanges.last(storeId);
  if (last === undefined || last.whyNot !== null || engine.edits.hasSince(id, last.beganDate)) return false;
  return loadersBefore.ofRun(last.runSeq).some(({ loaderId, place }) => {
    return loaderId === id && place.generation === generation;
  });
}

/** In the same transaction as the change of the chunks themselves, after it. @param more chunks and characters, or fewer */
function saveChanged(
  table: Table,
  loader: StoredLoader,
  more: { readonly chunks: number; readonly chars: number },
): void {
  const { access, storeId } = table;
  const { loaders, stores, now } = access;
  loaders.update({
    ...loader,
    totalChunks: loader.totalChunks + more.chunks,
    totalChars: loader.totalChars + more.chars,
    indexState: loader.indexState === 'NONE' ? 'NONE' : isAsIndexed(table, loader) ? 'CURRENT' : 'CHANGED',
  });
  stores.update({ ...findStore(access, storeId), updatedDate: now().toISOString() });
}

function update(table: Table, path: ChunkPath, change: ChunkUpdate): number | undefined {
  const { row, loader } = findChunk(table, path);
  const { chunks, engine, now } = table.access;
  const { db, edits } = engine;
  const content = change.pageContent === undefined ? row.content : change.pageContent.replaceAll('\0', '');
  const metadata = change.metadata === undefined ? row.metadata : canonicalJson(change.metadata);
  if (content === row.content && metadata === row.metadata) {
    return edits.ofChunk(loader.id, row.keys.subarray(HASH_BYTES, IDENTITY_BYTES))?.id;
  }
  return db
    .transaction(() => {
      const facts = metadata === row.metadata ? row.keys.subarray(IDENTITY_BYTES) : Buffer.alloc(0);
      chunks.update({ id: row.id, content, metadata, keys: Buffer.concat([keysOf(row.source, content), facts]) });
      const editId = saveEdit(engine, editedChunk(row, loader), { content, metadata }, now().toISOString());
      saveChanged(table, loader, { chunks: 0, chars: content.length - row.content.length });
      return editId;
    })
    .immediate();
}

function remove(table: Table, path: ChunkPath): number | undefined {
  const { row, loader } = findChunk(table, path);
  const { chunks, engine, now } = table.access;
  return engine.db
    .transaction(() => {
      chunks.remove(row.id);
      const editId = saveEdit(engine, editedChunk(row, loader), null, now().toISOString());
      saveChanged(table, loader, { chunks: -1, chars: -row.content.length });
      return editId;
    })
    .immediate();
}

function take(table: Table, loaderId: string, ids: readonly Buffer[], moved: () => void): void {
  const loader = findIdle(table, loaderId);
  const { chunks, engine } = table.access;
  const rows = ids.flatMap((id) => chunks.find(id, placeOf(loader)) ?? []);
  engine.db
    .transaction(() => {
      for (const { id } of rows) chunks.remove(id);
      engine.runChanges.refuseLast(table.storeId, 'CHANGED_SINCE');
      saveChanged(table, loader, { chunks: -rows.length, chars: -lengthOf(rows) });
      moved();
    })
    .immediate();
}

interface Insertion {
  /** Called in its transaction. */
  readonly inserted?: (() => void) | undefined;
  /** The edit that is undone by it, which deleted the chunks. */
  readonly undone?: PassageEdit | undefined;
}

function insert(
  table: Table,
  loaderId: string,
  given: readonly WholeChunk[],
  { inserted, undone }: Insertion,
): string[] {
  const loader = findIdle(table, loaderId);
  const { chunks, engine } = table.access;
  const place = placeOf(loader);
  return engine.db
    .transaction(() => {
      const ids = given.map(({ source, content, metadata, chunkNo }) => {
        const id = newUuidBytes();
        const number = chunks.freeNumber(place, chunkNo);
        chunks.insert(place, { id, chunk_no: number, keys: keysOf(source, content), source, metadata, content });
        return uuidText(id);
      });
      if (undone === undefined) engine.runChanges.refuseLast(table.storeId, 'CHANGED_SINCE');
      else engine.runChanges.refuseBehind(undone);
      inserted?.();
      saveChanged(table, loader, { chunks: given.length, chars: lengthOf(given) });
      return ids;
    })
    .immediate();
}

/** The chunks of a document store, loader by loader. The next upsert inserts what is changed here into the vector store. Changes are refused (STORE_BUSY) while the store is at work. */
export function createChunkTable(access: StoreAccess, storeId: string) {
  const table: Table = { access, storeId };
  const { loaders, chunks } = access;
  return {
    /** Loaders whose chunks count. */
    loaders: (): StoredLoader[] => loaders.list(storeId).filter(({ draftParts }) => draftParts === null),

    /** The chunk of this number; undefined if there is none. */
    at(loaderId: string, chunkNo: number): ChunkRow | undefined {
      const loader = loaders.find(loaderId);
      if (loader?.storeId !== storeId) return undefined;
      const [row] = chunks.after(placeOf(loader), chunkNo - 1, { chunks: 1, units: 1 });
      return row?.chunk_no === chunkNo ? row : undefined;
    },

    /**
     * Changes a chunk. What is made of it stays when the loader loads the same passage again.
     * @returns the saved edit; undefined when the chunk is as it was loaded
     * @throws UserError STORE_NOT_FOUND, LOADER_NOT_FOUND, CHUNK_NOT_FOUND (404), STORE_BUSY (409)
     */
    update: (path: ChunkPath, change: ChunkUpdate): number | undefined => update(table, path, change),

    /**
     * Deletes a chunk. It stays deleted when the loader loads the same passage again, until it is inserted again.
     * @returns the saved edit
     * @throws UserError STORE_NOT_FOUND, LOADER_NOT_FOUND, CHUNK_NOT_FOUND (404), STORE_BUSY (409)
     */
    remove: (path: ChunkPath): number | undefined => remove(table, path),

    /** Takes chunks of one source out, in one transaction. @param moved is called in it */
    take: (loaderId: string, ids: readonly Buffer[], moved: () => void): void => take(table, loaderId, ids, moved),

    /**
     * Inserts chunks, in one transaction: each at its number if that is free, else behind all others.
     * @returns their ids
     */
    insert: (loaderId: string, given: readonly WholeChunk[], insertion: Insertion = {}): string[] =>
      insert(table, loaderId, given, insertion),
  };
}

export type ChunkTable = ReturnType<typeof createChunkTable>;
