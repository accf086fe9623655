import type { Chatflow } from '../../../../shared/api/chatflows.ts';
import { UserError } from '../../../../shared/errors/errors.ts';
import type { UpsertPlan } from '../../../../shared/flow/upsert-plan.ts';
import { uuidBytes, uuidText } from '../../common/uuid.ts';
import type { VectorStore } from '../../core/vector-store.ts';
import { checkModel, closeOpened, openModel, openRecords, openStore } from '../../pipeline/compile/open-nodes.ts';
import { indexBatches, noCounts } from '../../pipeline/index/index-documents.ts';
import { type IndexWriter, NO_RUN } from '../../pipeline/index/index-writer.ts';
import { keepEdit } from '../../pipeline/index/keep-edit.ts';
import { batchOfChunks, identityOf, type WholeChunk } from '../../pipeline/index/passage-edits.ts';
import { withIndex } from '../../pipeline/with-index.ts';
import type { ContentScope } from '../../storage/repositories/content-repository.ts';
import { planFlowStorage, vectorStoresOf, wantedStoreOf } from '../plan-flow-storage.ts';
import type { ContentsDeps } from './contents-deps.ts';
import type { ContentsOwner, SourceState } from './contents-owner.ts';
import type { ContentsReader, ReadChunk } from './contents-reader.ts';
import { createLocalReader } from './local-reader.ts';
import { createRemoteReader } from './remote-reader.ts';
import { withoutStored } from './without-stored.ts';

interface OpenFlow {
  readonly deps: ContentsDeps;
  readonly chatflow: Chatflow;
  readonly nodeId: string;
  readonly store: VectorStore;
  readonly sourceIdKey: string;
  readonly namespace: string | undefined;
  readonly signal: AbortSignal;
}

function sourceOf({ sourceIdKey }: Pick<OpenFlow, 'sourceIdKey'>, metadata: string): string {
  const all: Readonly<Record<string, unknown>> = JSON.parse(metadata);
  const value = all[sourceIdKey];
  return typeof value === 'string' ? value : String(value ?? '');
}

function busy(): UserError {
  return new UserError(
    'STORE_BUSY',
    'An upsert writes to this vector store: wait until it is done, or cancel it, and make the change again.',
  );
}

/** Opens store and records for one change. It waits for those before it; one that would have to wait for an upsert is refused. */
async function withWriter<T>(
  flow: OpenFlow,
  plan: UpsertPlan,
  work: (writer: IndexWriter, store: VectorStore) => Promise<T>,
): Promise<T> {
  const { deps, chatflow } = flow;
  const refused = new AbortController();
  const signal = AbortSignal.any([flow.signal, refused.signal]);
  const use = { plan, ownerId: chatflow.id, runSeq: NO_RUN, signal, onWait: () => refused.abort(busy()) };
  const change = () =>
    withIndex(use, deps.engine, ({ writer, store }) => {
      deps.engine.runChanges.refuseLast(chatflow.id, 'CHANGED_SINCE');
      return work(writer, store);
    });
  try {
    return await deps.changeLock.run(flow.namespace ?? flow.store.collection, signal, () => undefined, change);
  } finally {
    deps.listings.delete(flow.store.collection);
  }
}

/** Writes chunks as a load would, in the names of the runs that brought their sources. @returns ids by position */
async function write(
  flow: OpenFlow,
  plan: UpsertPlan,
  { writer, store }: { readonly writer: IndexWriter; readonly store: VectorStore },
  chunks: readonly WholeChunk[],
): Promise<ReadonlyMap<number, Buffer>> {
  const { engine, contents } = flow.deps;
  const { signal, namespace } = flow;
  const model = await openModel(plan, engine.embeddingPool, signal, () => undefined);
  await checkModel(store, model, plan.store.id, signal);
  const sources = namespace === undefined ? [] : [...new Set(chunks.map(({ source }) => source))];
  const runs = sources.map((source) => [source, contents.lastRun(namespace ?? '', source)] as const);
  let ids: ReadonlyMap<number, Buffer> = new Map();
  async function* once() {
    yield batchOfChunks(chunks);
  }
  await indexBatches(once(), { writer, model, embeddings: engine.embeddings }, noCounts(), {
    signal,
    onBatch: ({ chunkIds }) => {
      ids = chunkIds;
    },
  });
  for (const [source, run] of runs) if (run !== undefined) contents.setLastRun(namespace ?? '', source, run);
  return ids;
}

function indexed(flow: OpenFlow, { id, content, metadata }: ReadChunk) {
  const chunkId = uuidBytes(id) ?? Buffer.alloc(0);
  return { chunkId, contentKey: identityOf(sourceOf(flow, metadata), content).key };
}

function edited(flow: OpenFlow, { content, metadata, chunkNo, sourceName }: ReadChunk) {
  const { id } = flow.chatflow;
  const source = sourceOf(flow, metadata);
  return { ownerId: id, partId: id, source, name: sourceName, chunkNo, content, metadata };
}

