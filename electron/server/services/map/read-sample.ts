import { setImmediate as nextTurn } from 'node:timers/promises';
import { toUnitVector } from '../../stores/local/search/vector-math.ts';
import type { OpenCollection } from './open-collection.ts';
import type { Matrix } from './projection/matrix.ts';

/** Chunks that are drawn at most: more are neither drawn nor told apart well. */
const MOST_DRAWN = 5000;
/** Vectors that are asked for at a time: some ms of the server's thread. */
const VECTORS_A_STEP = 100;

/** Chunks with the sources that they are of. */
export interface Sample {
  /** Chunks that the collection lists. */
  readonly total: number;
  readonly isPartial: boolean;
  /** With the number of chunks that each has in the collection. */
  readonly sources: readonly { readonly name: string; readonly chunks: number }[];
  readonly ids: readonly string[];
  /** Number in `sources`, by chunk. */
  readonly sourceOf: readonly number[];
}

export interface ReadSample {
  readonly sample: Sample;
  /** By chunk, of length 1; a zero vector stays zero. */
  readonly vectors: Matrix & { readonly data: Float32Array<ArrayBuffer> };
}

/**
 * Reads at most {@link MOST_DRAWN} chunks of a collection with their vectors, in small steps. Chunks without a vector that can be compared are left out.
 * @param onProgress 0 to 1
 */
export async function readSample(
  { reader, store }: OpenCollection,
  onProgress: (fraction: number) => void,
  signal: AbortSignal,
): Promise<ReadSample> {
  const { total, sources, chunks } = await reader.sample(MOST_DRAWN, signal);
  const ids: string[] = [];
  const sourceOf: number[] = [];
  let data = new Float32Array(0);
  let columns = 0;
  for (let from = 0; from < chunks.length; from += VECTORS_A_STEP) {
    const step = chunks.slice(from, from + VECTORS_A_STEP);
    const found = await store.browse?.vectorsOf(
      step.map(({ id }) => id),
      signal,
    );
    for (const { id, source } of step) {
      const vector = toUnitVector(found?.get(id) ?? new Float32Array(0));
      if (vector === undefined || vector.length === 0) continue;
      if (columns === 0) {
        columns = vector.length;
        data = new Float32Array(chunks.length * columns);
      }
      if (vector.length !== columns) continue;
      data.set(vector, ids.length * columns);
      ids.push(id);
      sourceOf.push(source);
    }
    onProgress((from + step.length) / chunks.length);
    await nextTurn(undefined, { signal });
  }
  const vectors = { data: data.slice(0, ids.length * columns), rows: ids.length, columns };
  return { sample: { total, isPartial: (await reader.storedChunks()) > total, sources, ids, sourceOf }, vectors };
}
