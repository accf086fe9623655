import type { Database } from '../database.ts';
import { createChatSourceRepository } from './chat-source-repository.ts';
import type { ChunkPlace } from './document-store-chunk-repository.ts';
import { createReplacedChunkRepository, type UnrecordedChunk } from './replaced-chunk-repository.ts';
import { createReplacedOriginalRepository } from './replaced-original-repository.ts';

/** A source that was removed, with its chunks, so that it can be restored. */
export interface RemovedSource {
  readonly id: number;
  readonly ownerId: string;
  /** The chatflow, or the loader that it was of. */
  readonly partId: string;
  /** The vector store of the chatflow; null for a document store. */
  readonly nodeId: string | null;
  readonly name: string;
  /** Those that have not been restored yet. */
  readonly chunks: number;
  readonly removedDate: string;
  /** Number of the source that it was: while another one has its name, it was stored again since. null: unknown. */
  readonly contentId: number | null;
}

/** A removed source with whose it was. */
export interface BinnedSource extends Pick<RemovedSource, 'id' | 'ownerId' | 'name' | 'chunks' | 'removedDate'> {
  readonly ownerKind: 'chatflow' | 'documentStore';
  readonly ownerName: string;
}

export interface BinnedQuery {
  /** undefined: of all that are not in the bin themselves. */
  readonly ownerId: string | undefined;
  /** Owners whose sources are left out. */
  readonly hidden: ReadonlySet<string>;
  /** The id that they are below. */
  readonly before: number;
  readonly limit: number;
}

/** Whose sources a run moves to the bin because they are gone from where it reads. */
export interface GoneFrom {
  readonly ownerId: string;
  /** As of a {@link RemovedSource}. */
  readonly partId: string;
  readonly nodeId: string | null;
  /** Number of the run. */
  readonly runSeq: number;
}

interface GoneSource {
  readonly contentId: number;
  readonly name: string;
  /** JSON of the records of its chunks. */
  readonly records: string;
}

/** Records whose source has no record of the run: nothing of it was loaded. Each source is looked through once, however many records it has. */
const GONE = `WITH sources AS MATERIALIZED (SELECT DISTINCT r.source_id AS id FROM json_each(@records) j JOIN record r ON r.id = j.value),
  gone AS MATERIALIZED (SELECT id FROM sources WHERE NOT EXISTS (SELECT 1 FROM record n WHERE n.source_id = sources.id AND n.last_run = @runSeq))
  SELECT k.id AS contentId, k.name AS name, json_group_array(r.id) AS records
  FROM json_each(@records) j JOIN record r ON r.id = j.value JOIN gone g ON g.id = r.source_id JOIN chunk c ON c.uuid = r.chunk_uuid
    JOIN content_source k ON (k.kind, k.place, k.generation, k.name) = (1, c.collection_id, 0, coalesce(CAST(c.metadata ->> '$.source' AS TEXT), ''))
  GROUP BY k.id`;

const COLUMNS =
  'id, owner_id AS ownerId, part_id AS partId, node_id AS nodeId, name, chunk_count AS chunks, removed_date AS removedDate, content_id AS contentId';
/** What has an owner that is not in the bin itself, and holds anything. */
const SHOWN =
  'chunk_count > 0 AND owner_id NOT IN (SELECT owner_id FROM bin) AND owner_id NOT IN (SELECT value FROM json_each(@hidden))';

type Binned = [{ ownerId: string; before: number; limit: number; hidden: string }];

function prepareBinned(db: Database, whose: string) {
  return {
    list: db.prepare<Binned, BinnedSource>(
      `SELECT r.id, r.owner_id AS ownerId, r.name, r.chunk_count AS chunks, r.removed_date AS removedDate,
         iif(s.id IS NULL, 'chatflow', 'documentStore') AS ownerKind, coalesce(s.name, f.name, '') AS ownerName
       FROM removed_source r LEFT JOIN document_store s ON s.id = r.owner_id LEFT JOIN chatflow f ON f.id = r.owner_id
       WHERE r.id < @before AND ${whose} AND ${SHOWN} ORDER BY r.id DESC LIMIT @limit`,
    ),
    count: db.prepare<Binned, number>(`SELECT count(*) FROM removed_source WHERE ${whose} AND ${SHOWN}`).pluck(),
  };
}

function prepareReads(db: Database) {
  return {
    list: db.prepare<[string], RemovedSource>(
      `SELECT ${COLUMNS} FROM removed_source WHERE owner_id = ? ORDER BY id DESC`,
    ),
    find: db.prepare<[number], RemovedSource>(`SELECT ${COLUMNS} FROM removed_source WHERE id = ?`),
    binned: prepareBinned(db, '1'),
    binnedOf: prepareBinned(db, 'owner_id = @ownerId'),
    begun: db
      .prepare<[string, string, number], number>(
        'SELECT id FROM removed_source WHERE owner_id = ? AND name = ? AND content_id = ? AND chunk_count > 0',
      )
      .pluck(),
    gone: db.prepare<[{ records: string; runSeq: number }], GoneSource>(GONE),
    missingIn: db.prepare<[number, number, number], { readonly contentId: number; readonly name: string }>(
      `SELECT id AS contentId, name FROM content_source o WHERE kind = 2 AND place = ? AND generation = ? AND NOT EXISTS (
         SELECT 1 FROM content_source n WHERE (n.kind, n.place, n.generation, n.name) = (2, o.place, ?, o.name)) ORDER BY id`,
    ),
    chunksOf: db.prepare<[number, number, number], UnrecordedChunk>(
      `SELECT c.id AS chunkId, c.source, c.chunk_no AS chunkNo, t.content, c.metadata
       FROM content_place p JOIN document_store_chunk c ON c.seq = p.chunk_id JOIN chunk_text t ON t.id = c.text_id
       WHERE p.source_id = ? ORDER BY p.chunk_no, p.chunk_id LIMIT ? OFFSET ?`,
    ),
    oldest: db
      .prepare<[string], number>('SELECT id FROM removed_source WHERE removed_date < ? ORDER BY removed_date LIMIT 1')
      .pluck(),
    ofOwner: db.prepare<[string], number>('SELECT id FROM removed_source WHERE owner_id = ? LIMIT 1').pluck(),
  };
}

