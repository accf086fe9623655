import { hash } from 'node:crypto';
import { type ChunkBatch, HALF_HASH_BYTES, HASH_BYTES, HASHES_PER_CHUNK } from '../../core/chunk.ts';
import type { ChunkRecord, KnownRecord, ReplacedRecord } from '../../core/record-manager.ts';

/** A chunk that was written. */
export interface IndexedChunk {
  /** 16 bytes. */
  readonly chunkId: Buffer;
  /** 16 bytes of the hash of source and content. */
  readonly contentKey: Buffer;
}

/** What becomes of each chunk of a batch; the numbers are positions in the batch. */
export interface ClassifiedBatch {
  readonly batch: ChunkBatch;
  /** Unknown content: to be embedded and stored. */
  readonly added: readonly number[];
  /** Known content and source, other metadata: written in place. */
  readonly updated: readonly KnownChunk[];
  /** Known, with the same facts, but at another place: its number among the chunks of its source, or its row, or its page. Counts as skipped. */
  readonly moved: readonly KnownChunk[];
  /** Known and unchanged. */
  readonly unchanged: readonly KnownChunk[];
  /** Known and unchanged, by the hash of an earlier version: only its record is written. */
  readonly renewed: readonly KnownChunk[];
  /** How many were in this run before: stored once, counted as skipped. */
  readonly repeated: number;
  /** Content keys that no later batch may claim before this one is committed. */
  readonly claimed: readonly string[];
}

export interface KnownChunk {
  readonly index: number;
  readonly record: KnownRecord;
}

/** The hashes of a batch, without a copy of them. */
export function hashesOf({ hashes }: ChunkBatch): Buffer {
  return Buffer.from(hashes.buffer, hashes.byteOffset, hashes.byteLength);
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

function metadataHashAt(batch: ChunkBatch, index: number): Buffer {
  return hashAt(batch, index, 2);
}

/** Without a record manager every chunk is new. */
export function classifyAllAsNew(batch: ChunkBatch): ClassifiedBatch {
  const added = batch.contents.map((_content, index) => index);
  return { batch, added, updated: [], moved: [], unchanged: [], renewed: [], repeated: 0, claimed: [] };
}

/** A batch whose keys have been claimed for this run. */
export interface ClaimedBatch {
  readonly batch: ChunkBatch;
  /** Positions of the chunks that are not in an earlier batch. */
  readonly indexes: readonly number[];
  readonly claimed: readonly string[];
}

/**
 * Of chunks with equal source and content in one run the first is taken, wherever the batches are cut: `claims` holds the keys of batches that are on
 * their way and not yet committed. To be called batch by batch, in order.
 */
export function claimBatch(batch: ChunkBatch, claims: Set<string>): ClaimedBatch {
  const indexes: number[] = [];
  const claimed: string[] = [];
  const hashes = hashesOf(batch);
  for (const index of batch.contents.keys()) {
    const at = (index * HASHES_PER_CHUNK + 1) * HASH_BYTES;
    const claim = hashes.toString('latin1', at, at + HASH_BYTES);
    if (claims.has(claim)) continue;
    claims.add(claim);
    claimed.push(claim);
    indexes.push(index);
  }
  return { batch, indexes, claimed };
}

/** The content keys of a claimed batch, in the order of its positions: to query a record manager with. */
export function keysOf({ batch, indexes }: ClaimedBatch): Buffer[] {
  return indexes.map((index) => contentKeyAt(batch, index));
}

type Change = 'updated' | 'moved' | 'unchanged' | 'renewed';

/** What a known chunk's metadata and place are to those that its record knows. */
function changeOf(batch: ChunkBatch, index: number, record: KnownRecord): Change {
  const isInPlace = record.chunkNo === batch.chunkNos[index];
  if (record.hasSameMetadata === true) return isInPlace ? 'unchanged' : 'moved';
  const { metadataHash: known } = record;
  const now = metadataHashAt(batch, index);
  if (known.equals(now)) return isInPlace ? 'unchanged' : 'moved';
  if (known.subarray(0, HALF_HASH_BYTES).equals(now.subarray(0, HALF_HASH_BYTES))) return 'moved';
  // One of the two may be of a version that took one hash of everything, or marked other things as position.
  const everything = hash('sha256', batch.metadata[index] ?? '', 'buffer').subarray(0, HASH_BYTES);
  const isSame =
    known.equals(everything) || known.subarray(HALF_HASH_BYTES).equals(everything.subarray(0, HALF_HASH_BYTES));
  if (!isSame) return 'updated';
  return isInPlace ? 'renewed' : 'moved';
}

/** Sorts a claimed batch by what the record manager knows of its keys. What was committed earlier in this run is repeated. */
export function classifyBatch(
  { batch, indexes, claimed }: ClaimedBatch,
  known: readonly (KnownRecord | undefined)[],
  runSeq: number,
): ClassifiedBatch {
  const added: number[] = [];
  const sorted: Record<Change, KnownChunk[]> = { updated: [], moved: [], unchanged: [], renewed: [] };
  let repeated = batch.contents.length - indexes.length;
  for (const [position, index] of indexes.entries()) {
    const record = known[position];
    if (record === undefined) added.push(index);
    else if (record.lastRun === runSeq) repeated += 1;
    else sorted[changeOf(batch, index, record)].push({ index, record });
  }
  return { batch, added, ...sorted, repeated, claimed };
}

/** The record of a chunk that is new. @param index its position in the batch */
export function newRecord(batch: ChunkBatch, index: number, chunkId: Buffer): ChunkRecord {
  return {
    contentKey: contentKeyAt(batch, index),
    metadataHash: metadataHashAt(batch, index),
    source: batch.sources[index] ?? '',
    chunkNo: batch.chunkNos[index] ?? 0,
    chunkId,
  };
}

/** The records of chunks that were written, of those that have one. @param known what is known of their content keys */
export function recordsOf(chunks: readonly IndexedChunk[], known: readonly (KnownRecord | undefined)[]): number[] {
  return chunks.flatMap(({ chunkId }, index) => {
    const record = known[index];
    return record?.chunkId.equals(chunkId) === true ? [record.recordId] : [];
  });
}

/** What a known chunk's record becomes: the same with other metadata or at another place. */
export function replacedRecord(batch: ChunkBatch, { index, record }: KnownChunk): ReplacedRecord {
  return {
    recordId: record.recordId,
    metadataHash: metadataHashAt(batch, index),
    chunkNo: batch.chunkNos[index] ?? 0,
  };
}
