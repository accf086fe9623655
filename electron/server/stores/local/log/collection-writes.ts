import { BugError, UserError } from '../../../../../shared/errors/errors.ts';
import { DEFAULT_GRAPH_SETTINGS, type GraphSettings } from '../../../../../shared/nodes/vectorstores/graph-settings.ts';
import type { ChunkToStore, ModelIdentity } from '../../../core/vector-store.ts';
import type { Database } from '../../../storage/database.ts';
import { embeddingMismatch } from '../../embedding-mismatch.ts';
import { namesOf } from './names-of.ts';

/** Values of `vector_log.op`. */
export const LOG_ADDED = 1;
export const LOG_DELETED = 2;
/** What names a chunk's place is another than before; its text and its vector stay. A chunk has one such entry, the last. */
export const LOG_RENAMED = 3;

/** Log rows deleted in one transaction: a few ms. */
const DROPPED_ROWS = 1000;

interface ModelRow {
  id: number;
  dimensions: number;
}

/**
 * The synchronous part of the store: prepared once, for all collections. All functions may be called inside the caller's
 * transaction, and leave no state behind but rows, so that a rollback undoes everything.
 */
export interface CollectionWrites {
  /** The collection's row id; the row is made at the first call. */
  idOf(name: string): number;
  find(name: string): number | undefined;
  /** Takes some rows of an empty collection out of the log. @returns how many */
  dropLog(collectionId: number): number;
  /** Forgets an empty collection: the next of its name is another one. */
  drop(collectionId: number): void;
  count(collectionId: number): number;
  model(collectionId: number): ModelIdentity | undefined;
  bindModel(collectionId: number, model: ModelIdentity): void;
  settings(collectionId: number): GraphSettings;
  /** @returns whether they are others than before */
  applySettings(collectionId: number, settings: GraphSettings): boolean;
  upsert(collectionId: number, chunks: readonly ChunkToStore[]): void;
  updateMetadata(collectionId: number, chunks: readonly ChunkMetadata[]): MetadataUpdate;
  deleteByIds(collectionId: number, ids: readonly Buffer[]): number;
  deleteSome(collectionId: number, limit: number): number;
  /** Deletes chunks of whatever collections. @returns the collections that had any */
  deleteAnywhere(ids: readonly Buffer[]): number[];
}

/** What may change of a chunk in place. */
type ChunkMetadata = Pick<ChunkToStore, 'id' | 'metadata' | 'chunkNo'>;

/** What became of chunks whose metadata was to change. */
export interface MetadataUpdate {
  /** The rows of the chunks that are there. */
  readonly chunkIds: readonly number[];
  /** How many of them have other names than before: changes for those that follow the log. */
  readonly renamed: number;
}

type CollectionRows = Pick<
  CollectionWrites,
  'idOf' | 'find' | 'dropLog' | 'drop' | 'count' | 'model' | 'bindModel' | 'settings' | 'applySettings'
>;

function prepareCollectionStatements(db: Database) {
  return {
    insert: db.prepare<[string]>('INSERT INTO collection (name) VALUES (?) ON CONFLICT (name) DO NOTHING'),
    id: db.prepare<[string], number>('SELECT id FROM collection WHERE name = ?').pluck(),
    model: db.prepare<[number], { readonly id: string; readonly dimensions: number }>(
      `SELECT m.name AS id, m.dimensions FROM collection c JOIN embedding_model m ON m.id = c.model_id WHERE c.id = ?`,
    ),
    count: db.prepare<[number], number>('SELECT chunk_count FROM collection WHERE id = ?').pluck(),
    insertModel: db.prepare<[string, number]>(
      'INSERT INTO embedding_model (name, dimensions) VALUES (?, ?) ON CONFLICT (name) DO NOTHING',
    ),
    modelRow: db.prepare<[string], ModelRow>('SELECT id, dimensions FROM embedding_model WHERE name = ?'),
    bind: db.prepare<[number, number]>('UPDATE collection SET model_id = ? WHERE id = ?'),
    settings: db.prepare<[number], GraphSettings>(
      'SELECT metric, links, ef_construction AS efConstruction, ef FROM collection WHERE id = ?',
    ),
    dropLog: db.prepare<[number, number]>(
      'DELETE FROM vector_log WHERE seq IN (SELECT seq FROM vector_log WHERE collection_id = ? LIMIT ?)',
    ),
    drop: db.prepare<[number]>('DELETE FROM collection WHERE id = ? AND chunk_count = 0'),
    updateSettings: db.prepare<[GraphSettings & { readonly id: number }]>(
      `UPDATE collection SET metric = @metric, links = @links, ef_construction = @efConstruction, ef = @ef
       WHERE id = @id AND (metric, links, ef_construction, ef) <> (@metric, @links, @efConstruction, @ef)`,
    ),
  };
}

