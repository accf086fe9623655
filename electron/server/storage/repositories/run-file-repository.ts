import {
  noRunFiles,
  type RunFile,
  type RunFileCounts,
  type RunFileListQuery,
  type RunFileState,
  RunFileStateSchema,
  type RunProgress,
} from '../../../../shared/api/run-files.ts';
import { commitRelaxed } from '../checkpointer.ts';
import type { Database } from '../database.ts';

interface FileRow {
  file_no: number;
  node_id: string;
  name: string;
  state: string;
  size_bytes: number | null;
  chunks: number;
  added: number;
  updated: number;
  skipped: number;
  elapsed_ms: number | null;
  error_code: string | null;
  error_message: string | null;
}

type Value = string | number | null;

const UNFINISHED = JSON.stringify(['waiting', 'reading', 'embedding'] satisfies RunFileState[]);

function fromRow(row: FileRow): RunFile {
  return {
    id: row.file_no,
    nodeId: row.node_id,
    name: row.name,
    state: RunFileStateSchema.parse(row.state),
    ...(row.size_bytes === null ? {} : { sizeBytes: row.size_bytes }),
    chunks: row.chunks,
    added: row.added,
    updated: row.updated,
    skipped: row.skipped,
    ...(row.elapsed_ms === null ? {} : { elapsedMs: row.elapsed_ms }),
    ...(row.error_code === null ? {} : { error: { code: row.error_code, message: row.error_message ?? '' } }),
  };
}

function toValues(runSeq: number, file: RunFile): Value[] {
  const { id, nodeId, name, state, chunks, added, updated, skipped, error } = file;
  const sizes = [file.sizeBytes ?? null, chunks, added, updated, skipped, file.elapsedMs ?? null];
  return [runSeq, id, nodeId, name, state, ...sizes, error?.code ?? null, error?.message ?? null];
}

/** Rows of the `run_file` table: the files of runs. */
export function createRunFileRepository(db: Database) {
  const save = db.prepare<Value[]>('INSERT OR REPLACE INTO run_file VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  const page = (condition: string) =>
    db.prepare<
      [Pick<RunFileListQuery, 'after' | 'limit'> & { runId: string; state: string | null; search: string }],
      FileRow
    >(
      `SELECT f.* FROM run_file f WHERE f.run_seq = (SELECT seq FROM run WHERE id = @runId) AND f.file_no > @after
         ${condition} AND instr(lower(f.name), @search) > 0 ORDER BY f.file_no LIMIT @limit`,
    );
  const pages = { all: page(''), ofState: page('AND f.state = @state') };
  const saveProgress = db.prepare<[string, number]>('UPDATE run SET progress = ? WHERE seq = ?');
  const cutOff = db.prepare<[string, string]>(
    `UPDATE run_file SET state = 'cancelled' WHERE run_seq = (SELECT seq FROM run WHERE id = ?)
       AND state IN (SELECT value FROM json_each(?))`,
  );
  const countStates = db.prepare<[string], { state: string; files: number }>(
    `SELECT state, count(*) AS files FROM run_file WHERE run_seq = (SELECT seq FROM run WHERE id = ?) GROUP BY state`,
  );
  const write = db.transaction((runSeq: number, files: readonly RunFile[], progress: RunProgress): void => {
    for (const file of files) save.run(...toValues(runSeq, file));
    saveProgress.run(JSON.stringify(progress), runSeq);
  });
  return {
    /** Writes files as they are now, and how far their run is. Does not wait for the disk. */
    save: (runSeq: number, files: readonly RunFile[], progress: RunProgress): void =>
      commitRelaxed(db, () => write.immediate(runSeq, files, progress)),
    /** In the order of their ids. */
    list(runId: string, { state, search = '', after, limit }: RunFileListQuery): RunFile[] {
      const sql = state === undefined ? pages.all : pages.ofState;
      return sql.all({ runId, state: state ?? null, search: search.toLowerCase(), after, limit }).map(fromRow);
    },
    /** Says of a run that was killed which files it had not done. @returns how many files are in which state then */
    cutOff: db.transaction((runId: string): RunFileCounts => {
      cutOff.run(runId, UNFINISHED);
      const counts = noRunFiles();
      for (const { state, files } of countStates.all(runId)) {
        counts[RunFileStateSchema.parse(state)] = files;
        counts.total += files;
      }
      return counts;
    }),
  };
}

export type RunFileRepository = ReturnType<typeof createRunFileRepository>;
