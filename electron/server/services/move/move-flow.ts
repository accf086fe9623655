import type { MoveBody } from '../../../../shared/api/moves.ts';
import { isFinalStatus } from '../../../../shared/api/runs.ts';
import { BugError, fromErrorData, toErrorData, UserError } from '../../../../shared/errors/errors.ts';
import type { UpsertPlan } from '../../../../shared/flow/upsert-plan.ts';
import { canonicalJson } from '../../../../shared/json/canonical-json.ts';
import type { Log } from '../../core/log.ts';
import { createKnownVectors, readStoredVectors } from '../../pipeline/copy/known-vectors.ts';
import { type StoredPlace, storedBatches } from '../../pipeline/copy/stored-batches.ts';
import type { EngineDeps } from '../../pipeline/engine-deps.ts';
import { noCounts } from '../../pipeline/index/index-documents.ts';
import type { ChatflowService } from '../chatflow-service.ts';
import type { RemovalService } from '../deletion/removal-service.ts';
import { withFreshCollection } from '../libraries/collections.ts';
import type { FlowLibrary } from '../libraries/flow-library.ts';
import type { MovingFlow, MovingFlows } from '../libraries/flow-upsert.ts';
import type { Libraries } from '../libraries/libraries.ts';
import { assertKnownSettings, checkPart, namedPart, plannedPart } from '../libraries/parts.ts';
import type { Prepare, PreparedRun, RunEnd, UpsertContext } from '../libraries/prepared-upsert.ts';
import type { OriginalService } from '../originals/original-service.ts';
import type { RunService } from '../runs/run-service.ts';
import { relocate, withPlace } from './relocate.ts';

export interface MoveDeps {
  readonly engine: EngineDeps;
  readonly chatflows: Pick<ChatflowService, 'asSaved'>;
  readonly runs: Pick<RunService, 'newestOf'>;
  readonly libraries: Pick<Libraries, 'flow'>;
  readonly moving: MovingFlows;
  readonly originals: Pick<OriginalService, 'moveRecords'>;
  readonly releaseStorage: RemovalService['releaseStorage'];
  readonly log: Log;
}

/** A requested move. */
interface Move {
  readonly before: FlowLibrary;
  readonly after: FlowLibrary;
  readonly nodeId: string;
  readonly body: MoveBody;
}

function nodeOf({ name, vectorStores: stores }: FlowLibrary, wanted: string | undefined): string {
  const [first] = stores;
  if (first === undefined || (wanted !== undefined && !stores.some(({ nodeId }) => nodeId === wanted))) {
    throw new UserError('NO_VECTOR_STORE', `“${name}” has no such vector store: there is nothing to move.`);
  }
  if (wanted !== undefined) return wanted;
  if (stores.length === 1) return first.nodeId;
  const names = stores.map(({ nodeId, label }) => `${label} (${nodeId})`).join(', ');
  throw new UserError(
    'SEVERAL_VECTOR_STORES',
    `“${name}” has several vector stores, ${names}: name the one to move in "nodeId".`,
    { details: { vectorStores: stores } },
  );
}

/** Settings of everything that says where chunks are and with which model, to see whether somebody has changed them. */
function fingerprint(library: FlowLibrary, nodeId: string): string {
  const { store, recordManager, embedding } = library.plan('write', nodeId);
  return canonicalJson(
    [store, recordManager, embedding].map((node) => [node?.definition.name ?? '', node?.inputs ?? {}]),
  );
}

function assertAsBefore({ before, nodeId }: Move, now: FlowLibrary): void {
  const isThere = now.vectorStores.some((store) => store.nodeId === nodeId);
  if (isThere && fingerprint(now, nodeId) === fingerprint(before, nodeId)) return;
  throw new UserError(
    'CHANGED_MEANWHILE',
    `“${now.name}” got another vector store, record manager or model while it was moved, so it stays where it is: move it again.`,
  );
}

/** Opens the place where the chunks are, while nobody else writes to it. */
function withOldPlace<T>(
  { engine, log }: MoveDeps,
  { before, nodeId }: Move,
  signal: AbortSignal,
  work: (place: StoredPlace) => Promise<T>,
): Promise<T> {
  const plan = before.storagePlan('remove', nodeId);
  return withPlace(engine, plan, before.id, (place) => {
    const onWait = () => log.info({ chatflowId: before.id }, 'A move waits for a run of the same records');
    const { records } = place;
    return records === undefined
      ? work(place)
      : engine.recordLock.run(records.namespace, signal, onWait, () => work(place));
  });
}

