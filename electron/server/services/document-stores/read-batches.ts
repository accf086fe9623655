import { hash } from 'node:crypto';
import { z } from 'zod';
import { canonicalJson } from '../../../../shared/json/canonical-json.ts';
import { type ChunkBatch, HASH_BYTES, HASHES_PER_CHUNK } from '../../engine/load-job.ts';
import type {
  ChunkPlace,
  ChunkRow,
  DocumentStoreChunkRepository,
} from '../../storage/repositories/document-store-chunk-repository.ts';

/** Chunks a batch, as in upserts of flows; fewer when they are long. */
const BATCH_LIMIT = { chunks: 256, units: 4 * 1024 * 1024 };

export const MetadataSchema = z.record(z.string(), z.json());

/** A chunk's metadata with the loader that it is of: filters and deletions by `docId` go by it. */
export function withDocId(metadata: string, docId: string): string {
  return canonicalJson({ ...MetadataSchema.parse(JSON.parse(metadata)), docId });
}

/** Content hash, and hash of source and content, as the loading step computes them. */
export function keysOf(source: string, content: string): Buffer {
  const first = hash('sha256', content, 'buffer').subarray(0, HASH_BYTES);
  return Buffer.concat([first, hash('sha256', `${source}\0${content}`, 'buffer').subarray(0, HASH_BYTES)]);
}

function toBatch(rows: readonly ChunkRow[], docId: string): ChunkBatch {
  const metadata = rows.map((row) => withDocId(row.metadata, docId));
  const hashes = Buffer.alloc(rows.length * HASHES_PER_CHUNK * HASH_BYTES);
  for (const [index, { keys }] of rows.entries()) {
    const offset = index * HASHES_PER_CHUNK * HASH_BYTES;
    keys.copy(hashes, offset, 0, HASH_BYTES);
    // Two loaders may hold the same file: each keeps chunks of its own.
    const key = hash('sha256', Buffer.concat([Buffer.from(docId), keys.subarray(HASH_BYTES)]), 'buffer');
    key.copy(hashes, offset + HASH_BYTES, 0, HASH_BYTES);
    hash('sha256', metadata[index] ?? '', 'buffer').copy(hashes, offset + 2 * HASH_BYTES, 0, HASH_BYTES);
  }
  return {
    contents: rows.map((row) => row.content),
    metadata,
    // The record manager's source is the loader: what a loader no longer has leaves the vector store, whatever its files are called.
    sources: rows.map(() => docId),
    chunkNos: rows.map((row) => row.chunk_no),
    hashes,
    bytesRead: 0,
    bytesTotal: 0,
  };
}

/** A loader's chunks in batches, as the engine indexes them. */
export async function* readBatches(
  chunks: DocumentStoreChunkRepository,
  place: ChunkPlace,
  docId: string,
): AsyncGenerator<ChunkBatch> {
  let last = 0;
  for (;;) {
    const rows = chunks.after(place, last, BATCH_LIMIT);
    const end = rows.at(-1);
    if (end === undefined) return;
    last = end.chunk_no;
    yield toBatch(rows, docId);
  }
}
