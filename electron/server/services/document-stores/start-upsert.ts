import { randomUUID } from 'node:crypto';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StorePart } from '../../../../shared/api/document-store-parts.ts';
import type { StoreUpsertBody, StoreUpsertResult } from '../../../../shared/api/document-store-upserts.ts';
import type { DryRunResult } from '../../../../shared/api/dry-run.ts';
import type { NodeRun } from '../../../../shared/api/runs.ts';
import type { UsedNode } from '../../../../shared/api/upsert-history.ts';
import { fromErrorData, toErrorData, UserError } from '../../../../shared/errors/errors.ts';
import { nodesOf } from '../../../../shared/flow/upsert-plan.ts';
import type { SourceFile } from '../../core/document.ts';
import type { FileChanges } from '../../core/document-loader.ts';
import { describeUsedNodes } from '../../pipeline/compile/describe-used-nodes.ts';
import { dryRun } from '../../pipeline/dry-run.ts';
import { restoreStoredFiles } from '../../pipeline/load/assign-files.ts';
import { lookAtFiles } from '../../pipeline/load/look-at-files.ts';
import type { StoredLoader } from '../../storage/repositories/document-store-loader-repository.ts';
import type { StoredStore } from '../../storage/repositories/document-store-repository.ts';
import { definitionOf, describePlan, fillLoader, overlayPart, plannedLoader, plannedPart } from '../libraries/parts.ts';
import { findLoader, findStore, toStoreError } from '../libraries/store-access.ts';
import type { RunFolder, StartedRun } from '../runs/run-service.ts';
import { createStore } from './edit-stores.ts';
import { joinFailures } from './load-failures.ts';
import { type LoadRequest, type PreparedUpsert, prepareUpsert, reloadOf, type UpsertCall } from './prepare-upsert.ts';
import { runProcess, runUpsert } from './run-upsert.ts';
import type { StoreDeps } from './store-work.ts';
import { wouldBring } from './would-bring.ts';

export interface StoreUpsertRequest {
  readonly storeId: string;
  readonly body: StoreUpsertBody;
  readonly uploads: readonly SourceFile[];
  /** What the loader that `docId` names is to be brought in step with. */
  readonly changes?: FileChanges | undefined;
  /** Whether it keeps that loader in step: sources that are gone go to the bin. */
  readonly isSync?: boolean;
}

export interface StartedStoreUpsert extends StartedRun<StoreUpsertResult> {
  readonly storeId: string;
  readonly docId: string | undefined;
}

function queued(nodes: readonly { readonly id: string; readonly label: string }[]): NodeRun[] {
  return nodes.map(({ id, label }) => ({ nodeId: id, label, status: 'queued' }));
}

function loaderNode(request: LoadRequest, newLoaderId: string) {
  return { id: request.existing?.id ?? newLoaderId, label: request.loaderName };
}

/** What Flowise writes into the settings for files that it keeps: they are kept here too, under the loader. */
const KEPT_FILES = 'FILE-STORAGE::';

/** Before anything is made for a call whose loader there is not. */
function assertLoader({ loader }: StoreUpsertBody): void {
  if (loader?.name !== undefined) definitionOf('loader', { name: loader.name, config: {} });
}

/** Files that came inside the loader's settings, as data URLs. */
async function filesOfSettings(loader: StorePart, folder: string): Promise<readonly SourceFile[]> {
  const definition = definitionOf('loader', loader);
  const value = definition.upload === undefined ? '' : loader.config[definition.upload.param];
  if (typeof value !== 'string' || value === '' || value.startsWith(KEPT_FILES)) return [];
  const planned = { ...plannedPart('loader', loader), splitter: undefined };
  const files = await restoreStoredFiles({ loaders: [planned] }, folder);
  return files.get(planned.id) ?? [];
}

/** Copies of the files that another loader keeps. */
async function copyKept(deps: StoreDeps, loader: StoredLoader, folder: string): Promise<readonly SourceFile[]> {
  const copies: SourceFile[] = [];
  for (const [index, file] of deps.files.open(loader, loader.files).entries()) {
    const path = join(folder, `kept-${index}`);
    await copyFile(file.path, path);
    copies.push({ ...file, path });
  }
  return copies;
}

