import { basename } from 'node:path';
import { z } from 'zod';
import type { Chatflow } from '../../../../shared/api/chatflows.ts';
import type { UsedNode } from '../../../../shared/api/upsert-history.ts';
import type { OverrideConfig, UpsertResult } from '../../../../shared/api/vector.ts';
import { UserError } from '../../../../shared/errors/errors.ts';
import { readOverrideSwitches } from '../../../../shared/flow/api-config.ts';
import { type FlowDocument, parseFlowDocument } from '../../../../shared/flow/flow-document.ts';
import type { PlannedNode } from '../../../../shared/flow/flow-plan.ts';
import { nodesOf, type UpsertPlan } from '../../../../shared/flow/upsert-plan.ts';
import { rememberTexts } from '../../common/remember-texts.ts';
import type { SourceFile } from '../../core/document.ts';
import {
  applyOverrides,
  enabledBy,
  type IsEnabled,
  takeVariableOverrides,
} from '../../pipeline/compile/apply-overrides.ts';
import { describeUsedNodes } from '../../pipeline/compile/describe-used-nodes.ts';
import { compileFilled, fillFlow, flowVariables, type ValueSource } from '../../pipeline/compile/fill-inputs.ts';
import type { EngineDeps } from '../../pipeline/engine-deps.ts';
import {
  assignUploads,
  disabledLoaders,
  restoreStoredFiles,
  type UploadRules,
} from '../../pipeline/load/assign-files.ts';
import { lookAtFiles } from '../../pipeline/load/look-at-files.ts';
import {
  type FilesByLoader,
  flowSource,
  type LoaderChanges,
  loadsEverything,
} from '../../pipeline/load/source-part.ts';
import { type UpsertOutcome, upsert } from '../../pipeline/upsert.ts';
import type { SettingRepository } from '../../storage/repositories/setting-repository.ts';
import type { ChatflowService } from '../chatflow-service.ts';
import type { FlowVersionService } from '../flow-versions/flow-version-service.ts';
import type {
  Accepted,
  CallContext,
  CallFolder,
  Prepare,
  PreparedUpsert,
  RunEnd,
  UpsertContext,
} from './prepared-upsert.ts';

const KEY = 'movingFlows';

/** A flow that is being moved, and what it is to become: its secrets are in credentials. */
const MovingFlowSchema = z.object({ chatflowId: z.string(), flowData: z.string() });
export type MovingFlow = z.infer<typeof MovingFlowSchema>;
const MovingFlowsSchema = z.array(MovingFlowSchema);

/** Which flows are being moved. It is stored in the database, so that what a killed server has begun can be removed. */
export function createMovingFlows(settings: SettingRepository) {
  const list = (): MovingFlow[] => MovingFlowsSchema.parse(JSON.parse(settings.get(KEY) ?? '[]'));
  const save = (moving: readonly MovingFlow[]) => settings.set(KEY, JSON.stringify(moving));
  const others = (id: string) => list().filter(({ chatflowId }) => chatflowId !== id);
  return {
    list,
    begin: (moving: MovingFlow): void => save([...others(moving.chatflowId), moving]),
    end: (chatflowId: string): void => save(others(chatflowId)),
    /** @throws UserError STORE_BUSY while the flow is being moved */
    assertIdle(chatflowId: string): void {
      if (!list().some((moving) => moving.chatflowId === chatflowId)) return;
      const message = 'The flow is being moved to another vector store: wait until that is done, or cancel its run.';
      throw new UserError('STORE_BUSY', message);
    },
  };
}

export type MovingFlows = ReturnType<typeof createMovingFlows>;

/** What chatflows need to be libraries. */
export interface FlowAccess {
  readonly chatflows: Pick<ChatflowService, 'find' | 'update' | 'remove'>;
  readonly engine: EngineDeps;
  /** Keeps the flow as it is run. */
  readonly flowVersions: Pick<FlowVersionService, 'save'>;
  /** Refuses an upsert of a flow that is being moved. */
  readonly moving: Pick<MovingFlows, 'assertIdle'>;
}

