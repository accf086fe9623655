import { ERROR_STATUS } from '../../../../shared/errors/error-codes.ts';
import type { RunFileRepository } from '../../storage/repositories/run-file-repository.ts';
import type { RunRepository } from '../../storage/repositories/run-repository.ts';
import { isUnfinished } from './end-run.ts';

/** Marks the runs that a killed server left open. */
export function markInterrupted(
  runs: Pick<RunRepository, 'listOpen' | 'save'>,
  runFiles: Pick<RunFileRepository, 'cutOff'>,
  now: () => Date,
): void {
  for (const run of runs.listOpen()) {
    const files = runFiles.cutOff(run.id);
    const progress = run.progress === undefined ? {} : { progress: { ...run.progress, files } };
    const message = 'The server stopped while this ran: go on with it to bring the rest; what was stored stays.';
    runs.save({
      ...run,
      ...progress,
      status: 'INTERRUPTED',
      nodes: run.nodes.map((node) => (isUnfinished(node) ? { ...node, status: 'cancelled' } : node)),
      finishedDate: now().toISOString(),
      error: { code: 'SHUTTING_DOWN', message, statusCode: ERROR_STATUS.SHUTTING_DOWN },
    });
  }
}
