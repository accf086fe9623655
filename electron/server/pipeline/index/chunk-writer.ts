import { setImmediate as nextTurn } from 'node:timers/promises';
import { uuidText } from '../../common/uuid.ts';
import type { ChunkBatch } from '../../core/chunk.ts';
import type { Metadata } from '../../core/document.ts';
import type { StoredChunk, VectorStore } from '../../core/vector-store.ts';
import { commitRelaxed } from '../../storage/checkpointer.ts';
import type { IndexedChunk } from './classify-batch.ts';
import type { EmbeddedBatch } from './embed-batch.ts';
import type { ModelOfVectors } from './index-writer.ts';
import { storeVectors, vectorOf, vectorRowOf } from './store-vectors.ts';
import type { WriterDeps } from './transactional-writer.ts';

export interface ChunkTarget {
  readonly store: VectorStore;
  /** Id of the chatflow or document store: vectors in a remote store stay in the cache for it. */
  readonly ownerId: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;

function storedChunk(batch: ChunkBatch, index: number, id: Buffer): StoredChunk {
  const metadata: Metadata = JSON.parse(batch.metadata[index] ?? '{}');
  return { id: uuidText(id), content: batch.contents[index] ?? '', metadata, chunkNo: batch.chunkNos[index] ?? 0 };
}

/** Writes chunks to the store. Notes are on the disk before the store is touched. */
export function createChunkWriter({ store, ownerId }: ChunkTarget, { db, embeddings, onCommit }: WriterDeps) {
  let isPrepared = false;

  async function prepare(modelId: string, dimensions: number, signal: AbortSignal): Promise<void> {
    if (isPrepared) return;
    await store.prepare({ id: modelId, dimensions }, signal);
    isPrepared = true;
  }

  return {
    /** Deletes chunks that have no record. */
    remove: (given: readonly IndexedChunk[], signal: AbortSignal): Promise<void> =>
      store.deleteByIds(
        given.map(({ chunkId }) => uuidText(chunkId)),
        signal,
      ),
    /** @param ids of the chunks that are to be written, by position in the batch */
    async write(
      embedded: EmbeddedBatch,
      ids: ReadonlyMap<number, Buffer>,
      model: ModelOfVectors,
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
          embeddings.markRemote(ownerId, Math.floor(Date.now() / DAY_MS), rows.values());
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
      // Lets requests in between two batches: a store in memory, with vectors that are all there, waits for nothing.
      await nextTurn();
    },
  };
}

export type ChunkWriter = ReturnType<typeof createChunkWriter>;
