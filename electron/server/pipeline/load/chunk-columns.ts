import { hash } from 'node:crypto';
import { type ChunkBatch, HALF_HASH_BYTES, HASH_BYTES, HASHES_PER_CHUNK, type LoadProgress } from '../../core/chunk.ts';

export interface NewChunk {
  readonly content: string;
  /** Canonical JSON. */
  readonly metadata: string;
  /** Canonical JSON of the metadata without positions. */
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
  hashes: Buffer<ArrayBuffer>;
  units: number;
}

export function createChunkColumns(batchSize: number): ChunkColumns {
  const rowBytes = HASH_BYTES * HASHES_PER_CHUNK;
  const start = (): Gathered => ({
    contents: [],
    metadata: [],
    sources: [],
    chunkNos: [],
    hashes: Buffer.from(new ArrayBuffer(batchSize * rowBytes)),
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
      return { ...columns, hashes: new Uint8Array(hashes.buffer).slice(0, used), progress };
    },
  };
}

/** A hash as one string: it is copied as fast as a buffer, and collected for a fraction of the price. */
function hashText(data: string | Buffer): string {
  return hash('sha256', data, 'binary');
}

/** Neighbours mostly have the same facts. */
function createFactsHasher() {
  let latest: string | undefined;
  let latestHash = '';
  return (facts: string): string => {
    if (facts !== latest) {
      latestHash = hashText(facts);
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
  return ({ content, metadata, facts, source }: NewChunk, target: Buffer, offset: number): void => {
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
    target.write(hashText(bytes.subarray(prefixBytes, end)), offset, HASH_BYTES, 'latin1');
    target.write(hashText(bytes.subarray(0, end)), offset + HASH_BYTES, HASH_BYTES, 'latin1');
    const ofMetadata = offset + 2 * HASH_BYTES;
    target.write(hashFacts(facts), ofMetadata, HALF_HASH_BYTES, 'latin1');
    target.write(hashText(metadata), ofMetadata + HALF_HASH_BYTES, HALF_HASH_BYTES, 'latin1');
  };
}
