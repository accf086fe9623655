import { UserError } from '../../../../shared/errors/errors.ts';
import type { StoragePlan } from '../../../../shared/flow/remote-stores.ts';
import type { UpsertPlan } from '../../../../shared/flow/upsert-plan.ts';
import { uuidBytes, uuidText } from '../../common/uuid.ts';
import type { LocalRecordManager, RecordManager } from '../../core/record-manager.ts';
import type { VectorStore } from '../../core/vector-store.ts';
import { checkModel, closeOpened, openModel, openRecords, openStore } from '../../pipeline/compile/open-nodes.ts';
import { indexBatches, noCounts } from '../../pipeline/index/index-documents.ts';
import { type IndexWriter, NO_RUN } from '../../pipeline/index/index-writer.ts';
import { batchOfChunks, identityOf, type WholeChunk } from '../../pipeline/index/passage-edits.ts';
import { type DeletedChunk, restoreChunks } from '../../pipeline/index/restore-chunks.ts';
import { saveEdit } from '../../pipeline/index/save-edit.ts';
import { withIndex } from '../../pipeline/with-index.ts';
import { commitPage } from '../../storage/commit-pages.ts';
import type { ContentRepository, ContentScope } from '../../storage/repositories/content-repository.ts';
import type { Library } from '../libraries/library.ts';
import type { ContentsDeps, OpenContents, SourceState } from './contents.ts';
import type { ContentsReader, ReadChunk } from './contents-reader.ts';
import { createLocalReader, nameOfSource } from './local-reader.ts';
import { createRemoteReader } from './remote-reader.ts';

interface OpenVectorStore {
  readonly deps: ContentsDeps;
  readonly library: Library;
  readonly nodeId: string | undefined;
  readonly store: VectorStore;
  readonly sourceIdKey: string;
  readonly namespace: string | undefined;
  readonly signal: AbortSignal;
}

function sourceOf({ sourceIdKey }: Pick<OpenVectorStore, 'sourceIdKey'>, metadata: string): string {
  const all: Readonly<Record<string, unknown>> = JSON.parse(metadata);
  const value = all[sourceIdKey];
  return typeof value === 'string' ? value : String(value ?? '');
}

function busy(): UserError {
  return new UserError(
    'STORE_BUSY',
    'An upsert or a move is at work on this vector store: wait until it is done, or cancel it, and make the change again.',
  );
}

/**
 * Opens store and records for one change. It waits for those before it; one that would have to wait for an upsert is refused.
 * @param isUndoable whether all is as before once the change is undone, so that the run before it can be undone then, too
 */
async function withWriter<T>(
  opened: OpenVectorStore,
  { plan, isUndoable }: { readonly plan: StoragePlan; readonly isUndoable: boolean },
  work: (writer: IndexWriter, store: VectorStore) => Promise<T>,
): Promise<T> {
  const { deps, library } = opened;
  const refused = new AbortController();
  const signal = AbortSignal.any([opened.signal, refused.signal]);
  const use = { plan, ownerId: library.id, runSeq: NO_RUN, signal, onWait: () => refused.abort(busy()) };
  const change = () =>
    withIndex(use, deps.engine, ({ writer, store }) => {
      if (!isUndoable) deps.engine.runChanges.refuseLast(library.id, 'CHANGED_SINCE');
      return work(writer, store);
    });
  return deps.changeLock.run(opened.namespace ?? opened.store.collection, signal, () => undefined, change);
}

/** Whether the undoing of a run finds a chunk that was inserted again, under another id: by its record. */
function findsAgain({ namespace, store }: OpenVectorStore): boolean {
  return namespace !== undefined && store.transactional !== undefined;
}

/** Writes chunks as a load would, in the names of the runs that loaded their sources. @returns ids by position */
async function write(
  opened: OpenVectorStore,
  plan: UpsertPlan,
  { writer, store }: { readonly writer: IndexWriter; readonly store: VectorStore },
  chunks: readonly WholeChunk[],
): Promise<ReadonlyMap<number, Buffer>> {
  const { engine, contents } = opened.deps;
  const { signal, namespace } = opened;
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
      ids = chunkIds();
    },
  });
  for (const [source, run] of runs) if (run !== undefined) contents.setLastRun(namespace ?? '', source, run);
  return ids;
}

