import { z } from 'zod';
import { BugError } from '../../../../shared/errors/errors.ts';
import { canonicalJson } from '../../../../shared/json/canonical-json.ts';
import type { GraphSettings } from '../../../../shared/nodes/vectorstores/graph-settings.ts';
import { countOf } from '../../../../shared/text/format.ts';
import { uuidBytes, uuidText } from '../../common/uuid.ts';
import type { Metadata } from '../../core/document.ts';
import type {
  BrowsableStore,
  ChunkToStore,
  EmbeddedChunk,
  LocalVectorStore,
  QueryHit,
  SearchMode,
  TransactionalStore,
  VectorStoreQuery,
} from '../../core/vector-store.ts';
import { commitSteps } from '../../storage/commit-pages.ts';
import type { Database } from '../../storage/database.ts';
import { nextOf, readCursor } from '../page-cursor.ts';
import type { CommitWatch } from './commit-watch.ts';
import type { CollectionWrites } from './log/collection-writes.ts';
import { findHits, type QuerySources } from './query-collection.ts';
import { type ChunkReader, type ChunkRow, createChunkReader, createHitReader, type HitReader } from './read-chunks.ts';
import { readStoredVector } from './search/vector-math.ts';

interface PageRow {
  readonly id: number;
  readonly embedding_id: number;
  readonly uuid: Buffer;
  readonly content: string;
  readonly metadata: string;
  readonly chunk_no: number;
}

/** Where a page ended in the index of a collection: the row of the vector, then the row of the chunk. */
const CursorSchema = z
  .string()
  .regex(/^\d{1,15}\.\d{1,15}$/)
  .transform((text) => text.split('.').map(Number));

/** Browses any collection. @param find the collection's number; undefined while it is not made */
type CollectionBrowser = (find: () => number | undefined) => BrowsableStore;

function createCollectionBrowser(db: Database): CollectionBrowser {
  // In the order of the index `chunk_by_collection`: a page costs the same wherever it begins.
  const listAfter = db.prepare<[number, number, number, number], PageRow>(
    `SELECT id, embedding_id, uuid, content, metadata, chunk_no FROM chunk_with_text
     WHERE collection_id = ? AND (embedding_id, id) > (?, ?) ORDER BY embedding_id, id LIMIT ?`,
  );
  const findVector = db
    .prepare<[number, Buffer], Buffer>(
      `SELECT embedding.vector FROM chunk JOIN embedding ON embedding.id = chunk.embedding_id
       WHERE chunk.collection_id = ? AND chunk.uuid = ?`,
    )
    .pluck();
  return (find) => ({
    async listChunks({ after, limit }, signal) {
      signal.throwIfAborted();
      const [embedding = 0, chunk = 0] = after === undefined ? [] : readCursor(CursorSchema, after);
      const collection = find();
      const rows = collection === undefined ? [] : listAfter.all(collection, embedding, chunk, limit);
      return {
        chunks: rows.map(({ uuid, content, metadata, chunk_no: chunkNo }) => ({
          id: uuidText(uuid),
          content,
          metadata: MetadataSchema.parse(JSON.parse(metadata)),
          chunkNo,
        })),
        next: nextOf(rows, limit, (row) => `${row.embedding_id}.${row.id}`),
      };
    },
    async vectorsOf(ids, signal) {
      signal.throwIfAborted();
      const collection = find();
      const found = new Map<string, Float32Array>();
      if (collection === undefined) return found;
      for (const id of ids) {
        const uuid = uuidBytes(id);
        const vector = uuid === undefined ? undefined : findVector.get(collection, uuid);
        if (vector !== undefined) found.set(id, readStoredVector(vector));
      }
      return found;
    },
  });
}

/** What reads any collection. */
interface LocalReaders {
  readonly readHits: HitReader;
  readonly readChunk: ChunkReader;
  readonly browse: CollectionBrowser;
}

/** Prepared once: a collection is opened for each question. */
export function createLocalReaders(db: Database): LocalReaders {
  return { readHits: createHitReader(db), readChunk: createChunkReader(db), browse: createCollectionBrowser(db) };
}

/** What every open collection shares. */
export interface LocalStoreParts extends LocalReaders {
  readonly db: Database;
  readonly writes: CollectionWrites;
  readonly watch: CommitWatch;
  readonly sources: QuerySources;
}

/** Chunks deleted in one transaction: a few ms. */
const DELETED_AT_ONCE = 500;

const MetadataSchema = z.record(z.string(), z.unknown());

function createTransactional(
  name: string,
  settings: GraphSettings | undefined,
  { writes, watch }: LocalStoreParts,
): TransactionalStore & { find(): number | undefined } {
  let id: number | undefined;
  const find = (): number | undefined => {
    id ??= writes.find(name);
    return id;
  };
  const made = (): number => {
    const found = find();
    if (found === undefined) throw new BugError(`The collection ${name} was written to before it was opened`);
    return found;
  };
  const logged = (collectionId: number, deleted: number): number => {
    watch.wrote(collectionId, deleted);
    return deleted;
  };
  return {
    find,
    open() {
      id ??= writes.idOf(name);
    },
    bindModel: (model) => writes.bindModel(made(), model),
    model() {
      const found = find();
      return found === undefined ? undefined : writes.model(found);
    },
    applySettings() {
      if (settings === undefined || !writes.applySettings(made(), settings)) return;
      // As if a row was written: the graph follows when it is quiet.
      watch.wrote(made(), 1);
      watch.committed(made());
    },
    upsert(chunks) {
      if (chunks.length === 0) return;
      writes.upsert(made(), chunks);
      watch.wrote(made(), chunks.length);
    },
    updateMetadata(chunks) {
      if (chunks.length === 0) return;
      const { chunkIds, renamed } = writes.updateMetadata(made(), chunks);
      watch.wrote(made(), renamed);
      watch.rewrote(made(), chunkIds);
    },
    deleteByIds(ids) {
      const found = find();
      return found === undefined ? 0 : logged(found, writes.deleteByIds(found, ids));
    },
    deleteSome(limit) {
      const found = find();
      return found === undefined ? 0 : logged(found, writes.deleteSome(found, limit));
    },
    count() {
      const found = find();
      return found === undefined ? 0 : writes.count(found);
    },
    announceCommit() {
      const found = find();
      if (found !== undefined) watch.committed(found);
    },
  };
}

