import type { Database } from '../database.ts';

/** A record as an archive holds it. */
export interface ArchivedRecord {
  readonly source: string;
  readonly content_key: Buffer;
  readonly metadata_hash: Buffer;
  readonly chunk_no: number;
  readonly chunk_uuid: Buffer;
}

/** What an archive reads beside what a store can list itself. */
export function createArchiveRepository(db: Database) {
  const namespace = db.prepare<[string], number>('SELECT id FROM record_namespace WHERE name = ?').pluck();
  const records = db.prepare<[number, Buffer, number], ArchivedRecord>(
    `SELECT s.name AS source, r.content_key, r.metadata_hash, r.chunk_no, r.chunk_uuid
     FROM record r JOIN record_source s ON s.id = r.source_id
     WHERE r.namespace_id = ? AND r.content_key > ? ORDER BY r.content_key LIMIT ?`,
  );
  return {
    /** Records of a namespace behind a content key, in their order. @param after empty for the first */
    listRecords(name: string, after: Buffer, limit: number): ArchivedRecord[] {
      const id = namespace.get(name);
      return id === undefined ? [] : records.all(id, after, limit);
    },
  };
}

export type ArchiveRepository = ReturnType<typeof createArchiveRepository>;
