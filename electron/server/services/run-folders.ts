import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ResumableRuns } from './resumable-runs.ts';

/** Place for the files of a run that is about to be asked for. */
export interface RunFolder {
  readonly runId: string;
  readonly path: string;
  /** For a call that ends before it became a run; does nothing to the folder of one that did. */
  discard(): Promise<void>;
}

export interface RunFoldersOptions {
  /** The folder of them all. */
  readonly temporary: string;
  readonly resumable: Pick<ResumableRuns, 'expire'>;
  readonly isActive: (runId: string) => boolean;
}

/** Folders with the files of runs: there while the run goes on, and after it while it may be resumed. */
export function createRunFolders({ temporary, resumable, isActive }: RunFoldersOptions) {
  const kept = new Set<string>();

  function toFolder(runId: string, path: string): RunFolder {
    return {
      runId,
      path,
      async discard() {
        if (!isActive(runId) && !kept.has(path)) await rm(path, { recursive: true, force: true });
      },
    };
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
      kept.add(path);
      return toFolder(randomUUID(), path);
    },

    /** At the end of a run that may be resumed. */
    async keep({ path }: RunFolder): Promise<void> {
      kept.add(path);
      await resumable.expire();
    },

    /** At the end of any other. */
    async remove({ path }: RunFolder): Promise<void> {
      kept.delete(path);
      await rm(path, { recursive: true, force: true });
    },
  };
}