function createCollectionRows(db: Database): CollectionRows {
  const sql = prepareCollectionStatements(db);
  const model = (collectionId: number): ModelIdentity | undefined => sql.model.get(collectionId);
  return {
    idOf(name) {
      const known = sql.id.get(name);
      if (known !== undefined) return known;
      // The caller keeps the id; a rollback would take the row away and give the id to another name.
      if (db.inTransaction) throw new BugError('A new collection has to be opened outside a transaction');
      return Number(sql.insert.run(name).lastInsertRowid);
    },
    find: (name) => sql.id.get(name),
    dropLog: (collectionId) => sql.dropLog.run(collectionId, DROPPED_ROWS).changes,
    drop: (collectionId) => void sql.drop.run(collectionId),
    count: (collectionId) => sql.count.get(collectionId) ?? 0,
    settings: (collectionId) => sql.settings.get(collectionId) ?? DEFAULT_GRAPH_SETTINGS,
    applySettings: (id, { metric, links, efConstruction, ef }) =>
      sql.updateSettings.run({ id, metric, links, efConstruction, ef }).changes > 0,
    model,
    bindModel(collectionId, wanted) {
      const held = model(collectionId);
      if (held?.id === wanted.id && held.dimensions === wanted.dimensions) return;
      if (held !== undefined && (sql.count.get(collectionId) ?? 0) > 0) throw embeddingMismatch(held, wanted);
      sql.insertModel.run(wanted.id, wanted.dimensions);
      const row = sql.modelRow.get(wanted.id);
      if (row === undefined || row.dimensions !== wanted.dimensions) {
        throw embeddingMismatch({ id: wanted.id, dimensions: row?.dimensions ?? 0 }, wanted);
      }
      sql.bind.run(row.id, collectionId);
    },
  };
}

/** The name of a chunk's source, for people, as migration 0016 counts it. */
const SOURCE_NAME = `coalesce(CAST(c.metadata ->> '$.source' AS TEXT), '')`;
type ChunkValue = Buffer | number | string | null;

/** One statement for a whole batch, in the order of the list: a fifth off the cost of an upsert. */
function prepareInsertLogs(db: Database) {
  return db.prepare<[collectionId: number, op: number, chunkIds: string]>(
    'INSERT INTO vector_log (collection_id, op, chunk_id) SELECT ?, ?, value FROM json_each(?)',
  );
}

function prepareChunkStatements(db: Database) {
  return {
    insert: db.prepare<ChunkValue[]>(
      `INSERT INTO chunk (uuid, collection_id, embedding_id, chunk_no, metadata, content, text_id)
       VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (uuid) DO NOTHING`,
    ),
    countChunks: db.prepare<[chunkIds: string]>(
      `INSERT INTO content_source (kind, place, generation, name, chunk_count, size_bytes, changed_ms)
       SELECT 1, c.collection_id, 0, ${SOURCE_NAME} AS source, count(*), sum(coalesce(octet_length(t.content), octet_length(c.content))),
         CAST(unixepoch('subsec') * 1000 AS INTEGER)
       FROM json_each(?) l CROSS JOIN chunk c ON c.id = l.value LEFT JOIN chunk_text t ON t.id = c.text_id GROUP BY c.collection_id, source
       ON CONFLICT (kind, place, generation, name) DO UPDATE SET chunk_count = chunk_count + excluded.chunk_count,
         size_bytes = size_bytes + excluded.size_bytes, changed_ms = excluded.changed_ms`,
    ),
    placeChunks: db.prepare<[chunkIds: string]>(
      `INSERT INTO content_place (source_id, chunk_no, chunk_id)
       SELECT s.id, c.chunk_no, c.id FROM json_each(?) l CROSS JOIN chunk c ON c.id = l.value
       CROSS JOIN content_source s ON (s.kind, s.place, s.generation, s.name) = (1, c.collection_id, 0, ${SOURCE_NAME})`,
    ),
    hasTexts: db.prepare<[], number>('SELECT 1 FROM chunk_text LIMIT 1').pluck(),
    // A text that a document store has is not stored once more.
    storedText: db
      .prepare<[number], number>(
        'SELECT t.id FROM embedding e JOIN chunk_text t ON t.hash = e.content_hash WHERE e.id = ?',
      )
      .pluck(),
    insertLogs: prepareInsertLogs(db),
    addToCount: db.prepare<[number, number]>('UPDATE collection SET chunk_count = chunk_count + ? WHERE id = ?'),
    deleteOne: db
      .prepare<[Buffer, number], number>('DELETE FROM chunk WHERE uuid = ? AND collection_id = ? RETURNING id')
      .pluck(),
    collectionOf: db.prepare<[Buffer], number>('SELECT collection_id FROM chunk WHERE uuid = ?').pluck(),
    deleteFirst: db
      .prepare<[number, number], number>(
        'DELETE FROM chunk WHERE id IN (SELECT id FROM chunk WHERE collection_id = ? LIMIT ?) RETURNING id',
      )
      .pluck(),
  };
}

type MetadataRows = Pick<CollectionWrites, 'updateMetadata'>;

