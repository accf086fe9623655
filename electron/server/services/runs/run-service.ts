import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RunFileList, RunFileListQuery } from '../../../../shared/api/run-files.ts';
import type { NodeRun, RunKind, RunResult, UpsertCounts } from '../../../../shared/api/runs.ts';
import type { UsedNode } from '../../../../shared/api/upsert-history.ts';
import { UserError } from '../../../../shared/errors/errors.ts';
import type { LibraryRun, LibraryRunCountQuery, LibraryRunQuery } from '../../core/library-run.ts';
import { createRunEvents, type RunEvents } from '../../pipeline/run-events.ts';
import { hiddenCondition } from '../../storage/repositories/given-conditions.ts';
import type { RunFileRepository } from '../../storage/repositories/run-file-repository.ts';
import type { RunFilter, RunRepository } from '../../storage/repositories/run-repository.ts';
import type { RunRequest } from '../../storage/repositories/run-request-repository.ts';
import type { ActiveRuns } from './active-runs.ts';
import {
  cancelled,
  createRunEnds,
  deletedMeanwhile,
  type EndRunDeps,
  endRun,
  failRun,
  type HowDeleted,
  type RunEnds,
  runError,
  shuttingDown,
  stoppedBefore,
} from './end-run.ts';
import type { ResumableRuns } from './resumable-runs.ts';
import { createRunFolders, type RunFolder, type RunFolders } from './run-folders.ts';
import { saveRunFiles } from './save-run-files.ts';

export type { RunFolder };

/** What a run is about. */
export interface RunTask {
  /** Id of the chatflow or the document store. */
  readonly ownerId: string;
  readonly kind: RunKind;
  /** The steps, in the order in which they are shown. */
  readonly nodes: readonly NodeRun[];
  readonly folder: RunFolder;
  /** What the history is to show; a run without them is not in it. */
  readonly usedNodes?: readonly UsedNode[] | undefined;
  /** What is needed to repeat the run if it does not finish: then its folder stays, if the request has files. */
  readonly request?: RunRequest | undefined;
  /** Id of the run that this one takes over, with its folder. */
  readonly resumes?: string | undefined;
}

export interface RunContext {
  readonly runId: string;
  /** Grows with each run; marks the records that this run produced. */
  readonly runSeq: number;
  /** Whether it takes over a run that did not finish. */
  readonly isResuming: boolean;
  readonly events: RunEvents;
  readonly signal: AbortSignal;
}

export interface StartedRun<Outcome> {
  readonly runId: string;
  /** Rejects with an AppError when the run fails or is cancelled. */
  readonly result: Promise<Outcome>;
}

export interface RunServiceOptions extends Omit<EndRunDeps, 'ends'> {
  readonly runs: RunRepository;
  readonly runFiles: Pick<RunFileRepository, 'save' | 'list'>;
  readonly active: ActiveRuns;
  readonly temporary: string;
  readonly resumable: Pick<ResumableRuns, 'expire'>;
  /** Milliseconds that only grow. */
  readonly clock: () => number;
  /** After a run that changed something. */
  readonly onChanged: () => void;
  /** After a run that failed since the disk is full: makes room. */
  readonly onDiskFull: () => void;
  /** @throws OperationalError DISK_FULL while there is no room for a run */
  readonly assertRoom: () => void;
}

interface RunDeps extends RunServiceOptions {
  readonly folders: RunFolders;
  readonly ends: RunEnds;
  /** Aborted when the server stops. */
  readonly closing: AbortSignal;
}

/** What a run's work says of it. */
interface RunOutcome {
  readonly counts: UpsertCounts;
  readonly failures?: Partial<RunResult>;
}

type RunWork<Outcome> = (context: RunContext) => Promise<Outcome>;

/** A run as it is now, which its row may not say yet. */
function latest({ active, ends }: RunDeps, row: LibraryRun): LibraryRun {
  return active.find(row.id)?.events.run() ?? ends.of(row);
}

/** @throws UserError RUN_NOT_FOUND */
function findRun(deps: RunDeps, runId: string): LibraryRun {
  const run = deps.runs.find(runId);
  if (run !== undefined) return latest(deps, run);
  throw new UserError('RUN_NOT_FOUND', `There is no run ${runId}: look up its id with GET /api/v1/runs.`);
}

function assertRoom({ closing, ends, ...deps }: RunDeps): void {
  closing.throwIfAborted();
  deps.assertRoom();
  ends.write();
}

