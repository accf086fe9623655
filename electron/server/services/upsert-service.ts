import { basename, join } from 'node:path';
import type { Chatflow } from '../../../shared/api/chatflows.ts';
import type { DryRunResult } from '../../../shared/api/dry-run.ts';
import type { Run } from '../../../shared/api/runs.ts';
import type { UsedNode } from '../../../shared/api/upsert-history.ts';
import type { OverrideConfig, UpsertResult } from '../../../shared/api/vector.ts';
import { readOverrideSwitches } from '../../../shared/flow/api-config.ts';
import { type FlowDocument, parseFlowDocument } from '../../../shared/flow/flow-document.ts';
import type { PlannedNode } from '../../../shared/flow/flow-plan.ts';
import { nodesOf, type UpsertPlan } from '../../../shared/flow/upsert-plan.ts';
import type { SourceFile } from '../core/document.ts';
import type { Log } from '../core/log.ts';
import { applyOverrides, enabledBy, type IsEnabled } from '../pipeline/compile/apply-overrides.ts';
import { describeUsedNodes } from '../pipeline/compile/describe-used-nodes.ts';
import { compileFilled, fillFlow, flowVariables } from '../pipeline/compile/fill-inputs.ts';
import { takeVariableOverrides } from '../pipeline/compile/override-variables.ts';
import { dryRun } from '../pipeline/dry-run.ts';
import type { EngineDeps } from '../pipeline/engine-deps.ts';
import { bringsEverything, flowSource, type LoaderChanges } from '../pipeline/flow-source.ts';
import { assignUploads, disabledLoaders, restoreStoredFiles, type UploadRules } from '../pipeline/load/assign-files.ts';
import { type FilesByLoader, lookAtFiles } from '../pipeline/load/look-at-files.ts';
import { type UpsertOutcome, upsert } from '../pipeline/upsert.ts';
import type { RunRequestRepository } from '../storage/repositories/run-request-repository.ts';
import type { ChatflowService } from './chatflow-service.ts';
import type { FlowVersionService } from './flow-versions/flow-version-service.ts';
import type { MovingFlows } from './move/moving-flows.ts';
import type { OriginalService } from './originals/original-service.ts';
import { copyFiles, openRepeated, ownerGone } from './runs/repeated-runs.ts';
import type { ResumableRuns } from './runs/resumable-runs.ts';
import type { RunContext, RunFolder, RunService, RunTask, StartedRun } from './runs/run-service.ts';

export interface UpsertRequest {
  readonly chatflow: Chatflow;
  readonly overrides: OverrideConfig;
  readonly stopNodeId: string | undefined;
  readonly uploads: readonly SourceFile[];
  /** From the upsert button: uploads work whatever the switches say. */
  readonly isFromApp: boolean;
  /** Whether files that can't be read are left out and told; else the first one ends the run. */
  readonly skipFailedFiles: boolean;
  /** What to bring the flow in step with; such a run is not kept for being resumed, since the next one finds the same changes. */
  readonly changes?: LoaderChanges | undefined;
  /** Id of a run that did not finish, which this one takes over with its folder. */
  readonly resumes?: string | undefined;
  /** Whether it brings only some of the files: what is stored of others stays, also with full clean-up. */
  readonly isPartial?: boolean | undefined;
}

export type { RunFolder };

export interface StartedUpsert extends StartedRun<UpsertResult> {
  /** Keys of the call that have no effect. */
  readonly ignored: readonly string[];
}

export interface UpsertServiceOptions {
  readonly engine: EngineDeps;
  readonly runs: RunService;
  readonly resumable: Pick<ResumableRuns, 'open'>;
  readonly chatflows: Pick<ChatflowService, 'find' | 'has'>;
  /** Keeps the flow as it is run. */
  readonly flowVersions: Pick<FlowVersionService, 'keep'>;
  readonly originals: Pick<OriginalService, 'keep' | 'find' | 'pathOf'>;
  readonly requests: Pick<RunRequestRepository, 'find' | 'noteContents'>;
  /** The folder of all runs' folders. */
  readonly temporary: string;
  /** Refuses an upsert of a flow that is being moved. */
  readonly moving: Pick<MovingFlows, 'assertIdle'>;
  readonly log: Log;
}

interface PreparedUpsert {
  readonly plan: UpsertPlan;
  readonly usedNodes: readonly UsedNode[];
  /** Those of the call that have an effect. */
  readonly overrides: OverrideConfig;
  readonly files: FilesByLoader;
  readonly skipFailedFiles: boolean;
  readonly changes: LoaderChanges | undefined;
  readonly isPartial: boolean;
  readonly ignored: readonly string[];
  readonly wantsDocuments: boolean;
}

/** Whether a call may upload to a loader. */
function uploadRule(flow: FlowDocument, isEnabled: IsEnabled, isFromApp: boolean) {
  return ({ id, definition }: Pick<PlannedNode, 'id' | 'definition'>): boolean => {
    const node = flow.nodes.find((candidate) => candidate.id === id);
    const names = ['files', definition.upload?.param ?? 'files'];
    return isFromApp || (node !== undefined && names.some((name) => isEnabled(node, name)));
  };
}

