import { setImmediate as nextTurn } from 'node:timers/promises';
import { findSystemFailure } from '../../../../shared/errors/system-errors.ts';
import type { Log } from '../../core/log.ts';
import type { RunFiles } from '../../pipeline/run-files.ts';
import type { RunFileRepository } from '../../storage/repositories/run-file-repository.ts';

/** What a killed run has done in that time may be reported as not done; what it has stored is there all the same. */
const SAVE_INTERVAL_MS = 1000;
/** Rows written in one transaction: a few ms. */
const ROWS = 500;

export interface SavedRun {
  readonly runId: string;
  readonly runSeq: number;
  readonly files: RunFiles;
}

export interface SaveRunFilesDeps {
  readonly rows: Pick<RunFileRepository, 'save'>;
  readonly log: Log;
}

/** Writes the files of a run while it goes on, some every second, without waiting for the disk. */
export function saveRunFiles({ rows, log }: SaveRunFilesDeps, { runId, runSeq, files }: SavedRun) {
  const changed = files.follow();

  /** @returns whether there was room on the disk */
  function saveSome(): boolean {
    if (changed.size === 0) return true;
    try {
      rows.save(runSeq, changed.take(ROWS), files.progress());
      return true;
    } catch (error) {
      if (findSystemFailure(error)?.code !== 'DISK_FULL') throw error;
      log.error({ err: error, runId }, 'What became of the files of a run could not be written: the disk is full');
      return false;
    }
  }

  const timer = setInterval(() => {
    if (!saveSome()) clearInterval(timer);
  }, SAVE_INTERVAL_MS).unref();

  return {
    /** Writes the rest, at the end of the run. */
    async finish(isFinished: boolean): Promise<void> {
      clearInterval(timer);
      files.ended(isFinished);
      while (changed.size > 0 && saveSome()) await nextTurn();
    },
  };
}
