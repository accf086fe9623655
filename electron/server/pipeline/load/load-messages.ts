import type { ErrorData } from '../../../../shared/errors/errors.ts';
import type { ChunkBatch } from '../../core/chunk.ts';
import type { LoadJob } from '../../core/load-job.ts';

/** Batches that a worker may have sent and nobody has taken yet: memory on the way is bounded by them. */
export const BATCHES_AHEAD = 4;

/** A job is followed by one credit for each batch that was taken; `stop` ends it early. One job at a time. */
export type ToLoadWorker =
  | { readonly type: 'job'; readonly job: LoadJob }
  | { readonly type: 'credit' }
  | { readonly type: 'stop' };

/** Every job ends with exactly one `done` (also when it was stopped) or `failed`. */
export type FromLoadWorker =
  | { readonly type: 'file'; readonly name: string }
  | { readonly type: 'batch'; readonly batch: ChunkBatch }
  | { readonly type: 'done' }
  | { readonly type: 'failed'; readonly error: ErrorData };