/** The files of a call by loader, those that the flow itself holds if it has none, once a short look at them has found nothing wrong. */
async function filesOf(
  { engine, runs }: UpsertServiceOptions,
  { uploads, skipFailedFiles }: UpsertRequest,
  { plan, folder, ...rules }: { plan: UpsertPlan; folder: RunFolder } & Omit<UploadRules, 'skipFailedFiles'>,
): Promise<FilesByLoader> {
  const given =
    uploads.length > 0
      ? assignUploads(plan, uploads, { ...rules, skipFailedFiles })
      : await restoreStoredFiles(plan, folder.path);
  const work = plan.loaders.map((loader) => ({ loader, files: given.get(loader.id) ?? [] }));
  return lookAtFiles(work, { loadChunks: engine.loadChunks, signal: runs.closing, skipFailedFiles });
}

async function prepare(deps: UpsertServiceOptions, request: UpsertRequest, folder: RunFolder): Promise<PreparedUpsert> {
  const { values } = deps.engine;
  const switches = readOverrideSwitches(request.chatflow.apiConfig);
  const isEnabled = enabledBy(switches);
  const variables = takeVariableOverrides(switches, request.overrides);
  // Before the overrides: what a caller sends is never searched for variables, else it could read them all.
  const saved = parseFlowDocument(request.chatflow.flowData);
  const filled = fillFlow(saved, {
    ...values,
    variable: (name) => variables.values.get(name) ?? values.variable(name),
    flow: flowVariables(request.chatflow, folder.runId),
  });
  const { flow, ignored, returnSourceDocuments } = applyOverrides(filled.flow, variables.rest, isEnabled);
  const plan = compileFilled({ ...filled, flow }, request.stopNodeId, nodesOf);
  const mayUpload = uploadRule(flow, isEnabled, request.isFromApp);
  const files = await filesOf(deps, request, { plan, mayUpload, disabled: disabledLoaders(flow), folder });
  // Of the flow as it is saved: what stands for its variables and credentials is not for the history.
  const unfilled = applyOverrides(saved, variables.rest, isEnabled).flow;
  const inputsOf = ({ id, inputs }: PlannedNode) =>
    unfilled.nodes.find((node) => node.id === id)?.data.inputs ?? inputs;
  return {
    plan,
    usedNodes: describeUsedNodes(nodesOf(plan), inputsOf, files),
    overrides: {
      ...Object.fromEntries(Object.entries(variables.rest).filter(([key]) => !ignored.includes(key))),
      ...(variables.values.size === 0 ? {} : { vars: Object.fromEntries(variables.values) }),
    },
    files,
    skipFailedFiles: request.skipFailedFiles,
    changes: request.changes,
    isPartial: request.isPartial === true,
    ignored: [...ignored, ...variables.ignored],
    wantsDocuments: returnSourceDocuments,
  };
}

/** The files that the run has read, with their loaders. */
function readFiles({ plan, files }: PreparedUpsert, { failures }: UpsertOutcome) {
  const unread = failures.failedFiles?.filter(({ isPartial }) => isPartial !== true);
  const failed = new Set(unread?.map(({ name }) => name));
  return plan.loaders.flatMap((loader) => {
    const own = files.get(loader.id) ?? [];
    return own
      .filter(({ name, problem }) => problem === undefined && !failed.has(name))
      .map((file) => ({ loader, file }));
  });
}

async function execute(
  { engine, log, originals, requests }: UpsertServiceOptions,
  ownerId: string,
  prepared: PreparedUpsert,
  context: RunContext,
): Promise<UpsertOutcome> {
  const { runId, runSeq, isResuming, events, signal } = context;
  const onWait = () => log.debug({ runId }, 'An upsert waits for another one of the same flow');
  const { plan, wantsDocuments } = prepared;
  const source = () => flowSource(prepared, engine.loadChunks, events);
  // A caller's run counts as everything, whichever loaders have a file in it.
  const isPartial = prepared.isPartial || (prepared.changes !== undefined && !bringsEverything(prepared));
  const gone = prepared.changes === undefined ? undefined : { partId: ownerId, nodeId: plan.store.id };
  const outcome = await upsert(
    { plan, ownerId, runSeq, isResuming, gone, signal, events, source, wantsDocuments, isPartial, onWait },
    engine,
  );
  const read = { ownerId, namespace: outcome.namespace, files: readFiles(prepared, outcome) };
  if (read.files.length > 0) {
    await originals.keep(read, signal);
    const sizes = new Map(read.files.map(({ file }) => [file.name, file.sizeBytes]));
    requests.noteContents(runId, (name) => {
      const original = originals.find(ownerId, name);
      // One that could not be kept leaves that of an earlier run.
      return original !== undefined && original.sizeBytes === sizes.get(name)
        ? original.hash.toString('hex')
        : undefined;
    });
  }
  return outcome;
}

