import type { Metric } from '../../../../../shared/nodes/vectorstores/graph-settings.ts';
import type { Database } from '../../../storage/database.ts';

/** What vectors a collection has, and how they are compared. */
export interface CollectionFacts {
  readonly count: number;
  readonly dimensions: number;
  readonly metric: Metric;
}

/** Reads them by the collection's row; undefined for one that has never had any. */
export function createFactsReader(db: Database): (collectionId: number) => CollectionFacts | undefined {
  const select = db.prepare<[number], CollectionFacts>(
    `SELECT c.chunk_count AS count, m.dimensions, c.metric
     FROM collection c JOIN embedding_model m ON m.id = c.model_id WHERE c.id = ?`,
  );
  return (collectionId) => select.get(collectionId);
}
