import type { EmbedAgainBody } from '../../../../shared/api/document-store-embed-again.ts';
import { UserError } from '../../../../shared/errors/errors.ts';
import { nodesOf } from '../../../../shared/flow/upsert-plan.ts';
import type { ChunkBatch } from '../../core/chunk.ts';
import type { RecordManager } from '../../core/record-manager.ts';
import { describeUsedNodes } from '../../pipeline/compile/describe-used-nodes.ts';
import { createKnownVectors, type KnownVectors, readStoredVectors } from '../../pipeline/copy/known-vectors.ts';
import type { SourcePart } from '../../pipeline/load/source-part.ts';
import type { StoredStore } from '../../storage/repositories/document-store-repository.ts';
import type { NextParts, VectorParts } from '../../storage/repositories/vector-parts.ts';
import type { Release, RemovalService } from '../deletion/removal-service.ts';
import { withFreshCollection } from '../libraries/collections.ts';
import { idsOf, storedSource } from '../libraries/index-store.ts';
import {
  assertKnownSettings,
  describePlan,
  isSamePart,
  mergeParts,
  planRemoval,
  planVectors,
  type VectorPlan,
} from '../libraries/parts.ts';
import type { Prepare, PreparedRun, RunEnd } from '../libraries/prepared-upsert.ts';
import { assertIdle, findStore, placeOf, type StoreAccess } from '../libraries/store-access.ts';
import { storeLibrary } from '../libraries/store-library.ts';
import { inTurn, type StoreRun } from '../libraries/store-work.ts';
import { relocate, withPlace } from './relocate.ts';

export interface EmbeddingAgainDeps extends StoreAccess {
  readonly releaseStorage: RemovalService['releaseStorage'];
}

/** Prepares the deletion of what a store has stored where it no longer is. */
function release(
  deps: EmbeddingAgainDeps,
  store: StoredStore,
  { before, after }: { readonly before: VectorParts; readonly after: VectorParts },
): Promise<Release> {
  const withParts = (parts: VectorParts) => storeLibrary(deps, { ...store, ...parts, next: null });
  return deps.releaseStorage({ before: withParts(before), after: withParts(after) });
}

function partsOf({ embedding, vectorStore, recordManager }: VectorParts): VectorParts {
  return { embedding, vectorStore, recordManager };
}

/** The parts that a call requests; those that it leaves out do not change. Checked. */
function wantedParts({ engine }: StoreAccess, store: StoredStore, body: EmbedAgainBody): NextParts {
  const choice = body.keepsOld === undefined ? {} : { keepsOld: body.keepsOld };
  for (const part of ['embedding', 'vectorStore', 'recordManager'] as const) {
    const saved = store[part];
    const { name = saved?.name, config = {} } = body[part] ?? {};
    if (name !== undefined) assertKnownSettings(part, { name, config }, name === saved?.name ? saved.config : {});
  }
  const parts = { ...mergeParts(store, body, engine.values), ...choice };
  const { vectorStore } = parts;
  describePlan(parts);
  return vectorStore === null ? parts : { ...parts, vectorStore: withFreshCollection(vectorStore, store.id) };
}

/** Where the run inserts everything, and a plan that deletes what an earlier try has inserted and is no longer there. */
function planAgain(parts: VectorParts, { engine }: StoreAccess): VectorPlan {
  const plan = planVectors(parts, engine.values);
  const { recordManager } = plan;
  return { ...plan, recordManager: { ...recordManager, inputs: { ...recordManager.inputs, cleanup: 'full' } } };
}

/** Whether a call only goes on with what has been begun. */
function goesOn({ next }: StoredStore, body: EmbedAgainBody, wanted: VectorParts): boolean {
  if (next === null) return false;
  const asksNothing = body.embedding === undefined && body.vectorStore === undefined;
  return asksNothing || (isSamePart(next.embedding, wanted.embedding) && body.vectorStore === undefined);
}

/** Remembers what is to be reached, so that it can be gone on with after a stop, and is deleted with the store. */
async function remember(deps: EmbeddingAgainDeps, store: StoredStore, body: EmbedAgainBody): Promise<NextParts> {
  const wanted = wantedParts(deps, store, body);
  if (store.next !== null && goesOn(store, body, wanted)) return store.next;
  planAgain(wanted, deps);
  const save = () => deps.stores.update({ ...findStore(deps, store.id), next: wanted });
  if (store.next === null) save();
  else {
    const released = await release(deps, store, { before: store.next, after: partsOf(store) });
    released(save);
  }
  return wanted;
}

/** The vectors where a store's chunks are now. */
interface OldVectors {
  readonly vectors: KnownVectors;
  /** Lets the chunks of the store pass, and finds out where their vectors are. */
  watch(parts: readonly SourcePart[], signal: AbortSignal): SourcePart[];
}

