import { z } from 'zod';
import {
  NodeRunSchema,
  type Run,
  RunErrorSchema,
  RunStatusSchema,
  UpsertCountsSchema,
} from '../../../../shared/api/runs.ts';
import type { Database } from '../database.ts';

interface RunRow {
  seq: number;
  id: string;
  chatflow_id: string;
  status: string;
  created_date: string;
  finished_date: string | null;
  nodes: string;
  result: string | null;
  error: string | null;
}

const NodesSchema = z.array(NodeRunSchema);

function fromRow(row: RunRow): Run {
  return {
    id: row.id,
    chatflowId: row.chatflow_id,
    status: RunStatusSchema.parse(row.status),
    createdDate: row.created_date,
    finishedDate: row.finished_date,
    nodes: NodesSchema.parse(JSON.parse(row.nodes)),
    result: row.result === null ? null : UpsertCountsSchema.parse(JSON.parse(row.result)),
    error: row.error === null ? null : RunErrorSchema.parse(JSON.parse(row.error)),
  };
}

/** Rows of the `run` table. `seq` grows with each run and marks the records that it touched. */
export function createRunRepository(db: Database) {
  const insert = db.prepare<[string, string, string, string, string]>(
    'INSERT INTO run (id, chatflow_id, status, created_date, nodes) VALUES (?, ?, ?, ?, ?)',
  );
  const save = db.prepare<[string, string | null, string, string | null, string | null, string]>(
    'UPDATE run SET status = ?, finished_date = ?, nodes = ?, result = ?, error = ? WHERE id = ?',
  );
  const find = db.prepare<[string], RunRow>('SELECT * FROM run WHERE id = ?');
  const list = db.prepare<{ chatflowId: string | null; limit: number }, RunRow>(
    'SELECT * FROM run WHERE @chatflowId IS NULL OR chatflow_id = @chatflowId ORDER BY seq DESC LIMIT @limit',
  );
  const open = db.prepare<[], RunRow>("SELECT * FROM run WHERE status IN ('QUEUED', 'RUNNING')");
  return {
    /** @returns the run's sequence number */
    insert: (run: Run): number =>
      Number(
        insert.run(run.id, run.chatflowId, run.status, run.createdDate, JSON.stringify(run.nodes)).lastInsertRowid,
      ),
    save(run: Run): void {
      const result = run.result === null ? null : JSON.stringify(run.result);
      const error = run.error === null ? null : JSON.stringify(run.error);
      save.run(run.status, run.finishedDate, JSON.stringify(run.nodes), result, error, run.id);
    },
    find(id: string): Run | undefined {
      const row = find.get(id);
      return row === undefined ? undefined : fromRow(row);
    },
    /** Newest first. */
    list: (chatflowId: string | null, limit: number): Run[] => list.all({ chatflowId, limit }).map(fromRow),
    /** Runs that a server which is gone left open. */
    listOpen: (): Run[] => open.all().map(fromRow),
  };
}

export type RunRepository = ReturnType<typeof createRunRepository>;
