import { z } from 'zod';
import { RunProgressSchema } from '../../../../shared/api/run-files.ts';
import {
  NodeRunSchema,
  RunErrorSchema,
  RunKindSchema,
  RunResultSchema,
  RunStatusSchema,
} from '../../../../shared/api/runs.ts';
import type { UsedNode } from '../../../../shared/api/upsert-history.ts';
import { UserError } from '../../../../shared/errors/errors.ts';
import type { LibraryRun } from '../../core/library-run.ts';
import { commitRelaxed } from '../checkpointer.ts';
import type { Database } from '../database.ts';
import { prepareForGiven } from './given-conditions.ts';
import type { StoredRequest } from './run-request-repository.ts';

interface RunRow {
  seq: number;
  id: string;
  owner_id: string;
  status: string;
  created_date: string;
  finished_date: string | null;
  nodes: string;
  result: string | null;
  error: string | null;
  kind: string | null;
  progress: string | null;
  undone_date: string | null;
}

const NodesSchema = z.array(NodeRunSchema);

type ReadRow = (row: RunRow) => LibraryRun;

function fromRow(row: RunRow, hasRequest: boolean): LibraryRun {
  return {
    id: row.id,
    ownerId: row.owner_id,
    status: RunStatusSchema.parse(row.status),
    createdDate: row.created_date,
    finishedDate: row.finished_date,
    nodes: NodesSchema.parse(JSON.parse(row.nodes)),
    result: row.result === null ? null : RunResultSchema.parse(JSON.parse(row.result)),
    error: row.error === null ? null : RunErrorSchema.parse(JSON.parse(row.error)),
    ...(row.kind === null ? {} : { kind: RunKindSchema.parse(row.kind) }),
    ...(row.progress === null ? {} : { progress: RunProgressSchema.parse(JSON.parse(row.progress)) }),
    ...(hasRequest ? {} : { resumable: false as const }),
    ...(row.undone_date === null ? {} : { undoneDate: row.undone_date }),
  };
}

/** What is stored beside a run. */
export interface RunExtras {
  /** For the history; a run without them is not in it. */
  readonly usedNodes?: readonly UsedNode[] | undefined;
  /** To be done again. Its folder goes when the run finishes, unless files in it could not be read. */
  readonly request?: Pick<StoredRequest, 'folder' | 'request'> | undefined;
  /** Id of the run that this one takes over. */
  readonly resumes?: string | undefined;
}

/** Which runs; null: all. */
export interface RunFilter {
  readonly ownerId: string | null;
  readonly status: string | null;
  readonly kind: string | null;
  /** ISO dates; `to` is exclusive. */
  readonly from: string | null;
  readonly to: string | null;
  /** JSON list of the owners whose runs are left out. */
  readonly hidden?: string | undefined;
}

export interface RunSlice {
  /** Id of the run that the page before ended with. */
  readonly before: string | null;
  readonly limit: number;
}

const CONDITIONS = {
  ownerId: 'owner_id = @ownerId',
  status: 'status = @status',
  kind: 'kind = @kind',
  from: 'created_date >= @from',
  to: 'created_date < @to',
  hidden: 'owner_id NOT IN (SELECT value FROM json_each(@hidden))',
  before: 'seq < (SELECT seq FROM run WHERE id = @before)',
} as const satisfies Record<Exclude<keyof (RunFilter & RunSlice), 'limit'>, string>;

function createRunLists(db: Database, read: ReadRow) {
  const list = prepareForGiven(CONDITIONS, (where) =>
    db.prepare<RunFilter & RunSlice, RunRow>(`SELECT * FROM run ${where} ORDER BY seq DESC LIMIT @limit`),
  );
  const count = prepareForGiven(CONDITIONS, (where) =>
    db.prepare<RunFilter & Pick<RunSlice, 'before'>, number>(`SELECT count(*) FROM run ${where}`).pluck(),
  );
  return {
    /** Newest first. */
    list(filter: RunFilter, slice: RunSlice): LibraryRun[] {
      const given = { ...filter, ...slice };
      return list(given).all(given).map(read);
    },
    count(filter: RunFilter): number {
      const given = { ...filter, before: null };
      return count(given).get(given) ?? 0;
    },
  };
}

