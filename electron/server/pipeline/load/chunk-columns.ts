import { hash } from 'node:crypto';
import { type ChunkBatch, HALF_HASH_BYTES, HASH_BYTES, HASHES_PER_CHUNK, type LoadProgress } from '../../core/chunk.ts';

export interface NewChunk {
  readonly content: string;
  /** Canonical JSON. */
  readonly metadata: string;
  /** Canonical JSON of what of the metadata is no position. */
  readonly facts: string;
  readonly source: string;
  readonly chunkNo: number;
}

/** Gathers chunks into the columns of a batch and hashes them. */
export interface ChunkColumns {
  readonly count: number;
  /** Whether the batch should go now. */
  readonly isFull: boolean;
  add(chunk: NewChunk): void;
  /** Hands out what was gathered and starts anew. The buffer of `hashes` is the batch's own. */
  take(progress: LoadProgress): ChunkBatch;
}

/**
 * Characters that a batch holds at most, give or take one chunk. Without it a batch of very long chunks (documents that are
 * not split) would take gigabytes.
 */
const MAX_BATCH_UNITS = 4 * 1024 * 1024;

interface Gathered {
  contents: string[];
  metadata: string[];
  sources: string[];
  chunkNos: number[];
  hashes: Uint8Array<ArrayBuffer>;
  units: number;
}

export function createChunkColumns(batchSize: number): ChunkColumns {
  const rowBytes = HASH_BYTES * HASHES_PER_CHUNK;
  const start = (): Gathered => ({
    contents: [],
    metadata: [],
    sources: [],
    chunkNos: [],
    hashes: new Uint8Array(batchSize * rowBytes),
    units: 0,
  });
  let batch = start();
  const writeHashes = createHashWriter();
  return {
    get count() {
      return batch.contents.length;
    },
    get isFull() {
      return batch.contents.length >= batchSize || batch.units >= MAX_BATCH_UNITS;
    },
    add(chunk) {
      writeHashes(chunk, batch.hashes, batch.contents.length * rowBytes);
      batch.contents.push(chunk.content);
      batch.metadata.push(chunk.metadata);
      batch.sources.push(chunk.source);
      batch.chunkNos.push(chunk.chunkNo);
      batch.units += chunk.content.length;
    },
    take(progress) {
      const { units: _, hashes, ...columns } = batch;
      const used = columns.contents.length * rowBytes;
      batch = start();
      return { ...columns, hashes: used === hashes.length ? hashes : hashes.slice(0, used), progress };
    },
  };
}

/** Neighbours mostly have the same facts. */
function createFactsHasher() {
  let latest: string | undefined;
  let latestHash = hash('sha256', '', 'buffer');
  return (facts: string): Buffer => {
    if (facts !== latest) {
      latestHash = hash('sha256', facts, 'buffer');
      latest = facts;
    }
    return latestHash;
  };
}

/** Three hashes a chunk. The text is turned into bytes once for the two that cover it, behind "source NUL". */
function createHashWriter() {
  let bytes = Buffer.allocUnsafe(64 * 1024);
  let prefixSource: string | undefined;
  let prefixBytes = 0;
  const hashFacts = createFactsHasher();
  return ({ content, metadata, facts, source }: NewChunk, target: Uint8Array, offset: number): void => {
    // A UTF-16 unit takes at most three bytes in UTF-8.
    const needed = (source.length + 1 + content.length) * 3;
    if (bytes.length < needed) {
      bytes = Buffer.allocUnsafe(needed * 2);
      prefixSource = undefined;
    }
    if (prefixSource !== source) {
      prefixBytes = bytes.write(`${source}\0`, 'utf8');
      prefixSource = source;
    }
    const end = prefixBytes + bytes.write(content, prefixBytes, 'utf8');
    const hashed = [bytes.subarray(prefixBytes, end), bytes.subarray(0, end)];
    for (const [index, data] of hashed.entries()) {
      hash('sha256', data, 'buffer').copy(target, offset + index * HASH_BYTES, 0, HASH_BYTES);
    }
    const ofMetadata = offset + hashed.length * HASH_BYTES;
    hashFacts(facts).copy(target, ofMetadata, 0, HALF_HASH_BYTES);
    hash('sha256', metadata, 'buffer').copy(target, ofMetadata + HALF_HASH_BYTES, 0, HALF_HASH_BYTES);
  };
}
