import type { Database } from '../database.ts';

/** A record as an archive holds it. */
export interface ArchivedRecord {
  readonly source: string;
  readonly content_key: Buffer;
  readonly metadata_hash: Buffer;
  readonly chunk_no: number;
  readonly chunk_uuid: Buffer;
}

let tables = 0;

/** Hashes of the texts of an archive that is imported, in a table outside the database that is gone with the import. */
function openTexts(db: Database) {
  tables += 1;
  const table = `temp.archive_text_${tables}`;
  db.exec(`CREATE TABLE ${table} (hash BLOB PRIMARY KEY) WITHOUT ROWID, STRICT`);
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
    /** Records of a namespace behind a content key, in their order. @param after empty for the first */
    listRecords(name: string, after: Buffer, limit: number): ArchivedRecord[] {
      const id = namespace.get(name);
      return id === undefined ? [] : records.all(id, after, limit);
    },
  };
}

export type ArchiveRepository = ReturnType<typeof createArchiveRepository>;