function indexed(opened: OpenVectorStore, { id, content, metadata }: ReadChunk) {
  const chunkId = uuidBytes(id) ?? Buffer.alloc(0);
  return { chunkId, contentKey: identityOf(sourceOf(opened, metadata), content).key };
}

function edited(opened: OpenVectorStore, { content, metadata, chunkNo, sourceName }: ReadChunk) {
  const { id } = opened.library;
  const source = sourceOf(opened, metadata);
  return { ownerId: id, partId: id, source, name: sourceName, chunkNo, content, metadata };
}

async function edit(opened: OpenVectorStore, chunk: ReadChunk, after: Parameters<OpenContents['edit']>[1]) {
  const { deps, library, nodeId, signal } = opened;
  const source = sourceOf(opened, chunk.metadata);
  if (sourceOf(opened, after.metadata) !== source) {
    const message = `The metadata "${opened.sourceIdKey}" says which source a chunk is of, so it can't be changed: leave it as it was.`;
    throw new UserError('INVALID_INPUT', message, { details: { field: `metadata.${opened.sourceIdKey}` } });
  }
  const plan = library.plan('write', nodeId);
  return withWriter(opened, { plan, isUndoable: findsAgain(opened) }, async (writer, store) => {
    const ids = await write(opened, plan, { writer, store }, [{ ...after, source, chunkNo: chunk.chunkNo }]);
    const now = deps.now().toISOString();
    const editId = saveEdit(deps.engine, edited(opened, chunk), after, now);
    const id = ids.get(0);
    const chunkId = id === undefined ? chunk.id : uuidText(id);
    // The text before goes last: a stop in between leaves both, and the next load removes it.
    if (chunkId !== chunk.id) await writer.remove([indexed(opened, chunk)], signal);
    return { chunkId, editId };
  });
}

/** Where the chunks lie in this server's database; empty when they are remote, or nothing was written yet. */
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

function describe({ deps, namespace, sourceIdKey }: OpenVectorStore, name: string): SourceState {
  const seq = namespace === undefined || sourceIdKey !== 'source' ? undefined : deps.contents.lastRun(namespace, name);
  const run = seq === undefined ? undefined : deps.contents.findRun(seq);
  return { state: 'STORED', loaderId: null, lastRunId: run?.id ?? null, lastRunDate: run?.date ?? null };
}

/** Chunks that a number has at most: a few, where a source was upserted several times without records. */
const SAME_NUMBER = 4;

function keyOf({ chunkNo, content }: Pick<WholeChunk, 'chunkNo' | 'content'>): string {
  return `${chunkNo} ${content}`;
}

/** Leaves out chunks that lie there already, at their number: a stop came between inserting them and forgetting that they were removed. @param chunks of one source */
function withoutStored(
  contents: ContentRepository,
  scopes: readonly ContentScope[],
  chunks: readonly WholeChunk[],
): readonly WholeChunk[] {
  const [first] = chunks;
  const source = first === undefined ? undefined : contents.sourcesNamed(scopes, nameOfSource(first.metadata))[0];
  if (source === undefined) return chunks;
  const chunkNo = Math.min(...chunks.map((chunk) => chunk.chunkNo));
  const places = contents.after({ sourceId: source.id, chunkNo, chunkId: -1 }, chunks.length * SAME_NUMBER);
  const rows = contents.read(
    'collection',
    places.map(({ chunkId }) => chunkId),
  );
  const stored = new Set(rows.map(keyOf));
  return chunks.filter((chunk) => !stored.has(keyOf(chunk)));
}