function createMetadataRows(db: Database): MetadataRows {
  const sql = {
    before: db.prepare<[Buffer, number], { readonly id: number; readonly metadata: string }>(
      'SELECT id, metadata FROM chunk WHERE uuid = ? AND collection_id = ?',
    ),
    update: db.prepare<[string, number, number]>('UPDATE chunk SET metadata = ?, chunk_no = ? WHERE id = ?'),
    dropRenamed: db.prepare<[number, string]>(
      'DELETE FROM vector_log WHERE op = ? AND chunk_id IN (SELECT value FROM json_each(?))',
    ),
    insertLogs: prepareInsertLogs(db),
  };

  function update(collectionId: number, { id: uuid, metadata, chunkNo }: ChunkMetadata) {
    const before = sql.before.get(uuid, collectionId);
    if (before === undefined) return undefined;
    sql.update.run(metadata, chunkNo, before.id);
    return { id: before.id, isRenamed: namesOf(metadata) !== namesOf(before.metadata) };
  }

  return {
    updateMetadata(collectionId, chunks) {
      const updated = chunks.flatMap((chunk) => update(collectionId, chunk) ?? []);
      const renamed = updated.filter(({ isRenamed }) => isRenamed).map(({ id }) => id);
      const ids = JSON.stringify(renamed);
      sql.dropRenamed.run(LOG_RENAMED, ids);
      sql.insertLogs.run(collectionId, LOG_RENAMED, ids);
      return { chunkIds: updated.map(({ id }) => id), renamed: renamed.length };
    },
  };
}

type ChunkRows = Omit<CollectionWrites, keyof CollectionRows | keyof MetadataRows>;

function createChunkRows(db: Database): ChunkRows {
  const sql = prepareChunkStatements(db);

  function logDeleted(collectionId: number, chunkIds: readonly number[]): number {
    if (chunkIds.length === 0) return 0;
    sql.insertLogs.run(collectionId, LOG_DELETED, JSON.stringify(chunkIds));
    sql.addToCount.run(-chunkIds.length, collectionId);
    return chunkIds.length;
  }

  function deleteByIds(collectionId: number, ids: readonly Buffer[]): number {
    const deleted = ids.flatMap((id) => sql.deleteOne.get(id, collectionId) ?? []);
    return logDeleted(collectionId, deleted);
  }

  function insert(collectionId: number, chunk: ChunkToStore, hasTexts: boolean): number | undefined {
    const { id, embeddingId, chunkNo, metadata, content } = chunk;
    const textId = hasTexts ? (sql.storedText.get(embeddingId) ?? null) : null;
    const own = textId === null ? content : '';
    const done = sql.insert.run(id, collectionId, embeddingId, chunkNo, metadata, own, textId);
    return done.changes === 0 ? undefined : Number(done.lastInsertRowid);
  }

  /** An id that is there already gets a new row and so a new label: a label is never used for two vectors. */
  function replace(collectionId: number, chunk: ChunkToStore, hasTexts: boolean): number {
    deleteByIds(collectionId, [chunk.id]);
    const inserted = insert(collectionId, chunk, hasTexts);
    if (inserted !== undefined) return inserted;
    throw new UserError(
      'INVALID_INPUT',
      'A chunk with this id is in another collection: give the chunk an id of its own.',
    );
  }

  /** Counts new chunks in their sources, which a trigger would do for each anew at twice the price of the insertion; those that go are counted by triggers. */
  function countIn(chunkIds: readonly number[]): void {
    const ids = JSON.stringify(chunkIds);
    sql.countChunks.run(ids);
    sql.placeChunks.run(ids);
  }

  function addAll(collectionId: number, chunks: readonly ChunkToStore[]): readonly number[] {
    const hasTexts = sql.hasTexts.get() !== undefined;
    const added: number[] = [];
    let counted = 0;
    for (const chunk of chunks) {
      const id = insert(collectionId, chunk, hasTexts);
      if (id === undefined) {
        // The one that goes may be of this call.
        countIn(added.slice(counted));
        counted = added.length;
      }
      added.push(id ?? replace(collectionId, chunk, hasTexts));
    }
    countIn(added.slice(counted));
    return added;
  }

  return {
    upsert(collectionId, chunks) {
      if (chunks.length === 0) return;
      const added = addAll(collectionId, chunks);
      sql.insertLogs.run(collectionId, LOG_ADDED, JSON.stringify(added));
      sql.addToCount.run(chunks.length, collectionId);
    },
    deleteByIds,
    deleteAnywhere(ids) {
      const byCollection = new Map<number, Buffer[]>();
      for (const id of ids) {
        const collectionId = sql.collectionOf.get(id);
        if (collectionId !== undefined) byCollection.set(collectionId, [...(byCollection.get(collectionId) ?? []), id]);
      }
      for (const [collectionId, some] of byCollection) deleteByIds(collectionId, some);
      return [...byCollection.keys()];
    },
    deleteSome: (collectionId, limit) => logDeleted(collectionId, sql.deleteFirst.all(collectionId, limit)),
  };
}

/** Prepares the statements. The database must be of the newest version. */
export function createCollectionWrites(db: Database): CollectionWrites {
  return { ...createCollectionRows(db), ...createChunkRows(db), ...createMetadataRows(db) };
}
