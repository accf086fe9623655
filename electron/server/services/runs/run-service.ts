import { basename } from 'node:path';
import type { NodeRun, Run, RunResult, RunStatus, UpsertCounts } from '../../../../shared/api/runs.ts';
import type { UsedNode } from '../../../../shared/api/upsert-history.ts';
import { clientError } from '../../../../shared/errors/client-error.ts';
import { ERROR_STATUS } from '../../../../shared/errors/error-codes.ts';
import { type AppError, BugError, UserError } from '../../../../shared/errors/errors.ts';
import type { Log } from '../../core/log.ts';
import { createRunEvents, type RunEvents } from '../../pipeline/run-events.ts';
import type { RunRepository } from '../../storage/repositories/run-repository.ts';
import type { RunRequest } from '../../storage/repositories/run-request-repository.ts';
import type { ResumableRuns } from './resumable-runs.ts';
import { createRunEnds } from './run-ends.ts';
import { cancelled, runError, shuttingDown, statusAfter } from './run-errors.ts';
import { createRunFolders, type RunFolder } from './run-folders.ts';

export type { RunFolder };

/** What a run is about. */
export interface RunTask {
  /** Id of the chatflow or the document store. */
  readonly chatflowId: string;
  /** The steps, in the order in which they are shown. */
  readonly nodes: readonly NodeRun[];
  readonly folder: RunFolder;
  /** What the history is to show; a run without them is not in it. */
  readonly usedNodes?: readonly UsedNode[] | undefined;
  /** To do it again if it does not finish: then the folder stays, if there are files in the request. */
  readonly request?: RunRequest | undefined;
  /** Id of the run that this one takes over, with its folder. */
  readonly resumes?: string | undefined;
}

export interface RunContext {
  readonly runId: string;
  /** Grows with each run; marks the records that this run produced. */
  readonly runSeq: number;
  readonly events: RunEvents;
  readonly signal: AbortSignal;
}

export interface StartedRun<Outcome> {
  readonly runId: string;
  /** Rejects with an AppError when the run fails or is cancelled. */
  readonly result: Promise<Outcome>;
}

interface ActiveRun {
  readonly events: RunEvents;
  readonly controller: AbortController;
  readonly ended: Promise<void>;
}

export interface RunServiceOptions {
  readonly runs: RunRepository;
  readonly temporary: string;
  readonly resumable: Pick<ResumableRuns, 'expire'>;
  readonly log: Log;
  readonly now: () => Date;
  /** Milliseconds that only grow. */
  readonly clock: () => number;
  /** After a run that changed something. */
  readonly onChanged: () => void;
  /** When a run began or ended: how many go on. */
  readonly onRunning?: ((count: number) => void) | undefined;
  /** After a run that failed since the disk is full: makes room. */
  readonly onDiskFull: () => void;
  /** @throws OperationalError DISK_FULL while there is no room for a run */
  readonly assertRoom: () => void;
}

function isUnfinished({ status }: NodeRun): boolean {
  return status === 'queued' || status === 'running';
}

