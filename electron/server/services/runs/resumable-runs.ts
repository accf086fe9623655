import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isFinalStatus, RUN_FILES_KEPT_MS } from '../../../../shared/api/runs.ts';
import type { ErrorCode } from '../../../../shared/errors/error-codes.ts';
import { UserError } from '../../../../shared/errors/errors.ts';
import type { LibraryRun } from '../../core/library-run.ts';
import type {
  RequestWithFiles,
  RunRequest,
  RunRequestRepository,
} from '../../storage/repositories/run-request-repository.ts';
import { goesOn, isThere } from './run-uploads.ts';

/** Size limit of the stored files of unfinished runs: as much as one call may send, so that repeated failures do not fill the disk. */
const STORED_BYTES = 2 * 1024 * 1024 * 1024;

/** What a run's own files are to blame for: the same files fail again, whatever is changed in the flow. */
const HOPELESS: ReadonlySet<string> = new Set<ErrorCode>([
  'FILE_CORRUPT',
  'FILE_EMPTY',
  'FILE_HAS_NO_TEXT',
  'FILE_ENCRYPTED',
  'FILE_TOO_LARGE',
  'ARCHIVE_TOO_LARGE',
  'CHATFLOW_NOT_FOUND',
]);

export interface ResumableRunsOptions {
  readonly requests: RunRequestRepository;
  /** The folder of all runs' folders. */
  readonly temporary: string;
  readonly now: () => Date;
}

export interface ResumableRun {
  readonly request: RunRequest;
  /** Where its uploads lie; undefined when it had none. */
  readonly folder: string | undefined;
}

function sizeOf({ request, folder, resumedBy }: RequestWithFiles): number {
  if (folder === null || resumedBy !== null) return 0;
  return request.files.reduce((sum, file) => sum + file.sizeBytes, 0);
}

function refuse(reason: string, details: Readonly<Record<string, unknown>>): UserError {
  return new UserError('RUN_NOT_RESUMABLE', reason, { details });
}

/** Runs that did not finish, with what it takes to do them again. */
export function createResumableRuns({ requests, temporary, now }: ResumableRunsOptions) {
  /** Forgets what is too old, too much, or can never succeed. @returns the folders that are not needed any more */
  function forget(): string[] {
    const oldest = new Date(now().getTime() - RUN_FILES_KEPT_MS).toISOString();
    let bytes = 0;
    const expired = requests.listWithFiles().filter((ended) => {
      bytes += sizeOf(ended);
      return (
        ended.endedDate < oldest || bytes > STORED_BYTES || (ended.errorCode !== null && HOPELESS.has(ended.errorCode))
      );
    });
    requests.remove(expired.map(({ runId }) => runId));
    return expired.flatMap(({ folder, resumedBy }) => (folder === null || resumedBy !== null ? [] : [folder]));
  }

  const listEnded = () => requests.listWithFiles().filter(({ resumedBy }) => resumedBy === null);

  return {
    /** Names of the folders that have the files of any run. Writes nothing. */
    usedFolders: (): ReadonlySet<string> => new Set(requests.listFolders()),

    /** Names of the folders that are to stay at a start; forgets the others. */
    keptFolders(): ReadonlySet<string> {
      forget();
      return new Set(requests.listFolders());
    },

    /** Removes what is too old or too much. */
    async expire(): Promise<void> {
      for (const folder of forget()) await rm(join(temporary, folder), { recursive: true, force: true });
    },

    /** Names of the folders that only runs which have ended would need, to be resumed. */
    endedFolders: (): ReadonlySet<string> => new Set(listEnded().flatMap(({ folder }) => folder ?? [])),

    /** Gives up all runs that have ended: from then on none of them can be resumed. */
    async forgetEnded(): Promise<void> {
      const ended = listEnded();
      requests.remove(ended.map(({ runId }) => runId));
      for (const { folder } of ended) {
        if (folder !== null) await rm(join(temporary, folder), { recursive: true, force: true });
      }
    },

    /**
     * What a run needs to be done again.
     * @throws UserError RUN_NOT_RESUMABLE (409) with the reason
     */
    async open(run: LibraryRun): Promise<ResumableRun> {
      const { id: runId, status } = run;
      if (!isFinalStatus(status)) throw goesOn(run);
      if (status === 'FINISHED') throw refuse('The run has finished: there is nothing to resume.', { status });
      const stored = requests.find(runId);
      if (stored === undefined) {
        throw refuse(
          'What the run was asked to do is not kept any more, or never was: start it again with its files.',
          { status },
        );
      }
      const { folder, request, resumedBy } = stored;
      if (resumedBy !== null)
        throw refuse(`The run was resumed already: look at the run ${resumedBy}.`, { status, runId: resumedBy });
      if (folder === null) return { request, folder: undefined };
      const path = join(temporary, folder);
      for (const { name, file, sizeBytes } of request.files) {
        if (await isThere(join(path, file), sizeBytes)) continue;
        throw refuse(`The run's file ${name} is not there any more: start the upsert again with its files.`, {
          status,
          file: name,
        });
      }
      return { request, folder: path };
    },
  };
}

export type ResumableRuns = ReturnType<typeof createResumableRuns>;