/** The request of a flow's upsert. */
export interface FlowUpsertRequest {
  readonly overrides: OverrideConfig;
  readonly stopNodeId: string | undefined;
  readonly uploads: readonly SourceFile[];
  /** From the upsert button: uploads work whatever the switches say. */
  readonly isFromApp: boolean;
  /** Whether files that can't be read are left out and reported; else the first one ends the run. */
  readonly skipFailedFiles: boolean;
  /** What to sync the flow with; such a run can't be resumed, since the next one finds the same changes. */
  readonly changes?: LoaderChanges | undefined;
  /** Id of a run that did not finish, which this one takes over with its folder. */
  readonly resumes?: string | undefined;
  /** Whether it loads only some of the files: what is stored of others stays, also with full clean-up. */
  readonly isPartial?: boolean | undefined;
}

/** An upsert of a flow, as far as it is worked out. */
interface FlowUpsert extends Pick<FlowUpsertRequest, 'skipFailedFiles' | 'changes'> {
  readonly ownerId: string;
  readonly plan: UpsertPlan;
  readonly usedNodes: readonly UsedNode[];
  /** Those of the call that have an effect. */
  readonly overrides: OverrideConfig;
  readonly files: FilesByLoader;
  readonly isPartial: boolean;
  readonly accepted: Accepted;
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

interface FilesPlace {
  readonly plan: UpsertPlan;
  readonly folder: CallFolder;
  readonly signal: AbortSignal;
}

/** The files of a call by loader, those that the flow itself holds if it has none, once a short look at them has found nothing wrong. */
async function filesOf(
  { engine }: FlowAccess,
  { uploads, skipFailedFiles }: FlowUpsertRequest,
  { plan, folder, signal, ...rules }: FilesPlace & Omit<UploadRules, 'skipFailedFiles'>,
): Promise<FilesByLoader> {
  const given =
    uploads.length > 0
      ? assignUploads(plan, uploads, { ...rules, skipFailedFiles })
      : await restoreStoredFiles(plan, folder.write);
  const work = plan.loaders.map((loader) => ({ loader, files: given.get(loader.id) ?? [] }));
  return lookAtFiles(work, { loadChunks: engine.loadChunks, signal, skipFailedFiles });
}

/**
 * A flow with values in the place of its references, and what a call overrides.
 * @param runId while it upserts
 * @throws UserError INVALID_OVERRIDE (400), NODE_DISABLED (422)
 */
export function fillOverridden(chatflow: Chatflow, overrides: OverrideConfig, values: ValueSource, runId?: string) {
  const switches = readSavedSwitches(chatflow.apiConfig ?? '');
  const isEnabled = enabledBy(switches);
  const variables = takeVariableOverrides(switches, overrides);
  // Before the overrides: what a caller sends is never searched for variables, else it could read them all.
  const saved = readSavedFlow(chatflow.flowData);
  const filled = fillFlow(saved, {
    ...values,
    variable: (name) => variables.values.get(name) ?? values.variable(name),
    flow: flowVariables(chatflow, runId),
  });
  const { flow, ...applied } = applyOverrides(filled.flow, variables.rest, isEnabled);
  return { saved, filled: { ...filled, flow }, variables, isEnabled, ...applied };
}

async function prepare(
  deps: FlowAccess,
  { chatflow, request }: { readonly chatflow: Chatflow; readonly request: FlowUpsertRequest },
  folder: CallFolder,
  { signal }: CallContext,
): Promise<FlowUpsert> {
  const overridden = fillOverridden(chatflow, request.overrides, deps.engine.values, folder.runId);
  const { saved, filled, variables, ignored, isEnabled, returnSourceDocuments } = overridden;
  const { flow } = filled;
  const plan = compileFilled(filled, request.stopNodeId, nodesOf);
  const mayUpload = uploadRule(flow, isEnabled, request.isFromApp);
  const files = await filesOf(deps, request, { plan, mayUpload, disabled: disabledLoaders(flow), folder, signal });
  // Of the flow as it is saved: what stands for its variables and credentials is not for the history.
  const unfilled = applyOverrides(saved, variables.rest, isEnabled).flow;
  const inputsOf = ({ id, inputs }: PlannedNode) =>
    unfilled.nodes.find((node) => node.id === id)?.data.inputs ?? inputs;
  const ignoredKeys = [...ignored, ...variables.ignored];
  return {
    ownerId: chatflow.id,
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
    accepted: ignoredKeys.length === 0 ? {} : { ignoredOverrides: ignoredKeys },
    wantsDocuments: returnSourceDocuments,
  };
}

/** The files that the run has read, with their loaders. */
function readFiles({ plan, files }: FlowUpsert, { failures }: UpsertOutcome) {
  const unread = failures.failedFiles?.filter(({ isPartial }) => isPartial !== true);
  const failed = new Set(unread?.map(({ name }) => name));
  return plan.loaders.flatMap((loader) => {
    const own = files.get(loader.id) ?? [];
    return own
      .filter(({ name, problem }) => problem === undefined && !failed.has(name))
      .map((file) => ({ loader, file }));
  });
}

function toAnswer(runId: string, outcome: UpsertOutcome, { accepted, wantsDocuments }: FlowUpsert): UpsertResult {
  return {
    ...outcome.counts,
    ...outcome.failures,
    ...(outcome.totalKeys === undefined ? {} : { totalKeys: outcome.totalKeys }),
    addedDocs: [...outcome.addedDocs],
    ...accepted,
    ...(wantsDocuments ? { sourceDocuments: [...outcome.documents] } : {}),
    ...(outcome.isTruncated ? { sourceDocumentsTruncated: true } : {}),
    runId,
  };
}

async function carryOut(
  { engine }: FlowAccess,
  flow: FlowUpsert,
  { runId, runSeq, isResuming, events, signal }: UpsertContext,
): Promise<RunEnd<UpsertResult>> {
  const { ownerId, plan, changes, wantsDocuments } = flow;
  const onWait = () => engine.log.debug({ runId }, 'An upsert waits for another one of the same flow');
  const source = () => flowSource(flow, engine.loadChunks, events);
  // A caller's run counts as everything, whichever loaders have a file in it.
  const isPartial = flow.isPartial || (changes !== undefined && !loadsEverything(flow));
  const gone = changes === undefined ? undefined : { partId: ownerId, nodeId: plan.store.id };
  const outcome = await upsert(
    { plan, ownerId, runSeq, isResuming, gone, signal, events, source, wantsDocuments, isPartial, onWait },
    engine,
  );
  const { counts, failures, namespace } = outcome;
  const read = { namespace, files: readFiles(flow, outcome) };
  return { counts, failures, read, answer: toAnswer(runId, outcome, flow) };
}

/** An upsert of a flow, with files and overrides of a call. */
export function flowUpsert(
  deps: FlowAccess,
  chatflow: Chatflow,
  request: FlowUpsertRequest,
): Prepare<PreparedUpsert<UpsertResult>> {
  return async (folder, call) => {
    const flow = await prepare(deps, { chatflow, request }, folder, call);
    const { plan, usedNodes, overrides, accepted } = flow;
    const { stopNodeId, isFromApp, skipFailedFiles, uploads, resumes, changes } = request;
    const files = uploads.map(({ name, path, sizeBytes }) => ({ name, file: basename(path), sizeBytes }));
    return {
      ownerId: chatflow.id,
      kind: 'flow',
      nodes: nodesOf(plan),
      usedNodes,
      request: changes === undefined ? { overrides, stopNodeId, isFromApp, skipFailedFiles, files } : undefined,
      resumes,
      accepted,
      begin() {
        // It may have been deleted meanwhile: nothing may be written for it any more.
        deps.chatflows.find(chatflow.id);
        deps.moving.assertIdle(chatflow.id);
        deps.flowVersions.save(chatflow, { reason: 'upsert' });
      },
      carryOut: (context) => carryOut(deps, flow, context),
      dryRun: {
        plan,
        source: () => flowSource(flow, deps.engine.loadChunks, undefined),
        report: () => accepted,
      },
    };
  };
}

/** {@link parseFlowDocument} of a flow as it is saved. */
export const readSavedFlow = rememberTexts(parseFlowDocument);

/** {@link readOverrideSwitches} of a flow as it is saved. */
const readSavedSwitches = rememberTexts(readOverrideSwitches);
