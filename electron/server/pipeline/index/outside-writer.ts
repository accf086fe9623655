import { hash } from 'node:crypto';
import { newUuidBytes } from '../../common/uuid.ts';
import type { ChunkBatch } from '../../core/chunk.ts';
import type { EmbeddingModel } from '../../core/embedding-model.ts';
import type { ChunkRecord } from '../../core/record-manager.ts';
import type {
  OutsideWrite,
  OutsideWriteRepository,
  WriteRange,
} from '../../storage/repositories/outside-write-repository.ts';
import {
  type ClassifiedBatch,
  claimBatch,
  classifyAllAsNew,
  classifyBatch,
  contentKeyAt,
  metadataHashAt,
} from './classify-batch.ts';
import type { EmbeddedBatch } from './embed-batch.ts';
import { cleanupScope, type IndexWriter, NO_RUN, NOTHING_UNREAD, type UnreadSources } from './index-writer.ts';
import type { RecordSide, RecordWrite } from './record-side.ts';
import { forgetLost, settleUnfinished } from './settle-unfinished.ts';
import type { StoreSide } from './store-side.ts';
import { withGrace } from './with-grace.ts';

export interface OutsideTarget {
  readonly store: StoreSide;
  readonly records: RecordSide | undefined;
  readonly journal: OutsideWriteRepository;
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

/** What is noted of a write that is under way, and takes it away again when it is done. */
function createNotes(journal: OutsideWriteRepository, scope: string, writes: readonly OutsideWrite[]) {
  let range: WriteRange | undefined;
  return {
    note(): void {
      range = journal.add(scope, writes);
    },
    settle(): void {
      if (range !== undefined) journal.remove(scope, range);
    },
  };
}

function recordsOf({ classified: { batch, added } }: EmbeddedBatch, scope: string): readonly ChunkRecord[] {
  return added.map((index) => {
    const contentKey = contentKeyAt(batch, index);
    return {
      contentKey,
      metadataHash: metadataHashAt(batch, index),
      source: batch.sources[index] ?? '',
      chunkNo: batch.chunkNos[index] ?? 0,
      chunkId: chunkIdOf(scope, contentKey),
    };
  });
}

/** Chunks without records: every one is new, and has an id that no other has. */
function createAddingWriter(store: StoreSide): IndexWriter {
  return {
    sourceIdKey: 'source',
    begin: () => Promise.resolve(undefined),
    seeSources: () => Promise.resolve(),
    classify: async (batch) => classifyAllAsNew(batch),
    vectorsFor: (classified) => store.vectorsFor(classified),
    async commit(embedded, model, signal) {
      const addedIds = new Map(embedded.classified.added.map((index) => [index, newUuidBytes()]));
      await store.write({ embedded, addedIds, rewritten: [], model }, undefined, signal);
      return addedIds;
    },
    removeStale: () => Promise.resolve(),
    clearOwn: () => Promise.resolve(0),
    totalKeys: () => Promise.resolve(undefined),
  };
}

/** The state of a run that keeps records. */
class RecordedRun {
  readonly #target: OutsideTarget & { readonly records: RecordSide };
  readonly #scope: string;
  readonly #claims = new Set<string>();
  #runSeq = NO_RUN;

  constructor(target: OutsideTarget & { readonly records: RecordSide }) {
    this.#target = target;
    this.#scope = JSON.stringify([target.records.namespace, target.store.collection]);
  }

