import type { NodeRun, Run, RunStatus } from '../../../../shared/api/runs.ts';
import { clientError } from '../../../../shared/errors/client-error.ts';
import { ERROR_STATUS } from '../../../../shared/errors/error-codes.ts';
import {
  type AppError,
  BugError,
  fromErrorData,
  OperationalError,
  toErrorData,
  UserError,
} from '../../../../shared/errors/errors.ts';
import { findSystemFailure } from '../../../../shared/errors/system-errors.ts';
import type { LibraryRun } from '../../core/library-run.ts';
import type { Log } from '../../core/log.ts';
import type { RunEvents } from '../../pipeline/run-events.ts';
import type { RunFileRepository } from '../../storage/repositories/run-file-repository.ts';
import type { RunRepository } from '../../storage/repositories/run-repository.ts';

export interface EndRunDeps {
  readonly ends: Pick<RunEnds, 'save'>;
  readonly log: Log;
  readonly now: () => Date;
  /** Resolves when what was written so far is on the disk. */
  readonly onDisk: () => Promise<void>;
}

function isUnfinished({ status }: NodeRun): boolean {
  return status === 'queued' || status === 'running';
}

/** Writes how a run has ended, then sends the event of it. */
export async function endRun(
  { ends, now, onDisk }: EndRunDeps,
  events: RunEvents,
  change: Partial<Pick<LibraryRun, 'status' | 'result' | 'error'>>,
): Promise<void> {
  const finished = { ...events.run(), ...change, finishedDate: now().toISOString() };
  // The row before the answer and the event: what a client has received is on disk.
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

interface RunEndsOptions {
  readonly runs: Pick<RunRepository, 'save'>;
  readonly log: Log;
}

/** Writes how runs ended. What can't be written because the disk is full stays in memory until there is room. */
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

/** What to do with a run that a stop cut off. What a run of a document store stores counts at its end only. */
function afterStop({ resumable, kind }: Pick<LibraryRun, 'resumable' | 'kind'>): string {
  if (resumable !== false) return 'go on with it to bring the rest; what was stored stays.';
  return kind === 'store' ? 'begin it again; the store is as it was before.' : 'begin it again.';
}

/** Marks the runs that a killed server left open. */
export function markInterrupted(
  runs: Pick<RunRepository, 'listOpen' | 'save'>,
  runFiles: Pick<RunFileRepository, 'cutOff'>,
  now: () => Date,
): void {
  for (const run of runs.listOpen()) {
    const files = runFiles.cutOff(run.id);
    const progress = run.progress === undefined ? {} : { progress: { ...run.progress, files } };
    const message = `The server stopped while this ran: ${afterStop(run)}`;
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

/** The error of a run that failed; if it was stopped, the reason of the stop. */
export function runError(error: unknown, signal: AbortSignal): AppError {
  return fromErrorData(toErrorData(signal.aborted ? signal.reason : error));
}

/** The final status of a run that failed with this error. */
function statusAfter(error: AppError): RunStatus {
  if (error.code === 'RUN_CANCELLED') return 'CANCELLED';
  return error.code === 'SHUTTING_DOWN' ? 'INTERRUPTED' : 'FAILED';
}

/** The reason when a user stops a run. */
export function cancelled({ events }: { readonly events: Pick<RunEvents, 'run'> }): UserError {
  if (events.run().resumable === false)
    return new UserError('RUN_CANCELLED', 'The run was cancelled: begin it again if it is still to be done.');
  return new UserError(
    'RUN_CANCELLED',
    'The upsert was cancelled: what it had stored stays, and the next run goes on from there.',
  );
}

/** What to do when the flow or the store of a run goes, by where it goes. */
const WHEN_DELETED = {
  toBin: 'put it back from the bin, then upsert again',
  withData: 'upsert into another one',
  withoutData: 'what it had stored stays in its collection',
} as const;
export type HowDeleted = keyof typeof WHEN_DELETED;

/** The reason when the flow or the store of a run is deleted. */
export function deletedMeanwhile({ kind }: Pick<Run, 'kind'>, how: HowDeleted): UserError {
  const owner = kind === 'store' ? 'document store' : 'flow';
  return new UserError('RUN_CANCELLED', `The ${owner} was deleted, so its upsert was stopped: ${WHEN_DELETED[how]}.`);
}

/** The reason when the server stops. */
export function shuttingDown(): OperationalError {
  return new OperationalError('SHUTTING_DOWN', 'Tributary is shutting down: try again when it is back.');
}

/** The reason for a run that goes on when the server stops. */
export function stoppedBefore({ events }: { readonly events: Pick<RunEvents, 'run'> }): OperationalError {
  return new OperationalError('SHUTTING_DOWN', `Tributary was shut down while this ran: ${afterStop(events.run())}`);
}
