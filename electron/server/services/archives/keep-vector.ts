import type { ModelIdentity } from '../../core/vector-store.ts';
import type { EmbeddingRepository } from '../../storage/repositories/embedding-repository.ts';
import { damaged } from './read-archive.ts';

/** Models give vectors of length 1, or some hundred times that. */
const LONGEST = 1e6;

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
  const squares = vector.reduce((sum, value) => sum + value * value, 0);
  // Of what is no number the sum is none either.
  if (!(squares <= LONGEST * LONGEST)) throw damaged('a vector is no list of numbers, or of absurd length');
  return embeddings.insert(embeddings.ensureModel(model.id, model.dimensions), contentHash, vector);
}
