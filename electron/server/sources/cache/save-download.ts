import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { OperationalError, UserError } from '../../../../shared/errors/errors.ts';
import { formatLimit } from '../../../../shared/text/format.ts';
import type { SourceFile } from '../../core/document.ts';
import type { WebStream } from '../../http/web-client.ts';
import { systemCode } from '../file-problems.ts';

/** Keeps files on the disk while they are read. */
export interface Downloads {
  /**
   * Stores a successful answer.
   * @param path the file's path for messages
   * @throws UserError FILE_TOO_LARGE naming the file; OperationalError DISK_FULL, and what the web client throws
   */
  save(path: string, answer: WebStream): Promise<SourceFile>;
  release(file: SourceFile): Promise<void>;
}

/** @param makeFolder returns the folder; called with the first file */
export function createDownloads(makeFolder: () => Promise<string>, signal: AbortSignal): Downloads {
  let folder: Promise<string> | undefined;
  let count = 0;
  return {
    async save(name, answer) {
      folder ??= makeFolder();
      count += 1;
      const fileName = String(count);
      const path = join(await folder, fileName);
      const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
      try {
        await pipeline(answer.body, file, { signal });
      } catch (error) {
        await rm(path, { force: true });
        throw downloadFailure(name, error);
      }
      return { name, path, sizeBytes: file.bytesWritten };
    },
    release: ({ path }) => rm(path, { force: true }),
  };
}

function downloadFailure(name: string, error: unknown): unknown {
  if (systemCode(error) === 'ENOSPC') {
    const message = `"${name}" could not be fetched, the disk is full: free some space, then start the run again.`;
    return new OperationalError('DISK_FULL', message, { cause: error });
  }
  if (!(error instanceof UserError) || error.code !== 'FILE_TOO_LARGE') return error;
  return downloadTooLarge(name, Number(error.details?.maxBytes));
}

/** The error for a file over the download limit. */
export function downloadTooLarge(name: string, maxBytes: number): UserError {
  return new UserError(
    'FILE_TOO_LARGE',
    `"${name}" is larger than ${formatLimit(maxBytes)}, which is the limit: leave it out, or divide it.`,
    { details: { file: name, maxBytes } },
  );
}
