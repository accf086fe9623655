import { z } from 'zod';
import { RunResultSchema } from '../../../../shared/api/runs.ts';
import { type UpsertHistoryEntry, UsedNodeSchema } from '../../../../shared/api/upsert-history.ts';
import type { Database } from '../database.ts';
import type { Slice } from './row-repository.ts';

/** Which entries of an owner. Null: no limit on that side. */
export interface HistoryFilter {
  readonly ownerId: string;
  /** ISO instants, both inclusive. */
  readonly from: string | null;
  readonly to: string | null;
}

interface HistoryRow {
  id: string;
  owner_id: string;
  result: string;
  created_date: string;
  flow_data: string;
}

const NodesSchema = z.array(UsedNodeSchema);

const MATCHES = `FROM run JOIN upsert_history ON run_seq = run.seq
  WHERE owner_id = @ownerId AND status = 'FINISHED' AND result IS NOT NULL
  AND (@from IS NULL OR created_date >= @from) AND (@to IS NULL OR created_date <= @to)`;
const FIELDS = 'SELECT run.id, owner_id, result, created_date, flow_data';

function toEntry(row: HistoryRow): UpsertHistoryEntry {
  return {
    id: row.id,
    chatflowid: row.owner_id,
    result: RunResultSchema.parse(JSON.parse(row.result)),
    flowData: NodesSchema.parse(JSON.parse(row.flow_data)),
    date: row.created_date,
  };
}

/** The history of upserts: runs that finished, with what they used (`upsert_history`). */
export function createUpsertHistoryRepository(db: Database) {
  const oldestFirst = db.prepare<[HistoryFilter & Slice], HistoryRow>(
    `${FIELDS} ${MATCHES} ORDER BY run.seq LIMIT @limit OFFSET @offset`,
  );
  const newestFirst = db.prepare<[HistoryFilter & Slice], HistoryRow>(
    `${FIELDS} ${MATCHES} ORDER BY run.seq DESC LIMIT @limit OFFSET @offset`,
  );
  const count = db.prepare<[HistoryFilter], { total: number }>(`SELECT count(*) AS total ${MATCHES}`);
  const remove = db.prepare<[string]>(
    'DELETE FROM upsert_history WHERE run_seq IN (SELECT seq FROM run WHERE id IN (SELECT value FROM json_each(?)))',
  );
  const owner = db
    .prepare<[{ id: string }], number>(
      `SELECT NOT EXISTS (SELECT 1 FROM bin WHERE owner_id = @id)
       AND (EXISTS (SELECT 1 FROM chatflow WHERE id = @id) OR EXISTS (SELECT 1 FROM document_store WHERE id = @id))`,
    )
    .pluck();
  return {
    list: (filter: HistoryFilter, order: 'ASC' | 'DESC', slice: Slice): UpsertHistoryEntry[] =>
      (order === 'ASC' ? oldestFirst : newestFirst).all({ ...filter, ...slice }).map(toEntry),
    count: (filter: HistoryFilter): number => count.get(filter)?.total ?? 0,
    /** Takes runs out of the history; the runs stay. @returns how many were in it */
    remove: (runIds: readonly string[]): number => remove.run(JSON.stringify(runIds)).changes,
    /** Whether there is a chatflow or a document store of this id. */
    hasOwner: (id: string): boolean => owner.get({ id }) === 1,
  };
}

export type UpsertHistoryRepository = ReturnType<typeof createUpsertHistoryRepository>;
