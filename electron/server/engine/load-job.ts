import type { LoadFailure, SourceFile } from '../nodes/kinds.ts';

/** One loader (with its splitter) at work on its files: everything a worker thread needs, as plain data. */
export interface LoadJob {
  readonly loader: { readonly nodeId: string; readonly name: string; readonly params: unknown };
  readonly splitter: { readonly nodeId: string; readonly name: string; readonly params: unknown } | undefined;
  /** Empty for a loader that fetches by itself. */
  readonly files: readonly SourceFile[];
  /** Metadata key whose value says where a chunk comes from. */
  readonly sourceIdKey: string;
  /** The on-device model that the chunks are embedded with, for splitters that count its tokens. */
  readonly localModel?: string | undefined;
  /** Chunks a batch. */
  readonly batchSize: number;
  /** A batch of documents that come slowly goes after so long, full or not (milliseconds); 2,000 unless given. */
  readonly longestWaitMs?: number;
}

/** How far a job is: bytes of its files, or documents of an origin, of which the number may not be known. */
export interface LoadProgress {
  readonly unit: 'bytes' | 'documents';
  readonly done: number;
  readonly total: number | undefined;
  /** What people should know of it: that something was left out, say. */
  readonly message?: string;
}

/** Bytes of hashes per chunk in {@link ChunkBatch.hashes}: content hash, content key, metadata hash, 16 each. */
export const HASH_BYTES = 16;
export const HASHES_PER_CHUNK = 3;

/** Chunks in columns: cheap to hand from thread to thread. All arrays have the same length, but for `hashes`. */
export interface ChunkBatch {
  readonly contents: readonly string[];
  /** Canonical JSON of all metadata: loader's, splitter's, `source`, `loc`, additional; keys sorted at every depth. */
  readonly metadata: readonly string[];
  /** Value of the source id key. */
  readonly sources: readonly string[];
  /** Position among the chunks of its source in this run, from 1. */
  readonly chunkNos: readonly number[];
  /** Per chunk: SHA-256(content), SHA-256(source, NUL, content), SHA-256(metadata), each cut to 16 bytes. */
  readonly hashes: Uint8Array;
  readonly progress: LoadProgress;
  /** Since the batch before; the last batch may have nothing else. */
  readonly failures?: readonly LoadFailure[];
}

/** Pulls batches from a worker thread, a few ahead; stopping the iteration or aborting stops the worker's job. */
export type LoadChunks = (job: LoadJob, signal: AbortSignal) => AsyncIterable<ChunkBatch>;
