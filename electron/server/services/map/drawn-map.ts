import type { OpenCollection } from './open-collection.ts';
import type { Projection } from './projection/project-rows.ts';
import type { Sample } from './read-sample.ts';

/** A map that was drawn, and what places questions in it: some 1.5 MB at most. */
export interface DrawnMap {
  /** The collection as it was drawn. */
  readonly state: string;
  readonly sample: Sample;
  /** undefined where there was nothing to draw. */
  readonly projection: Projection | undefined;
}

/** Says how a collection is, so that a change of it shows. */
export async function stateOf({ reader, store }: OpenCollection, signal: AbortSignal): Promise<string> {
  const [totals, model] = [await reader.totals(), await store.model(signal)];
  return JSON.stringify([store.collection, totals, model?.id, model?.dimensions]);
}
