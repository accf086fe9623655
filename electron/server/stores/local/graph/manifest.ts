import type { GraphShape } from '../../../../../shared/nodes/vectorstores/graph-settings.ts';
import type { Database } from '../../../storage/database.ts';

/** Which file holds a collection's graph, and how to tell that it is whole. */
export interface Manifest extends GraphShape {
  readonly collectionId: number;
  readonly generation: number;
  /** Name in the index folder. */
  readonly file: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly dimensions: number;
  /** Points in the file, deleted ones included. */
  readonly elementCount: number;
  readonly deletedCount: number;
  /** The log is in the file up to here. */
  readonly logSeq: number;
}

const COLUMNS = `collection_id AS collectionId, generation, file, size_bytes AS sizeBytes, sha256, dimensions,
  element_count AS elementCount, deleted_count AS deletedCount, log_seq AS logSeq, metric, links, ef_construction AS efConstruction`;

export function readManifest(db: Database, collectionId: number): Manifest | undefined {
  return db
    .prepare<[number], Manifest>(`SELECT ${COLUMNS} FROM index_manifest WHERE collection_id = ?`)
    .get(collectionId);
}

/** Names the newest file; only the server writes. */
export function writeManifest(db: Database, manifest: Manifest): void {
  db.prepare<[Manifest]>(
    `INSERT OR REPLACE INTO index_manifest
       (collection_id, generation, file, size_bytes, sha256, dimensions, element_count, deleted_count, log_seq,
        metric, links, ef_construction)
     VALUES (@collectionId, @generation, @file, @sizeBytes, @sha256, @dimensions, @elementCount, @deletedCount, @logSeq,
        @metric, @links, @efConstruction)`,
  ).run(manifest);
}

/** Lets the graph be built anew. */
export function forgetManifest(db: Database, collectionId: number): void {
  db.prepare<[number]>('DELETE FROM index_manifest WHERE collection_id = ?').run(collectionId);
}
