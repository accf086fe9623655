import type { KeptUploads, RunComparison, RunDetails } from '../../../../shared/api/run-details.ts';
import { isFinalStatus, type Run } from '../../../../shared/api/runs.ts';
import { UserError } from '../../../../shared/errors/errors.ts';
import type { RunComparisonRepository } from '../../storage/repositories/run-comparison-repository.ts';
import type { RunFileRepository } from '../../storage/repositories/run-file-repository.ts';
import type { Libraries } from '../libraries/libraries.ts';
import { compareFiles, compareSettings } from './compare-runs.ts';
import { deleteUploads, type KeptUploadsDeps, uploadsOf } from './kept-uploads.ts';
import { openRepeated, ownerGone, type RepeatedRunsDeps } from './repeated-runs.ts';
import type { ResumableRuns } from './resumable-runs.ts';
import type { RunService } from './run-service.ts';

export interface RunDetailsOptions extends Omit<RepeatedRunsDeps, 'requests'>, KeptUploadsDeps {
  readonly runs: Pick<RunService, 'find'>;
  readonly comparisons: RunComparisonRepository;
  readonly runFiles: Pick<RunFileRepository, 'list'>;
  readonly resumable: Pick<ResumableRuns, 'open'>;
  readonly libraries: Pick<Libraries, 'find' | 'has'>;
  readonly undoStateOf: (run: Run) => RunDetails['undo'];
}

async function compare(options: RunDetailsOptions, run: Run): Promise<RunComparison | null> {
  const { comparisons, runs, runFiles } = options;
  const before = comparisons.runBefore(run.id);
  if (before === undefined) return null;
  const other = runs.find(before);
  const settings = compareSettings(comparisons.settingsOf(before), comparisons.settingsOf(run.id));
  return { run: other, settings, ...(await compareFiles(runFiles, other, run)) };
}

/** What is beside the state of a run: its settings, what is different from the run before, and whether it can be done again. */
export function createRunDetailsService(options: RunDetailsOptions) {
  const { runs, comparisons, resumable, libraries } = options;

  async function again(run: Run): Promise<RunDetails['again']> {
    try {
      if (!isFinalStatus(run.status)) return { how: null, whyNot: 'The run goes on.' };
      if (!libraries.has(run.chatflowId)) return { how: null, whyNot: ownerGone(run).message };
      // Its loaders read them again.
      if (libraries.find(run.chatflowId).files !== undefined) return { how: 'repeat' };
      if (run.status === 'FINISHED') openRepeated(options, run);
      else await resumable.open(run);
      return { how: run.status === 'FINISHED' ? 'repeat' : 'resume' };
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      return { how: null, whyNot: error.message };
    }
  }

  return {
    /**
     * Deletes the files that are kept so that a run can be done again.
     * @throws UserError RUN_NOT_FOUND, RUN_NOT_RESUMABLE (409) while it goes on
     */
    deleteUploads: async (runId: string): Promise<KeptUploads> => deleteUploads(options, runs.find(runId)),

    /** @throws UserError RUN_NOT_FOUND */
    async read(runId: string): Promise<RunDetails> {
      const run = runs.find(runId);
      return {
        settings: comparisons.settingsOf(runId),
        comparison: await compare(options, run),
        isLast: !comparisons.hasLater(runId),
        again: await again(run),
        uploads: await uploadsOf(options, runId),
        undo: options.undoStateOf(run),
      };
    },
  };
}

export type RunDetailsService = ReturnType<typeof createRunDetailsService>;