/** All files of a call: sent beside it, inside it, or those of the loader that it copies. */
async function gatherFiles(
  deps: StoreDeps,
  request: StoreUpsertRequest,
  source: StoredLoader | undefined,
  folder: string,
): Promise<readonly SourceFile[]> {
  const { body, uploads } = request;
  const isNamed = (body.loader?.name ?? source) !== undefined;
  const loader = isNamed ? overlayPart('loader', source?.loader ?? null, body.loader) : null;
  const inside = loader === null || body.loader === undefined ? [] : await filesOfSettings(loader, folder);
  const given = [...uploads, ...inside];
  if (given.length > 0 || source === undefined || body.replaceExisting === true) return given;
  const isSameLoader = loader?.name === source.loader.name;
  const bringsSettings = body.loader !== undefined || body.splitter !== undefined || body.metadata !== undefined;
  return isSameLoader && (bringsSettings || body.createNewDocStore === true) ? copyKept(deps, source, folder) : given;
}

/** A store for a call that asks for a new one: with the settings of the store in the path, but a collection and records of its own. */
function createFrom(deps: StoreDeps, template: StoredStore, body: StoreUpsertBody): string {
  const own = (part: StorePart | null | undefined) => {
    if (part === null || part === undefined) return null;
    const { collection: _collection, namespace: _namespace, ...config } = part.config;
    return { name: part.name, config };
  };
  return createStore(deps, {
    name: body.docStore?.name ?? `Document store of ${deps.now().toISOString().slice(0, 16).replace('T', ' ')}`,
    description: body.docStore?.description ?? null,
    embeddingConfig: own(template.embedding),
    vectorStoreConfig: own(template.vectorStore),
    recordManagerConfig: own(template.recordManager),
  }).id;
}

interface CheckedUpsert {
  /** Its files say what is wrong with them. */
  readonly call: UpsertCall;
  readonly prepared: PreparedUpsert;
}

/** What to do, once a short look at all new files has found nothing wrong with them, or not with all of them if bad ones are left out. */
async function checkedUpsert(deps: StoreDeps, call: UpsertCall): Promise<CheckedUpsert> {
  const prepared = prepareUpsert(deps, call);
  const work = prepared.loads.map((request) => ({
    loader: fillLoader(plannedLoader(request, loaderNode(request, call.newLoaderId).id), deps.engine.values),
    files: request.uploads ?? [],
  }));
  const { loadChunks } = deps.engine;
  const skipFailedFiles = call.body.skipFailedFiles === true;
  const looked = await lookAtFiles(work, { loadChunks, signal: deps.runs.closing, skipFailedFiles });
  // Files of a call are all of one loader.
  const [uploads = call.uploads] = looked.values();
  const checked = { ...call, uploads };
  return { call: checked, prepared: prepareUpsert(deps, checked) };
}

/** The nodes of an upsert with their saved values, for the history. */
function describeUse({ parts, loads }: PreparedUpsert, { newLoaderId }: UpsertCall): UsedNode[] {
  const nodes = loads.map((request) => ({
    request,
    planned: plannedLoader(request, loaderNode(request, newLoaderId).id),
  }));
  const files = new Map(
    nodes.map(({ request, planned }) => {
      const named = request.uploads ?? request.existing?.files ?? [];
      return [planned.id, named.map(({ name }) => ({ name, path: '', sizeBytes: 0 }))] as const;
    }),
  );
  const plan = { ...describePlan(parts), loaders: nodes.map(({ planned }) => planned) };
  return describeUsedNodes(nodesOf(plan), ({ inputs }) => inputs, files);
}

function launch(deps: StoreDeps, { call, prepared }: CheckedUpsert, folder: RunFolder): StartedStoreUpsert {
  const { storeId, newLoaderId } = call;
  const { plan, docId } = prepared;
  const nodes = queued([
    ...prepared.loads.map((request) => loaderNode(request, newLoaderId)),
    plan.recordManager,
    plan.embedding,
    plan.store,
  ]);
  const usedNodes = describeUse(prepared, call);
  const { runId, result } = deps.runs.start({ ownerId: storeId, kind: 'store', nodes, folder, usedNodes }, (context) =>
    runUpsert(deps, { storeId, context }, () => prepareUpsert(deps, call), call),
  );
  const answer = result.then(
    ({ counts, failures, totalKeys, addedDocs }): StoreUpsertResult => ({
      ...counts,
      ...failures,
      totalKeys: totalKeys ?? 0,
      addedDocs: [...addedDocs],
      ...(docId === undefined ? {} : { docId }),
      storeId,
      runId,
    }),
  );
  answer.catch(() => undefined);
  return { runId, storeId, docId, result: answer };
}

/** Starts of upserts may make stores. */
export interface MakingDeps extends StoreDeps {
  /** Deletes a store that was made for a run that failed. What goes wrong is logged. */
  readonly removeMade: (storeId: string) => Promise<void>;
}