  async begin(signal: AbortSignal): Promise<string | undefined> {
    const unfinished = { ...this.#target, scope: this.#scope };
    // First of all: it makes the table of the records.
    this.#runSeq = await this.#target.records.startRun(signal);
    await settleUnfinished(unfinished, signal);
    return forgetLost(unfinished, signal);
  }

  seeSources(sources: readonly string[], signal: AbortSignal): Promise<void> {
    return this.#target.records.seeSources(sources, this.#runSeq, signal);
  }

  async classify(batch: ChunkBatch, signal: AbortSignal): Promise<ClassifiedBatch> {
    const claim = claimBatch(batch, this.#claims);
    return classifyBatch(claim, await this.#target.records.exists(claim.keys, signal), this.#runSeq);
  }

  async commit(
    embedded: EmbeddedBatch,
    model: Pick<EmbeddingModel, 'id' | 'dimensions'>,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<number, Buffer>> {
    const { store, records, journal } = this.#target;
    const { batch, added, updated, moved, unchanged, claimed } = embedded.classified;
    const newRecords = recordsOf(embedded, this.#scope);
    const rewritten = [...updated, ...moved];
    const { note, settle } = createNotes(journal, this.#scope, [
      ...newRecords.map(({ chunkId, contentKey }) => ({ kind: 'add' as const, chunkId, contentKey })),
      ...rewritten.map(({ record }) => ({
        kind: 'rewrite' as const,
        chunkId: record.chunkId,
        recordId: record.recordId,
      })),
    ]);
    if (newRecords.length + rewritten.length > 0) {
      const addedIds = new Map(newRecords.map(({ chunkId }, position) => [added[position] ?? -1, chunkId]));
      await store.write({ embedded, addedIds, rewritten, model }, note, signal);
    }
    const write: RecordWrite = {
      sources: batch.sources,
      added: newRecords,
      touched: unchanged.map(({ record }) => record.recordId),
      replaced: rewritten.map(({ index, record }) => ({
        recordId: record.recordId,
        metadataHash: metadataHashAt(batch, index),
        chunkNo: batch.chunkNos[index] ?? 0,
      })),
    };
    const accepted = await withGrace(signal, (soon) => records.write(write, this.#runSeq, settle, soon));
    for (const claim of claimed) this.#claims.delete(claim);
    return new Map(
      accepted.map((position) => [added[position] ?? -1, newRecords[position]?.chunkId ?? Buffer.alloc(0)]),
    );
  }

  async removeStale(
    onRemoved: (count: number) => void,
    signal: AbortSignal,
    unread: UnreadSources = NOTHING_UNREAD,
  ): Promise<void> {
    const { store, records, journal } = this.#target;
    if (records.cleanup === 'none') return;
    const scope = cleanupScope(records.cleanup, unread);
    for await (const stale of records.listStale(scope, this.#runSeq, signal, unread.sources)) {
      signal.throwIfAborted();
      if (stale.length === 0) continue;
      const { note, settle } = createNotes(
        journal,
        this.#scope,
        stale.map(({ chunkId, recordId }) => ({ kind: 'delete', chunkId, recordId })),
      );
      await store.delete(
        stale.map(({ chunkId }) => chunkId),
        note,
        signal,
      );
      const recordIds = stale.map(({ recordId }) => recordId);
      await withGrace(signal, (soon) => records.remove(recordIds, settle, soon));
      onRemoved(stale.length);
    }
  }
}

/**
 * Store or records, or both, elsewhere. Each batch goes to the store first and is recorded when the store has confirmed it; deletions too. What is under way
 * between the two is written down before, so that the next run of the same records can tell what became of it.
 */
export function createOutsideWriter({ store, records, journal }: OutsideTarget): IndexWriter {
  if (records === undefined) return createAddingWriter(store);
  const run = new RecordedRun({ store, records, journal });
  return {
    sourceIdKey: records.sourceIdKey,
    begin: (signal) => run.begin(signal),
    seeSources: (sources, signal) => run.seeSources(sources, signal),
    classify: (batch, signal) => run.classify(batch, signal),
    vectorsFor: (classified) => store.vectorsFor(classified),
    commit: (embedded, model, signal) => run.commit(embedded, model, signal),
    removeStale: (onRemoved, signal, unread) => run.removeStale(onRemoved, signal, unread),
    // What others have put there is not known to be this owner's.
    clearOwn: () => Promise.resolve(0),
    totalKeys: (signal) => records.count(signal),
  };
}
