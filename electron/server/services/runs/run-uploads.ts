import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { KeptUploads } from '../../../../shared/api/run-details.ts';
import { isFinalStatus } from '../../../../shared/api/runs.ts';
import { UserError } from '../../../../shared/errors/errors.ts';
import type { LibraryRun } from '../../core/library-run.ts';
import type { RunRequestRepository } from '../../storage/repositories/run-request-repository.ts';

export interface RunUploadsDeps {
  readonly requests: Pick<RunRequestRepository, 'find' | 'forgetFolder' | 'remove'>;
  /** The folder of all runs' folders. */
  readonly temporary: string;
}

/** Why a run can't be done again, or changed, while it goes on. */
export function goesOn({ status }: Pick<LibraryRun, 'status'>): UserError {
  return new UserError('RUN_NOT_RESUMABLE', 'The run goes on: wait for its end, or cancel it.', {
    details: { status },
  });
}

/** Whether an upload still lies where it was stored. */
export async function isThere(path: string, sizeBytes: number): Promise<boolean> {
  try {
    return (await stat(path)).size === sizeBytes;
  } catch {
    // Gone, or not readable: either way the run can't have it.
    return false;
  }
}

/** The folder of a run with its uploads; undefined where it has none, or another run has taken it over. */
function folderOf({ requests, temporary }: RunUploadsDeps, runId: string): string | undefined {
  const stored = requests.find(runId);
  const hasOwn = stored !== undefined && stored.resumedBy === null && stored.folder !== null;
  return hasOwn ? join(temporary, stored.folder) : undefined;
}

/** The stored uploads of an ended run. */
export async function uploadsOf(deps: RunUploadsDeps, runId: string): Promise<KeptUploads> {
  const folder = folderOf(deps, runId);
  const files = folder === undefined ? [] : (deps.requests.find(runId)?.request.files ?? []);
  const isStored = await Promise.all(files.map(({ file, sizeBytes }) => isThere(join(folder ?? '', file), sizeBytes)));
  const there = files.filter((_file, index) => isStored[index]);
  return { count: there.length, sizeBytes: there.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) };
}

/**
 * Deletes the stored uploads of a run: one that did not finish can't be resumed any more.
 * @returns what was deleted
 * @throws UserError RUN_NOT_RESUMABLE (409) while it goes on
 */
export async function deleteUploads(deps: RunUploadsDeps, run: LibraryRun): Promise<KeptUploads> {
  if (!isFinalStatus(run.status)) throw goesOn(run);
  const deleted = await uploadsOf(deps, run.id);
  const folder = folderOf(deps, run.id);
  if (folder === undefined) return deleted;
  if (run.status === 'FINISHED') deps.requests.forgetFolder(run.id);
  else deps.requests.remove([run.id]);
  await rm(folder, { recursive: true, force: true });
  return deleted;
}
