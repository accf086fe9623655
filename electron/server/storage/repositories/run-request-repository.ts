import { z } from 'zod';
import { commitRelaxed } from '../checkpointer.ts';
import type { Database } from '../database.ts';

/** The request of a run: enough to repeat it. */
export const RunRequestSchema = z.object({
  overrides: z.record(z.string(), z.unknown()),
  stopNodeId: z.string().optional(),
  isFromApp: z.boolean(),
  skipFailedFiles: z.boolean().optional(),
  /** Uploads, by their names in the run's folder. */
  files: z.array(
    z.object({
      name: z.string(),
      file: z.string(),
      sizeBytes: z.int(),
      /** SHA-256 of an upload that is stored as an original, hexadecimal. */
      hash: z.string().optional(),
    }),
  ),
});
export type RunRequest = z.output<typeof RunRequestSchema>;

export interface StoredRequest {
  /** Name of the folder of its uploads; null when there are none. */
  readonly folder: string | null;
  readonly request: RunRequest;
  /** Id of the run that took it over. */
  readonly resumedBy: string | null;
}

interface RequestRow {
  folder: string | null;
  request: string;
  resumed_by: string | null;
}

interface RequestWithFilesRow extends RequestRow {
  run_id: string;
  finished_date: string;
  error_code: string | null;
}

export interface RequestWithFiles extends StoredRequest {
  readonly runId: string;
  /** When its run ended. */
  readonly endedDate: string;
  /** Why it failed. */
  readonly errorCode: string | null;
}

function fromRow(row: RequestRow): StoredRequest {
  return {
    folder: row.folder,
    request: RunRequestSchema.parse(JSON.parse(row.request)),
    resumedBy: row.resumed_by,
  };
}

/** Rows of the `run_request` table; they are written and taken away together with their runs (run-repository.ts). */
export function createRunRequestRepository(db: Database) {
  const find = db.prepare<[string], RequestRow>('SELECT folder, request, resumed_by FROM run_request WHERE run_id = ?');
  const withFiles = db.prepare<[], RequestWithFilesRow>(
    `SELECT run_id, folder, request, resumed_by, finished_date, error ->> '$.code' AS error_code
     FROM run_request JOIN run ON run.id = run_id
     WHERE finished_date IS NOT NULL AND (status <> 'FINISHED' OR folder IS NOT NULL) ORDER BY run.seq DESC`,
  );
  const folders = db
    .prepare<[], string>('SELECT folder FROM run_request WHERE resumed_by IS NULL AND folder IS NOT NULL')
    .pluck();
  const update = db.prepare<[string, string]>('UPDATE run_request SET request = ? WHERE run_id = ?');
  const forgetFolder = db.prepare<[string]>('UPDATE run_request SET folder = NULL WHERE run_id = ?');
  const remove = db.prepare<[string]>('DELETE FROM run_request WHERE run_id IN (SELECT value FROM json_each(?))');
  return {
    find(runId: string): StoredRequest | undefined {
      const row = find.get(runId);
      return row === undefined ? undefined : fromRow(row);
    },
    /** Saves under which content uploads are stored. Does not wait for the disk. @param hashOf by their names */
    noteContents(runId: string, hashOf: (name: string) => string | undefined): void {
      const stored = this.find(runId);
      if (stored === undefined) return;
      const files = stored.request.files.map((file) => {
        const hash = hashOf(file.name);
        return hash === undefined ? file : { ...file, hash };
      });
      commitRelaxed(db, () => update.run(JSON.stringify({ ...stored.request, files }), runId));
    },
    /** Requests of ended runs with files, the newest run first. */
    listWithFiles: (): RequestWithFiles[] =>
      withFiles.all().map((row) => ({
        ...fromRow(row),
        runId: row.run_id,
        endedDate: row.finished_date,
        errorCode: row.error_code,
      })),
    /** Folders that a run still needs, or that a resumed one will. */
    listFolders: (): string[] => folders.all(),
    /** From then on a run has no uploads of its own. */
    forgetFolder: (runId: string): void => void forgetFolder.run(runId),
    remove: (runIds: readonly string[]): void => void remove.run(JSON.stringify(runIds)),
  };
}

export type RunRequestRepository = ReturnType<typeof createRunRequestRepository>;
