import { BugError } from '../../../shared/errors/errors.ts';
import type { VectorStoreQuery } from '../core/vector-store.ts';

/**
 * The vector of a question to a store that compares vectors only.
 * @throws BugError if it has none
 */
export async function questionVector({ vector }: VectorStoreQuery): Promise<Float32Array> {
  if (vector === undefined) throw new BugError('A store that compares vectors was asked without one');
  return await vector;
}