function watchPart(part: SourcePart, vectors: KnownVectors, records: RecordManager, signal: AbortSignal): SourcePart {
  async function* watched(batches: AsyncIterable<ChunkBatch>) {
    for await (const batch of batches) {
      vectors.expect(batch.contents, await idsOf(batch, records, signal));
      yield batch;
    }
  }
  return { ...part, open: (...given) => watched(part.open(...given)) };
}

/**
 * Opens the place where a store's chunks are, so that their vectors can be copied; closes it after the work.
 * @param work gets undefined when the store gets another model: its vectors are of no use then
 */
async function withOldVectors<T>(
  { engine }: Pick<StoreAccess, 'engine'>,
  store: StoredStore,
  work: (old: OldVectors | undefined) => Promise<T>,
): Promise<T> {
  const { next } = store;
  if (next === null || store.vectorStore === null || !isSamePart(next.embedding, store.embedding)) {
    return work(undefined);
  }
  return withPlace(engine, planRemoval(store, engine.values), store.id, async (place) => {
    const { records } = place;
    if (records === undefined) return work(undefined);
    const vectors = createKnownVectors(readStoredVectors(place.store));
    const watch: OldVectors['watch'] = (parts, signal) =>
      parts.map((part) => watchPart(part, vectors, records, signal));
    return work({ vectors, watch });
  });
}

async function runAgain(deps: EmbeddingAgainDeps, run: StoreRun): Promise<RunEnd<undefined>> {
  const { storeId, context } = run;
  return inTurn(deps, run, async (work) => {
    const store = findStore(deps, storeId);
    if (store.next === null) throw nothingBegun();
    const { keepsOld, ...parts } = store.next;
    const plan = planAgain(parts, deps);
    const loaders = deps.loaders.list(storeId).filter(({ contentState }) => contentState !== 'NEW');
    work.begin('UPSERTING');
    const sources = storedSource(
      loaders.map((loader) => ({ id: loader.id, place: placeOf(loader) })),
      deps.chunks,
    );
    deps.engine.runChanges.refuseLast(storeId, 'EMBEDDED_AGAIN');
    const outcome = await withOldVectors(deps, store, (old) =>
      relocate(
        deps.engine,
        {
          plan,
          ownerId: storeId,
          copies: old?.vectors,
          source: () => old?.watch(sources, context.signal) ?? sources,
          expected: ({ totalKeys = 0 }) => totalKeys,
        },
        context,
      ),
    );
    const released =
      keepsOld === true ? undefined : await release(deps, store, { before: partsOf(store), after: parts });
    await work.finish([], loaders, { ...parts, next: null }, released);
    return { counts: outcome.counts, failures: {}, answer: undefined };
  });
}

/**
 * Embeds all stored chunks of a store anew, or moves them, into a collection beside the one that answers; at the end one transaction makes the new one answer.
 * A store that stays with its model embeds only what has no vector yet.
 * What was begun is gone on with, unless the call names another model or vector store.
 * @throws when it is prepared: UserError STORE_NOT_FOUND, STORE_BUSY, MISSING_INPUT, INVALID_INPUT naming part and field
 */
export function embedAgain(
  deps: EmbeddingAgainDeps,
  storeId: string,
  body: EmbedAgainBody,
): Prepare<PreparedRun<undefined>> {
  return async () => {
    assertIdle(findStore(deps, storeId));
    const parts = await remember(deps, findStore(deps, storeId), body);
    const { recordManager, embedding, store } = planAgain(parts, deps);
    return {
      ownerId: storeId,
      kind: 'store',
      nodes: [recordManager, embedding, store],
      usedNodes: describeUsedNodes(nodesOf(describePlan(parts)), ({ inputs }) => inputs, new Map()),
      carryOut: (context) => runAgain(deps, { storeId, context }),
    };
  };
}

function nothingBegun(): UserError {
  return new UserError(
    'INVALID_INPUT',
    'Nothing is being embedded again or moved: name the model, or the vector store.',
    {
      details: { path: 'embedding' },
    },
  );
}

/**
 * Gives up what has been begun: the store stays as it is, and what was embedded goes.
 * @throws UserError STORE_NOT_FOUND, STORE_BUSY
 */
export async function discardEmbedAgain(deps: EmbeddingAgainDeps, storeId: string): Promise<void> {
  assertIdle(findStore(deps, storeId));
  await deps.lock.run(
    storeId,
    deps.closing.signal,
    () => undefined,
    async () => {
      const store = findStore(deps, storeId);
      if (store.next === null) return;
      const released = await release(deps, store, { before: store.next, after: partsOf(store) });
      released(() => deps.stores.update({ ...findStore(deps, storeId), next: null }));
    },
  );
}
