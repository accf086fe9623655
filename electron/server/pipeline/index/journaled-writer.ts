import { hash } from 'node:crypto';
import { uuidText } from '../../common/uuid.ts';
import type { RecordManager, StaleRecord } from '../../core/record-manager.ts';
import type { VectorStore } from '../../core/vector-store.ts';
import { commitRelaxed } from '../../storage/checkpointer.ts';
import type { Database } from '../../storage/database.ts';
import type {
  RemoteWrite,
  RemoteWriteRepository,
  WriteRange,
} from '../../storage/repositories/remote-write-repository.ts';
import { type ChunkWriter, createChunkWriter } from './chunk-writer.ts';
import {
  type ClassifiedBatch,
  claimBatch,
  classifyBatch,
  contentKeyAt,
  type IndexedChunk,
  keysOf,
  newRecord,
  recordsOf,
  replacedRecord,
} from './classify-batch.ts';
import type { EmbeddedBatch } from './embed-batch.ts';
import {
  cleanupScope,
  type IndexWriter,
  type ModelOfVectors,
  NO_RUN,
  NOTHING_UNREAD,
  type UnreadSources,
} from './index-writer.ts';
import { forgetLost, settleUnfinished, type Unfinished } from './settle-unfinished.ts';
import type { WriterDeps } from './transactional-writer.ts';

/** Store and records of which at least one is not in the server's database, or can't be written in one transaction with the other. */
export interface JournaledTarget {
  readonly store: VectorStore;
  readonly records: RecordManager;
  readonly journal: RemoteWriteRepository;
  /** Id of the chatflow or document store: vectors in a remote store stay in the cache for it. */
  readonly ownerId: string;
  /** Of the run, as the server counts. */
  readonly runSeq: number;
}

/** How long the second half of a write may go on after its run was stopped: a batch of records takes well under a second. */
const GRACE_MS = 5000;

/** Does what follows on something that is done already, also when the run is stopped meanwhile: then it has a few more seconds. */
async function withGrace<T>(signal: AbortSignal, work: (soon: AbortSignal) => Promise<T>): Promise<T> {
  const late = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const onAbort = (): void => {
    timer = setTimeout(() => late.abort(signal.reason), GRACE_MS);
  };
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await work(late.signal);
  } finally {
    signal.removeEventListener('abort', onAbort);
    clearTimeout(timer);
  }
}

/**
 * The id of a chunk that has a record: the same in every run (a UUID of version 8, from a hash), so that a run after one that was stopped half-way writes
 * over what that has left.
 */
function chunkIdOf(scope: string, contentKey: Buffer): Buffer {
  const id = hash('sha256', Buffer.concat([Buffer.from(`${scope}\0`), contentKey]), 'buffer').subarray(0, 16);
  id.writeUInt8((id.readUInt8(6) & 0x0f) | 0x80, 6);
  id.writeUInt8((id.readUInt8(8) & 0x3f) | 0x80, 8);
  return id;
}

/** The whole chunk is written again when only its metadata or its place is new. */
function vectorsFor({ added, updated, moved }: ClassifiedBatch): readonly number[] {
  return [...added, ...[...updated, ...moved].map(({ index }) => index)];
}

/** A run of an index that is written by way of the journal. */
interface JournaledRun extends Unfinished {
  readonly db: Database;
  readonly chunks: ChunkWriter;
  /** As the records count; known once the run has begun. */
  runSeq: number;
}

/** Notes what is under way, and takes the note away again when it is done. */
function createNotes({ db, journal, scope }: JournaledRun, writes: readonly RemoteWrite[]) {
  let range: WriteRange | undefined;
  return {
    note(): void {
      range = journal.add(scope, writes);
    },
    settle(): void {
      const noted = range;
      if (noted === undefined) return;
      commitRelaxed(db, () => db.transaction(() => journal.remove(scope, noted)).immediate());
    },
  };
}

/** @returns what takes the note away, once the records have confirmed too */
async function writeStore(
  run: JournaledRun,
  embedded: EmbeddedBatch,
  ids: ReadonlyMap<number, Buffer>,
  model: ModelOfVectors,
  signal: AbortSignal,
): Promise<() => void> {
  const { batch, updated, moved } = embedded.classified;
  const rewritten = [...updated, ...moved];
  const { note, settle } = createNotes(run, [
    ...[...ids].map(([index, chunkId]) => ({ kind: 'add' as const, chunkId, contentKey: contentKeyAt(batch, index) })),
    ...rewritten.map(({ record: { chunkId, recordId } }) => ({ kind: 'rewrite' as const, chunkId, recordId })),
  ]);
  if (ids.size + rewritten.length === 0) return settle;
  const all = new Map([...ids, ...rewritten.map(({ index, record }) => [index, record.chunkId] as const)]);
  await run.chunks.write(embedded, all, model, note, signal);
  return settle;
}

