import type { ErrorData } from '../../../shared/errors/errors.ts';
import type { Metadata } from './document.ts';

export interface TextChunk {
  readonly text: string;
  /** First and last line in the document, from 1. */
  readonly fromLine: number;
  readonly toLine: number;
  /** Where it lies in the document's text, in UTF-16 units from 0; `end` is the first unit behind it. */
  readonly start: number;
  readonly end: number;
  /** What the splitter knows of the chunk (the headings above it, say); goes over the document's own metadata. */
  readonly metadata?: Metadata;
}

/** Bytes of hashes per chunk in {@link ChunkBatch.hashes}: content hash, content key, metadata hash, 16 each. */
export const HASH_BYTES = 16;

export const HASHES_PER_CHUNK = 3;

/** The metadata hash has two halves: one of what is no position, one of everything. */
export const HALF_HASH_BYTES = HASH_BYTES / 2;

/** How far a job is: bytes of its files, or documents of an origin, of which the number may not be known. */
export interface LoadProgress {
  readonly unit: 'bytes' | 'documents';
  readonly done: number;
  readonly total: number | undefined;
  /** What people should know of it: that something was left out, say. */
  readonly message?: string;
}

/** What a loader could not read and went on without. */
export interface LoadFailure {
  /** Path of a file, address of a page. */
  readonly name: string;
  readonly code: string;
  readonly message: string;
  /** Values of the source id key that what is stored of it has. */
  readonly sources: readonly string[];
  /** Whether all else of it is read. */
  readonly isPartial?: boolean;
  /** Whether it may have led to more sources, which nobody can name now: a page with links, a folder. */
  readonly isOpenEnded: boolean;
  /** False for failures that people need not see one by one. */
  readonly isReported: boolean;
  /** Its place among the job's files, if it is one of them. */
  readonly file?: number;
  /** The whole error, if it is one of the files that the job was to read: a run that could read none of its files ends with it. */
  readonly fileError?: ErrorData;
}

/** Neighbours in a batch that are of one file or source. */
export interface BatchPart {
  readonly name: string;
  /** Its place among the job's files; absent for what a loader has found. */
  readonly file?: number;
  readonly chunks: number;
}

/** Chunks in columns: cheap to hand from thread to thread. All arrays have the same length, but for `hashes`. */
export interface ChunkBatch {
  readonly contents: readonly string[];
  /** Canonical JSON of all metadata: loader's, splitter's, `source`, `loc`, additional; keys sorted at every depth. */
  readonly metadata: readonly string[];
  /** Value of the source id key. */
  readonly sources: readonly string[];
  /** Position among the chunks of its source in this run, from 1. */
  readonly chunkNos: readonly number[];
  /**
   * Per chunk: SHA-256(content) and SHA-256(source, NUL, content), each cut to 16 bytes; then SHA-256(metadata without position) and SHA-256(metadata), each cut
   * to 8. Chunks that an earlier version has loaded into a document store have SHA-256(metadata) cut to 16 in the place of the last two.
   */
  readonly hashes: Uint8Array;
  readonly progress: LoadProgress;
  /** What the chunks are of, in their order; absent where `sources` says it. */
  readonly parts?: readonly BatchPart[];
  /** Sources that were read whole since the batch before, also those without a chunk; the last batch may have nothing else. */
  readonly seen?: readonly string[];
  /** Since the batch before; the last batch may have nothing else. */
  readonly failures?: readonly LoadFailure[];
}
