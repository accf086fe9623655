import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Chatflow } from '../../../shared/api/chatflows.ts';
import type { NodeRun, Run, RunStatus } from '../../../shared/api/runs.ts';
import type { OverrideConfig, UpsertResult } from '../../../shared/api/vector.ts';
import { ERROR_STATUS } from '../../../shared/errors/error-codes.ts';
import { type AppError, BugError, fromErrorData, OperationalError, toErrorData, UserError } from '../../../shared/errors/errors.ts';
import { compileFlow, type FlowPlan } from '../../../shared/flow/compile-flow.ts';
import { parseFlowDocument } from '../../../shared/flow/flow-document.ts';
import { applyOverrides, readOverrideSwitches } from '../engine/apply-overrides.ts';
import { assignUploads, type FilesByLoader, restoreStoredFiles } from '../engine/assign-files.ts';
import { createRunFeed, type RunFeed } from '../engine/run-feed.ts';
import { type EngineHost, openRecords, openStore, type PlanOutcome, runPlan } from '../engine/run-plan.ts';
import type { Log } from '../log.ts';
import type { SourceFile } from '../nodes/kinds.ts';
import type { RunRepository } from '../storage/repositories/run-repository.ts';
import { createKeyedLock } from './keyed-lock.ts';

export interface UpsertRequest {
  readonly chatflow: Chatflow;
  readonly overrides: OverrideConfig;
  readonly stopNodeId: string | undefined;
  readonly uploads: readonly SourceFile[];
  /** From the upsert button: uploads work whatever the switches say. */
  readonly isFromApp: boolean;
}

/** Place for the files of an upsert that is about to be asked for. */
export interface RunFolder {
  readonly runId: string;
  readonly path: string;
  /** For a call that ends before it became a run. */
  discard(): Promise<void>;
}

export interface StartedUpsert {
  readonly runId: string;
  /** Rejects with an AppError when the run fails or is cancelled. */
  readonly result: Promise<UpsertResult>;
}

interface ActiveRun {
  readonly feed: RunFeed;
  readonly controller: AbortController;
  readonly ended: Promise<void>;
}

export interface UpsertServiceOptions {
  readonly engine: EngineHost;
  readonly runs: RunRepository;
  readonly temporary: string;
  readonly log: Log;
  readonly now: () => Date;
  /** Milliseconds that only grow. */
  readonly clock: () => number;
  /** After a run that changed something. */
  readonly onChanged: () => void;
}

interface PreparedUpsert {
  readonly plan: FlowPlan;
  readonly files: FilesByLoader;
  readonly ignored: readonly string[];
  readonly wantsDocuments: boolean;
}

function nodesOf(plan: FlowPlan): NodeRun[] {
  const nodes = [...plan.loaders.flatMap((loader) => [loader, loader.splitter]), plan.recordManager, plan.embedding, plan.store];
  const byId = new Map(nodes.flatMap((node) => (node === undefined ? [] : [[node.id, node.label] as const])));
  return [...byId].map(([nodeId, label]) => ({ nodeId, label, status: 'queued' }));
}

function toAppError(error: unknown, signal: AbortSignal): AppError {
  return fromErrorData(toErrorData(signal.aborted ? signal.reason : error));
}

function statusAfter(error: AppError): RunStatus {
  if (error.code === 'RUN_CANCELLED') return 'CANCELLED';
  return error.code === 'SHUTTING_DOWN' ? 'INTERRUPTED' : 'FAILED';
}

/** What a client may know of a failure: a bug's own words stay in the log. */
function publicMessage(error: AppError): string {
  return error instanceof BugError ? 'Something went wrong on our side: the log of the server has the details.' : error.message;
}

function isUnfinished({ status }: NodeRun): boolean {
  return status === 'queued' || status === 'running';
}