/** First the store, then the records. @returns ids of the chunks that were added, by position in the batch */
async function commitBatch(
  run: JournaledRun,
  embedded: EmbeddedBatch,
  model: ModelOfVectors,
  signal: AbortSignal,
): Promise<ReadonlyMap<number, Buffer>> {
  const { records, runSeq } = run;
  const { batch, added, updated, moved, unchanged, renewed } = embedded.classified;
  const ids = new Map(added.map((index) => [index, chunkIdOf(run.scope, contentKeyAt(batch, index))]));
  const settle = await writeStore(run, embedded, ids, model, signal);
  const newRecords = [...ids].map(([index, chunkId]) => newRecord(batch, index, chunkId));
  const replaced = [...updated, ...moved, ...renewed].map((chunk) => replacedRecord(batch, chunk));
  const touched = unchanged.map(({ record }) => record.recordId);
  const accepted = await withGrace(signal, async (soon) => {
    await records.seeSources([...new Set(batch.sources)], runSeq, soon);
    const positions = newRecords.length === 0 ? [] : await records.put(newRecords, runSeq, soon);
    if (touched.length > 0) await records.touch(touched, runSeq, soon);
    if (replaced.length > 0) await records.replace(replaced, runSeq, soon);
    settle();
    return positions;
  });
  return new Map(accepted.map((position) => [added[position] ?? -1, newRecords[position]?.chunkId ?? Buffer.alloc(0)]));
}

/** First out of the store, then out of the records. */
async function removePage(run: JournaledRun, stale: readonly StaleRecord[], signal: AbortSignal): Promise<void> {
  const { db, store, records } = run;
  const { note, settle } = createNotes(
    run,
    stale.map(({ chunkId, recordId }) => ({ kind: 'delete', chunkId, recordId })),
  );
  db.transaction(note).immediate();
  await store.deleteByIds(
    stale.map(({ chunkId }) => uuidText(chunkId)),
    signal,
  );
  await withGrace(signal, async (soon) => {
    await records.remove(
      stale.map(({ recordId }) => recordId),
      soon,
    );
    settle();
  });
}

/** Chunks with their records, and those that have none. */
async function removeChunks(run: JournaledRun, given: readonly IndexedChunk[], signal: AbortSignal): Promise<void> {
  const known = await run.records.exists(
    given.map(({ contentKey }) => contentKey),
    signal,
  );
  const recordIds = given.map((chunk, index) => recordsOf([chunk], [known[index]])[0]);
  const recorded = given.flatMap(({ chunkId }, index) => {
    const recordId = recordIds[index];
    return recordId === undefined ? [] : [{ chunkId, recordId }];
  });
  const rest = given.filter((_chunk, index) => recordIds[index] === undefined);
  if (recorded.length > 0) await removePage(run, recorded, signal);
  if (rest.length > 0) await run.chunks.remove(rest, signal);
}

/**
 * Store and records that can't be written in one transaction. Each batch goes to the store first and is recorded when the store has confirmed it; deletions too.
 * What is under way between the two is written down before, so that the next run of the same records can tell what became of it.
 */
export function createJournaledWriter(target: JournaledTarget, deps: WriterDeps): IndexWriter {
  const { store, records, journal, runSeq: serverRun } = target;
  const chunks = createChunkWriter(target, deps);
  const scope = JSON.stringify([records.namespace, store.collection]);
  const run: JournaledRun = { store, records, journal, scope, db: deps.db, chunks, runSeq: NO_RUN };
  const claims = new Set<string>();
  return {
    sourceIdKey: records.sourceIdKey,
    async begin(signal) {
      // First of all: it makes the table of the records.
      run.runSeq = await records.startRun(serverRun, signal);
      await settleUnfinished(run, signal);
      return forgetLost(run, signal);
    },
    seeSources: (sources, signal) => records.seeSources(sources, run.runSeq, signal),
    async classify(batch, signal) {
      const claim = claimBatch(batch, claims);
      const keys = keysOf(claim);
      const known = keys.length === 0 ? [] : await records.exists(keys, signal);
      return classifyBatch(claim, known, run.runSeq);
    },
    vectorsFor,
    async commit(embedded, model, signal) {
      const added = await commitBatch(run, embedded, model, signal);
      for (const claim of embedded.classified.claimed) claims.delete(claim);
      return added;
    },
    async removeStale(onRemoved, signal, unread: UnreadSources = NOTHING_UNREAD) {
      if (records.cleanup === 'none') return;
      const pages = records.listStale(cleanupScope(records.cleanup, unread), run.runSeq, signal, unread.sources);
      for await (const stale of pages) {
        signal.throwIfAborted();
        if (stale.length === 0) continue;
        await removePage(run, stale, signal);
        onRemoved(stale.length);
      }
    },
    remove: (given, signal) => removeChunks(run, given, signal),
    // Chunks that others have stored there are not known to be this owner's.
    clearOwn: () => Promise.resolve(0),
    totalKeys: (signal) => records.count(signal),
  };
}
