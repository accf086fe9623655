import { randomUUID } from 'node:crypto';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StorePart } from '../../../../shared/api/document-store-parts.ts';
import type { StoreUpsertBody, StoreUpsertResult } from '../../../../shared/api/document-store-upserts.ts';
import type { UsedNode } from '../../../../shared/api/upsert-history.ts';
import { fromErrorData, toErrorData, UserError } from '../../../../shared/errors/errors.ts';
import { nodesOf } from '../../../../shared/flow/upsert-plan.ts';
import { writeBytes } from '../../common/small-files.ts';
import type { ChunkBatch } from '../../core/chunk.ts';
import type { SourceFile } from '../../core/document.ts';
import type { FileChanges } from '../../core/document-loader.ts';
import { describeUsedNodes } from '../../pipeline/compile/describe-used-nodes.ts';
import { noCounts } from '../../pipeline/index/index-documents.ts';
import { openEdits } from '../../pipeline/index/passage-edits.ts';
import { restoreStoredFiles } from '../../pipeline/load/assign-files.ts';
import { lookAtFiles } from '../../pipeline/load/look-at-files.ts';
import type { ReportedFailures } from '../../pipeline/load/run-failures.ts';
import { loaderPart, type SourcePart } from '../../pipeline/load/source-part.ts';
import { type UpsertOutcome, upsert } from '../../pipeline/upsert.ts';
import type { StoredLoader } from '../../storage/repositories/document-store-loader-repository.ts';
import type { StoredStore } from '../../storage/repositories/document-store-repository.ts';
import { binGone } from './bin-gone.ts';
import { asIfStored, batchOf } from './chunk-batches.ts';
import { storedSource } from './index-store.ts';
import {
  definitionOf,
  describePlan,
  fillLoader,
  loaderWork,
  overlayPart,
  plannedLoader,
  plannedPart,
} from './parts.ts';
import type { CallContext, CallFolder, Prepare, PreparedRun, PreparedUpsert } from './prepared-upsert.ts';
import { findLoader, findStore, insertStore, placeOf, type StoreAccess, toStoreError } from './store-access.ts';
import { type LoadRequest, prepareUpsert, reloadOf, type StorePreparation, type UpsertCall } from './store-request.ts';
import { type FileLoad, inTurn, joinFailures, type LoadedLoader, type StoreRun, watchLoad } from './store-work.ts';

export interface StoreUpsertRequest {
  readonly storeId: string;
  readonly body: StoreUpsertBody;
  readonly uploads: readonly SourceFile[];
  /** What the loader that `docId` names is to be synced with. */
  readonly changes?: FileChanges | undefined;
  /** Whether it syncs that loader: sources that are gone go to the bin. */
  readonly isSync?: boolean;
}

function loaderNode(request: LoadRequest, newLoaderId: string) {
  return { id: request.existing?.id ?? newLoaderId, label: request.loaderName };
}

/** What Flowise writes into the settings for files that it stores: they are stored here too, under the loader. */
const STORED_FILES = 'FILE-STORAGE::';

/** Before anything is made for a call whose loader there is not. */
function assertLoader({ loader }: StoreUpsertBody): void {
  if (loader?.name !== undefined) definitionOf('loader', { name: loader.name, config: {} });
}

/** Files that came inside the loader's settings, as data URLs. */
async function filesOfSettings(loader: StorePart, folder: CallFolder): Promise<readonly SourceFile[]> {
  const definition = definitionOf('loader', loader);
  const value = definition.upload === undefined ? '' : loader.config[definition.upload.param];
  if (typeof value !== 'string' || value === '' || value.startsWith(STORED_FILES)) return [];
  const planned = { ...plannedPart('loader', loader), splitter: undefined };
  // Within the folder, which stays if the run may be resumed.
  const files = await restoreStoredFiles({ loaders: [planned] }, async (name, bytes) => {
    const path = join(folder.open(), name);
    await writeBytes(path, bytes);
    return path;
  });
  return files.get(planned.id) ?? [];
}