async function start(deps: UpsertServiceOptions, request: UpsertRequest, folder: RunFolder): Promise<StartedUpsert> {
  const { runs } = deps;
  runs.closing.throwIfAborted();
  const prepared = await prepare(deps, request, folder);
  const { chatflow, stopNodeId, isFromApp, skipFailedFiles, uploads, resumes } = request;
  // It may have been deleted meanwhile: nothing may be written for it any more.
  deps.chatflows.find(chatflow.id);
  deps.moving.assertIdle(chatflow.id);
  deps.flowVersions.keep(chatflow, { reason: 'upsert' });
  const { usedNodes, overrides } = prepared;
  const files = uploads.map(({ name, path, sizeBytes }) => ({ name, file: basename(path), sizeBytes }));
  const task: RunTask = {
    ownerId: chatflow.id,
    kind: 'flow',
    nodes: nodesOf(prepared.plan).map(({ id, label }) => ({ nodeId: id, label, status: 'queued' })),
    folder,
    usedNodes,
    request: request.changes === undefined ? { overrides, stopNodeId, isFromApp, skipFailedFiles, files } : undefined,
    resumes,
  };
  const { runId, result } = runs.start(task, (context) => execute(deps, chatflow.id, prepared, context));
  const answer = result.then((outcome) => toResult(runId, outcome, prepared));
  // Whoever waits for the answer handles the failure; without anyone it is in the run row and the log.
  answer.catch(() => undefined);
  return { runId, result: answer, ignored: prepared.ignored };
}

/** Runs upserts: one at a time for each record namespace, others side by side; a client that hangs up does not stop one. */
export function createUpsertService(deps: UpsertServiceOptions) {
  const { engine, runs, resumable, chatflows } = deps;

  function flowOf(run: Run): Chatflow {
    if (!chatflows.has(run.chatflowId)) throw ownerGone(run);
    return chatflows.find(run.chatflowId);
  }

  return {
    /**
     * Starts a run that finished once more, as it was asked for, on the flow as it is now, with the files of then.
     * @param only the file to bring, of those that the run had; all the others stay as they are
     * @throws UserError RUN_NOT_RESUMABLE (409) when a file is not kept; what a start throws
     */
    async repeat(run: Run, only?: string): Promise<StartedUpsert> {
      const kept = openRepeated(deps, run, only);
      const { files: _, stopNodeId, skipFailedFiles = false, ...asked } = kept.request;
      const chatflow = flowOf(run);
      const folder = await runs.makeFolder();
      try {
        const uploads = await copyFiles(kept.files, folder.path);
        const isPartial = uploads.length > 0 && only !== undefined;
        return await start(deps, { ...asked, stopNodeId, skipFailedFiles, chatflow, uploads, isPartial }, folder);
      } catch (error) {
        await folder.discard();
        throw error;
      }
    },

    /**
     * Says what a call would do, without a run and without writing anything.
     * @param signal of the caller
     */
    async dryRun(request: UpsertRequest, folder: RunFolder, signal: AbortSignal): Promise<DryRunResult> {
      runs.closing.throwIfAborted();
      const prepared = await prepare(deps, request, folder);
      const { plan, ignored } = prepared;
      const either = AbortSignal.any([signal, runs.closing]);
      const source = () => flowSource(prepared, engine.loadChunks, undefined);
      const result = await dryRun({ ownerId: request.chatflow.id, plan, source, signal: either }, engine);
      return ignored.length === 0 ? result : { ...result, ignoredOverrides: [...ignored] };
    },

    /** Checks a call and starts its run. @throws before there is a run when the call or the flow is wrong */
    start: (request: UpsertRequest, folder: RunFolder): Promise<StartedUpsert> => start(deps, request, folder),

    /**
     * Starts a run that did not finish once more, as it was asked for, on the flow as it is now.
     * @throws UserError RUN_NOT_FOUND, RUN_NOT_RESUMABLE (409) with the reason, and whatever a start throws
     */
    async resume(runId: string): Promise<StartedUpsert> {
      const run = runs.find(runId);
      const { request, folder: path } = await resumable.open(run);
      const chatflow = flowOf(run);
      const folder = path === undefined ? await runs.makeFolder() : runs.reopenFolder(path);
      const { files, stopNodeId, skipFailedFiles = false, ...asked } = request;
      const uploads = files.map(({ name, file, sizeBytes }) => ({ name, path: join(folder.path, file), sizeBytes }));
      try {
        return await start(deps, { ...asked, stopNodeId, skipFailedFiles, chatflow, uploads, resumes: runId }, folder);
      } catch (error) {
        await folder.discard();
        throw error;
      }
    },
  };
}

export type UpsertService = ReturnType<typeof createUpsertService>;

function toResult(runId: string, outcome: UpsertOutcome, prepared: PreparedUpsert): UpsertResult {
  return {
    ...outcome.counts,
    ...outcome.failures,
    ...(outcome.totalKeys === undefined ? {} : { totalKeys: outcome.totalKeys }),
    addedDocs: [...outcome.addedDocs],
    ...(prepared.ignored.length === 0 ? {} : { ignoredOverrides: [...prepared.ignored] }),
    ...(prepared.wantsDocuments ? { sourceDocuments: [...outcome.documents] } : {}),
    ...(outcome.isTruncated ? { sourceDocumentsTruncated: true } : {}),
    runId,
  };
}