/** Runs work that outlives its caller: each has a row, events, a folder for its files, and can be cancelled. */
export function createRunService(options: RunServiceOptions) {
  const { runs, temporary, resumable, log, now, clock } = options;
  const active = new Map<string, ActiveRun>();
  const closing = new AbortController();
  const folders = createRunFolders({ temporary, resumable });
  const ends = createRunEnds({ runs, log });

  function close(events: RunEvents, change: Partial<Pick<Run, 'status' | 'result' | 'error'>>): void {
    const finished = { ...events.run(), ...change, finishedDate: now().toISOString() };
    // The row before the answer and the event: what a client was told is on disk.
    ends.save(finished);
    events.updateRun({ ...change, finishedDate: finished.finishedDate });
  }

  function markNodes(events: RunEvents, error: AppError): void {
    for (const node of events.run().nodes) {
      if (node.nodeId === error.nodeId)
        events.updateNode(node.nodeId, { status: 'failed', message: clientError(error).message });
      else if (isUnfinished(node)) events.updateNode(node.nodeId, { status: 'cancelled' });
    }
  }

  function fail(events: RunEvents, error: AppError): void {
    const status = statusAfter(error);
    if (error instanceof BugError) log.error({ runId: events.run().id, err: error }, error.message);
    else log.warn({ runId: events.run().id, code: error.code }, `Upsert ended: ${error.message}`);
    markNodes(events, error);
    close(events, { status, error: clientError(error) });
  }

  /** @throws UserError RUN_NOT_FOUND */
  function find(runId: string): Run {
    const run = runs.find(runId);
    if (run === undefined)
      throw new UserError('RUN_NOT_FOUND', `There is no run ${runId}: look up its id with GET /api/v1/runs.`);
    return latest(run);
  }

  /** A run as it is now, which its row may not say yet. */
  function latest(row: Run): Run {
    return active.get(row.id)?.events.run() ?? ends.of(row);
  }

  /** Keeps the files of a run that may be resumed, and removes those of any other. */
  function leaveFolder({ folder, request }: RunTask, status: RunStatus, error: AppError | undefined): Promise<void> {
    const hasFiles = request !== undefined && request.files.length > 0;
    // On a full disk the room counts for more.
    const isKept = hasFiles && status !== 'FINISHED' && error?.code !== 'DISK_FULL';
    return tryTo(folder.runId, () => (isKept ? folders.keep() : folders.remove(folder)));
  }

  /** Cleans up after a run: whatever fails is told, and the run ends all the same. */
  async function tryTo(runId: string, clean: () => void | Promise<void>): Promise<void> {
    try {
      await clean();
    } catch (error) {
      log.error({ err: error, runId }, 'The files of a run could not be removed: the next start removes them');
    }
  }

  function insert({ folder, chatflowId, nodes, usedNodes, request, resumes }: RunTask): { run: Run; runSeq: number } {
    const run: Run = {
      id: folder.runId,
      chatflowId,
      status: 'QUEUED',
      createdDate: now().toISOString(),
      finishedDate: null,
      nodes: [...nodes],
      result: null,
      error: null,
    };
    const place = request !== undefined && request.files.length > 0 ? basename(folder.path) : null;
    const stored = request === undefined ? undefined : { request, folder: place };
    return { run, runSeq: runs.insert(run, { usedNodes, resumes, request: stored }) };
  }

  function assertOpen(): void {
    closing.signal.throwIfAborted();
  }

  function assertRoom(): void {
    assertOpen();
    options.assertRoom();
    ends.write();
  }

  return {
    find,
    /** Id of the chatflow or the document store that a run is of; undefined for a run that is not there. */
    ownerOf: (runId: string): string | undefined => runs.find(runId)?.chatflowId,
    assertOpen,
    /** Whether a run goes on. */
    isBusy: (): boolean => active.size > 0,
    makeRoom: options.onDiskFull,
    /** Aborted when the server stops: for work that is no run. */
    closing: closing.signal,

    async makeFolder(): Promise<RunFolder> {
      assertRoom();
      return folders.make();
    },

    /** The folder of a run that ended, for one that takes it over. */
    reopenFolder: folders.reopen,

    /**
     * Begins a run and does its work; its folder goes at its end, unless it may be resumed. A failure that nobody waits for is in the run's row and
     * the log.
     * @throws UserError RUN_NOT_RESUMABLE when the run that this one takes over has been resumed meanwhile
     */
    start<Outcome extends { readonly counts: UpsertCounts; readonly failures?: Partial<RunResult> }>(
      task: RunTask,
      work: (context: RunContext) => Promise<Outcome>,
    ): StartedRun<Outcome> {
      assertRoom();
      const { run, runSeq } = insert(task);
      folders.take(task.folder);
      const events = createRunEvents(run, clock);
      const controller = new AbortController();
      const ended = Promise.withResolvers<void>();
      active.set(run.id, { events, controller, ended: ended.promise });
      options.onRunning?.(active.size);
      async function go(): Promise<Outcome> {
        let failure: AppError | undefined;
        try {
          const outcome = await work({ runId: run.id, runSeq, events, signal: controller.signal });
          close(events, { status: 'FINISHED', result: { ...outcome.failures, ...outcome.counts } });
          const { numAdded, numDeleted, numUpdated } = outcome.counts;
          if (numAdded + numDeleted + numUpdated > 0) options.onChanged();
          return outcome;
        } catch (cause) {
          failure = runError(cause, controller.signal);
          if (failure.code === 'DISK_FULL') {
            await tryTo(run.id, () => folders.remove(task.folder));
            await tryTo(run.id, options.onDiskFull);
          }
          fail(events, failure);
          throw failure;
        } finally {
          await leaveFolder(task, events.run().status, failure);
          active.delete(run.id);
          ended.resolve();
          options.onRunning?.(active.size);
        }
      }
      const result = go();
      result.catch(() => undefined);
      return { runId: run.id, result };
    },

    list: (chatflowId: string | null, limit: number): Run[] => runs.list(chatflowId, limit).map(latest),

    /** The events of a run that goes on, or undefined. */
    events: (runId: string): RunEvents | undefined => active.get(runId)?.events,

    /** Stops a run at the next batch; what is committed stays. Resolves when it has stopped. */
    async cancel(runId: string): Promise<Run> {
      const run = active.get(runId);
      if (run !== undefined) {
        run.controller.abort(cancelled());
        await run.ended;
      }
      return find(runId);
    },

    /** Stops all runs of a chatflow or document store. Resolves when they have stopped. */
    async cancelAllOf(ownerId: string): Promise<void> {
      const mine = [...active.values()].filter(({ events }) => events.run().chatflowId === ownerId);
      for (const { controller } of mine) controller.abort(cancelled());
      await Promise.all(mine.map(({ ended }) => ended));
    },

    /** Marks what a killed server left open. */
    markInterrupted(): void {
      for (const run of runs.listOpen()) {
        const message = 'The server stopped while this ran: run it again; what was stored stays and is skipped.';
        runs.save({
          ...run,
          status: 'INTERRUPTED',
          nodes: run.nodes.map((node) => (isUnfinished(node) ? { ...node, status: 'cancelled' } : node)),
          finishedDate: now().toISOString(),
          error: { code: 'SHUTTING_DOWN', message, statusCode: ERROR_STATUS.SHUTTING_DOWN },
        });
      }
    },

    /** Brings all runs to a safe point, and takes no new ones. */
    async close(): Promise<void> {
      closing.abort(shuttingDown());
      for (const { controller } of active.values()) controller.abort(shuttingDown());
      await Promise.all([...active.values()].map((run) => run.ended));
      ends.write();
    },
  };
}

export type RunService = ReturnType<typeof createRunService>;