/** Copies of the files that are stored for another loader. */
async function copyStored(deps: StoreAccess, loader: StoredLoader, folder: CallFolder): Promise<readonly SourceFile[]> {
  const copies: SourceFile[] = [];
  for (const [index, file] of deps.files.open(loader, loader.files).entries()) {
    const path = join(folder.open(), `stored-${index}`);
    await copyFile(file.path, path);
    copies.push({ ...file, path });
  }
  return copies;
}

/** All files of a call: sent beside it, inside it, or those of the loader that it copies. */
async function gatherFiles(
  deps: StoreAccess,
  request: StoreUpsertRequest,
  source: StoredLoader | undefined,
  folder: CallFolder,
): Promise<readonly SourceFile[]> {
  const { body, uploads } = request;
  const isNamed = (body.loader?.name ?? source) !== undefined;
  const loader = isNamed ? overlayPart('loader', source?.loader ?? null, body.loader) : null;
  const inside = loader === null || body.loader === undefined ? [] : await filesOfSettings(loader, folder);
  const given = [...uploads, ...inside];
  if (given.length > 0 || source === undefined || body.replaceExisting === true) return given;
  const isSameLoader = loader?.name === source.loader.name;
  const bringsSettings = body.loader !== undefined || body.splitter !== undefined || body.metadata !== undefined;
  return isSameLoader && (bringsSettings || body.createNewDocStore === true) ? copyStored(deps, source, folder) : given;
}

