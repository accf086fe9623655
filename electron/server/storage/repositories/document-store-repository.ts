import { z } from 'zod';
import { type StorePart, StorePartSchema } from '../../../../shared/api/document-store-parts.ts';
import { StoreFileSchema } from '../../../../shared/api/document-stores.ts';
import { RunErrorSchema } from '../../../../shared/api/runs.ts';
import type { Database } from '../database.ts';
import type { PartSealer } from './part-sealer.ts';
import { type NextParts, readParts, writeParts } from './vector-parts.ts';

export type StoreError = z.infer<typeof RunErrorSchema>;

/** A row of `document_store`. */
export interface StoredStore {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  /** What goes on now; null while nothing does. */
  readonly activity: 'SYNCING' | 'UPSERTING' | null;
  readonly lastError: StoreError | null;
  readonly embedding: StorePart | null;
  readonly vectorStore: StorePart | null;
  readonly recordManager: StorePart | null;
  /** The parts that it gets when all its chunks have been embedded again or moved; null while none of that is requested. */
  readonly next: NextParts | null;
  readonly createdDate: string;
  readonly updatedDate: string;
}

interface StoreRow {
  id: string;
  name: string;
  description: string | null;
  activity: string | null;
  last_error: string | null;
  embedding_config: string | null;
  vector_store_config: string | null;
  record_manager_config: string | null;
  next_parts: string | null;
  created_date: string;
  updated_date: string;
}

const ActivitySchema = z.enum(['SYNCING', 'UPSERTING']).nullable();
export const StoredFilesSchema = z.array(StoreFileSchema.pick({ id: true, name: true, size: true, uploaded: true }));

function fromRow(row: StoreRow, { open }: PartSealer): StoredStore {
  const partOf = (text: string | null) => (text === null ? null : open(StorePartSchema.parse(JSON.parse(text))));
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    activity: ActivitySchema.parse(row.activity),
    lastError: row.last_error === null ? null : RunErrorSchema.parse(JSON.parse(row.last_error)),
    embedding: partOf(row.embedding_config),
    vectorStore: partOf(row.vector_store_config),
    recordManager: partOf(row.record_manager_config),
    next: readParts(row.next_parts, open),
    createdDate: row.created_date,
    updatedDate: row.updated_date,
  };
}

function toRow(store: StoredStore, { seal }: PartSealer): StoreRow {
  const textOf = (part: StorePart | null) => (part === null ? null : JSON.stringify(seal(part)));
  return {
    id: store.id,
    name: store.name,
    description: store.description,
    activity: store.activity,
    last_error: store.lastError === null ? null : JSON.stringify(store.lastError),
    embedding_config: textOf(store.embedding),
    vector_store_config: textOf(store.vectorStore),
    record_manager_config: textOf(store.recordManager),
    next_parts: writeParts(store.next, seal),
    created_date: store.createdDate,
    updated_date: store.updatedDate,
  };
}

const COLUMNS = [
  'id',
  'name',
  'description',
  'activity',
  'last_error',
  'embedding_config',
  'vector_store_config',
  'record_manager_config',
  'next_parts',
  'created_date',
  'updated_date',
] as const satisfies readonly (keyof StoreRow)[];

export interface StoreUse {
  readonly id: string;
  readonly name: string;
}

interface UseRow {
  store_id: string;
  id: string;
  name: string;
}

/** Nodes by which a flow uses a store; `selectedStore` of their inputs is its id. Only flows that name such a node are taken apart. */
const USES = `
  SELECT DISTINCT json_extract(node.value, '$.data.inputs.selectedStore') AS store_id, chatflow.id, chatflow.name
  FROM chatflow, json_each(
    CASE WHEN instr(flow_data, '"documentStore') > 0 AND json_valid(flow_data) THEN flow_data ELSE '{}' END, '$.nodes') AS node
  WHERE json_extract(node.value, '$.data.name') IN ('documentStoreVS', 'documentStore')
    AND chatflow.id NOT IN (SELECT owner_id FROM bin)
  ORDER BY chatflow.updated_date DESC`;

/** Rows of the `document_store` table. */
export function createDocumentStoreRepository(db: Database, sealer: PartSealer) {
  const insert = db.prepare<StoreRow>(
    `INSERT INTO document_store (${COLUMNS.join(', ')}) VALUES (${COLUMNS.map((column) => `@${column}`).join(', ')})`,
  );
  const update = db.prepare<StoreRow>(
    `UPDATE document_store SET ${COLUMNS.filter((column) => column !== 'id')
      .map((column) => `${column} = @${column}`)
      .join(', ')} WHERE id = @id`,
  );
  const find = db.prepare<[string], StoreRow>(
    'SELECT * FROM document_store WHERE id = ? AND id NOT IN (SELECT owner_id FROM bin)',
  );
  const list = db.prepare<{ offset: number; limit: number }, StoreRow>(
    `SELECT * FROM document_store WHERE id NOT IN (SELECT owner_id FROM bin)
     ORDER BY updated_date DESC, seq DESC LIMIT @limit OFFSET @offset`,
  );
  const busy = db.prepare<[], StoreRow>('SELECT * FROM document_store WHERE activity IS NOT NULL');
  const count = db
    .prepare<[], number>('SELECT count(*) FROM document_store WHERE id NOT IN (SELECT owner_id FROM bin)')
    .pluck();
  const binned = db.prepare<[], StoreRow>('SELECT * FROM document_store WHERE id IN (SELECT owner_id FROM bin)');
  const remove = db.prepare<[string]>('DELETE FROM document_store WHERE id = ?');
  const uses = db.prepare<[], UseRow>(USES);
  return {
    insert: (store: StoredStore) => void insert.run(toRow(store, sealer)),
    update: (store: StoredStore) => void update.run(toRow(store, sealer)),
    find(id: string): StoredStore | undefined {
      const row = find.get(id);
      return row === undefined ? undefined : fromRow(row, sealer);
    },
    /** Newest change first; a limit of -1 means all. */
    list: (offset: number, limit: number): StoredStore[] =>
      list.all({ offset, limit }).map((row) => fromRow(row, sealer)),
    /** Stores that a server which is gone left at work. */
    listBusy: (): StoredStore[] => busy.all().map((row) => fromRow(row, sealer)),
    /** Those in the bin: what they store is still theirs. */
    listBinned: (): StoredStore[] => binned.all().map((row) => fromRow(row, sealer)),
    count: (): number => count.get() ?? 0,
    /** Takes the rows of its loaders along. */
    remove: (id: string) => void remove.run(id),
    /** Chatflows that use stores, by the store's id. */
    uses(): ReadonlyMap<string, readonly StoreUse[]> {
      const byStore = new Map<string, StoreUse[]>();
      for (const { store_id, id, name } of uses.all()) {
        byStore.set(store_id, [...(byStore.get(store_id) ?? []), { id, name }]);
      }
      return byStore;
    },
  };
}

export type DocumentStoreRepository = ReturnType<typeof createDocumentStoreRepository>;
