import { z } from 'zod';
import { uuidBytes, uuidText } from '../../common/uuid.ts';
import type { BrowsableStore } from '../../core/vector-store.ts';
import type { Database } from '../../storage/database.ts';
import { nextOf, readCursor } from '../page-cursor.ts';
import { readStoredVector } from './search/vector-math.ts';

interface PageRow {
  readonly id: number;
  readonly embedding_id: number;
  readonly uuid: Buffer;
  readonly content: string;
  readonly metadata: string;
  readonly chunk_no: number;
}

/** Where a page ended in the index of a collection: the row of the vector, then the row of the chunk. */
const CursorSchema = z
  .string()
  .regex(/^\d{1,15}\.\d{1,15}$/)
  .transform((text) => text.split('.').map(Number));

const MetadataSchema = z.record(z.string(), z.unknown());

/** Browses any collection. @param find the collection's number; undefined while it is not made */
export type CollectionBrowser = (find: () => number | undefined) => BrowsableStore;

export function createCollectionBrowser(db: Database): CollectionBrowser {
  // In the order of the index `chunk_by_collection`: a page costs the same wherever it begins.
  const listAfter = db.prepare<[number, number, number, number], PageRow>(
    `SELECT id, embedding_id, uuid, content, metadata, chunk_no FROM chunk_with_text
     WHERE collection_id = ? AND (embedding_id, id) > (?, ?) ORDER BY embedding_id, id LIMIT ?`,
  );
  const findVector = db
    .prepare<[number, Buffer], Buffer>(
      `SELECT embedding.vector FROM chunk JOIN embedding ON embedding.id = chunk.embedding_id
       WHERE chunk.collection_id = ? AND chunk.uuid = ?`,
    )
    .pluck();
  return (find) => ({
    async listChunks({ after, limit }, signal) {
      signal.throwIfAborted();
      const [embedding = 0, chunk = 0] = after === undefined ? [] : readCursor(CursorSchema, after);
      const collection = find();
      const rows = collection === undefined ? [] : listAfter.all(collection, embedding, chunk, limit);
      return {
        chunks: rows.map(({ uuid, content, metadata, chunk_no: chunkNo }) => ({
          id: uuidText(uuid),
          content,
          metadata: MetadataSchema.parse(JSON.parse(metadata)),
          chunkNo,
        })),
        next: nextOf(rows, limit, (row) => `${row.embedding_id}.${row.id}`),
      };
    },
    async vectorsOf(ids, signal) {
      signal.throwIfAborted();
      const collection = find();
      const found = new Map<string, Float32Array>();
      if (collection === undefined) return found;
      for (const id of ids) {
        const uuid = uuidBytes(id);
        const vector = uuid === undefined ? undefined : findVector.get(collection, uuid);
        if (vector !== undefined) found.set(id, readStoredVector(vector));
      }
      return found;
    },
  });
}
