import { z } from 'zod';
import { type StorePart, StorePartSchema } from '../../../../shared/api/document-store-parts.ts';
import { type FailedFile, FailedFileSchema } from '../../../../shared/api/runs.ts';
import type { Database } from '../database.ts';
import { StoredFilesSchema } from './document-store-repository.ts';
import type { PartSealer } from './part-sealer.ts';
import { readParts, type VectorParts, writeParts } from './vector-parts.ts';

/** A stored file of a loader. */
export type StoredFile = z.infer<typeof StoredFilesSchema>[number];

/** What a load could not read. */
const FailedFilesSchema = z.array(FailedFileSchema).readonly();

/** A row of `document_store_loader`. */
export interface StoredLoader {
  /** Names its chunks. */
  readonly seq: number;
  readonly id: string;
  readonly storeId: string;
  readonly loaderName: string;
  readonly loader: StorePart;
  readonly splitter: StorePart | null;
  readonly files: readonly StoredFile[];
  /** NEW: never loaded. SYNC: the chunks are what the settings give. STALE: settings or files have changed since. */
  readonly contentState: 'NEW' | 'SYNC' | 'STALE';
  /** NONE: the chunks are not in the vector store. CURRENT: they are. CHANGED: they were, and some were edited since. */
  readonly indexState: 'NONE' | 'CURRENT' | 'CHANGED';
  /** Being loaded right now. */
  readonly isSyncing: boolean;
  /** Of a loader made by an upsert that has not succeeded yet: where that upsert inserts its chunks. Such a loader is not shown. */
  readonly draftParts: VectorParts | null;
  readonly generation: number;
  readonly totalChunks: number;
  readonly totalChars: number;
  /** What its last load could not read, at most FAILED_FILES_LIMIT. */
  readonly failedFiles: readonly FailedFile[];
}

/** State of a loader that has no chunks yet. */
export const WITHOUT_CHUNKS = {
  indexState: 'NONE',
  isSyncing: false,
  draftParts: null,
  generation: 0,
  totalChunks: 0,
  totalChars: 0,
} as const satisfies Partial<StoredLoader>;

interface LoaderRow {
  seq: number;
  id: string;
  store_id: string;
  loader_id: string;
  loader_name: string;
  loader_config: string;
  splitter_id: string | null;
  splitter_config: string;
  files: string;
  content_state: string;
  index_state: string;
  is_syncing: number;
  draft_parts: string | null;
  generation: number;
  total_chunks: number;
  total_chars: number;
  failed_files: string;
}

const ContentStateSchema = z.enum(['NEW', 'SYNC', 'STALE']);
const IndexStateSchema = z.enum(['NONE', 'CURRENT', 'CHANGED']);

function partOf(name: string, config: string): StorePart {
  return StorePartSchema.parse({ name, config: JSON.parse(config) });
}

function fromRow(row: LoaderRow, { open }: PartSealer): StoredLoader {
  return {
    seq: row.seq,
    id: row.id,
    storeId: row.store_id,
    loaderName: row.loader_name,
    loader: open(partOf(row.loader_id, row.loader_config)),
    splitter: row.splitter_id === null ? null : partOf(row.splitter_id, row.splitter_config),
    files: StoredFilesSchema.parse(JSON.parse(row.files)),
    contentState: ContentStateSchema.parse(row.content_state),
    indexState: IndexStateSchema.parse(row.index_state),
    isSyncing: row.is_syncing === 1,
    draftParts: readParts(row.draft_parts, open),
    generation: row.generation,
    totalChunks: row.total_chunks,
    totalChars: row.total_chars,
    failedFiles: FailedFilesSchema.parse(JSON.parse(row.failed_files)),
  };
}

function toRow(loader: Omit<StoredLoader, 'seq'>, { seal }: PartSealer): Omit<LoaderRow, 'seq'> {
  return {
    id: loader.id,
    store_id: loader.storeId,
    loader_id: loader.loader.name,
    loader_name: loader.loaderName,
    loader_config: JSON.stringify(seal(loader.loader).config),
    splitter_id: loader.splitter?.name ?? null,
    splitter_config: JSON.stringify(loader.splitter?.config ?? {}),
    files: JSON.stringify(loader.files),
    content_state: loader.contentState,
    index_state: loader.indexState,
    is_syncing: loader.isSyncing ? 1 : 0,
    draft_parts: writeParts(loader.draftParts, seal),
    generation: loader.generation,
    total_chunks: loader.totalChunks,
    total_chars: loader.totalChars,
    failed_files: JSON.stringify(loader.failedFiles),
  };
}

