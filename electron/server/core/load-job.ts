import type { ErrorData } from '../../../shared/errors/errors.ts';
import type { ChunkBatch } from './chunk.ts';
import type { SourceFile } from './document.ts';
import type { FileChanges } from './document-loader.ts';

/** A file that a job is to read. */
export interface JobFile extends SourceFile {
  /** Why it can't be read, if that is known already. */
  readonly problem?: ErrorData;
}

/** One loader (with its splitter) at work on its files: everything a worker thread needs, as plain data. */
export interface LoadJob {
  readonly loader: { readonly nodeId: string; readonly name: string; readonly params: unknown };
  readonly splitter: { readonly nodeId: string; readonly name: string; readonly params: unknown } | undefined;
  /** Empty for a loader that fetches by itself. */
  readonly files: readonly JobFile[];
  /** What a loader of a folder is to look at; undefined: everything. */
  readonly changes?: FileChanges | undefined;
  /** Whether a file that can't be read is left out and reported; else the first one ends the job. */
  readonly skipFailedFiles?: boolean;
  /** Metadata key whose value says where a chunk comes from. */
  readonly sourceIdKey: string;
  /** The on-device model that the chunks are embedded with, for splitters that count its tokens. */
  readonly localModel?: string | undefined;
  /** Chunks a batch. */
  readonly batchSize: number;
  /** A batch of documents that come slowly goes after so long, full or not (milliseconds); 2,000 unless given. */
  readonly longestWaitMs?: number;
}

/** How far the file is that a job reads. */
export interface FileReading {
  /** Its place among the job's files. */
  readonly file: number;
  readonly readBytes: number;
}

/** Who looks on while a job goes on: mostly before its chunks come. */
export interface LoadListener {
  /** Told when a file is begun, and some times a second how far it is. */
  onReading(reading: FileReading): void;
  /** Told what takes long at the moment, as a sentence in English; undefined: nothing any more. */
  onStep(step: string | undefined): void;
}

/** Pulls batches from a worker thread, a few ahead; stopping the iteration or aborting stops the worker's job. */
export type LoadChunks = (job: LoadJob, signal: AbortSignal, listener?: LoadListener) => AsyncIterable<ChunkBatch>;