/** Runs upserts: one at a time for each record namespace, others side by side; a client that hangs up does not stop one. */
export function createUpsertService(options: UpsertServiceOptions) {
  const { engine, runs, temporary, log, now, clock } = options;
  const active = new Map<string, ActiveRun>();
  const lock = createKeyedLock();
  let isClosing = false;

  async function prepare(request: UpsertRequest, folder: string): Promise<PreparedUpsert> {
    const isEnabled = readOverrideSwitches(request.chatflow.apiConfig);
    const saved = parseFlowDocument(request.chatflow.flowData);
    const { flow, ignored, returnSourceDocuments } = applyOverrides(saved, request.overrides, isEnabled);
    const plan = compileFlow(flow, request.stopNodeId);
    const mayUpload = (loader: { readonly id: string; readonly definition: { readonly upload?: { readonly param: string } } }) => {
      const node = flow.nodes.find((candidate) => candidate.id === loader.id);
      const names = ['files', loader.definition.upload?.param ?? 'files'];
      return request.isFromApp || (node !== undefined && names.some((name) => isEnabled(node, name)));
    };
    const files =
      request.uploads.length > 0
        ? assignUploads(plan, request.uploads, mayUpload)
        : await restoreStoredFiles(plan, folder);
    return { plan, files, ignored, wantsDocuments: returnSourceDocuments };
  }

  async function execute(run: Run, runSeq: number, prepared: PreparedUpsert, current: ActiveRun): Promise<PlanOutcome> {
    const { feed, controller } = current;
    const work = () => {
      feed.updateRun({ status: 'RUNNING' });
      return runPlan(
        { chatflowId: run.chatflowId, runSeq, feed, signal: controller.signal, ...prepared },
        engine,
      );
    };
    const store = openStore(prepared.plan, run.chatflowId, engine.vectorHost);
    const records = openRecords(prepared.plan, run.chatflowId, store.collection, engine.recordHost);
    if (records === undefined) return work();
    const wait = () => log.info({ runId: run.id }, 'An upsert waits for another one of the same flow');
    return lock.run(records.namespace, controller.signal, wait, work);
  }

  function close(feed: RunFeed, change: Partial<Pick<Run, 'status' | 'result' | 'error'>>): void {
    const finished = { ...feed.run(), ...change, finishedDate: now().toISOString() };
    // The row before the answer and the event: what a client was told is on disk.
    runs.save(finished);
    feed.updateRun({ ...change, finishedDate: finished.finishedDate });
  }

  function markNodes(feed: RunFeed, error: AppError): void {
    for (const node of feed.run().nodes) {
      if (node.nodeId === error.nodeId) feed.updateNode(node.nodeId, { status: 'failed', message: publicMessage(error) });
      else if (node.status === 'running' || node.status === 'queued') feed.updateNode(node.nodeId, { status: 'cancelled' });
    }
  }

  function fail(feed: RunFeed, error: AppError): void {
    const { nodeId, details } = error;
    const status = statusAfter(error);
    if (error instanceof BugError) log.error({ runId: feed.run().id, err: error }, error.message);
    else log.warn({ runId: feed.run().id, code: error.code }, `Upsert ended: ${error.message}`);
    markNodes(feed, error);
    close(feed, {
      status,
      error: { code: error.code, message: publicMessage(error), statusCode: ERROR_STATUS[error.code], nodeId, details: details === undefined ? undefined : { ...details } },
    });
  }

  function start(request: UpsertRequest, prepared: PreparedUpsert, folder: RunFolder): StartedUpsert {
    const run: Run = {
      id: folder.runId,
      chatflowId: request.chatflow.id,
      status: 'QUEUED',
      createdDate: now().toISOString(),
      finishedDate: null,
      nodes: nodesOf(prepared.plan),
      result: null,
      error: null,
    };
    const runSeq = runs.insert(run);
    const feed = createRunFeed(run, clock);
    const controller = new AbortController();
    const ended = Promise.withResolvers<void>();
    const current = { feed, controller, ended: ended.promise };
    active.set(run.id, current);
    async function go(): Promise<UpsertResult> {
      try {
        const outcome = await execute(run, runSeq, prepared, current);
        close(feed, { status: 'FINISHED', result: outcome.counts });
        const { numAdded, numDeleted, numUpdated } = outcome.counts;
        if (numAdded + numDeleted + numUpdated > 0) options.onChanged();
        return toResult(run.id, outcome, prepared);
      } catch (cause) {
        const error = toAppError(cause, controller.signal);
        fail(feed, error);
        throw error;
      } finally {
        await folder.discard();
        active.delete(run.id);
        ended.resolve();
      }
    }
    return { runId: run.id, result: go() };
  }

  return {
    async makeFolder(): Promise<RunFolder> {
      if (isClosing) throw shuttingDown();
      const runId = randomUUID();
      const path = join(temporary, runId);
      await mkdir(path, { recursive: true, mode: 0o700 });
      return { runId, path, discard: () => rm(path, { recursive: true, force: true }) };
    },

    /** Checks a call and starts its run. Throws before there is a run when the call or the flow is wrong. */
    async start(request: UpsertRequest, folder: RunFolder): Promise<StartedUpsert> {
      if (isClosing) throw shuttingDown();
      const started = start(request, await prepare(request, folder.path), folder);
      // Whoever waits for the answer handles the failure; without anyone it is in the run row and the log.
      started.result.catch(() => undefined);
      return started;
    },

    /** @throws UserError RUN_NOT_FOUND */
    find(runId: string): Run {
      const run = active.get(runId)?.feed.run() ?? runs.find(runId);
      if (run === undefined) throw new UserError('RUN_NOT_FOUND', `There is no run ${runId}: look up its id with GET /api/v1/runs.`);
      return run;
    },

    list: (chatflowId: string | null, limit: number): Run[] =>
      runs.list(chatflowId, limit).map((run) => active.get(run.id)?.feed.run() ?? run),

    /** The feed of a run that goes on, or undefined. */
    feed: (runId: string): RunFeed | undefined => active.get(runId)?.feed,

    /** Stops a run at the next batch; what is committed stays. Resolves when it has stopped. */
    async cancel(runId: string): Promise<Run> {
      const run = active.get(runId);
      if (run !== undefined) {
        run.controller.abort(new UserError('RUN_CANCELLED', 'The upsert was cancelled: what it had stored stays, and the next run goes on from there.'));
        await run.ended;
      }
      return this.find(runId);
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
      isClosing = true;
      for (const { controller } of active.values()) controller.abort(shuttingDown());
      await Promise.all([...active.values()].map((run) => run.ended));
    },
  };
}

export type UpsertService = ReturnType<typeof createUpsertService>;

function shuttingDown(): OperationalError {
  return new OperationalError('SHUTTING_DOWN', 'Tributary is shutting down: run the upsert again when it is back; what was stored stays and is skipped.');
}

function toResult(runId: string, outcome: PlanOutcome, prepared: PreparedUpsert): UpsertResult {
  return {
    ...outcome.counts,
    ...(outcome.totalKeys === undefined ? {} : { totalKeys: outcome.totalKeys }),
    ...(prepared.ignored.length === 0 ? {} : { ignoredOverrides: [...prepared.ignored] }),
    ...(prepared.wantsDocuments ? { sourceDocuments: [...outcome.documents] } : {}),
    ...(outcome.isTruncated ? { sourceDocumentsTruncated: true } : {}),
    runId,
  };
}
