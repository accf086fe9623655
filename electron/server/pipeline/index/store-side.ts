import { uuidText } from '../../common/uuid.ts';
import type { Metadata } from '../../core/document.ts';
import type { EmbeddingModel } from '../../core/embedding-model.ts';
import type { OutsideChunk, OutsideVectorStore, VectorStore } from '../../core/vector-store.ts';
import { commitRelaxed } from '../../storage/checkpointer.ts';
import type { ClassifiedBatch, KnownChunk } from './classify-batch.ts';
import type { EmbeddedBatch } from './embed-batch.ts';
import { chunkToStore, dimensionsOf, rewriteMetadata, type WriterHost } from './embedded-writer.ts';
import { storeVectors, vectorOf } from './store-vectors.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Chunks of a batch that are to be written. */
export interface StoreWrite {
  readonly embedded: EmbeddedBatch;
  /** Ids of the new ones, by position. */
  readonly addedIds: ReadonlyMap<number, Buffer>;
  readonly rewritten: readonly KnownChunk[];
  readonly model: Pick<EmbeddingModel, 'id' | 'dimensions'>;
}

/**
 * Where chunks go when store and records can't be written in one transaction. What resolves is there for good. `note` is called in the transaction that
 * comes before: what it writes down is on the disk before the store is touched.
 */
export interface StoreSide {
  readonly collection: string;
  vectorsFor(classified: ClassifiedBatch): readonly number[];
  isEmpty(signal: AbortSignal): Promise<boolean>;
  write(write: StoreWrite, note: (() => void) | undefined, signal: AbortSignal): Promise<void>;
  delete(ids: readonly Buffer[], note: (() => void) | undefined, signal: AbortSignal): Promise<void>;
  /** Which of these chunks are not there, as far as can be told without a search for each. As text. */
  whichAreLost(ids: readonly Buffer[], signal: AbortSignal): Promise<ReadonlySet<string>>;
  /** Which of these chunks, whose deletion was noted and may have failed, are not there. As text. */
  whichAreDeleted(ids: readonly Buffer[], signal: AbortSignal): Promise<ReadonlySet<string>>;
}

/** The embedded store, when its records are elsewhere. */
export function embeddedStoreSide(store: VectorStore, { db, embeddings, onCommit }: WriterHost): StoreSide {
  const inTransaction = async (work: () => void): Promise<void> => {
    // To the disk at once: the records, which are written next, must never name what a power cut takes away.
    db.transaction(work).immediate();
    store.announceCommit();
    await onCommit();
  };
  return {
    collection: store.collection,
    vectorsFor: ({ added }) => added,
    isEmpty: () => Promise.resolve(store.count() === 0),
    write: ({ embedded, addedIds, rewritten, model }, note) =>
      inTransaction(() => {
        note?.();
        const dimensions = dimensionsOf(embedded, model, embeddings);
        if (dimensions !== undefined && addedIds.size > 0) store.bindModel({ id: model.id, dimensions });
        const rows = storeVectors(embedded, embeddings, model.id);
        store.upsert([...addedIds].map(([index, id]) => chunkToStore(embedded, index, id, rows)));
        if (rewritten.length > 0) rewriteMetadata(rewritten, embedded, store);
      }),
    delete: (ids, note) =>
      inTransaction(() => {
        note?.();
        store.deleteByIds(ids);
      }),
    // It loses all or nothing: with the database.
    whichAreLost: (ids) => Promise.resolve(new Set(store.count() === 0 ? ids.map(uuidText) : [])),
    // The note and the deletion were one transaction.
    whichAreDeleted: (ids) => Promise.resolve(new Set(ids.map(uuidText))),
  };
}

function outsideChunk({ embedded }: StoreWrite, index: number, id: Buffer, vector: Float32Array): OutsideChunk {
  const { batch } = embedded.classified;
  const metadata: Metadata = JSON.parse(batch.metadata[index] ?? '{}');
  return {
    id: uuidText(id),
    content: batch.contents[index] ?? '',
    metadata,
    chunkNo: batch.chunkNos[index] ?? 0,
    vector,
  };
}

/** A store that is not in the server's database. */
export function outsideStoreSide(
  store: OutsideVectorStore,
  { db, embeddings }: WriterHost,
  ownerId: string,
): StoreSide {
  let isPrepared = false;

  async function prepare(modelId: string, dimensions: number, signal: AbortSignal): Promise<void> {
    if (isPrepared) return;
    await store.prepare({ id: modelId, dimensions }, signal);
    isPrepared = true;
  }

  async function missing(ids: readonly Buffer[], signal: AbortSignal): Promise<ReadonlySet<string>> {
    const texts = ids.map(uuidText);
    const there = new Set((await store.getByIds(texts, signal)).map(({ id }) => id));
    return new Set(texts.filter((id) => !there.has(id)));
  }

  return {
    collection: store.collection,
    // The whole chunk is written again when only its metadata or its place is new.
    vectorsFor: ({ added, updated, moved }) => [...added, ...[...updated, ...moved].map(({ index }) => index)],
    isEmpty: async (signal) => (await store.count(signal)) === 0,
    async write(write, note, signal) {
      const { embedded, addedIds, rewritten, model } = write;
      const ids = [...addedIds, ...rewritten.map(({ index, record }) => [index, record.chunkId] as const)];
      const chunks = ids.map(([index, id]) => outsideChunk(write, index, id, vectorOf(embedded, index, embeddings)));
      const [first] = chunks;
      // Before the note: a collection of another model is refused while nothing is written.
      if (first !== undefined) await prepare(model.id, first.vector.length, signal);
      const begin = db.transaction(() => {
        note?.();
        const rows = storeVectors(embedded, embeddings, model.id);
        embeddings.keepOutside(ownerId, Math.floor(Date.now() / DAY_MS), rows.values());
      });
      if (note === undefined) commitRelaxed(db, () => begin.immediate());
      else begin.immediate();
      if (first !== undefined) await store.upsert(chunks, signal);
    },
    async delete(ids, note, signal) {
      if (note !== undefined) db.transaction(note).immediate();
      await store.deleteByIds(ids.map(uuidText), signal);
    },
    whichAreLost: missing,
    whichAreDeleted: missing,
  };
}