function prepareWrites(db: Database) {
  return {
    insert: db.prepare<[string, string, string | null, string, string, number | null]>(
      `INSERT INTO removed_source (owner_id, part_id, node_id, name, chunk_count, removed_date, content_id)
       VALUES (?, ?, ?, ?, 0, ?, ?)`,
    ),
    grow: db.prepare<[number, number]>('UPDATE removed_source SET chunk_count = chunk_count + ? WHERE id = ?'),
    setContent: db.prepare<[number | null, number]>('UPDATE removed_source SET content_id = ? WHERE id = ?'),
    drop: db.prepare<[number]>('DELETE FROM removed_source WHERE id = ?'),
  };
}

/** Removed sources, which stay in the bin for a while. */
export function createRemovedSourceRepository(db: Database) {
  const sql = { ...prepareReads(db), ...prepareWrites(db) };
  const replaced = createReplacedChunkRepository(db);
  const originals = createReplacedOriginalRepository(db);
  const chats = createChatSourceRepository(db);

  /** Forgets the first chunks of a source, at last the source itself. @returns 0 when nothing was left */
  const dropSome = db.transaction((id: number, limit: number, onGone?: (source: RemovedSource) => void): number => {
    const chunks = replaced.dropSome({ removedId: id }, limit);
    if (chunks > 0) {
      sql.grow.run(-chunks, id);
      return chunks;
    }
    const source = sql.find.get(id);
    const { changes } = sql.drop.run(id);
    if (source !== undefined && onGone !== undefined) {
      chats.forgetRemote(source.ownerId, source.name);
      onGone(source);
    }
    return changes;
  });

  return {
    /** With the original that it has. @returns its id */
    insert: db.transaction((source: Omit<RemovedSource, 'id' | 'chunks'>): number => {
      const { ownerId, partId, nodeId, name, removedDate, contentId } = source;
      const id = Number(sql.insert.run(ownerId, partId, nodeId, name, removedDate, contentId).lastInsertRowid);
      originals.saveForRemoved(id, ownerId, name);
      return id;
    }),
    /** Inside the transaction that takes the chunks from where they were, where there is one. */
    addChunks(id: number, chunks: readonly UnrecordedChunk[]): void {
      replaced.insert(id, chunks);
      this.show(id, chunks.length);
    },
    /** The same, but they do not count before {@link show}. */
    addUnseen: replaced.insert,
    show: (id: number, chunks: number): void => void sql.grow.run(chunks, id),
    /** Sources of a loader that another generation of its chunks does not have. */
    missingIn: ({ loaderSeq, generation }: ChunkPlace, other: number) =>
      sql.missingIn.all(loaderSeq, generation, other),
    /** Chunks of a source of a document store, in order. @param after how many come before */
    chunksOf: (contentId: number, after: number, limit: number): UnrecordedChunk[] =>
      sql.chunksOf.all(contentId, limit, after),
    /** Copies the chunks of sources that are gone to the bin, before a run deletes their records: inside its transaction. */
    binGone({ runSeq, ...whose }: GoneFrom, recordIds: readonly number[], removedDate: string): void {
      for (const { contentId, name, records } of sql.gone.all({ records: JSON.stringify(recordIds), runSeq })) {
        const { ownerId } = whose;
        const id = this.findBegun(ownerId, name, contentId) ?? this.insert({ ...whose, name, removedDate, contentId });
        this.show(id, replaced.copy({ removedId: id }, 'deleted', records));
      }
    },
    setContent: (id: number, contentId: number | null): void => void sql.setContent.run(contentId, id),
    list: (ownerId: string): RemovedSource[] => sql.list.all(ownerId),
    find: (id: number): RemovedSource | undefined => sql.find.get(id),
    /** A removal, or a return, of this very source that was cut off. */
    findBegun: (ownerId: string, name: string, contentId: number): number | undefined =>
      sql.begun.get(ownerId, name, contentId),
    /** The newest first. */
    listBinned(query: BinnedQuery): { readonly sources: BinnedSource[]; readonly total: number } {
      const { ownerId, before, limit, hidden } = query;
      const statements = ownerId === undefined ? sql.binned : sql.binnedOf;
      const given = { ownerId: ownerId ?? '', before, limit, hidden: JSON.stringify([...hidden]) };
      return { sources: statements.list.all(given), total: statements.count.get(given) ?? 0 };
    },
    /** The first chunks of it, in order. */
    some: replaced.ofRemoved,
    /** @param onGone gets it when it is deleted for good */
    dropSome: (id: number, limit: number, onGone?: (source: RemovedSource) => void): number =>
      dropSome.immediate(id, limit, onGone),
    /** The same of the oldest source that was removed before a date. */
    dropOld(before: string, limit: number, onGone: (source: RemovedSource) => void): number {
      const id = sql.oldest.get(before);
      return id === undefined ? 0 : dropSome.immediate(id, limit, onGone);
    },
    /** The same of any source of an owner. */
    dropOfOwner(ownerId: string, limit: number): number {
      const id = sql.ofOwner.get(ownerId);
      return id === undefined ? 0 : dropSome.immediate(id, limit);
    },
  };
}

export type RemovedSourceRepository = ReturnType<typeof createRemovedSourceRepository>;
