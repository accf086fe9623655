import type { Database } from '../database.ts';

/** A record as an archive holds it. */
export interface ArchivedRecord {
  readonly source: string;
  readonly content_key: Buffer;
  readonly metadata_hash: Buffer;
  readonly chunk_no: number;
  readonly chunk_uuid: Buffer;
}

/** What the record of an imported chunk says of it. */
interface ImportedRecord {
  readonly source: string;
  readonly contentKey: Buffer;
  readonly metadataHash: Buffer;
}

let tables = 0;

/** Makes a table outside the database, for what an import has to remember. It is to be dropped. */
function makeTable(db: Database, columns: string): string {
  tables += 1;
  const table = `temp.archive_${tables}`;
  db.exec(`CREATE TABLE ${table} (${columns}) WITHOUT ROWID, STRICT`);
  return table;
}

/** Records of an archive that is imported, by the ids that their chunks have in it. */
function openRecords(db: Database) {
  const table = makeTable(
    db,
    'chunk TEXT PRIMARY KEY, source TEXT NOT NULL, content_key BLOB NOT NULL, metadata_hash BLOB NOT NULL',
  );
  const add = db.prepare<[string, string, Buffer, Buffer]>(`INSERT OR IGNORE INTO ${table} VALUES (?, ?, ?, ?)`);
  const find = db.prepare<[string], ImportedRecord>(
    `SELECT source, content_key AS contentKey, metadata_hash AS metadataHash FROM ${table} WHERE chunk = ?`,
  );
  return {
    add: (chunk: string, { source, contentKey, metadataHash }: ImportedRecord): void =>
      void add.run(chunk, source, contentKey, metadataHash),
    find: (chunk: string): ImportedRecord | undefined => find.get(chunk),
    close: (): void => void db.exec(`DROP TABLE ${table}`),
  };
}

export type ArchiveRecords = ReturnType<typeof openRecords>;

/** Hashes of the texts of an archive that is imported. */
function openTexts(db: Database) {
  const table = makeTable(db, 'hash BLOB PRIMARY KEY');
  const add = db.prepare<[Buffer]>(`INSERT OR IGNORE INTO ${table} (hash) VALUES (?)`);
  const has = db.prepare<[Buffer], number>(`SELECT 1 FROM ${table} WHERE hash = ?`).pluck();
  const missing = db
    .prepare<[string], number>(
      `SELECT EXISTS (SELECT 1 FROM ${table} WHERE NOT EXISTS (SELECT 1 FROM embedding
       WHERE model_id = (SELECT id FROM embedding_model WHERE name = ?) AND content_hash = hash))`,
    )
    .pluck();
  return {
    add: (hash: Buffer): void => void add.run(hash),
    has: (hash: Buffer): boolean => has.get(hash) === 1,
    /** Whether each has a vector of the model. */
    areEmbedded: (model: string): boolean => missing.get(model) === 0,
    close: (): void => void db.exec(`DROP TABLE ${table}`),
  };
}

export type ArchiveTexts = ReturnType<typeof openTexts>;

/** What an archive reads beside what a store can list itself. */
export function createArchiveRepository(db: Database) {
  const namespace = db.prepare<[string], number>('SELECT id FROM record_namespace WHERE name = ?').pluck();
  const records = db.prepare<[number, Buffer, number], ArchivedRecord>(
    `SELECT s.name AS source, r.content_key, r.metadata_hash, r.chunk_no, r.chunk_uuid
     FROM record r JOIN record_source s ON s.id = r.source_id
     WHERE r.namespace_id = ? AND r.content_key > ? ORDER BY r.content_key LIMIT ?`,
  );
  return {
    openTexts: () => openTexts(db),
    openRecords: () => openRecords(db),
    /** Records of a namespace behind a content key, in their order. @param after empty for the first */
    listRecords(name: string, after: Buffer, limit: number): ArchivedRecord[] {
      const id = namespace.get(name);
      return id === undefined ? [] : records.all(id, after, limit);
    },
  };
}

export type ArchiveRepository = ReturnType<typeof createArchiveRepository>;