/** Opens what a library has in a vector store only. @throws UserError 422 when its settings can't be used */
export async function openVectorStoreContents(
  deps: ContentsDeps,
  library: Library,
  wanted: string | undefined,
  signal: AbortSignal,
): Promise<OpenContents> {
  const { contents } = deps;
  const nodeId = library.vectorStoreOf(wanted);
  const plan = library.storagePlan('read', nodeId);
  const store = await openStore(plan, library.id, deps.engine.vectorDeps);
  const records = await openRecords(plan, library.id, store.collection, deps.engine.recordDeps);
  const opened: OpenVectorStore = {
    deps,
    library,
    nodeId,
    store,
    signal,
    sourceIdKey: records?.sourceIdKey ?? 'source',
    namespace: records?.transactional === undefined ? undefined : records.namespace,
  };
  const planRemoval = () => library.storagePlan('remove', nodeId);
  const searchWords: OpenContents['searchWords'] = async ({ words: text, filter }, topK) => {
    const hits = await store.query({ words: { text, hybridWeight: 0 }, topK, filter }, signal);
    return hits.map(({ id }) => id);
  };
  return {
    library,
    nodeId,
    reader: readerOf(deps, store, signal),
    originOf: ({ metadata }) => ({ partId: library.id, source: sourceOf(opened, metadata) }),
    describeSource: ({ name }) => describe(opened, name),
    ...(store.searchesWords === true ? { searchWords } : {}),
    edit: (chunk, after) => edit(opened, chunk, after),
    remove: (chunk) =>
      withWriter(opened, { plan: planRemoval(), isUndoable: findsAgain(opened) }, async (writer) => {
        const editId = saveEdit(deps.engine, edited(opened, chunk), null, deps.now().toISOString());
        await writer.remove([indexed(opened, chunk)], signal);
        return editId;
      }),
    heldAs: (_partId, name) => contents.sourcesNamed(scopesOf(deps, store), name)[0]?.id,
    async insert(_partId, chunks, inserted, undone) {
      if (undone !== undefined) deps.engine.runChanges.refuseBehind(undone);
      const isUndoable = undone !== undefined && findsAgain(opened);
      const restored = await withWriter(opened, { plan: planRemoval(), isUndoable }, (_writer, written) =>
        restoreLocal(deps, { store: written, records, signal }, chunks, inserted),
      );
      if (restored !== undefined) return restored.map(uuidText);
      const full = library.plan('write', nodeId);
      const ids = await withWriter(opened, { plan: full, isUndoable }, async (writer, written) => {
        const missing = withoutStored(contents, scopesOf(deps, store), chunks);
        const all = await write(opened, full, { writer, store: written }, missing);
        inserted?.();
        return all;
      });
      return [...ids.values()].map(uuidText);
    },
    take: (chunks, moved) =>
      withWriter(opened, { plan: planRemoval(), isUndoable: false }, async (writer) => {
        // Before: what is not taken out after a stop is there twice, and never lost.
        moved();
        await writer.remove(
          chunks.map((chunk) => indexed(opened, chunk)),
          signal,
        );
      }),
    close: () => closeOpened(store, records),
  };
}

interface RestorePlace {
  readonly store: VectorStore;
  readonly records: RecordManager | undefined;
  readonly signal: AbortSignal;
}

function isLocal(records: RecordManager): records is LocalRecordManager {
  return records.transactional !== undefined;
}

/**
 * Restores chunks of one source whose vectors are in the database, as an undo does: nothing is embedded, and no model is needed.
 * @param restored is called in the same transaction
 * @returns their ids; undefined when store or records are not in the database, a vector is missing, or the store has another model now
 */
async function restoreLocal(
  { engine, contents }: ContentsDeps,
  { store, records, signal }: RestorePlace,
  chunks: readonly DeletedChunk[],
  restored: (() => void) | undefined,
): Promise<readonly Buffer[] | undefined> {
  const { transactional } = store;
  if (transactional === undefined || (records !== undefined && !isLocal(records))) return undefined;
  const vectors = chunks.flatMap(({ embeddingId }) => embeddingId ?? []);
  const model = vectors.length < chunks.length ? undefined : engine.embeddings.modelOf(vectors);
  const bound = transactional.model();
  if (model === undefined || (bound !== undefined && bound.id !== model.id)) return undefined;
  transactional.open();
  records?.transactional.open();
  const write = engine.db.transaction(() => {
    transactional.bindModel(model);
    const there = restoreChunks({ store: transactional, records, contents }, chunks);
    restored?.();
    return there.map(({ chunkId }) => chunkId);
  });
  return commitPage({ ...engine, announce: transactional.announceCommit, signal }, () => write.immediate());
}
