import type { EmbeddingModel } from '../../core/embedding-model.ts';
import type { VectorStore } from '../../core/vector-store.ts';

/** Batches whose texts are remembered: more than the engine reads ahead of the one it writes. */
const BATCHES = 8;

/** Vectors that there are already, for chunks that are copied from one place to another. */
export interface KnownVectors {
  /** Registers the ids that the vectors of a batch have, before the engine gets the batch. Texts without an id have none. */
  expect(texts: readonly string[], ids: readonly (string | undefined)[]): void;
  /** The model, called only for texts that have no vector yet. */
  instead(model: EmbeddingModel): EmbeddingModel;
}

/** Gives the vectors of those ids that are there, as the model made them. */
export type ReadVectors = (
  ids: readonly string[],
  model: EmbeddingModel,
  signal: AbortSignal,
) => Promise<ReadonlyMap<string, Float32Array>>;

export function createKnownVectors(read: ReadVectors): KnownVectors {
  const batches: ReadonlyMap<string, string>[] = [];
  const idOf = (text: string) => batches.findLast((batch) => batch.has(text))?.get(text);

  async function embed(model: EmbeddingModel, texts: readonly string[], signal: AbortSignal) {
    const ids = texts.map(idOf);
    const known = ids.filter((id) => id !== undefined);
    const found = known.length === 0 ? new Map<string, Float32Array>() : await read(known, model, signal);
    const vectors = ids.map((id) => (id === undefined ? undefined : found.get(id)));
    const missing = texts.filter((_text, index) => vectors[index] === undefined);
    const made = missing.length === 0 ? [] : await model.embedDocuments(missing, signal);
    let next = 0;
    return vectors.map((vector) => vector ?? made[next++] ?? new Float32Array());
  }

  return {
    expect(texts, ids) {
      const pairs = texts.flatMap((text, index) => {
        const id = ids[index];
        return id === undefined ? [] : [[text, id] as const];
      });
      batches.push(new Map(pairs));
      if (batches.length > BATCHES) batches.shift();
    },
    instead: (model) => ({
      id: model.id,
      get dimensions() {
        return model.dimensions;
      },
      hybridWeight: model.hybridWeight,
      // Next to nothing of a batch is left to embed.
      commitSize: undefined,
      embedDocuments: (texts, signal) => embed(model, texts, signal),
      embedQuery: (text, signal) => model.embedQuery(text, signal),
    }),
  };
}

/** Vectors of a store; none if they are of another model. */
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
