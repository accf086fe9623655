import type { RecordManager } from '../nodes/kinds.ts';
import type { EmbeddingRepository } from '../storage/repositories/embedding-repository.ts';
import { newUuidBytes } from '../uuid.ts';
import type { ChunkToStore, VectorStore } from '../vector/vector-store.ts';
import { contentHashAt, contentKeyAt, type KnownChunk, metadataHashAt } from './classify-batch.ts';
import type { EmbeddedBatch } from './embed-batch.ts';

export interface CommitTarget {
  readonly store: VectorStore;
  readonly records: RecordManager | undefined;
  readonly embeddings: EmbeddingRepository;
  readonly modelId: string;
  readonly runSeq: number;
}

function storeVectors(embedded: EmbeddedBatch, target: CommitTarget): Map<string, number> {
  const ids = new Map(embedded.storedIds);
  const [first] = embedded.newVectors.values();
  if (first === undefined) return ids;
  const modelRow = target.embeddings.ensureModel(target.modelId, first.length);
  for (const [key, vector] of embedded.newVectors) {
    ids.set(key, target.embeddings.insert(modelRow, Buffer.from(key, 'latin1'), vector));
  }
  return ids;
}

function toStore(embedded: EmbeddedBatch, index: number, embeddingIds: ReadonlyMap<string, number>): ChunkToStore {
  const { batch } = embedded.classified;
  const embeddingId = embeddingIds.get(contentHashAt(batch, index).toString('latin1'));
  const content = batch.contents[index];
  const metadata = batch.metadata[index];
  const chunkNo = batch.chunkNos[index];
  if (embeddingId === undefined || content === undefined || metadata === undefined || chunkNo === undefined) {
    throw new Error('A chunk of the batch has no vector or no text.');
  }
  return { id: newUuidBytes(), content, metadata, chunkNo, embeddingId };
}

/**
 * Writes one batch; to be called inside a transaction, so that chunks, vectors, records and log are there together or not at all.
 * @returns ids of the chunks that were added, by their position in the batch (another run may have stored some meanwhile: those are
 *   not among them)
 */
export function commitBatch(embedded: EmbeddedBatch, target: CommitTarget): ReadonlyMap<number, Buffer> {
  const { batch, added, updated, moved, unchanged } = embedded.classified;
  const { store, records, runSeq } = target;
  const embeddingIds = storeVectors(embedded, target);
  const chunks = added.map((index) => toStore(embedded, index, embeddingIds));
  if (records === undefined) {
    store.upsert(chunks);
    return new Map(added.map((index, position) => [index, chunks[position]?.id ?? Buffer.alloc(0)]));
  }
  records.seeSources(batch.sources, runSeq);
  const newRecords = added.map((index, position) => ({
    contentKey: contentKeyAt(batch, index),
    metadataHash: metadataHashAt(batch, index),
    source: batch.sources[index] ?? '',
    chunkNo: batch.chunkNos[index] ?? 0,
    chunkId: chunks[position]?.id ?? Buffer.alloc(0),
  }));
  const accepted = records.put(newRecords, runSeq);
  store.upsert(accepted.flatMap((position) => chunks[position] ?? []));
  if (unchanged.length > 0) {
    records.touch(
      unchanged.map(({ record }) => record.recordId),
      runSeq,
    );
  }
  rewrite([...updated, ...moved], embedded, { store, records, runSeq });
  return new Map(accepted.map((position) => [added[position] ?? -1, newRecords[position]?.chunkId ?? Buffer.alloc(0)]));
}

function rewrite(
  known: readonly KnownChunk[],
  { classified: { batch } }: EmbeddedBatch,
  { store, records, runSeq }: { readonly store: VectorStore; readonly records: RecordManager; readonly runSeq: number },
): void {
  if (known.length === 0) return;
  for (const { index, record } of known) {
    records.replace(record.recordId, metadataHashAt(batch, index), batch.chunkNos[index] ?? 0, runSeq);
  }
  store.updateMetadata(
    known.map(({ index, record }) => ({
      id: record.chunkId,
      metadata: batch.metadata[index] ?? '{}',
      chunkNo: batch.chunkNos[index] ?? 0,
    })),
  );
}