function bytesOf(id: string): Buffer {
  const bytes = uuidBytes(id);
  if (bytes === undefined) throw new BugError('The id of a chunk is no UUID');
  return bytes;
}

function toRow({ id, content, metadata, chunkNo, embeddingId }: EmbeddedChunk): ChunkToStore {
  if (embeddingId === undefined) throw new BugError('A chunk for the local store has no row of its vector');
  return { id: bytesOf(id), content, metadata: canonicalJson(metadata), chunkNo, embeddingId };
}

function modeOf({ vector, words }: VectorStoreQuery): SearchMode {
  if (words === undefined) return 'vector';
  return vector === undefined ? 'keyword' : 'hybrid';
}

/** Adds chunks, or replaces those of the same id: one whose text is the same keeps its vector and its place in the index. Inside a transaction. */
function replaceChunks(
  chunks: readonly EmbeddedChunk[],
  readChunk: (id: string) => ChunkRow | undefined,
  store: TransactionalStore,
): void {
  const known = new Map(
    chunks.flatMap((chunk) => {
      const row = readChunk(chunk.id);
      return row === undefined ? [] : [[chunk.id, row] as const];
    }),
  );
  const isSame = ({ id, content }: EmbeddedChunk) => known.get(id)?.content === content;
  store.updateMetadata(chunks.filter(isSame).map(toRow));
  const written = chunks.filter((chunk) => !isSame(chunk));
  const replaced = written.filter(({ id }) => known.has(id)).map(({ id }) => bytesOf(id));
  if (replaced.length > 0) store.deleteByIds(replaced);
  store.upsert(written.map(toRow));
}

async function queryCollection(
  collectionId: number,
  query: VectorStoreQuery,
  { writes, sources, readHits }: LocalStoreParts,
  signal: AbortSignal,
): Promise<readonly QueryHit[]> {
  const { vector, words, topK, filter } = query;
  const call = {
    collectionId,
    count: writes.count(collectionId),
    model: writes.model(collectionId),
    query: {
      text: words?.text ?? '',
      vector,
      topK,
      mode: modeOf(query),
      hybridWeight: words?.hybridWeight ?? 1,
      filter,
      onUnread: words?.onUnread,
    },
    signal,
  };
  return findHits(sources, call, readHits);
}

/**
 * A collection of the server's database. Opening makes nothing.
 * @param settings of those who write to it; whoever only asks needs none
 */
export function openLocalStore(
  name: string,
  settings: GraphSettings | undefined,
  parts: LocalStoreParts,
): LocalVectorStore {
  const { db } = parts;
  const { find, ...transactional } = createTransactional(name, settings, parts);
  const readChunk = (id: string): ChunkRow | undefined => {
    const collection = find();
    return collection === undefined ? undefined : parts.readChunk(collection, id);
  };
  const transaction = (signal: AbortSignal, work: () => void): void => {
    signal.throwIfAborted();
    db.transaction(work).immediate();
    transactional.announceCommit();
  };
  return {
    collection: name,
    searchesWords: true,
    transactional,
    browse: parts.browse(find),
    async model(signal) {
      signal.throwIfAborted();
      return transactional.count() === 0 ? undefined : transactional.model();
    },
    async prepare(model, signal) {
      transactional.open();
      transactional.applySettings();
      transaction(signal, () => transactional.bindModel(model));
    },
    async upsert(chunks, signal) {
      transaction(signal, () => replaceChunks(chunks, readChunk, transactional));
    },
    async deleteByIds(ids, signal) {
      transaction(signal, () => void transactional.deleteByIds(ids.map(bytesOf)));
    },
    async deleteAll(signal) {
      const some = db.transaction(() => transactional.deleteSome(DELETED_AT_ONCE));
      await commitSteps({ db, announce: transactional.announceCommit, signal }, () => some.immediate());
    },
    async getByIds(ids, signal) {
      signal.throwIfAborted();
      return ids.flatMap((id) => {
        const row = readChunk(id);
        if (row === undefined) return [];
        const metadata: Metadata = MetadataSchema.parse(JSON.parse(row.metadata));
        return [{ id, content: row.content, metadata, chunkNo: row.chunk_no }];
      });
    },
    async count(signal) {
      signal.throwIfAborted();
      return transactional.count();
    },
    async query(query, signal): Promise<readonly QueryHit[]> {
      signal.throwIfAborted();
      const collectionId = find();
      return collectionId === undefined ? [] : queryCollection(collectionId, query, parts, signal);
    },
    check: async () => `The collection has ${countOf(transactional.count(), 'chunk')}.`,
    // It lies in the server's database, which stays open.
    close: () => Promise.resolve(),
  };
}
