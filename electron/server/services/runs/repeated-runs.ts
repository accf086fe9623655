import { constants, existsSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunKind } from '../../../../shared/api/runs.ts';
import { UserError } from '../../../../shared/errors/errors.ts';
import type { SourceFile } from '../../core/document.ts';
import type { LibraryRun } from '../../core/library-run.ts';
import type { RunRequest, RunRequestRepository } from '../../storage/repositories/run-request-repository.ts';
import type { OriginalService } from '../originals/original-service.ts';

export interface RepeatedRunsDeps {
  readonly requests: Pick<RunRequestRepository, 'find'>;
  readonly originals: Pick<OriginalService, 'find' | 'pathOf'>;
  /** The folder of all runs' folders. */
  readonly temporary: string;
}

/** A run that finished, with what it takes to do it again. */
export interface RepeatedRun {
  readonly request: RunRequest;
  /** Its files, where they are stored. */
  readonly files: readonly SourceFile[];
}

const CHOOSE_AGAIN = 'choose the files again in the upsert of its flow.';

function refused(reason: string, { status }: LibraryRun, file?: string): UserError {
  const details = file === undefined ? { status } : { status, file };
  return new UserError('RUN_NOT_RESUMABLE', `${reason}: ${CHOOSE_AGAIN}`, { details });
}

/** Runs of early versions don't say whose they are: most are of flows. */
const OWNERS = { flow: 'flow', store: 'document store' } as const satisfies Record<RunKind, string>;

/** Why a run can't be done again whose flow or store was deleted. */
export function ownerGone({ status, kind = 'flow' }: LibraryRun): UserError {
  const owner = OWNERS[kind];
  return new UserError(
    'RUN_NOT_RESUMABLE',
    `The ${owner} of the run was deleted: put it back from the bin, then do the run again.`,
    { details: { status } },
  );
}

/** Where a file of a run is: one that was read is stored by its content, one that could not be read in the folder of the run. */
function placeOf(
  { originals, temporary }: RepeatedRunsDeps,
  run: LibraryRun,
  { name, file, hash }: RunRequest['files'][number],
  folder: string | null,
): string {
  const original = hash === undefined ? undefined : originals.find(run.ownerId, name);
  if (original !== undefined && original.hash.toString('hex') === hash) return originals.pathOf(original);
  const unread = folder === null ? undefined : join(temporary, folder, file);
  if (unread !== undefined && existsSync(unread)) return unread;
  const isOther = original !== undefined;
  throw refused(
    `The file ${name} of the run ${isOther ? 'was replaced by a later one' : 'is not kept any more'}`,
    run,
    name,
  );
}

/**
 * What a run that finished needs to be done again.
 * @param only one of its files
 * @throws UserError RUN_NOT_RESUMABLE (409) with the reason
 */
export function openRepeated(deps: RepeatedRunsDeps, run: LibraryRun, only?: string): RepeatedRun {
  const stored = deps.requests.find(run.id);
  if (stored === undefined) throw refused('What the run was asked to do is not kept any more, or never was', run);
  const { request, folder } = stored;
  const named = request.files.filter(({ name }) => only === undefined || name === only);
  const files = named.map((file) => ({
    name: file.name,
    path: placeOf(deps, run, file, folder),
    sizeBytes: file.sizeBytes,
  }));
  return { request, files };
}

/** Copies files into the folder of a new run. */
export async function copyFiles(files: readonly SourceFile[], folder: string): Promise<SourceFile[]> {
  const copies: SourceFile[] = [];
  for (const [index, { name, path, sizeBytes }] of files.entries()) {
    const copy = join(folder, `again-${index}`);
    await copyFile(path, copy, constants.COPYFILE_FICLONE);
    copies.push({ name, path: copy, sizeBytes });
  }
  return copies;
}
