import { z } from 'zod';
import { uuidBytes, uuidText } from '../../common/uuid.ts';
import type { QueryHit } from '../../core/vector-store.ts';
import type { Database } from '../../storage/database.ts';
import type { RankedChunk } from './search/top-k.ts';

interface HitRow {
  readonly uuid: Buffer;
  readonly content: string;
  readonly metadata: string;
  readonly chunk_no: number;
}

/** A chunk as it is stored. */
export interface ChunkRow {
  readonly content: string;
  readonly metadata: string;
  readonly chunk_no: number;
}

const metadataSchema = z.record(z.string(), z.unknown());

/** Reads the first `limit` of the ranked chunks that are still there, in their order. */
export type HitReader = (ranked: readonly RankedChunk[], limit: number) => QueryHit[];

export function createHitReader(db: Database): HitReader {
  const select = db.prepare<[number], HitRow>(
    'SELECT uuid, content, metadata, chunk_no FROM chunk_with_text WHERE id = ?',
  );
  // In one transaction: of single reads the locks would take a sixth of the time.
  return db.transaction((ranked: readonly RankedChunk[], limit: number) => {
    const hits: QueryHit[] = [];
    for (const { id, score, similarity } of ranked) {
      if (hits.length === limit) break;
      const row = select.get(id);
      if (row === undefined) continue;
      hits.push({
        id: uuidText(row.uuid),
        pageContent: row.content,
        metadata: metadataSchema.parse(JSON.parse(row.metadata)),
        score,
        chunkNo: row.chunk_no,
        ...(similarity === undefined ? {} : { similarity }),
      });
    }
    return hits;
  });
}

/** Reads a chunk of a collection by its UUID; undefined when it is not there. */
export type ChunkReader = (collectionId: number, id: string) => ChunkRow | undefined;

export function createChunkReader(db: Database): ChunkReader {
  const select = db.prepare<[number, Buffer], ChunkRow>(
    'SELECT content, metadata, chunk_no FROM chunk_with_text WHERE collection_id = ? AND uuid = ?',
  );
  return (collectionId, id) => {
    const uuid = uuidBytes(id);
    return uuid === undefined ? undefined : select.get(collectionId, uuid);
  };
}
