import type { NodeRun } from '../../../../shared/api/runs.ts';
import { clientError } from '../../../../shared/errors/client-error.ts';
import { type AppError, BugError } from '../../../../shared/errors/errors.ts';
import type { LibraryRun } from '../../core/library-run.ts';
import type { Log } from '../../core/log.ts';
import type { RunEvents } from '../../pipeline/run-events.ts';
import type { RunEnds } from './run-ends.ts';
import { statusAfter } from './run-errors.ts';

export interface EndRunDeps {
  readonly ends: Pick<RunEnds, 'save'>;
  readonly log: Log;
  readonly now: () => Date;
  /** Resolves when what was written so far is on the disk. */
  readonly onDisk: () => Promise<void>;
}

export function isUnfinished({ status }: NodeRun): boolean {
  return status === 'queued' || status === 'running';
}

/** Writes how a run has ended, and tells those who follow it. */
export async function endRun(
  { ends, now, onDisk }: EndRunDeps,
  events: RunEvents,
  change: Partial<Pick<LibraryRun, 'status' | 'result' | 'error'>>,
): Promise<void> {
  const finished = { ...events.run(), ...change, finishedDate: now().toISOString() };
  // The row before the answer and the event: what a client was told is on disk.
  ends.save(finished);
  await onDisk();
  events.updateRun({ ...change, finishedDate: finished.finishedDate });
}

/** Ends a run that failed or was stopped: at the node that the error names, and with it those that had not finished. */
export async function failRun(deps: EndRunDeps, events: RunEvents, error: AppError): Promise<void> {
  const { id: runId, nodes } = events.run();
  if (error instanceof BugError) deps.log.error({ runId, err: error }, error.message);
  else deps.log.warn({ runId, code: error.code }, `Upsert ended: ${error.message}`);
  for (const node of nodes) {
    if (node.nodeId === error.nodeId) {
      events.updateNode(node.nodeId, { status: 'failed', message: clientError(error).message });
    } else if (isUnfinished(node)) events.updateNode(node.nodeId, { status: 'cancelled' });
  }
  await endRun(deps, events, { status: statusAfter(error), error: clientError(error) });
}
