import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makePrivateFolder, removeFile, writeBytes } from '../../common/small-files.ts';
import type { CallFolder } from '../libraries/prepared-upsert.ts';
import type { ResumableRuns } from './resumable-runs.ts';

/** The folder for the files of a run that has not begun yet. */
export interface RunFolder extends CallFolder {
  /** Where it is, or would be. */
  readonly path: string;
  /** Removes what was written for a call that ends before its run begins; does nothing after that. */
  discard(): Promise<void>;
  remove(): Promise<void>;
}

export interface RunFoldersOptions {
  /** The folder of them all, which is there. */
  readonly temporary: string;
  readonly resumable: Pick<ResumableRuns, 'expire'>;
}

/** Folders with the files of runs. They exist while the run goes on, and afterwards while it may be resumed. */
export function createRunFolders({ temporary, resumable }: RunFoldersOptions) {
  const taken = new WeakSet<RunFolder>();

  function toFolder(runId: string, path: string, isThere: boolean): RunFolder {
    let isMade = isThere;
    const written: { readonly path: string; readonly sizeBytes: number }[] = [];
    const folder: RunFolder = {
      runId,
      path,
      open() {
        if (!isMade) makePrivateFolder(path);
        isMade = true;
        return path;
      },
      async write(name, bytes) {
        const file = { path: `${path}-${name}`, sizeBytes: bytes.length };
        written.push(file);
        await writeBytes(file.path, bytes);
        return file.path;
      },
      async discard() {
        if (!taken.has(folder)) await folder.remove();
      },
      async remove() {
        for (const file of written.splice(0)) await removeFile(file.path, file.sizeBytes);
        if (isMade) await rm(path, { recursive: true, force: true });
      },
    };
    return folder;
  }

  return {
    make(): RunFolder {
      const runId = randomUUID();
      return toFolder(runId, join(temporary, runId), false);
    },

    /** The folder of a run that ended, for one that takes it over. */
    reopen(path: string): RunFolder {
      const folder = toFolder(randomUUID(), path, true);
      // If the new run does not begin, the folder still belongs to the old one.
      taken.add(folder);
      return folder;
    },

    /** At the start of a run: from then on the folder is the run's, not the caller's. */
    take: (folder: RunFolder): void => void taken.add(folder),

    /** At the end of a run that may be resumed. */
    expire: (): Promise<void> => resumable.expire(),
  };
}

export type RunFolders = ReturnType<typeof createRunFolders>;
