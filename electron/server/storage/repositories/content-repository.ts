import type { Database } from '../database.ts';

/** Where chunks lie: a collection of this database, or one load of a loader of a document store. */
export interface ContentScope {
  readonly kind: 'collection' | 'loader';
  /** Number of the collection or the loader. */
  readonly place: number;
  /** 0 for a collection. */
  readonly generation: number;
}

export interface ContentSourceRow {
  readonly id: number;
  readonly place: number;
  readonly name: string;
  readonly chunks: number;
  readonly sizeBytes: number;
  /** Milliseconds since 1970; 0: before anybody counted. */
  readonly changedMs: number;
}

export interface ContentTotals {
  readonly sources: number;
  readonly chunks: number;
  readonly sizeBytes: number;
  /** When a chunk last came or went. */
  readonly changedMs: number;
}

/** A chunk's place: places sort by their numbers, one after the other. */
export interface ContentPlace {
  readonly sourceId: number;
  readonly chunkNo: number;
  readonly chunkId: number;
}

export interface ContentChunkRow {
  readonly row: number;
  /** UUID, 16 bytes. */
  readonly id: Buffer;
  readonly chunkNo: number;
  readonly content: string;
  /** JSON. */
  readonly metadata: string;
}

export const SOURCE_ORDERS = ['name', 'chunks', 'size', 'changed'] as const;

export interface SourceQuery {
  /** Words that the name has, in any case. */
  readonly search: string;
  readonly order: (typeof SOURCE_ORDERS)[number];
  readonly isDescending: boolean;
  readonly offset: number;
  readonly limit: number;
}

const KINDS = { collection: 1, loader: 2 } as const;
const ORDER_COLUMNS = { name: 'name', chunks: 'chunk_count', size: 'size_bytes', changed: 'changed_ms' } as const;
const COLUMNS = 's.id, s.place, s.name, s.chunk_count AS chunks, s.size_bytes AS sizeBytes, s.changed_ms AS changedMs';
const IN_SCOPES = `json_each(@scopes) j JOIN content_source s
  ON s.kind = j.value ->> 0 AND s.place = j.value ->> 1 AND s.generation = j.value ->> 2`;
const PLACE = 'source_id AS sourceId, chunk_no AS chunkNo, chunk_id AS chunkId';
const CHUNKS = {
  collection: 'SELECT id AS "row", uuid AS id, chunk_no AS chunkNo, content, metadata FROM chunk_with_text',
  loader: `SELECT c.seq AS "row", c.id, c.chunk_no AS chunkNo, t.content, c.metadata
    FROM document_store_chunk c JOIN chunk_text t ON t.id = c.text_id`,
} as const;

function scopesJson(scopes: readonly ContentScope[]): string {
  return JSON.stringify(scopes.map(({ kind, place, generation }) => [KINDS[kind], place, generation]));
}

