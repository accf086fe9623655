import { type ChunkBatch, HASH_BYTES, HASHES_PER_CHUNK } from '../engine/load-job.ts';
import type { KnownRecord, RecordManager } from '../nodes/kinds.ts';

/** What becomes of each chunk of a batch; the numbers are positions in the batch. */
export interface ClassifiedBatch {
  readonly batch: ChunkBatch;
  /** Unknown content: to be embedded and stored. */
  readonly added: readonly number[];
  /** Known content and source, other metadata: written in place. */
  readonly updated: readonly KnownChunk[];
  /** Known, same metadata, but at another place among the chunks of its source: counts as skipped. */
  readonly moved: readonly KnownChunk[];
  /** Known and unchanged. */
  readonly unchanged: readonly KnownChunk[];
  /** How many were in this run before: stored once, counted as skipped. */
  readonly repeated: number;
  /** Content keys that no later batch may claim before this one is committed. */
  readonly claimed: readonly string[];
}

export interface KnownChunk {
  readonly index: number;
  readonly record: KnownRecord;
}

function hashAt(batch: ChunkBatch, index: number, which: number): Buffer {
  const offset = (index * HASHES_PER_CHUNK + which) * HASH_BYTES;
  return Buffer.from(batch.hashes.buffer, batch.hashes.byteOffset + offset, HASH_BYTES);
}

export function contentHashAt(batch: ChunkBatch, index: number): Buffer {
  return hashAt(batch, index, 0);
}

export function contentKeyAt(batch: ChunkBatch, index: number): Buffer {
  return hashAt(batch, index, 1);
}

export function metadataHashAt(batch: ChunkBatch, index: number): Buffer {
  return hashAt(batch, index, 2);
}

/** Without a record manager every chunk is new. */
export function classifyAllAsNew(batch: ChunkBatch): ClassifiedBatch {
  const added = batch.contents.map((_content, index) => index);
  return { batch, added, updated: [], moved: [], unchanged: [], repeated: 0, claimed: [] };
}

/**
 * Asks the record manager what is known of a batch. `claims` holds the keys of batches that are classified but not yet committed: of
 * chunks with equal source and content in one run the first is taken, wherever the batches are cut.
 */
export function classifyBatch(
  batch: ChunkBatch,
  records: RecordManager,
  runSeq: number,
  claims: Set<string>,
): ClassifiedBatch {
  const keys = batch.contents.map((_content, index) => contentKeyAt(batch, index));
  const known = records.exists(keys);
  const added: number[] = [];
  const updated: KnownChunk[] = [];
  const moved: KnownChunk[] = [];
  const unchanged: KnownChunk[] = [];
  const claimed: string[] = [];
  let repeated = 0;
  for (const [index, key] of keys.entries()) {
    const claim = key.toString('latin1');
    const record = known[index];
    if (claims.has(claim) || record?.lastRun === runSeq) {
      repeated += 1;
      continue;
    }
    claims.add(claim);
    claimed.push(claim);
    if (record === undefined) added.push(index);
    else if (!record.metadataHash.equals(metadataHashAt(batch, index))) updated.push({ index, record });
    else if (record.chunkNo !== batch.chunkNos[index]) moved.push({ index, record });
    else unchanged.push({ index, record });
  }
  return { batch, added, updated, moved, unchanged, repeated, claimed };
}