const COLUMNS = [
  'id',
  'store_id',
  'loader_id',
  'loader_name',
  'loader_config',
  'splitter_id',
  'splitter_config',
  'files',
  'content_state',
  'index_state',
  'is_syncing',
  'draft_parts',
  'generation',
  'total_chunks',
  'total_chars',
  'failed_files',
] as const satisfies readonly (keyof LoaderRow)[];

/** What a list of stores says of a loader. */
export interface LoaderSums extends Pick<StoredLoader, 'storeId' | 'contentState' | 'indexState'> {
  readonly files: number;
  readonly failedFiles: number;
  readonly totalChunks: number;
  readonly totalChars: number;
}

const SUMS = `SELECT store_id AS storeId, content_state AS contentState, index_state AS indexState,
    json_array_length(files) AS files,
    (SELECT count(*) FROM json_each(failed_files) WHERE value ->> '$.isPartial' IS NULL) AS failedFiles,
    total_chunks AS totalChunks, total_chars AS totalChars
  FROM document_store_loader WHERE draft_parts IS NULL`;

/** Rows of the `document_store_loader` table. */
export function createDocumentStoreLoaderRepository(db: Database, sealer: PartSealer) {
  const read = (row: LoaderRow) => fromRow(row, sealer);
  const insert = db.prepare<Omit<LoaderRow, 'seq'>>(
    `INSERT INTO document_store_loader (${COLUMNS.join(', ')}) VALUES (${COLUMNS.map((column) => `@${column}`).join(', ')})`,
  );
  const update = db.prepare<Omit<LoaderRow, 'seq'>>(
    `UPDATE document_store_loader SET ${COLUMNS.filter((column) => column !== 'id' && column !== 'store_id')
      .map((column) => `${column} = @${column}`)
      .join(', ')} WHERE id = @id AND store_id = @store_id`,
  );
  const find = db.prepare<[string], LoaderRow>(
    'SELECT * FROM document_store_loader WHERE id = ? AND draft_parts IS NULL',
  );
  const list = db.prepare<[string], LoaderRow>(
    'SELECT * FROM document_store_loader WHERE store_id = ? AND draft_parts IS NULL ORDER BY seq',
  );
  const listAll = db.prepare<[], LoaderRow>(
    'SELECT * FROM document_store_loader WHERE draft_parts IS NULL ORDER BY store_id, seq',
  );
  const sums = db.prepare<[], LoaderSums>(SUMS);
  const drafts = db.prepare<[], LoaderRow>('SELECT * FROM document_store_loader WHERE draft_parts IS NOT NULL');
  const ids = db.prepare<[], { store_id: string; id: string }>('SELECT store_id, id FROM document_store_loader');
  const calm = db.prepare('UPDATE document_store_loader SET is_syncing = 0 WHERE is_syncing = 1');
  const remove = db.prepare<[string]>('DELETE FROM document_store_loader WHERE id = ?');
  return {
    insert(loader: Omit<StoredLoader, 'seq'>): StoredLoader {
      return { ...loader, seq: Number(insert.run(toRow(loader, sealer)).lastInsertRowid) };
    },
    update: (loader: StoredLoader) => void update.run(toRow(loader, sealer)),
    /** Not a draft. */
    find(id: string): StoredLoader | undefined {
      const row = find.get(id);
      return row === undefined ? undefined : read(row);
    },
    /** Without drafts, in the order of making. */
    list: (storeId: string): StoredLoader[] => list.all(storeId).map(read),
    /** Of all stores, by the store's id. */
    listByStore(): ReadonlyMap<string, readonly StoredLoader[]> {
      return Map.groupBy(listAll.all().map(read), (loader) => loader.storeId);
    },
    /** Sums of the loaders of all stores, by the store's id. */
    sumsByStore: (): ReadonlyMap<string, readonly LoaderSums[]> => Map.groupBy(sums.all(), ({ storeId }) => storeId),
    /** What upserts that a killed server had going left behind. */
    listDrafts: (): StoredLoader[] => drafts.all().map(read),
    /** Ids of all loaders with those of their stores, drafts included. */
    listIds: () => ids.all().map((row) => ({ storeId: row.store_id, id: row.id })),
    /** Says of all loaders that they are not being loaded. */
    calm: () => void calm.run(),
    remove: (id: string) => void remove.run(id),
  };
}

export type DocumentStoreLoaderRepository = ReturnType<typeof createDocumentStoreLoaderRepository>;