/** Cleans up after a run: whatever fails is logged, and the run ends all the same. */
async function tryTo({ log }: RunDeps, runId: string, clean: () => void | Promise<void>): Promise<void> {
  try {
    await clean();
  } catch (error) {
    log.error({ err: error, runId }, 'The files of a run could not be removed: the next start removes them');
  }
}

/** Leaves the unreadable files in the folder of a run, to be tried again. @returns whether there are any */
async function leaveFailed(
  deps: RunDeps,
  task: RunTask,
  failed: readonly { readonly name: string }[],
): Promise<boolean> {
  const names = new Set(failed.map(({ name }) => name));
  const files = task.request?.files ?? [];
  const isLeft = files.some(({ name }) => names.has(name));
  const rest = isLeft ? files.filter(({ name }) => !names.has(name)) : [];
  await tryTo(deps, task.folder.runId, async () => {
    for (const { file } of rest) await rm(join(task.folder.path, file), { force: true });
  });
  return isLeft;
}

function hasFiles({ request }: RunTask): boolean {
  return request !== undefined && request.files.length > 0;
}

function insertRun({ runs, now }: RunDeps, task: RunTask): { run: LibraryRun; runSeq: number } {
  const { folder, ownerId, kind, nodes, usedNodes, request, resumes } = task;
  const run: LibraryRun = {
    id: folder.runId,
    ownerId,
    kind,
    status: 'QUEUED',
    createdDate: now().toISOString(),
    finishedDate: null,
    nodes: [...nodes],
    result: null,
    error: null,
    ...(request === undefined ? { resumable: false } : {}),
  };
  const place = hasFiles(task) ? basename(folder.path) : null;
  const stored = request === undefined ? undefined : { request, folder: place };
  return { run, runSeq: runs.insert(run, { usedNodes, resumes, request: stored }) };
}

/** Does the work of a run and writes how it ended. Its folder stays only if it may be resumed. */
async function carryOut<Outcome extends RunOutcome>(
  deps: RunDeps,
  task: RunTask,
  context: RunContext,
  work: RunWork<Outcome>,
): Promise<Outcome> {
  const { runId, runSeq, events, signal } = context;
  const { folders } = deps;
  const saved = saveRunFiles({ rows: deps.runFiles, log: deps.log }, { runId, runSeq, files: events.files });
  // On a full disk free space is worth more than files that could be resumed.
  let mayBeResumed = false;
  try {
    const outcome = await work(context);
    await saved.finish(true);
    mayBeResumed = await leaveFailed(deps, task, outcome.failures?.failedFiles ?? []);
    await endRun(deps, events, { status: 'FINISHED', result: { ...outcome.failures, ...outcome.counts } });
    const { numAdded, numDeleted, numUpdated } = outcome.counts;
    if (numAdded + numDeleted + numUpdated > 0) deps.onChanged();
    return outcome;
  } catch (cause) {
    const failure = runError(cause, signal);
    mayBeResumed = failure.code !== 'DISK_FULL';
    if (failure.code === 'DISK_FULL') {
      await tryTo(deps, runId, () => task.folder.remove());
      await tryTo(deps, runId, deps.onDiskFull);
    }
    await saved.finish(false);
    await failRun(deps, events, failure);
    throw failure;
  } finally {
    const isLeft = mayBeResumed && hasFiles(task);
    await tryTo(deps, runId, () => (isLeft ? folders.expire() : task.folder.remove()));
  }
}

function listFiles(deps: RunDeps, runId: string, query: RunFileListQuery): RunFileList {
  const run = findRun(deps, runId);
  const { limit } = query;
  const active = deps.active.find(runId)?.events.files;
  const files = active?.list(query) ?? deps.runFiles.list(run.id, query);
  return { files, next: files.length < limit ? null : (files.at(-1)?.id ?? null) };
}

function startRun<Outcome extends RunOutcome>(
  deps: RunDeps,
  task: RunTask,
  work: RunWork<Outcome>,
): StartedRun<Outcome> {
  assertRoom(deps);
  const { run, runSeq } = insertRun(deps, task);
  const runId = run.id;
  deps.folders.take(task.folder);
  const events = createRunEvents(run, deps.clock);
  const controller = new AbortController();
  const ended = Promise.withResolvers<void>();
  deps.active.add(runId, { events, controller, ended: ended.promise });
  const isResuming = task.resumes !== undefined;
  const context = { runId, runSeq, isResuming, events, signal: controller.signal };
  const result = carryOut(deps, task, context, work).finally(() => deps.active.remove(runId, ended.resolve));
  result.catch(() => undefined);
  return { runId, result };
}