/** A new store, for a call that requests one: with the settings of the store in the path, but a collection and records of its own. */
function createFrom(deps: StoreAccess, template: StoredStore, body: StoreUpsertBody): string {
  const own = (part: StorePart | null | undefined) => {
    if (part === null || part === undefined) return null;
    const { collection: _collection, namespace: _namespace, ...config } = part.config;
    return { name: part.name, config };
  };
  return insertStore(deps, {
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
  readonly prepared: StorePreparation;
}

/** What to do, once a short look at all new files has found nothing wrong with them, or not with all of them if bad ones are left out. */
async function checkedUpsert(deps: StoreAccess, call: UpsertCall, signal: AbortSignal): Promise<CheckedUpsert> {
  const prepared = prepareUpsert(deps, call);
  const work = prepared.loads.map((request) => ({
    loader: fillLoader(plannedLoader(request, loaderNode(request, call.newLoaderId).id), deps.engine.values),
    files: request.uploads ?? [],
  }));
  const { loadChunks } = deps.engine;
  const skipFailedFiles = call.body.skipFailedFiles === true;
  const looked = await lookAtFiles(work, { loadChunks, signal, skipFailedFiles });
  // Files of a call are all of one loader.
  const [uploads = call.uploads] = looked.values();
  const checked = { ...call, uploads };
  return { call: checked, prepared: prepareUpsert(deps, checked) };
}

/** The nodes of an upsert with their saved values, for the history. */
function describeUse({ parts, loads }: StorePreparation, { newLoaderId }: UpsertCall): UsedNode[] {
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

/** What an upsert would load. */
interface WouldBring {
  /** The chunks, loader by loader. */
  readonly parts: readonly SourcePart[];
  /** What could not be read, once the parts were. */
  readonly loads: readonly FileLoad[];
}

/** The chunks that an upsert would insert into the vector store. */
export function wouldBring(
  deps: StoreAccess,
  prepared: Pick<StorePreparation, 'parts' | 'loads' | 'indexed'>,
  newLoaderId: string,
): WouldBring {
  const { engine, files, chunks } = deps;
  function toPart(request: LoadRequest) {
    const { existing, uploads, skipFailedFiles } = request;
    const id = existing?.id ?? newLoaderId;
    const sources = uploads ?? (existing === undefined ? [] : files.open(existing, existing.files));
    const load = watchLoad(chunks);
    async function* open(_sourceIdKey: string, signal: AbortSignal): AsyncGenerator<ChunkBatch> {
      const work = loaderWork(request, id, prepared.parts.embedding, engine.values);
      const fresh = loaderPart({ ...work, files: sources, skipFailedFiles }, engine.loadChunks);
      yield* asIfStored(load.watch(openEdits(engine.edits, id).watch(fresh.open('source', signal))), id);
      if (existing !== undefined) for (const rows of load.unread(placeOf(existing))) yield batchOf(rows, id);
    }
    return { part: { sources: [id], loaderId: id, open }, load, fileCount: sources.length };
  }
  const fresh = prepared.loads.map(toPart);
  const stored = prepared.indexed.map((loader) => ({ id: loader.id, place: placeOf(loader) }));
  return { parts: [...fresh.map(({ part }) => part), ...storedSource(stored, chunks)], loads: fresh };
}

interface StoreOutcome extends Pick<UpsertOutcome, 'counts' | 'totalKeys' | 'addedDocs'> {
  readonly failures: ReportedFailures;
}

/** Loads what the upsert is for, then inserts it into the vector store. @param prepare computes anew what to do, once it is this run's turn */
function runUpsert(
  deps: StoreAccess,
  run: StoreRun,
  prepare: () => StorePreparation,
  { newLoaderId, isSync = false }: Pick<UpsertCall, 'newLoaderId' | 'isSync'>,
): Promise<StoreOutcome> {
  return inTurn(deps, run, async (work) => {
    const { plan, parts, loads, indexed } = prepare();
    const { context, storeId } = run;
    work.begin('UPSERTING');
    const { runSeq, events, signal } = context;
    const loaded: LoadedLoader[] = [];
    let failures: ReportedFailures = {};
    const outcome = await upsert(
      {
        plan,
        ownerId: storeId,
        runSeq,
        signal,
        events,
        // After the model has been found in order: a wrong one is refused while nothing is written.
        async source() {
          for (const request of loads) loaded.push(await work.load(request, { id: newLoaderId, parts }));
          failures = joinFailures(loaded);
          const places = [
            ...loaded.map(({ loader, place }) => ({ id: loader.id, place })),
            ...indexed.map((loader) => ({ id: loader.id, place: placeOf(loader) })),
          ];
          return storedSource(places, deps.chunks);
        },
        onWait: () => deps.log.info({ storeId }, 'A document store waits for another run of its records'),
      },
      deps.engine,
    );
    const toBin: (() => void)[] = [];
    if (isSync) for (const { loader, place } of loaded) toBin.push(await binGone(deps, loader, place, signal));
    const withBin = (commit: () => void) => {
      commit();
      for (const show of toBin) show();
    };
    await work.finish(loaded, indexed, parts, (commit) => deps.engine.db.transaction(withBin).immediate(commit));
    return { ...outcome, failures };
  });
}

/** An upsert that was checked, as a run. */
function toRun(deps: StoreAccess, { call, prepared }: CheckedUpsert): PreparedUpsert<StoreUpsertResult> {
  const { storeId, newLoaderId } = call;
  const { plan, docId, loads } = prepared;
  const { parts, loads: read } = wouldBring(deps, prepared, newLoaderId);
  const accepted = { ...(docId === undefined ? {} : { docId }), storeId };
  return {
    ownerId: storeId,
    kind: 'store',
    accepted,
    nodes: [...loads.map((load) => loaderNode(load, newLoaderId)), plan.recordManager, plan.embedding, plan.store],
    usedNodes: describeUse(prepared, call),
    async carryOut(context) {
      const done = await runUpsert(deps, { storeId, context }, () => prepareUpsert(deps, call), call);
      const { counts, failures, totalKeys, addedDocs } = done;
      const about = { ...accepted, runId: context.runId };
      const answer = { ...counts, ...failures, totalKeys: totalKeys ?? 0, addedDocs: [...addedDocs], ...about };
      return { counts, failures, answer };
    },
    // A loader is a source there, under the metadata that every chunk of a store has.
    dryRun: { plan, source: () => parts, sourceIdKey: 'docId', report: () => joinFailures(read) },
  };
}

/** The same, in a store that is made for it. */
async function prepareInNewStore(
  deps: StoreAccess,
  request: StoreUpsertRequest,
  folder: CallFolder,
  { signal, onMade }: CallContext,
): Promise<PreparedUpsert<StoreUpsertResult>> {
  const { body } = request;
  if (onMade === undefined) {
    throw new UserError('INVALID_INPUT', 'A dry run makes no store: leave createNewDocStore out.', {
      details: { path: 'createNewDocStore' },
    });
  }
  const from = findStore(deps, request.storeId);
  const template = body.docId === undefined ? undefined : findLoader(deps, from.id, body.docId);
  const uploads = await gatherFiles(deps, request, template, folder);
  const storeId = createFrom(deps, from, body);
  onMade(storeId);
  const call: UpsertCall = { storeId, body, uploads, newLoaderId: randomUUID(), template };
  return toRun(deps, await checkedUpsert(deps, call, signal));
}

async function toCall(deps: StoreAccess, request: StoreUpsertRequest, folder: CallFolder): Promise<UpsertCall> {
  const { body } = request;
  const store = findStore(deps, request.storeId);
  const source = body.docId === undefined ? undefined : findLoader(deps, store.id, body.docId);
  const uploads = await gatherFiles(deps, request, source, folder);
  const { changes, isSync } = request;
  return { storeId: store.id, body, uploads, newLoaderId: randomUUID(), template: undefined, changes, isSync };
}

/** The statuses of refusals for what was sent, or what the store is set to. */
const REFUSALS: ReadonlySet<number> = new Set([400, 413, 415, 422]);

/** What is refused before its run stands at the store as what fails in it does. */
function noteRefusal({ stores, now }: StoreAccess, storeId: string, thrown: unknown): void {
  const error = fromErrorData(toErrorData(thrown));
  const store = stores.find(storeId);
  if (store === undefined || !REFUSALS.has(error.status)) return;
  const lastError = toStoreError(error);
  stores.update({ ...store, lastError, updatedDate: now().toISOString() });
}

/**
 * An upsert of a document store, with files and settings of a call.
 * @throws when it is prepared: UserError as {@link prepareUpsert} does
 */
export function storeUpsert(
  deps: StoreAccess,
  request: StoreUpsertRequest,
): Prepare<PreparedUpsert<StoreUpsertResult>> {
  return async (folder, context) => {
    const { body } = request;
    assertLoader(body);
    if (body.createNewDocStore === true) return prepareInNewStore(deps, request, folder, context);
    const call = await toCall(deps, request, folder);
    try {
      return toRun(deps, await checkedUpsert(deps, call, context.signal));
    } catch (error) {
      if (context.onMade !== undefined) noteRefusal(deps, call.storeId, error);
      throw error;
    }
  };
}

/**
 * The load of one loader anew, for looking at its chunks; the vector store is left alone.
 * @throws when it is prepared: UserError LOADER_NOT_FOUND, NO_FILES
 */
export function loaderProcess(deps: StoreAccess, loaderId: string): Prepare<PreparedRun<undefined>> {
  const storeId = deps.loaders.find(loaderId)?.storeId ?? '';
  const prepare = () => reloadOf(findLoader(deps, storeId, loaderId));
  return async () => ({
    ownerId: storeId,
    kind: 'store',
    nodes: [loaderNode(prepare(), loaderId)],
    carryOut: (context) =>
      inTurn(deps, { storeId, context }, async (work) => {
        const request = prepare();
        work.begin('SYNCING');
        const parts = { embedding: null, vectorStore: null, recordManager: null };
        const loaded = await work.load(request, { id: request.existing?.id ?? '', parts });
        await work.finish([loaded], [], undefined);
        return { counts: noCounts(), failures: joinFailures([loaded]), answer: undefined };
      }),
  });
}