async function edit(flow: OpenFlow, chunk: ReadChunk, after: Parameters<ContentsOwner['edit']>[1]) {
  const { deps, chatflow, nodeId, signal } = flow;
  const source = sourceOf(flow, chunk.metadata);
  if (sourceOf(flow, after.metadata) !== source) {
    const message = `The metadata "${flow.sourceIdKey}" says which source a chunk is of, so it can't be changed: leave it as it was.`;
    throw new UserError('INVALID_INPUT', message, { details: { field: `metadata.${flow.sourceIdKey}` } });
  }
  const plan = planFlowStorage(deps.engine, chatflow, nodeId, 'write');
  return withWriter(flow, plan, async (writer, store) => {
    const ids = await write(flow, plan, { writer, store }, [{ ...after, source, chunkNo: chunk.chunkNo }]);
    const now = deps.now().toISOString();
    const editId = keepEdit(deps.engine.edits, edited(flow, chunk), after, now);
    const id = ids.get(0);
    const chunkId = id === undefined ? chunk.id : uuidText(id);
    // The text before goes last: a stop in between leaves both, and the next load removes it.
    if (chunkId !== chunk.id) await writer.remove([indexed(flow, chunk)], signal);
    return { chunkId, editId };
  });
}

/** Where the chunks lie in this server's database; empty when they lie elsewhere, or nothing was written yet. */
function scopesOf({ contents }: ContentsDeps, { transactional, collection }: VectorStore): ContentScope[] {
  const scope = transactional === undefined ? undefined : contents.collection(collection);
  return scope === undefined ? [] : [scope];
}

/** Reads what a vector store lists. @throws UserError INVALID_INPUT for one that can only answer questions */
export function readerOf(deps: ContentsDeps, store: VectorStore, signal: AbortSignal): ContentsReader {
  if (store.transactional !== undefined) return createLocalReader(deps.contents, scopesOf(deps, store));
  if (store.browse !== undefined) return createRemoteReader(store, deps.listings, deps.clock, signal);
  throw new UserError('INVALID_INPUT', "This vector store can only answer questions: what is in it can't be listed.");
}

function describe({ deps, namespace, sourceIdKey }: OpenFlow, name: string): SourceState {
  const seq = namespace === undefined || sourceIdKey !== 'source' ? undefined : deps.contents.lastRun(namespace, name);
  const run = seq === undefined ? undefined : deps.contents.findRun(seq);
  return { state: 'STORED', loaderId: null, lastRunId: run?.id ?? null, lastRunDate: run?.date ?? null };
}

/** Opens a vector store of a chatflow. @throws UserError 422 when the flow can't run as drawn */
export function openFlowContents(
  deps: ContentsDeps,
  chatflow: Chatflow,
  wanted: string | undefined,
  signal: AbortSignal,
): ContentsOwner {
  const { contents } = deps;
  const vectorStores = vectorStoresOf(chatflow);
  const nodeId = wantedStoreOf(chatflow, wanted);
  const plan = planFlowStorage(deps.engine, chatflow, nodeId, 'read');
  const store = openStore(plan, chatflow.id, deps.engine.vectorDeps);
  const records = openRecords(plan, chatflow.id, store.collection, deps.engine.recordDeps);
  const flow: OpenFlow = {
    deps,
    chatflow,
    nodeId,
    store,
    signal,
    sourceIdKey: records?.sourceIdKey ?? 'source',
    namespace: records?.transactional === undefined ? undefined : records.namespace,
  };
  const planRemoval = () => planFlowStorage(deps.engine, chatflow, nodeId, 'remove');
  const searchWords: ContentsOwner['searchWords'] = async ({ words: text, filter }, topK) => {
    const hits = await store.query({ words: { text, hybridWeight: 0 }, topK, filter }, signal);
    return hits.map(({ id }) => id);
  };
  return {
    ownerId: chatflow.id,
    kind: 'chatflow',
    name: chatflow.name,
    nodeId,
    vectorStores,
    reader: readerOf(deps, store, signal),
    originOf: ({ metadata }) => ({ partId: chatflow.id, source: sourceOf(flow, metadata) }),
    describeSource: ({ name }) => describe(flow, name),
    ...(store.searchesWords === true ? { searchWords } : {}),
    edit: (chunk, after) => edit(flow, chunk, after),
    remove: (chunk) =>
      withWriter(flow, planRemoval(), async (writer) => {
        const editId = keepEdit(deps.engine.edits, edited(flow, chunk), null, deps.now().toISOString());
        await writer.remove([indexed(flow, chunk)], signal);
        return editId;
      }),
    heldAs: (_partId, name) => contents.sourcesNamed(scopesOf(deps, store), name)[0]?.id,
    async bring(_partId, chunks, brought) {
      const full = planFlowStorage(deps.engine, chatflow, nodeId, 'write');
      const ids = await withWriter(flow, full, async (writer, opened) => {
        const missing = withoutStored(contents, scopesOf(deps, store), chunks);
        const written = await write(flow, full, { writer, store: opened }, missing);
        brought?.();
        return written;
      });
      return [...ids.values()].map(uuidText);
    },
    take: (chunks, moved) =>
      withWriter(flow, planRemoval(), async (writer) => {
        // Before: what is not taken out after a stop is there twice, and never lost.
        moved();
        await writer.remove(
          chunks.map((chunk) => indexed(flow, chunk)),
          signal,
        );
      }),
    close: () => closeOpened(store, records),
  };
}
