import { hash } from 'node:crypto';
import { newUuidBytes, uuidText } from '../../common/uuid.ts';
import type { ChunkBatch } from '../../core/chunk.ts';
import type { Metadata } from '../../core/document.ts';
import type { EmbeddingModel } from '../../core/embedding-model.ts';
import type { RecordManager } from '../../core/record-manager.ts';
import type { StoredChunk, VectorStore } from '../../core/vector-store.ts';
import { commitRelaxed } from '../../storage/checkpointer.ts';
import type {
  RemoteWrite,
  RemoteWriteRepository,
  WriteRange,
} from '../../storage/repositories/remote-write-repository.ts';
import {
  type ClassifiedBatch,
  claimBatch,
  classifyAllAsNew,
  classifyBatch,
  contentKeyAt,
  newRecord,
  replacedRecord,
} from './classify-batch.ts';
import type { EmbeddedBatch } from './embed-batch.ts';
import { cleanupScope, type IndexWriter, NO_RUN, NOTHING_UNREAD, type UnreadSources } from './index-writer.ts';
import { forgetLost, settleUnfinished } from './settle-unfinished.ts';
import { storeVectors, vectorOf, vectorRowOf } from './store-vectors.ts';
import type { WriterDeps } from './transactional-writer.ts';
import { withGrace } from './with-grace.ts';

