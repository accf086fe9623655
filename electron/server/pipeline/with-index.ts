import type { UpsertPlan } from '../../../shared/flow/upsert-plan.ts';
import type { KeyedLock } from '../common/keyed-lock.ts';
import { newUuidBytes } from '../common/uuid.ts';
import type { Log } from '../core/log.ts';
import type { LocalRecordManager, RecordManager, RecordManagerDeps } from '../core/record-manager.ts';
import type { LocalVectorStore, VectorStore, VectorStoreDeps } from '../core/vector-store.ts';
import { commitRelaxed } from '../storage/checkpointer.ts';
import type { RemoteWriteRepository } from '../storage/repositories/remote-write-repository.ts';
import type { GoneFrom } from '../storage/repositories/removed-source-repository.ts';
import type { RunChangeRepository, RunChanges } from '../storage/repositories/run-change-repository.ts';
import type { RunUndoRepository } from '../storage/repositories/run-undo-repository.ts';
import { closeOpened, openRecords, openStore } from './compile/open-nodes.ts';
import { type ChunkTarget, createChunkWriter } from './index/chunk-writer.ts';
import { classifyAllAsNew, contentKeyAt } from './index/classify-batch.ts';
import { type IndexWriter, NO_RUN } from './index/index-writer.ts';
import { createJournaledWriter } from './index/journaled-writer.ts';
import { createTransactionalWriter, type WriterDeps } from './index/transactional-writer.ts';

/** What writing to a vector store needs of the server. */
export interface IndexDeps extends WriterDeps {
  readonly vectorDeps: VectorStoreDeps;
  readonly recordDeps: RecordManagerDeps;
  readonly remoteWrites: RemoteWriteRepository;
  readonly runChanges: RunChangeRepository;
  readonly undo: RunUndoRepository;
  /** Moves sources that are gone from where a run reads to the bin. */
  readonly binGone: (from: GoneFrom, recordIds: readonly number[]) => void;
  /** By record namespace: runs on the same records go one after the other. */
  readonly recordLock: KeyedLock;
  /** Called when the work on a store has ended: what is known of its chunks may be old. @param collection its name */
  readonly onWritten: (collection: string) => void;
  readonly log: Log;
}

/** Which store and records, for whom. */
export interface IndexUse {
  readonly plan: Pick<UpsertPlan, 'store' | 'recordManager'>;
  /** Id of the chatflow or document store: an unnamed collection or namespace is its own. */
  readonly ownerId: string;
  /** Of the run, as the server counts. */
  readonly runSeq: number;
  /** Whether the run takes over one that did not finish. */
  readonly isResuming?: boolean;
  /** For a sync run: sources that are gone go to the bin as sources of this loader, or of this node of a flow. */
  readonly gone?: Pick<GoneFrom, 'partId' | 'nodeId'> | undefined;
  readonly signal: AbortSignal;
  /** Called when another run of the same records has to end first. */
  onWait(): void;
}

/** Opens a sink, does the work, and closes it again. */
export type WithIndex = <T>(use: IndexUse, deps: IndexDeps, work: (index: OpenIndex) => Promise<T>) => Promise<T>;

/** Store and records of a plan, ready to be written. */
export interface OpenIndex {
  readonly store: VectorStore;
  readonly writer: IndexWriter;
  /** What people should know of the state that it was found in. */
  readonly note: string | undefined;
  /** Namespace of the records, if they are in the server's database. */
  readonly namespace?: string | undefined;
}

function isLocalStore(store: VectorStore): store is LocalVectorStore {
  return store.transactional !== undefined;
}

function isLocalRecords(records: RecordManager): records is LocalRecordManager {
  return records.transactional !== undefined;
}

interface AddingTarget extends ChunkTarget {
  readonly changes: Pick<RunChanges, 'added'> | undefined;
}

/**
 * A remote store without records: every chunk is new, and has an id that no other has. It is noted before the store gets it, since nothing else knows what of
 * an interrupted run has arrived.
 */
function createAddingWriter(target: AddingTarget, deps: WriterDeps): IndexWriter {
  const chunks = createChunkWriter(target, deps);
  const { changes } = target;
  return {
    sourceIdKey: 'source',
    begin: () => Promise.resolve(undefined),
    seeSources: () => Promise.resolve(),
    classify: async (batch) => classifyAllAsNew(batch),
    vectorsFor: ({ added }) => added,
    async commit(embedded, model, signal) {
      const { batch, added } = embedded.classified;
      const ids = new Map(added.map((index) => [index, newUuidBytes()]));
      const noted = [...ids].map(([index, chunkId]) => ({ chunkId, contentKey: contentKeyAt(batch, index) }));
      await chunks.write(embedded, ids, model, changes === undefined ? undefined : () => changes.added(noted), signal);
      return ids;
    },
    removeStale: () => Promise.resolve(),
    remove: (given, signal) => chunks.remove(given, signal),
    clearOwn: () => Promise.resolve(0),
    totalKeys: () => Promise.resolve(undefined),
  };
}

