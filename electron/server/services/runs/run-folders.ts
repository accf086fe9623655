import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ResumableRuns } from './resumable-runs.ts';

/** The folder for the files of a run that has not begun yet. */
export interface RunFolder {
  readonly runId: string;
  readonly path: string;
  /** Removes the folder of a call that ends before its run begins; does nothing after that. */
  discard(): Promise<void>;
}

export interface RunFoldersOptions {
  /** The folder of them all. */
  readonly temporary: string;
  readonly resumable: Pick<ResumableRuns, 'expire'>;
}

/** Folders with the files of runs. They exist while the run goes on, and afterwards while it may be resumed. */
export function createRunFolders({ temporary, resumable }: RunFoldersOptions) {
  const taken = new WeakSet<RunFolder>();

  function toFolder(runId: string, path: string): RunFolder {
    const folder: RunFolder = {
      runId,
      path,
      async discard() {
        if (!taken.has(folder)) await rm(path, { recursive: true, force: true });
      },
    };
    return folder;
  }

  return {
    async make(): Promise<RunFolder> {
      const runId = randomUUID();
      const path = join(temporary, runId);
      await mkdir(path, { recursive: true, mode: 0o700 });
      return toFolder(runId, path);
    },

    /** The folder of a run that ended, for one that takes it over. */
    reopen(path: string): RunFolder {
      const folder = toFolder(randomUUID(), path);
      // If the new run does not begin, the folder still belongs to the old one.
      taken.add(folder);
      return folder;
    },

    /** At the start of a run: from then on the folder is the run's, not the caller's. */
    take: (folder: RunFolder): void => void taken.add(folder),

    /** At the end of a run that may be resumed. */
    keep: (): Promise<void> => resumable.expire(),

    /** At the end of any other. */
    remove: ({ path }: RunFolder): Promise<void> => rm(path, { recursive: true, force: true }),
  };
}

export type RunFolders = ReturnType<typeof createRunFolders>;
