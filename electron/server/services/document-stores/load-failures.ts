import { FAILED_FILES_LIMIT } from '../../../../shared/api/runs.ts';
import { assertSomeRead, type ToldFailures } from '../../pipeline/load/run-failures.ts';
import type { WatchedLoad } from './unread-chunks.ts';

/** A load of one loader, and how many files it was to read. */
export interface FileLoad {
  readonly load: Pick<WatchedLoad, 'told' | 'files'>;
  readonly fileCount: number;
}

/**
 * What all loads of a run could not read.
 * @throws AppError when they had files, and could read none of them
 */
export function joinFailures(loads: readonly FileLoad[]): ToldFailures {
  assertSomeRead(
    loads.flatMap(({ load }) => load.files()),
    loads.reduce((sum, { fileCount }) => sum + fileCount, 0),
  );
  const all = loads.map(({ load }) => load.told());
  const failed = all.flatMap(({ failedFiles = [] }) => failedFiles);
  const isTruncated = failed.length > FAILED_FILES_LIMIT || all.some((one) => one.failedFilesTruncated === true);
  return {
    ...(failed.length === 0 ? {} : { failedFiles: failed.slice(0, FAILED_FILES_LIMIT) }),
    ...(isTruncated ? { failedFilesTruncated: true } : {}),
  };
}
