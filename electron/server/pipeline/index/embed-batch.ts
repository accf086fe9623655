import { UserError } from '../../../../shared/errors/errors.ts';
import type { EmbeddingModel } from '../../core/embedding-model.ts';
import type { EmbeddingHold, EmbeddingRepository } from '../../storage/repositories/embedding-repository.ts';
import { type ClassifiedBatch, contentHashAt } from './classify-batch.ts';

/** Vectors of the chunks that are to be written: a row that is stored already, or a vector to store. By content hash (latin1 text). */
export interface EmbeddedBatch {
  readonly classified: ClassifiedBatch;
  readonly storedIds: ReadonlyMap<string, number>;
  readonly newVectors: ReadonlyMap<string, Float32Array>;
}

/**
 * Embeds what is not in the cache, each content once.
 * @param indexes positions of the chunks whose vectors are needed
 * @throws UserError EMBEDDING_MISMATCH when the model's answer has another length than it had before.
 */
export async function embedBatch(
  classified: ClassifiedBatch,
  indexes: readonly number[],
  {
    model,
    embeddings,
    hold,
  }: { readonly model: EmbeddingModel; readonly embeddings: EmbeddingRepository; readonly hold: EmbeddingHold },
  signal: AbortSignal,
): Promise<EmbeddedBatch> {
  const { batch } = classified;
  const cached = embeddings.findModel(model.id);
  const storedIds = new Map<string, number>();
  hold.add(storedIds);
  const missing = new Map<string, string>();
  for (const index of indexes) {
    const hash = contentHashAt(batch, index);
    const key = hash.toString('latin1');
    if (storedIds.has(key) || missing.has(key)) continue;
    const id = cached === undefined ? undefined : embeddings.find(cached.id, hash);
    if (id === undefined) missing.set(key, batch.contents[index] ?? '');
    else storedIds.set(key, id);
  }
  const vectors = missing.size === 0 ? [] : await model.embedDocuments([...missing.values()], signal);
  const newVectors = new Map<string, Float32Array>();
  for (const [position, key] of [...missing.keys()].entries()) {
    const vector = vectors[position];
    if (vector === undefined) throw new Error('The embedding model gave fewer vectors than texts.');
    if (cached !== undefined && vector.length !== cached.dimensions) {
      throw new UserError(
        'EMBEDDING_MISMATCH',
        `The embedding model ${model.id} gave ${vector.length} dimensions where it gave ${cached.dimensions} before: the server behind it serves another model now. Name that model in the node, and choose a new collection.`,
        { details: { expected: cached.dimensions, actual: vector.length } },
      );
    }
    newVectors.set(key, vector);
  }
  return { classified, storedIds, newVectors };
}