/** Switches to the new place: one transaction. */
async function changeOver(deps: MoveDeps, move: Move, namespaces: Namespaces): Promise<void> {
  const { libraries, engine, moving, originals, releaseStorage } = deps;
  const { before, after, nodeId, body } = move;
  const now = libraries.flow(before.id);
  assertAsBefore(move, now);
  const [node] = after.nodes().filter(({ id }) => id === nodeId);
  if (node === undefined) throw new BugError(`The moved flow has no node ${nodeId}.`);
  const next = now.withNode(nodeId, node);
  const released = body.keepsOld ? undefined : await releaseStorage({ before: now, after: next });
  const commit = engine.db.transaction(() => {
    next.save();
    originals.moveRecords(before.id, namespaces.old ?? null, namespaces.now ?? null);
    moving.end(before.id);
  });
  if (released === undefined) commit.immediate();
  else released(commit);
}

/** Local records, before and after. */
interface Namespaces {
  readonly old: string | undefined;
  readonly now: string | undefined;
}

function localNamespace({ records }: StoredPlace): string | undefined {
  return records?.transactional !== undefined && records.sourceIdKey === 'source' ? records.namespace : undefined;
}

function copy(deps: MoveDeps, move: Move, plan: UpsertPlan, context: UpsertContext): Promise<RunEnd<undefined>> {
  const { signal } = context;
  return withOldPlace(deps, move, signal, async (place) => {
    const copies = createKnownVectors(readStoredVectors(place.store));
    const source = () => [{ loaderId: move.nodeId, open: () => storedBatches(place, copies, signal) }];
    const { counts, namespace } = await relocate(
      deps.engine,
      { plan, ownerId: move.before.id, copies, source, isPartial: true, expected: (done) => done.counts.numAdded },
      context,
    );
    await changeOver(deps, move, { old: localNamespace(place), now: namespace });
    // Nothing of what is stored has changed.
    return {
      counts: { ...noCounts(), numSkipped: counts.numAdded, numMoved: counts.numAdded },
      failures: {},
      answer: undefined,
    };
  });
}

/** Removes what was begun; the flow is as it was. */
async function rollback(deps: MoveDeps, { chatflowId, flowData }: MovingFlow): Promise<void> {
  const flow = deps.libraries.flow(chatflowId);
  const released = await deps.releaseStorage({ before: flow.withDrawing(flowData), after: flow });
  released(() => deps.moving.end(chatflowId));
}

async function run(deps: MoveDeps, move: Move, plan: UpsertPlan, context: UpsertContext): Promise<RunEnd<undefined>> {
  try {
    return await copy(deps, move, plan, context);
  } catch (cause) {
    const { code } = fromErrorData(toErrorData(context.signal.aborted ? context.signal.reason : cause));
    // A server that stops leaves it to the next start.
    if (code !== 'SHUTTING_DOWN') await rollback(deps, { chatflowId: move.before.id, flowData: move.after.flowData });
    throw cause;
  }
}

/**
 * Copies what a flow has stored to another vector store, with vectors and records: nothing is embedded again. The old one answers until all is there.
 * @throws when it is prepared: UserError CHATFLOW_NOT_FOUND, NO_VECTOR_STORE, SEVERAL_VECTOR_STORES, STORE_BUSY, INVALID_INPUT naming the field
 */
export function moveFlow(deps: MoveDeps, chatflowId: string, body: MoveBody): Prepare<PreparedRun<undefined>> {
  const { chatflows, engine, libraries, moving, runs } = deps;
  return async () => {
    const before = libraries.flow(chatflowId);
    const nodeId = nodeOf(before, body.nodeId);
    moving.assertIdle(chatflowId);
    const newest = runs.newestOf(chatflowId);
    if (newest !== undefined && !isFinalStatus(newest.status)) {
      throw new UserError('STORE_BUSY', `“${before.name}” is being upserted: move it when the run has ended.`);
    }
    const named = namedPart('vectorStore', body.vectorStore);
    assertKnownSettings('vectorStore', named);
    const part = checkPart('vectorStore', named, engine.values);
    const moved = before.withNode(nodeId, plannedPart('vectorStore', withFreshCollection(part, chatflowId)));
    const after = before.withDrawing(chatflows.asSaved(moved.flowData, before.name));
    const { flowData } = after;
    const plan = after.plan('write', nodeId);
    const { embedding, recordManager, store } = plan;
    return {
      ownerId: chatflowId,
      kind: 'flow',
      nodes: [embedding, ...(recordManager === undefined ? [] : [recordManager]), store],
      begin: () => moving.begin({ chatflowId, flowData }),
      carryOut: (context) => run(deps, { before, after, nodeId, body }, plan, context),
    };
  };
}

/** Removes what a killed server had begun to copy. To be called before the first call. */
export async function settleMoves(deps: MoveDeps): Promise<void> {
  const { moving, log } = deps;
  for (const begun of moving.list()) {
    const { chatflowId } = begun;
    try {
      await rollback(deps, begun);
    } catch (error) {
      // A flow that is gone has taken its places along.
      log.warn({ err: error, chatflowId }, 'What was copied of a flow that was being moved could not be removed');
      moving.end(chatflowId);
    }
  }
}
