import { z } from 'zod';
import { type StorePart, StorePartSchema } from '../../../../shared/api/document-store-parts.ts';
import type { Database } from '../database.ts';
import { StoredFilesSchema } from './document-store-repository.ts';
import type { PartSealer } from './part-sealer.ts';

/** A file that a loader keeps. */
export type StoredFile = z.infer<typeof StoredFilesSchema>[number];

const part = StorePartSchema.nullable();
const VectorPartsSchema = z.object({ embedding: part, vectorStore: part, recordManager: part });
/** Where chunks are brought to, of a store or of one call. */
export type VectorParts = z.infer<typeof VectorPartsSchema>;

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
  /** Of a loader made by an upsert that has not succeeded yet: where that upsert brings its chunks. Nobody sees such a loader. */
  readonly draftParts: VectorParts | null;
  readonly generation: number;
  readonly totalChunks: number;
  readonly totalChars: number;
}

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
}

const ContentStateSchema = z.enum(['NEW', 'SYNC', 'STALE']);
const IndexStateSchema = z.enum(['NONE', 'CURRENT', 'CHANGED']);

function partOf(name: string, config: string): StorePart {
  return StorePartSchema.parse({ name, config: JSON.parse(config) });
}

function mapParts(parts: VectorParts, change: (part: StorePart) => StorePart): VectorParts {
  const mapped = (part: StorePart | null) => (part === null ? null : change(part));
  return {
    embedding: mapped(parts.embedding),
    vectorStore: mapped(parts.vectorStore),
    recordManager: mapped(parts.recordManager),
  };
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
    draftParts: row.draft_parts === null ? null : mapParts(VectorPartsSchema.parse(JSON.parse(row.draft_parts)), open),
    generation: row.generation,
    totalChunks: row.total_chunks,
    totalChars: row.total_chars,
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
    draft_parts: loader.draftParts === null ? null : JSON.stringify(mapParts(loader.draftParts, seal)),
    generation: loader.generation,
    total_chunks: loader.totalChunks,
    total_chars: loader.totalChars,
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
] as const satisfies readonly (keyof LoaderRow)[];

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