/** A word to look for with LIKE, and not as a pattern. */
function likePattern(search: string): string {
  return `%${search.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
}

function prepareSources(db: Database) {
  type Scopes = { scopes: string };
  type Listed = Scopes & { like: string; offset: number; limit: number };
  const list = (column: string, direction: string) =>
    db.prepare<[Listed], ContentSourceRow>(
      `SELECT ${COLUMNS} FROM ${IN_SCOPES} WHERE s.name LIKE @like ESCAPE '\\'
       ORDER BY s.${column} ${direction}, s.name, s.id LIMIT @limit OFFSET @offset`,
    );
  const orders = SOURCE_ORDERS.map((order) => {
    const column = ORDER_COLUMNS[order];
    return [order, { up: list(column, 'ASC'), down: list(column, 'DESC') }] as const;
  });
  return {
    lists: new Map(orders),
    count: db
      .prepare<[Scopes & { like: string }], number>(
        `SELECT count(*) FROM ${IN_SCOPES} WHERE s.name LIKE @like ESCAPE '\\'`,
      )
      .pluck(),
    totals: db.prepare<[Scopes], ContentTotals>(
      `SELECT count(*) AS sources, coalesce(sum(s.chunk_count), 0) AS chunks, coalesce(sum(s.size_bytes), 0) AS sizeBytes,
         coalesce(max(s.changed_ms), 0) AS changedMs FROM ${IN_SCOPES}`,
    ),
    all: db.prepare<[Scopes], Pick<ContentSourceRow, 'id' | 'chunks'>>(
      `SELECT s.id, s.chunk_count AS chunks FROM ${IN_SCOPES} ORDER BY s.name, s.id`,
    ),
    find: db.prepare<[Scopes & { id: number }], ContentSourceRow>(
      `SELECT ${COLUMNS} FROM ${IN_SCOPES} WHERE s.id = @id`,
    ),
    findNamed: db.prepare<[Scopes & { name: string }], ContentSourceRow>(
      `SELECT ${COLUMNS} FROM ${IN_SCOPES} WHERE s.name = @name ORDER BY s.id`,
    ),
  };
}

function preparePlaces(db: Database) {
  const from = `SELECT ${PLACE} FROM content_place WHERE source_id = ?`;
  return {
    after: db.prepare<[number, number, number, number], ContentPlace>(
      `${from} AND (chunk_no, chunk_id) > (?, ?) ORDER BY chunk_no, chunk_id LIMIT ?`,
    ),
    before: db.prepare<[number, number, number, number], ContentPlace>(
      `${from} AND (chunk_no, chunk_id) < (?, ?) ORDER BY chunk_no DESC, chunk_id DESC LIMIT ?`,
    ),
    // Walks the index from the nearer end: half a million entries are a few ms.
    fromStart: db.prepare<[number, number, number], ContentPlace>(
      `${from} ORDER BY chunk_no, chunk_id LIMIT ? OFFSET ?`,
    ),
    fromEnd: db.prepare<[number, number, number], ContentPlace>(
      `${from} ORDER BY chunk_no DESC, chunk_id DESC LIMIT ? OFFSET ?`,
    ),
    countBefore: db
      .prepare<[number, number, number], number>(
        'SELECT count(*) FROM content_place WHERE source_id = ? AND (chunk_no, chunk_id) < (?, ?)',
      )
      .pluck(),
  };
}

function prepareChunks(db: Database) {
  return {
    collectionId: db.prepare<[string], number>('SELECT id FROM collection WHERE name = ?').pluck(),
    read: {
      collection: db.prepare<[string], ContentChunkRow>(
        `${CHUNKS.collection} WHERE id IN (SELECT value FROM json_each(?))`,
      ),
      loader: db.prepare<[string], ContentChunkRow>(`${CHUNKS.loader} WHERE c.seq IN (SELECT value FROM json_each(?))`),
    },
    find: {
      collection: db.prepare<[Buffer, number, number], ContentChunkRow>(
        `${CHUNKS.collection} WHERE uuid = ? AND collection_id = ? AND ? = 0`,
      ),
      loader: db.prepare<[Buffer, number, number], ContentChunkRow>(
        `${CHUNKS.loader} WHERE c.id = ? AND c.loader_seq = ? AND c.generation = ?`,
      ),
    },
    ids: {
      collection: db
        .prepare<[string], Buffer>('SELECT uuid FROM chunk WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id')
        .pluck(),
      loader: db
        .prepare<[string], Buffer>(
          'SELECT id FROM document_store_chunk WHERE seq IN (SELECT value FROM json_each(?)) ORDER BY seq',
        )
        .pluck(),
    },
    storedSource: db.prepare<[Buffer], string>('SELECT source FROM document_store_chunk WHERE id = ?').pluck(),
    lastRun: db
      .prepare<[string, string], number>(
        `SELECT s.last_run FROM record_source s JOIN record_namespace n ON n.id = s.namespace_id WHERE n.name = ? AND s.name = ?`,
      )
      .pluck(),
    run: db.prepare<[number], { id: string; date: string }>('SELECT id, created_date AS date FROM run WHERE seq = ?'),
    setLastRun: db.prepare<[number, string, string]>(
      `UPDATE record_source SET last_run = ? WHERE namespace_id = (SELECT id FROM record_namespace WHERE name = ?) AND name = ?`,
    ),
  };
}

/** What lies in collections of this database and in document stores, by source and in order. Each call is a few ms, wherever in a million chunks. */
export function createContentRepository(db: Database) {
  const sources = prepareSources(db);
  const places = preparePlaces(db);
  const chunks = prepareChunks(db);
  const all = (scopes: readonly ContentScope[]) => sources.all.all({ scopes: scopesJson(scopes) });

  function fromPlace(sourceId: number, count: number, place: number, limit: number): ContentPlace[] {
    if (place >= count) return [];
    if (place <= count / 2) return places.fromStart.all(sourceId, limit, place);
    const wanted = Math.min(limit, count - place);
    return places.fromEnd.all(sourceId, wanted, count - place - wanted).reverse();
  }

  return {
    /** The scope of a collection; undefined while nothing was written to it. */
    collection(name: string): ContentScope | undefined {
      const place = chunks.collectionId.get(name);
      return place === undefined ? undefined : { kind: 'collection', place, generation: 0 };
    },
    totals: (scopes: readonly ContentScope[]): ContentTotals =>
      sources.totals.get({ scopes: scopesJson(scopes) }) ?? { sources: 0, chunks: 0, sizeBytes: 0, changedMs: 0 },
    listSources(scopes: readonly ContentScope[], query: SourceQuery): { rows: ContentSourceRow[]; total: number } {
      const { search, order, isDescending, offset, limit } = query;
      const given = { scopes: scopesJson(scopes), like: likePattern(search) };
      const list = sources.lists.get(order)?.[isDescending ? 'down' : 'up'];
      return { rows: list?.all({ ...given, offset, limit }) ?? [], total: sources.count.get(given) ?? 0 };
    },
    findSource: (scopes: readonly ContentScope[], id: number): ContentSourceRow | undefined =>
      sources.find.get({ scopes: scopesJson(scopes), id }),
    /** Sources of a name: a document store may have it in several loaders. */
    sourcesNamed: (scopes: readonly ContentScope[], name: string): ContentSourceRow[] =>
      sources.findNamed.all({ scopes: scopesJson(scopes), name }),
    /** All sources in the order of their names. */
    sourceOrder: all,
    after: ({ sourceId, chunkNo, chunkId }: ContentPlace, limit: number): ContentPlace[] =>
      places.after.all(sourceId, chunkNo, chunkId, limit),
    /** In order, the nearest last. */
    before: ({ sourceId, chunkNo, chunkId }: ContentPlace, limit: number): ContentPlace[] =>
      places.before.all(sourceId, chunkNo, chunkId, limit).reverse(),
    /** @param place from 0; @param count chunks of the source */
    fromPlace,
    /** How many chunks of its source are before it. */
    countBefore: ({ sourceId, chunkNo, chunkId }: ContentPlace): number =>
      places.countBefore.get(sourceId, chunkNo, chunkId) ?? 0,
    /** Chunks by their rows, in the order of the rows given. */
    read(kind: ContentScope['kind'], rows: readonly number[]): ContentChunkRow[] {
      const found = new Map(chunks.read[kind].all(JSON.stringify(rows)).map((chunk) => [chunk.row, chunk]));
      return rows.flatMap((row) => found.get(row) ?? []);
    },
    /** Ids of chunks by their rows, in the order of the rows. */
    idsOf: (kind: ContentScope['kind'], rows: readonly number[]): Buffer[] =>
      chunks.ids[kind].all(JSON.stringify(rows)),
    find: ({ kind, place, generation }: ContentScope, id: Buffer): ContentChunkRow | undefined =>
      chunks.find[kind].get(id, place, generation),
    /** The source of a document store's chunk, by its id. */
    storedSource: (id: Buffer): string | undefined => chunks.storedSource.get(id),
    /** The run that last loaded a source, by its number; undefined if no record names one. */
    lastRun: (namespace: string, source: string): number | undefined => chunks.lastRun.get(namespace, source),
    findRun: (seq: number): { readonly id: string; readonly date: string } | undefined => chunks.run.get(seq),
    setLastRun: (namespace: string, source: string, run: number): void =>
      void chunks.setLastRun.run(run, namespace, source),
  };
}

export type ContentRepository = ReturnType<typeof createContentRepository>;
