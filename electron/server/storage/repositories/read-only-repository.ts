import { BugError } from '../../../../shared/errors/errors.ts';
import type { KnownRecord, RecordManagerHost } from '../../core/record-manager.ts';
import type { VectorStore, VectorStoreHost } from '../../core/vector-store.ts';
import type { Database } from '../database.ts';

export interface ListedRecord {
  readonly recordId: number;
  readonly chunkId: Buffer;
}

export interface RecordPage {
  readonly source: string;
  /** The last record of the page before, or 0. */
  readonly after: number;
  readonly limit: number;
}

/**
 * Opens collections and record namespaces for looking at them: those that are not there yet are empty and stay unmade, and whatever would write throws
 * a BugError.
 */
export interface ReadOnlyHosts {
  readonly vectorHost: VectorStoreHost;
  readonly recordHost: RecordManagerHost;
  /** Names of a namespace's sources that come after a name, in their order. */
  listSources(namespace: string, after: string, limit: number): readonly string[];
  /** Records of a source in the order of their ids. */
  listRecords(namespace: string, page: RecordPage): readonly ListedRecord[];
  /** By its UUID's 16 bytes; `metadata` is JSON text. */
  findChunk(id: Buffer): { readonly content: string; readonly metadata: string } | undefined;
}

interface RecordRow {
  id: number;
  metadata_hash: Buffer;
  chunk_no: number;
  chunk_uuid: Buffer;
  last_run: number;
}

interface ListedRow {
  id: number;
  chunk_uuid: Buffer;
}

function refuse(): never {
  throw new BugError('A store that was opened for looking was to do something else.');
}

function toKnown(row: RecordRow | undefined): KnownRecord | undefined {
  if (row === undefined) return undefined;
  const { id, metadata_hash, chunk_no, chunk_uuid, last_run } = row;
  return { recordId: id, metadataHash: metadata_hash, chunkNo: chunk_no, chunkId: chunk_uuid, lastRun: last_run };
}

function lookAt(collection: string, count: () => number): VectorStore {
  return {
    collection,
    count,
    bindModel: refuse,
    model: refuse,
    applySettings: refuse,
    upsert: refuse,
    updateMetadata: refuse,
    deleteByIds: refuse,
    deleteSome: refuse,
    announceCommit: refuse,
    query: refuse,
  };
}

function prepareStatements(db: Database) {
  return {
    find: db.prepare<[string, Buffer], RecordRow>(
      `SELECT record.id, metadata_hash, chunk_no, chunk_uuid, last_run FROM record
       WHERE namespace_id = (SELECT id FROM record_namespace WHERE name = ?) AND content_key = ?`,
    ),
    ofSource: db.prepare<[string, string, number, number], ListedRow>(
      `SELECT record.id, chunk_uuid FROM record WHERE source_id =
         (SELECT record_source.id FROM record_source JOIN record_namespace ON record_namespace.id = namespace_id
          WHERE record_namespace.name = ? AND record_source.name = ?)
       AND record.id > ? ORDER BY record.id LIMIT ?`,
    ),
    sources: db
      .prepare<[string, string, number], string>(
        `SELECT name FROM record_source WHERE namespace_id = (SELECT id FROM record_namespace WHERE name = ?) AND name > ?
         ORDER BY name LIMIT ?`,
      )
      .pluck(),
    count: db.prepare<[string], { total: number }>(
      `SELECT count(*) AS total FROM record WHERE namespace_id = (SELECT id FROM record_namespace WHERE name = ?)`,
    ),
    chunkCount: db.prepare<[string], number>('SELECT chunk_count FROM collection WHERE name = ?').pluck(),
    chunk: db.prepare<[Buffer], { content: string; metadata: string }>(
      'SELECT content, metadata FROM chunk WHERE uuid = ?',
    ),
  };
}

/** @param memory its stores are opened as they are: whoever only looks calls nothing that writes */
export function createReadOnlyHosts(db: Database, memory: Pick<VectorStoreHost, 'openMemoryStore'>): ReadOnlyHosts {
  const sql = prepareStatements(db);
  return {
    vectorHost: {
      openCollection: (name) => lookAt(name, () => sql.chunkCount.get(name) ?? 0),
      openMemoryStore: memory.openMemoryStore,
    },
    recordHost: {
      openRecords: (namespace, options) => ({
        namespace,
        ...options,
        exists: (contentKeys) => contentKeys.map((key) => toKnown(sql.find.get(namespace, key))),
        seeSources: refuse,
        put: refuse,
        touch: refuse,
        replace: refuse,
        listStale: refuse,
        remove: refuse,
        count: () => sql.count.get(namespace)?.total ?? 0,
      }),
    },
    listSources: (namespace, after, limit) => sql.sources.all(namespace, after, limit),
    listRecords: (namespace, { source, after, limit }) =>
      sql.ofSource.all(namespace, source, after, limit).map((row) => ({ recordId: row.id, chunkId: row.chunk_uuid })),
    findChunk: (id) => sql.chunk.get(id),
  };
}