/** Store and records of which at least one is not in the server's database, or can't be written in one transaction with the other. */
export interface JournaledTarget {
  readonly store: VectorStore;
  readonly records: RecordManager | undefined;
  readonly journal: RemoteWriteRepository;
  /** Id of the chatflow or document store: vectors that a store elsewhere has are kept for it. */
  readonly ownerId: string;
  /** Of the run, as the server counts. */
  readonly runSeq: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;

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

function storedChunk(batch: ChunkBatch, index: number, id: Buffer): StoredChunk {
  const metadata: Metadata = JSON.parse(batch.metadata[index] ?? '{}');
  return { id: uuidText(id), content: batch.contents[index] ?? '', metadata, chunkNo: batch.chunkNos[index] ?? 0 };
}

/** Brings chunks to the store. What is noted is on the disk before the store is touched. */
function createChunkWriter({ store, ownerId }: JournaledTarget, { db, embeddings, onCommit }: WriterDeps) {
  let isPrepared = false;

  async function prepare(modelId: string, dimensions: number, signal: AbortSignal): Promise<void> {
    if (isPrepared) return;
    await store.prepare({ id: modelId, dimensions }, signal);
    isPrepared = true;
  }

  return {
    /** @param ids of the chunks that are to be written, by position in the batch */
    async write(
      embedded: EmbeddedBatch,
      ids: ReadonlyMap<number, Buffer>,
      model: Pick<EmbeddingModel, 'id' | 'dimensions'>,
      note: (() => void) | undefined,
      signal: AbortSignal,
    ): Promise<void> {
      const { batch } = embedded.classified;
      const vectors = new Map([...ids.keys()].map((index) => [index, vectorOf(embedded, index, embeddings)] as const));
      const [first] = vectors.values();
      // Before the note: a collection of another model is refused while nothing is written.
      if (first !== undefined) await prepare(model.id, first.length, signal);
      const begin = db.transaction(() => {
        note?.();
        const rows = storeVectors(embedded, embeddings, model.id);
        if (store.transactional === undefined) {
          embeddings.keepRemote(ownerId, Math.floor(Date.now() / DAY_MS), rows.values());
        }
        return rows;
      });
      const rows = note === undefined ? commitRelaxed(db, () => begin.immediate()) : begin.immediate();
      const chunks = [...ids].flatMap(([index, id]) => {
        const vector = vectors.get(index);
        const embeddingId = vectorRowOf(embedded, index, rows);
        return vector === undefined ? [] : [{ ...storedChunk(batch, index, id), vector, embeddingId }];
      });
      if (chunks.length > 0) await store.upsert(chunks, signal);
      await onCommit();
    },
  };
}

type ChunkWriter = ReturnType<typeof createChunkWriter>;

/** The whole chunk is written again when only its metadata or its place is new. */
function vectorsFor({ added, updated, moved }: ClassifiedBatch): readonly number[] {
  return [...added, ...[...updated, ...moved].map(({ index }) => index)];
}

/** Chunks without records: every one is new, and has an id that no other has. */
function createAddingWriter(chunks: ChunkWriter): IndexWriter {
  return {
    sourceIdKey: 'source',
    begin: () => Promise.resolve(undefined),
    seeSources: () => Promise.resolve(),
    classify: async (batch) => classifyAllAsNew(batch),
    vectorsFor,
    async commit(embedded, model, signal) {
      const ids = new Map(embedded.classified.added.map((index) => [index, newUuidBytes()]));
      await chunks.write(embedded, ids, model, undefined, signal);
      return ids;
    },
    removeStale: () => Promise.resolve(),
    clearOwn: () => Promise.resolve(0),
    totalKeys: () => Promise.resolve(undefined),
  };
}

/**
 * Store and records that can't be written in one transaction. Each batch goes to the store first and is recorded when the store has confirmed it; deletions too.
 * What is under way between the two is written down before, so that the next run of the same records can tell what became of it.
 */
export function createJournaledWriter(target: JournaledTarget, deps: WriterDeps): IndexWriter {
  const { store, records, journal, runSeq: serverRun } = target;
  const chunks = createChunkWriter(target, deps);
  if (records === undefined) return createAddingWriter(chunks);
  const { db } = deps;
  const scope = JSON.stringify([records.namespace, store.collection]);
  const claims = new Set<string>();
  let runSeq = NO_RUN;

  /** Notes what is under way, and takes the note away again when it is done. */
  function createNotes(writes: readonly RemoteWrite[]) {
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

  async function writeStore(
    embedded: EmbeddedBatch,
    ids: ReadonlyMap<number, Buffer>,
    model: Pick<EmbeddingModel, 'id' | 'dimensions'>,
    signal: AbortSignal,
  ): Promise<() => void> {
    const { batch, updated, moved } = embedded.classified;
    const rewritten = [...updated, ...moved];
    const { note, settle } = createNotes([
      ...[...ids].map(([index, chunkId]) => ({
        kind: 'add' as const,
        chunkId,
        contentKey: contentKeyAt(batch, index),
      })),
      ...rewritten.map(({ record: { chunkId, recordId } }) => ({ kind: 'rewrite' as const, chunkId, recordId })),
    ]);
    if (ids.size + rewritten.length === 0) return settle;
    const all = new Map([...ids, ...rewritten.map(({ index, record }) => [index, record.chunkId] as const)]);
    await chunks.write(embedded, all, model, note, signal);
    return settle;
  }

  return {
    sourceIdKey: records.sourceIdKey,
    async begin(signal) {
      const unfinished = { store, records, journal, scope };
      // First of all: it makes the table of the records.
      runSeq = await records.startRun(serverRun, signal);
      await settleUnfinished(unfinished, signal);
      return forgetLost(unfinished, signal);
    },
    seeSources: (sources, signal) => records.seeSources(sources, runSeq, signal),
    async classify(batch, signal) {
      const claim = claimBatch(batch, claims);
      const known = claim.keys.length === 0 ? [] : await records.exists(claim.keys, signal);
      return classifyBatch(claim, known, runSeq);
    },
    vectorsFor,
    async commit(embedded, model, signal) {
      const { batch, added, updated, moved, unchanged, renewed, claimed } = embedded.classified;
      const ids = new Map(added.map((index) => [index, chunkIdOf(scope, contentKeyAt(batch, index))]));
      const settle = await writeStore(embedded, ids, model, signal);
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
      for (const claim of claimed) claims.delete(claim);
      return new Map(
        accepted.map((position) => [added[position] ?? -1, newRecords[position]?.chunkId ?? Buffer.alloc(0)]),
      );
    },
    async removeStale(onRemoved, signal, unread: UnreadSources = NOTHING_UNREAD) {
      if (records.cleanup === 'none') return;
      const pages = records.listStale(cleanupScope(records.cleanup, unread), runSeq, signal, unread.sources);
      for await (const stale of pages) {
        signal.throwIfAborted();
        if (stale.length === 0) continue;
        const { note, settle } = createNotes(
          stale.map(({ chunkId, recordId }) => ({ kind: 'delete', chunkId, recordId })),
        );
        db.transaction(note).immediate();
        const ids = stale.map(({ chunkId }) => uuidText(chunkId));
        await store.deleteByIds(ids, signal);
        const recordIds = stale.map(({ recordId }) => recordId);
        await withGrace(signal, async (soon) => {
          await records.remove(recordIds, soon);
          settle();
        });
        onRemoved(stale.length);
      }
    },
    // What others have put there is not known to be this owner's.
    clearOwn: () => Promise.resolve(0),
    totalKeys: (signal) => records.count(signal),
  };
}
