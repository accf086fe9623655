import type { ErrorData } from '../../../../shared/errors/errors.ts';
import type { ChunkBatch } from '../../core/chunk.ts';
import type { FileReading, LoadJob } from '../../core/load-job.ts';

/** Batches of a job that a worker may have sent and nobody has taken yet: memory on the way is bounded by them. */
export const BATCHES_AHEAD = 4;

/** A job is followed by one credit for each batch that was taken; `stop` ends it early. A worker has several jobs at a time. */
export type ToLoadWorker =
  | { readonly type: 'job'; readonly jobId: number; readonly job: LoadJob }
  | { readonly type: 'credit'; readonly jobId: number }
  | { readonly type: 'stop'; readonly jobId: number };

/** Every job ends with exactly one `done` (also when it was stopped) or `failed`. */
export type FromLoadWorker = { readonly jobId: number } & (
  | { readonly type: 'file'; readonly name: string }
  | { readonly type: 'reading'; readonly reading: FileReading }
  | { readonly type: 'step'; readonly step: string | undefined }
  | { readonly type: 'batch'; readonly batch: ChunkBatch }
  | { readonly type: 'done' }
  | { readonly type: 'failed'; readonly error: ErrorData }
);
