import type { VectorStore } from '../../core/vector-store.ts';
import type { ReadVectors } from './known-vectors.ts';

/** Vectors of a store; none, when they are of another model than the one that is asked for. */
export function readStoredVectors(store: VectorStore): ReadVectors {
  return async (ids, model, signal) => {
    const bound = await store.model(signal);
    const isSame =
      bound !== undefined &&
      (bound.id === undefined || bound.id === model.id) &&
      (model.dimensions ?? bound.dimensions) === bound.dimensions;
    if (!isSame || store.browse === undefined) return new Map();
    return store.browse.vectorsOf(ids, signal);
  };
}