/** Notes what a run adds to a store whose old state can't be saved here: what it replaces there can't be restored. */
function noteChanges(writer: IndexWriter, changes: RunChanges): IndexWriter {
  return {
    ...writer,
    async commit(embedded, model, signal) {
      const { batch, updated, moved } = embedded.classified;
      if (updated.length + moved.length > 0) changes.refuse('OUTSIDE');
      const added = await writer.commit(embedded, model, signal);
      changes.added([...added].map(([index, chunkId]) => ({ chunkId, contentKey: contentKeyAt(batch, index) })));
      return added;
    },
    removeStale: (onRemoved, signal, unread) =>
      writer.removeStale(
        (removed) => {
          if (removed > 0) changes.refuse('OUTSIDE');
          onRemoved(removed);
        },
        signal,
        unread,
      ),
  };
}

/**
 * Without records a resuming run can't know what the first has stored, and writes all of it again. So the old chunks go as the new ones come: for
 * each batch that is written at least as many chunks, and the rest at the end. At no time is less found than before.
 */
function replaceLeft(writer: IndexWriter, runSeq: number, { db, undo }: IndexDeps): IndexWriter {
  /** @param wanted how many chunks at least, if there are so many */
  async function take(wanted: number, signal: AbortSignal): Promise<void> {
    for (let taken = 0; taken < wanted; ) {
      const batch = undo.left(runSeq);
      if (batch === undefined) return;
      await writer.remove(batch.chunks, signal);
      commitRelaxed(db, () => undo.dropAdded(batch));
      taken += batch.chunks.length;
    }
  }

  return {
    ...writer,
    async commit(embedded, model, signal) {
      const added = await writer.commit(embedded, model, signal);
      await take(added.size, signal);
      return added;
    },
    async removeStale(onRemoved, signal, unread) {
      await take(Number.POSITIVE_INFINITY, signal);
      commitRelaxed(db, () => undo.setTakenOver(runSeq, new Date().toISOString()));
      await writer.removeStale(onRemoved, signal, unread);
    },
  };
}

/** Notes what a run changes; what people change by hand is no run. */
function beginChanges(
  store: VectorStore,
  records: RecordManager | undefined,
  { runSeq, ownerId }: IndexUse,
  { runChanges }: IndexDeps,
): RunChanges | undefined {
  if (runSeq === NO_RUN) return undefined;
  const isLocal = isLocalStore(store) && (records === undefined || isLocalRecords(records));
  const namespace = records !== undefined && isLocalRecords(records) ? records.namespace : undefined;
  return runChanges.begin({ runSeq, ownerId, collection: store.collection, namespace, isLocal });
}

/** One transaction a batch where store and records can both join it; else the journal keeps them consistent. Without records there is no need for either. */
function openWriter(
  store: VectorStore,
  records: RecordManager | undefined,
  use: IndexUse,
  changes: RunChanges | undefined,
  deps: IndexDeps,
): IndexWriter {
  const { runSeq, ownerId } = use;
  if (isLocalStore(store) && (records === undefined || isLocalRecords(records))) {
    const { gone } = use;
    const binGone =
      gone === undefined
        ? undefined
        : (recordIds: readonly number[]) => deps.binGone({ ownerId, runSeq, ...gone }, recordIds);
    return createTransactionalWriter({ store, records, runSeq, changes, binGone }, deps);
  }
  const { remoteWrites: journal } = deps;
  if (records === undefined) return createAddingWriter({ store, ownerId, changes }, deps);
  const writer = createJournaledWriter({ store, records, journal, ownerId, runSeq }, deps);
  return changes === undefined ? writer : noteChanges(writer, changes);
}

function createWriter(
  store: VectorStore,
  records: RecordManager | undefined,
  use: IndexUse,
  deps: IndexDeps,
): IndexWriter {
  const changes = beginChanges(store, records, use, deps);
  const writer = openWriter(store, records, use, changes, deps);
  return use.isResuming === true && records === undefined ? replaceLeft(writer, use.runSeq, deps) : writer;
}

/**
 * Opens the plan's store and records, does `work` when no other run writes the same records, and closes them again.
 * @throws UserError INVALID_PARAM; what the store or the records say, naming their node; the signal's reason
 */
export async function withIndex<T>(use: IndexUse, deps: IndexDeps, work: (index: OpenIndex) => Promise<T>): Promise<T> {
  const { plan, ownerId, signal } = use;
  const store = await openStore(plan, ownerId, deps.vectorDeps);
  let records: RecordManager | undefined;
  try {
    records = await openRecords(plan, ownerId, store.collection, deps.recordDeps);
    const run = async () => {
      const writer = createWriter(store, records, use, deps);
      const note = await writer.begin(signal);
      const namespace = records !== undefined && isLocalRecords(records) ? records.namespace : undefined;
      return work({ store, writer, note, namespace });
    };
    return records === undefined ? await run() : await deps.recordLock.run(records.namespace, signal, use.onWait, run);
  } finally {
    deps.onWritten(store.collection);
    await closeOpened(store, records).catch((error: unknown) => {
      // All is done by then, or has failed for a reason that must not be hidden by this one.
      deps.log.warn({ err: error, ownerId }, 'A connection to a vector store or to records could not be ended well');
    });
  }
}