/** Rows of the `run` table. `seq` grows with each run and marks the records that it touched. */
export function createRunRepository(db: Database) {
  const hasRequest = db.prepare<[string], number>('SELECT EXISTS (SELECT 1 FROM run_request WHERE run_id = ?)').pluck();
  const read: ReadRow = (row) => fromRow(row, hasRequest.get(row.id) === 1);
  const insert = db.prepare<[string, string, string, string, string, string | null]>(
    'INSERT INTO run (id, owner_id, status, created_date, nodes, kind) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const save = db.prepare<[string, string | null, string, string | null, string | null, string | null, string]>(
    'UPDATE run SET status = ?, finished_date = ?, nodes = ?, result = ?, error = ?, progress = ? WHERE id = ?',
  );
  const find = db.prepare<[string], RunRow>('SELECT * FROM run WHERE id = ?');
  const newest = db.prepare<[string], RunRow>('SELECT * FROM run WHERE owner_id = ? ORDER BY seq DESC LIMIT 1');
  const hasFile = db
    .prepare<[string, string], number>(
      `SELECT EXISTS (SELECT 1 FROM run_file WHERE run_seq = (SELECT seq FROM run WHERE id = ?) AND instr(lower(name), ?) > 0)`,
    )
    .pluck();
  const open = db.prepare<[], RunRow>("SELECT * FROM run WHERE status IN ('QUEUED', 'RUNNING')");
  const insertHistory = db.prepare<[number, string]>('INSERT INTO upsert_history (run_seq, flow_data) VALUES (?, ?)');
  const insertRequest = db.prepare<[string, string | null, string]>(
    'INSERT INTO run_request (run_id, folder, request) VALUES (?, ?, ?)',
  );
  const forgetFolder = db.prepare<[string]>('UPDATE run_request SET folder = NULL WHERE run_id = ?');
  const handOver = db.prepare<[string, string]>(
    'UPDATE run_request SET resumed_by = ? WHERE run_id = ? AND resumed_by IS NULL',
  );
  const insertAll = db.transaction((run: LibraryRun, { usedNodes, request, resumes }: RunExtras = {}): number => {
    const nodes = JSON.stringify(run.nodes);
    const { id, ownerId, status, createdDate, kind = null } = run;
    const seq = Number(insert.run(id, ownerId, status, createdDate, nodes, kind).lastInsertRowid);
    if (usedNodes !== undefined) insertHistory.run(seq, JSON.stringify(usedNodes));
    if (request !== undefined) insertRequest.run(run.id, request.folder, JSON.stringify(request.request));
    if (resumes !== undefined && handOver.run(run.id, resumes).changes === 0) {
      throw new UserError(
        'RUN_NOT_RESUMABLE',
        'The run was resumed by another call just now: look at GET /api/v1/runs.',
      );
    }
    return seq;
  });
  const saveAll = db.transaction((run: LibraryRun): void => {
    const result = run.result === null ? null : JSON.stringify(run.result);
    const error = run.error === null ? null : JSON.stringify(run.error);
    const progress = run.progress === undefined ? null : JSON.stringify(run.progress);
    save.run(run.status, run.finishedDate, JSON.stringify(run.nodes), result, error, progress, run.id);
    // Files that could not be read stay, to be tried again.
    if (run.status === 'FINISHED' && run.result?.failedFiles === undefined) forgetFolder.run(run.id);
  });
  return {
    /**
     * Does not wait for the disk.
     * @returns the run's sequence number
     * @throws UserError RUN_NOT_RESUMABLE when the run that this one resumes has been resumed meanwhile
     */
    insert: (run: LibraryRun, extras?: RunExtras): number => commitRelaxed(db, () => insertAll(run, extras)),
    /** Writes how a run is now. Does not wait for the disk. */
    save: (run: LibraryRun): void => commitRelaxed(db, () => saveAll(run)),
    find(id: string): LibraryRun | undefined {
      const row = find.get(id);
      return row === undefined ? undefined : read(row);
    },
    ...createRunLists(db, read),
    newestOf(ownerId: string): LibraryRun | undefined {
      const row = newest.get(ownerId);
      return row === undefined ? undefined : read(row);
    },
    /** Whether a run has a file whose name has a part. @param part in small letters */
    hasFile: (id: string, part: string): boolean => hasFile.get(id, part) === 1,
    /** Runs that a server which is gone left open. */
    listOpen: (): LibraryRun[] => open.all().map(read),
  };
}

export type RunRepository = ReturnType<typeof createRunRepository>;