/** Runs work that continues when its caller disconnects: each run has a row, events, a folder for its files, and can be cancelled. */
export function createRunService(options: RunServiceOptions) {
  const { runs, active } = options;
  const closing = new AbortController();
  const deps: RunDeps = {
    ...options,
    folders: createRunFolders(options),
    ends: createRunEnds(options),
    closing: closing.signal,
  };

  return {
    /** @throws UserError RUN_NOT_FOUND */
    find: (runId: string): LibraryRun => findRun(deps, runId),

    /** @param hidden owners whose runs are left out */
    async list(query: LibraryRunQuery, hidden: ReadonlySet<string> = new Set()): Promise<LibraryRun[]> {
      const rows = await listRuns(runs, query, hidden);
      return rows.map((row) => latest(deps, row));
    },

    /** @param hidden owners whose runs are left out */
    count: (query: LibraryRunCountQuery, hidden: ReadonlySet<string>): number => runs.count(filterOf(query, hidden)),
    /** The last run of a chatflow or document store. */
    newestOf(ownerId: string): LibraryRun | undefined {
      const row = runs.newestOf(ownerId);
      return row === undefined ? undefined : latest(deps, row);
    },

    /**
     * The files of a run, in the order in which they became known.
     * @throws UserError RUN_NOT_FOUND
     */
    listFiles: (runId: string, query: RunFileListQuery): RunFileList => listFiles(deps, runId, query),

    /** Id of the chatflow or the document store that a run is of; undefined for a run that is not there. */
    ownerOf: (runId: string): string | undefined => runs.find(runId)?.ownerId,

    /** A run that goes on or has just ended, with its events; undefined for any other. */
    watch: active.eventsOf,

    /** Aborted when the server stops: for work that is no run. */
    closing: closing.signal,

    makeRoom: options.onDiskFull,

    async makeFolder(): Promise<RunFolder> {
      assertRoom(deps);
      return deps.folders.make();
    },

    /** The folder of a run that ended, for one that takes it over. */
    reopenFolder: deps.folders.reopen,

    /**
     * Begins a run and does its work. A failure that nobody waits for is in the run's row and the log.
     * @throws UserError RUN_NOT_RESUMABLE when the run that this one takes over has been resumed meanwhile
     */
    start: <Outcome extends RunOutcome>(task: RunTask, work: RunWork<Outcome>): StartedRun<Outcome> =>
      startRun(deps, task, work),

    /** Stops a run at the next batch; what is committed stays. Resolves when it has stopped. */
    async cancel(runId: string): Promise<LibraryRun> {
      await active.stop(cancelled, (id) => id === runId);
      return findRun(deps, runId);
    },

    /** Stops all runs of a chatflow or document store that is deleted. Resolves when they have stopped. */
    cancelAllOf: (ownerId: string, how: HowDeleted): Promise<void> =>
      active.stop(
        ({ events }) => deletedMeanwhile(events.run(), how),
        (_id, { events }) => events.run().ownerId === ownerId,
      ),

    /** Brings all runs to a safe point, and takes no new ones. */
    async close(): Promise<void> {
      closing.abort(shuttingDown());
      await active.stop(stoppedBefore);
      deps.ends.write();
    },
  };
}

export type RunService = ReturnType<typeof createRunService>;

/** Runs looked through at a time, for one with a file. */
const PAGE = 50;

/** What of a query the table of runs itself answers. @param hidden owners whose runs are left out */
function filterOf({ ownerId, status, kind, from, to }: LibraryRunCountQuery, hidden: ReadonlySet<string>): RunFilter {
  return {
    ownerId: ownerId ?? null,
    status: status ?? null,
    kind: kind ?? null,
    from: from ?? null,
    to: to ?? null,
    ...hiddenCondition(hidden),
  };
}

/** Runs as the query wants them, newest first. Looking for a file lets other requests in between two runs. */
async function listRuns(
  runs: Pick<RunRepository, 'list' | 'hasFile'>,
  query: LibraryRunQuery,
  hidden: ReadonlySet<string>,
): Promise<LibraryRun[]> {
  const { limit, search } = query;
  const filter = filterOf(query, hidden);
  let before = query.before ?? null;
  if (search === undefined || search === '') return runs.list(filter, { before, limit });
  const part = search.toLowerCase();
  const found: LibraryRun[] = [];
  for (;;) {
    const page = runs.list(filter, { before, limit: PAGE });
    for (const run of page) {
      if (runs.hasFile(run.id, part)) found.push(run);
      if (found.length === limit) return found;
      await nextTurn();
    }
    if (page.length < PAGE) return found;
    before = page.at(-1)?.id ?? null;
  }
}
