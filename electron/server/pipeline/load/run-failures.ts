import { FAILED_FILES_LIMIT, type FailedFile, type RunResult } from '../../../../shared/api/runs.ts';
import { type ErrorData, fromErrorData } from '../../../../shared/errors/errors.ts';
import type { ChunkBatch } from '../../core/chunk.ts';
import type { UnreadSources } from '../index/index-writer.ts';
import { badFilesError } from './look-at-files.ts';

/** What the loaders of a run could not read and left out. */
export interface RunFailures {
  /** Passes on the batches that have chunks. */
  watch(batches: AsyncIterable<ChunkBatch>): AsyncGenerator<ChunkBatch>;
  /** Sources that the run has read whole, also those without a chunk. */
  seen(): readonly string[];
  /** For the clean-up. */
  unread(): UnreadSources;
  /** For people. */
  report(): ReportedFailures;
  /** Files of the run that could not be read, one for each loader that was to read them. */
  files(): readonly FailedUpload[];
}

export type ReportedFailures = Pick<RunResult, 'failedFiles' | 'failedFilesTruncated'>;

interface FailedUpload {
  readonly name: string;
  readonly error: ErrorData;
}

/**
 * To be called when all loaders have read their files.
 * @param total files that the loaders were to read
 * @throws AppError when they could read none of them: the first error, which names all
 */
export function assertSomeRead(failed: readonly FailedUpload[], total: number): void {
  if (failed.length === 0 || failed.length < total) return;
  const byName = new Map(failed.map(({ name, error }) => [name, { name, error: fromErrorData(error) }]));
  const [first, ...others] = byName.values();
  if (first !== undefined) throw badFilesError([first, ...others], byName.size);
}

export function createRunFailures(): RunFailures {
  const sources = new Set<string>();
  const failed: FailedFile[] = [];
  const names = new Set<string>();
  const files: FailedUpload[] = [];
  let isOpenEnded = false;
  let isTruncated = false;
  const seen = new Set<string>();
  function take({ failures = [], seen: seenNow = [] }: ChunkBatch): void {
    for (const source of seenNow) seen.add(source);
    for (const { isReported, name, code, message, fileError, isPartial = false, ...failure } of failures) {
      for (const source of failure.sources) sources.add(source);
      isOpenEnded ||= failure.isOpenEnded;
      if (fileError !== undefined) files.push({ name, error: fileError });
      // Several loaders may have been given one file.
      if (!isReported || (fileError !== undefined && names.has(name))) continue;
      if (fileError !== undefined) names.add(name);
      if (failed.length < FAILED_FILES_LIMIT) failed.push({ name, code, message, ...(isPartial ? { isPartial } : {}) });
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
    seen: () => [...seen],
    unread: () => ({ sources, isOpenEnded }),
    files: () => files,
    report: () => ({
      ...(failed.length === 0 ? {} : { failedFiles: failed }),
      ...(isTruncated ? { failedFilesTruncated: true as const } : {}),
    }),
  };
}
