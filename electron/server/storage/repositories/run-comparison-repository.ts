import { z } from 'zod';
import { type UsedNode, UsedNodeSchema } from '../../../../shared/api/upsert-history.ts';
import type { Database } from '../database.ts';

const NodesSchema = z.array(UsedNodeSchema);

/** What two runs of one owner have in common, and what not. */
export function createRunComparisonRepository(db: Database) {
  const settings = db
    .prepare<[string], string>(
      'SELECT flow_data FROM upsert_history WHERE run_seq = (SELECT seq FROM run WHERE id = ?)',
    )
    .pluck();
  const before = db
    .prepare<[{ id: string }], string>(
      `SELECT id FROM run WHERE owner_id = (SELECT owner_id FROM run WHERE id = @id)
         AND seq < (SELECT seq FROM run WHERE id = @id) AND status = 'FINISHED' ORDER BY seq DESC LIMIT 1`,
    )
    .pluck();
  const later = db
    .prepare<[{ id: string }], number>(
      `SELECT EXISTS (SELECT 1 FROM run WHERE owner_id = (SELECT owner_id FROM run WHERE id = @id)
         AND seq > (SELECT seq FROM run WHERE id = @id))`,
    )
    .pluck();
  return {
    /** What a run used, without secrets; empty where that is not known. */
    settingsOf(runId: string): UsedNode[] {
      const found = settings.get(runId);
      return found === undefined ? [] : NodesSchema.parse(JSON.parse(found));
    },
    /** The last finished run of the same owner before a run. */
    runBefore: (id: string): string | undefined => before.get({ id }),
    hasLater: (id: string): boolean => later.get({ id }) === 1,
  };
}

export type RunComparisonRepository = ReturnType<typeof createRunComparisonRepository>;
