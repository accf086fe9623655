import type { EmbeddingRepository } from '../../storage/repositories/embedding-repository.ts';
import { contentHashAt } from './classify-batch.ts';
import type { EmbeddedBatch } from './embed-batch.ts';

/** Rows of a batch's vectors in the `embedding` table, by content hash (latin1 text). */
export type VectorRows = ReadonlyMap<string, number>;

/** Stores the vectors that were made for a batch: they are the cache from now on. Inside a transaction. */
export function storeVectors(embedded: EmbeddedBatch, embeddings: EmbeddingRepository, modelId: string): VectorRows {
  const ids = new Map(embedded.storedIds);
  const [first] = embedded.newVectors.values();
  if (first === undefined) return ids;
  const modelRow = embeddings.ensureModel(modelId, first.length);
  for (const [key, vector] of embedded.newVectors) {
    ids.set(key, embeddings.insert(modelRow, Buffer.from(key, 'latin1'), vector));
  }
  return ids;
}

/** The row of a chunk's vector. */
export function vectorRowOf(embedded: EmbeddedBatch, index: number, rows: VectorRows): number {
  const row = rows.get(contentHashAt(embedded.classified.batch, index).toString('latin1'));
  if (row === undefined) throw new Error('A chunk of the batch has no vector.');
  return row;
}

/** A chunk's vector itself. */
export function vectorOf(embedded: EmbeddedBatch, index: number, embeddings: EmbeddingRepository): Float32Array {
  const key = contentHashAt(embedded.classified.batch, index).toString('latin1');
  const row = embedded.storedIds.get(key);
  const vector = embedded.newVectors.get(key) ?? (row === undefined ? undefined : embeddings.read(row));
  if (vector === undefined) throw new Error('A chunk of the batch has no vector.');
  return vector;
}
