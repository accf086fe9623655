import type { Database } from '../database.ts';

/** What the lists of flows and document stores count. */
export function createOverviewRepository(db: Database) {
  const chunks = db
    .prepare<[string], number>(
      'SELECT coalesce(sum(chunk_count), 0) FROM collection WHERE name IN (SELECT value FROM json_each(?))',
    )
    .pluck();
  const sources = db
    .prepare<[string], number>(
      `SELECT count(*) FROM record_source WHERE namespace_id IN
         (SELECT id FROM record_namespace WHERE name IN (SELECT value FROM json_each(?)))`,
    )
    .pluck();
  const newestRuns = db
    .prepare<[], string>('SELECT id FROM run WHERE seq IN (SELECT max(seq) FROM run GROUP BY chatflow_id)')
    .pluck();
  return {
    /** Chunks of these collections together. */
    countChunks: (collections: readonly string[]): number => chunks.get(JSON.stringify(collections)) ?? 0,
    /** Sources that records of these namespaces name. */
    countSources: (namespaces: readonly string[]): number => sources.get(JSON.stringify(namespaces)) ?? 0,
    /** Ids of the newest run of each flow and document store. */
    newestRuns: (): string[] => newestRuns.all(),
  };
}

export type OverviewRepository = ReturnType<typeof createOverviewRepository>;