/** The same, in a store that is made for it and goes again if it fails. */
async function startInNewStore(
  deps: MakingDeps,
  request: StoreUpsertRequest,
  folder: RunFolder,
): Promise<StartedStoreUpsert> {
  const { body } = request;
  const from = findStore(deps, request.storeId);
  const template = body.docId === undefined ? undefined : findLoader(deps, from.id, body.docId);
  const uploads = await gatherFiles(deps, request, template, folder.path);
  const storeId = createFrom(deps, from, body);
  try {
    const call: UpsertCall = { storeId, body, uploads, newLoaderId: randomUUID(), template };
    const started = launch(deps, await checkedUpsert(deps, call), folder);
    const result = started.result.catch(async (error: unknown) => {
      await deps.removeMade(storeId);
      throw error;
    });
    result.catch(() => undefined);
    return { ...started, result };
  } catch (error) {
    await deps.removeMade(storeId);
    throw error;
  }
}

async function toCall(deps: StoreDeps, request: StoreUpsertRequest, folder: RunFolder): Promise<UpsertCall> {
  const { body } = request;
  const store = findStore(deps, request.storeId);
  const source = body.docId === undefined ? undefined : findLoader(deps, store.id, body.docId);
  const uploads = await gatherFiles(deps, request, source, folder.path);
  const { changes, isSync } = request;
  return { storeId: store.id, body, uploads, newLoaderId: randomUUID(), template: undefined, changes, isSync };
}

/**
 * Says what an upsert would do, without a run and without writing anything.
 * @throws UserError as {@link prepareUpsert} does
 */
export async function dryRunUpsert(
  deps: StoreDeps,
  request: StoreUpsertRequest,
  folder: RunFolder,
  signal: AbortSignal,
): Promise<DryRunResult> {
  const { body } = request;
  if (body.createNewDocStore === true) {
    throw new UserError('INVALID_INPUT', 'A dry run makes no store: leave createNewDocStore out.', {
      details: { path: 'createNewDocStore' },
    });
  }
  assertLoader(body);
  const call = await toCall(deps, request, folder);
  const { prepared } = await checkedUpsert(deps, call);
  const { parts, loads } = wouldBring(deps, prepared, call.newLoaderId);
  const run = { ownerId: call.storeId, plan: prepared.plan, source: () => parts, signal };
  // A loader is a source there, under the metadata that every chunk of a store has.
  const result = await dryRun(run, deps.engine, 'docId');
  return { ...result, ...joinFailures(loads) };
}

/** The statuses of refusals for what was sent, or what the store is set to. */
const REFUSALS: ReadonlySet<number> = new Set([400, 413, 415, 422]);

/** What is refused before its run stands at the store as what fails in it does. */
function noteRefusal({ stores, now }: StoreDeps, storeId: string, thrown: unknown): void {
  const error = fromErrorData(toErrorData(thrown));
  const store = stores.find(storeId);
  if (store === undefined || !REFUSALS.has(error.status)) return;
  const lastError = toStoreError(error);
  stores.update({ ...store, lastError, updatedDate: now().toISOString() });
}

/**
 * Checks an upsert and starts its run. Throws before there is a run when the call or the store is wrong.
 * @throws UserError as {@link prepareUpsert} does
 */
export async function startUpsert(
  deps: MakingDeps,
  request: StoreUpsertRequest,
  folder: RunFolder,
): Promise<StartedStoreUpsert> {
  const { body } = request;
  assertLoader(body);
  if (body.createNewDocStore === true) return startInNewStore(deps, request, folder);
  const call = await toCall(deps, request, folder);
  try {
    return launch(deps, await checkedUpsert(deps, call), folder);
  } catch (error) {
    noteRefusal(deps, call.storeId, error);
    throw error;
  }
}

/**
 * Starts the load of one loader.
 * @throws UserError LOADER_NOT_FOUND, NO_FILES
 */
export function startProcess(
  deps: StoreDeps,
  loaderId: string,
  folder: RunFolder,
): StartedRun<unknown> & { readonly storeId: string } {
  const storeId = deps.loaders.find(loaderId)?.storeId ?? '';
  const prepare = () => reloadOf(findLoader(deps, storeId, loaderId));
  const nodes = queued([loaderNode(prepare(), loaderId)]);
  const { runId, result } = deps.runs.start({ ownerId: storeId, kind: 'store', nodes, folder }, (context) =>
    runProcess(deps, { storeId, context }, prepare),
  );
  return { runId, storeId, result };
}
