/** The metric for two vectors. */
export type Metric = 'cosine' | 'l2' | 'ip';

/** The parameters of a collection's HNSW graph: a change of one requires a new graph. */
export interface GraphShape {
  readonly metric: Metric;
  /** Links of a point to its neighbours (M). */
  readonly links: number;
  /** Candidates that are compared when a point is inserted. */
  readonly efConstruction: number;
}

export interface GraphSettings extends GraphShape {
  /** Candidates that are compared for a query. */
  readonly ef: number;
}

/**
 * `links` and `efConstruction` are hnswlib's usual values: recall@10 of 1.000 at 100,000 x 384. Vectors of real texts need an `ef` of 64 for a recall
 * of 1.0; random vectors (12,000 x 512) reach 0.33 with 64, 0.73 with 256, 0.91 with 512, which costs 1 to 2 ms per query.
 */
export const DEFAULT_GRAPH_SETTINGS = {
  metric: 'cosine',
  links: 16,
  efConstruction: 200,
  ef: 512,
} as const satisfies GraphSettings;

/** Beyond these values a graph costs much more and finds no more. */
export const GRAPH_SETTING_LIMITS = {
  links: { min: 4, max: 64 },
  efConstruction: { min: 16, max: 1000 },
  ef: { min: 16, max: 4000 },
} as const;
