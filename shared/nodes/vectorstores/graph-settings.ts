/** How two vectors are compared. */
export type Metric = 'cosine' | 'l2' | 'ip';

/** What a collection's HNSW graph is made of: another value of one of these makes another graph. */
export interface GraphShape {
  readonly metric: Metric;
  /** Links of a point to its neighbours (M). */
  readonly links: number;
  /** Candidates that are looked at when a point is put in. */
  readonly efConstruction: number;
}

export interface GraphSettings extends GraphShape {
  /** Candidates that are looked at when a question is answered. */
  readonly ef: number;
}

/**
 * `links` and `efConstruction` are hnswlib's usual values: recall@10 of 1.000 at 100,000 x 384. Vectors of real texts need an `ef` of 64 for a recall of 1.0; vectors
 * without any structure (12,000 x 512 random ones) get 0.33 with 64, 0.73 with 256, 0.91 with 512, which costs 1 to 2 ms a question.
 */
export const DEFAULT_GRAPH_SETTINGS = {
  metric: 'cosine',
  links: 16,
  efConstruction: 200,
  ef: 512,
} as const satisfies GraphSettings;

/** Beyond these a graph costs much and finds no more. */
export const GRAPH_SETTING_LIMITS = {
  links: { min: 4, max: 64 },
  efConstruction: { min: 16, max: 1000 },
  ef: { min: 16, max: 4000 },
} as const;
