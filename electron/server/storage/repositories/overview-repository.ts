import type { Database } from '../database.ts';

/** Vectors are float32. */
const BYTES_PER_NUMBER = 4;

interface StoredSize {
  readonly chunks: number;
  readonly sizeBytes: number;
}

/** What the lists of flows and document stores count. */
export function createOverviewRepository(db: Database) {
  const chunks = db.prepare<[string], StoredSize>(
    `SELECT coalesce(sum(c.chunk_count), 0) AS chunks, coalesce(sum(
       c.chunk_count * coalesce(m.dimensions, 0) * ${BYTES_PER_NUMBER}
       + (SELECT coalesce(sum(s.size_bytes), 0) FROM content_source s WHERE s.kind = 1 AND s.place = c.id AND s.generation = 0)), 0) AS sizeBytes
     FROM collection c LEFT JOIN embedding_model m ON m.id = c.model_id WHERE c.name IN (SELECT value FROM json_each(?))`,
  );
  const sources = db
    .prepare<[string], number>(
      `SELECT count(*) FROM record_source WHERE namespace_id IN
         (SELECT id FROM record_namespace WHERE name IN (SELECT value FROM json_each(?)))`,
    )
    .pluck();
  const newestRuns = db
    .prepare<[], [string, string]>(
      'SELECT owner_id, id FROM run WHERE seq IN (SELECT max(seq) FROM run GROUP BY owner_id)',
    )
    .raw();
  return {
    /** Chunks of these collections together, with the bytes of their texts and vectors. */
    countChunks: (collections: readonly string[]): StoredSize =>
      chunks.get(JSON.stringify(collections)) ?? { chunks: 0, sizeBytes: 0 },
    /** Sources that records of these namespaces name. */
    countSources: (namespaces: readonly string[]): number => sources.get(JSON.stringify(namespaces)) ?? 0,
    /** Ids of the newest run of each flow and document store, by its id. */
    newestRuns: (): ReadonlyMap<string, string> => new Map(newestRuns.all()),
  };
}

export type OverviewRepository = ReturnType<typeof createOverviewRepository>;
