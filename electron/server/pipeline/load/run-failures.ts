import { FAILED_FILES_LIMIT, type FailedFile, type RunResult } from '../../../../shared/api/runs.ts';
import type { ChunkBatch } from '../../core/chunk.ts';
import type { UnreadSources } from '../index/index-writer.ts';

/** What the loaders of a run could not read and went on without. */
export interface RunFailures {
  /** Lets the batches pass that have chunks. */
  watch(batches: AsyncIterable<ChunkBatch>): AsyncGenerator<ChunkBatch>;
  /** For the clean-up. */
  unread(): UnreadSources;
  /** For people. */
  told(): Pick<RunResult, 'failedFiles' | 'failedFilesTruncated'>;
}

export function createRunFailures(): RunFailures {
  const sources = new Set<string>();
  const failed: FailedFile[] = [];
  let isOpenEnded = false;
  let isTruncated = false;
  function take({ failures = [] }: ChunkBatch): void {
    for (const { isTold, name, code, message, ...failure } of failures) {
      for (const source of failure.sources) sources.add(source);
      isOpenEnded ||= failure.isOpenEnded;
      if (!isTold) continue;
      if (failed.length < FAILED_FILES_LIMIT) failed.push({ name, code, message });
      else isTruncated = true;
    }
  }
  return {
    async *watch(batches) {
      for await (const batch of batches) {
        take(batch);
        if (batch.contents.length > 0) yield batch;
      }
    },
    unread: () => ({ sources, isOpenEnded }),
    told: () => ({
      ...(failed.length === 0 ? {} : { failedFiles: failed }),
      ...(isTruncated ? { failedFilesTruncated: true as const } : {}),
    }),
  };
}
