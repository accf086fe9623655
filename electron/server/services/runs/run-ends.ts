import { findSystemFailure } from '../../../../shared/errors/system-errors.ts';
import type { LibraryRun } from '../../core/library-run.ts';
import type { Log } from '../../core/log.ts';
import type { RunRepository } from '../../storage/repositories/run-repository.ts';

export interface RunEndsOptions {
  readonly runs: Pick<RunRepository, 'save'>;
  readonly log: Log;
}

/** Writes how runs ended. What can't be written because the disk is full is kept in memory until there is room. */
export function createRunEnds({ runs, log }: RunEndsOptions) {
  const unsaved = new Map<string, LibraryRun>();

  /** @returns whether there was room */
  function save(run: LibraryRun): boolean {
    try {
      runs.save(run);
      unsaved.delete(run.id);
      return true;
    } catch (error) {
      if (findSystemFailure(error)?.code !== 'DISK_FULL') throw error;
      unsaved.set(run.id, run);
      log.error({ err: error, runId: run.id }, 'The end of a run could not be written: the disk is full');
      return false;
    }
  }

  return {
    /** Writes the end of a run, now or when there is room: until the next start, which marks those that have none. */
    save: (run: LibraryRun): void => void save(run),

    /** Writes those that wait, once there is room. */
    write(): void {
      for (const run of [...unsaved.values()]) if (!save(run)) return;
    },

    /** The end of a run that its row does not have yet; else the row. */
    of: (row: LibraryRun): LibraryRun => unsaved.get(row.id) ?? row,
  };
}

export type RunEnds = ReturnType<typeof createRunEnds>;
