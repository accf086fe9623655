import type { ModelIdentity } from '../../core/vector-store.ts';
import type { EmbeddingRepository } from '../../storage/repositories/embedding-repository.ts';
import { damaged } from './read-archive.ts';

/**
 * Keeps a vector of an archive; a text that is embedded here already keeps its own. Inside a transaction.
 * @param bytes float32, little-endian
 * @returns its row
 * @throws UserError FILE_CORRUPT
 */
export function keepVector(
  embeddings: EmbeddingRepository,
  model: ModelIdentity,
  contentHash: Buffer,
  bytes: Buffer,
): number {
  const known = embeddings.findModel(model.id)?.dimensions ?? model.dimensions;
  if (known !== model.dimensions) {
    throw damaged(`its vectors of ${model.id} have ${model.dimensions} numbers, and here they have ${known}`);
  }
  const vector = new Float32Array(new Uint8Array(bytes).buffer);
  if (!vector.every(Number.isFinite)) throw damaged('a vector is no list of numbers');
  return embeddings.insert(embeddings.ensureModel(model.id, model.dimensions), contentHash, vector);
}
