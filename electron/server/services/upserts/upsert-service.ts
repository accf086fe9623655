import { join } from 'node:path';
import type { DryRunResult } from '../../../../shared/api/dry-run.ts';
import { FAILED_FILES_LIMIT, type RunResult } from '../../../../shared/api/runs.ts';
import type { LibraryRun } from '../../core/library-run.ts';
import type { Log } from '../../core/log.ts';
import { dryRun } from '../../pipeline/dry-run.ts';
import type { EngineDeps } from '../../pipeline/engine-deps.ts';
import type { LoaderChanges } from '../../pipeline/load/source-part.ts';
import type { RunRequestRepository } from '../../storage/repositories/run-request-repository.ts';
import type { RemovalService } from '../deletion/removal-service.ts';
import type { Libraries } from '../libraries/libraries.ts';
import type { Library } from '../libraries/library.ts';
import type { Prepare, PreparedRun, PreparedUpsert, ReadFiles } from '../libraries/prepared-upsert.ts';
import type { OriginalService } from '../originals/original-service.ts';
import { copyFiles, openRepeated, ownerGone } from '../runs/repeated-runs.ts';
import type { ResumableRuns } from '../runs/resumable-runs.ts';
import type { RunContext, RunFolder, RunService, StartedRun } from '../runs/run-service.ts';

export interface UpsertServiceOptions {
  readonly engine: EngineDeps;
  readonly libraries: Pick<Libraries, 'find' | 'has' | 'ofRun'>;
  readonly runs: Pick<RunService, 'start' | 'find' | 'makeFolder' | 'reopenFolder' | 'makeRoom' | 'closing'>;
  readonly resumable: Pick<ResumableRuns, 'open'>;
  readonly originals: Pick<OriginalService, 'store' | 'find' | 'pathOf'>;
  readonly requests: Pick<RunRequestRepository, 'find' | 'noteContents'>;
  readonly removals: Pick<RemovalService, 'remove'>;
  /** The folder of all runs' folders. */
  readonly temporary: string;
  readonly log: Log;
}

/** A run with what it was prepared from. */
export interface Started<Answer> extends StartedRun<Answer> {
  readonly prepared: PreparedRun<Answer>;
}

/** Keeps uploads that a run has read. */
async function storeOriginals(
  { originals, requests }: UpsertServiceOptions,
  ownerId: string,
  { files, namespace }: ReadFiles,
  { runId, runSeq, signal }: RunContext,
): Promise<void> {
  if (files.length === 0) return;
  await originals.store({ ownerId, namespace, files, runSeq }, signal);
  const sizes = new Map(files.map(({ file }) => [file.name, file.sizeBytes]));
  requests.noteContents(runId, (name) => {
    const original = originals.find(ownerId, name);
    // Where one could not be stored, that of an earlier run stays.
    return original !== undefined && original.sizeBytes === sizes.get(name) ? original.hash.toString('hex') : undefined;
  });
}

/** Deletes a document store that was made for a run that failed, unless a caller has done so meanwhile. */
async function removeMade(
  { libraries, removals, log }: UpsertServiceOptions,
  storeId: string | undefined,
): Promise<void> {
  if (storeId === undefined || !libraries.has(storeId)) return;
  try {
    await removals.remove('documentStore', storeId, { reachesRemote: true, keepsData: false });
  } catch (error) {
    log.error({ err: error, storeId }, 'A store that was made for an upsert that failed could not be removed');
  }
}

async function start<Answer>(
  deps: UpsertServiceOptions,
  prepare: Prepare<PreparedRun<Answer>>,
  folder: RunFolder,
): Promise<Started<Answer>> {
  const { runs } = deps;
  runs.closing.throwIfAborted();
  let made: string | undefined;
  try {
    const onMade = (storeId: string) => (made = storeId);
    const prepared = await prepare(folder, { signal: runs.closing, onMade });
    prepared.begin?.();
    const { nodes, carryOut, begin: _, ...task } = prepared;
    const steps = nodes.map(({ id, label }) => ({ nodeId: id, label, status: 'queued' as const }));
    const { runId, result } = runs.start({ ...task, nodes: steps, folder }, async (context) => {
      const end = await carryOut({ ...context, makeRoom: runs.makeRoom });
      if (end.read !== undefined) await storeOriginals(deps, prepared.ownerId, end.read, context);
      return end;
    });
    const answer = result.then(
      (end) => end.answer,
      async (error: unknown) => {
        await removeMade(deps, made);
        throw error;
      },
    );
    // Whoever waits for the answer handles the failure; without anyone it is in the run row and the log.
    answer.catch(() => undefined);
    return { runId, result: answer, prepared };
  } catch (error) {
    await removeMade(deps, made);
    throw error;
  }
}

/** Of several runs as one. */
function joinResults(results: readonly RunResult[]): RunResult {
  const sum = (count: 'numAdded' | 'numDeleted' | 'numUpdated' | 'numSkipped') =>
    results.reduce((total, result) => total + result[count], 0);
  const failedFiles = results.flatMap((result) => result.failedFiles ?? []).slice(0, FAILED_FILES_LIMIT);
  return {
    numAdded: sum('numAdded'),
    numDeleted: sum('numDeleted'),
    numUpdated: sum('numUpdated'),
    numSkipped: sum('numSkipped'),
    ...(failedFiles.length === 0 ? {} : { failedFiles }),
  };
}

/** Starts the upserts of libraries, and says what they would do; a client that hangs up does not stop one. */
export function createUpsertService(deps: UpsertServiceOptions) {
  const { engine, runs, resumable, libraries } = deps;

  /** @throws UserError RUN_NOT_RESUMABLE */
  function libraryOf(run: LibraryRun): Library {
    if (!libraries.has(run.ownerId)) throw ownerGone(run);
    return libraries.ofRun(run);
  }

  async function startIn<Answer>(folder: RunFolder, prepare: Prepare<PreparedRun<Answer>>): Promise<Started<Answer>> {
    try {
      return await start(deps, prepare, folder);
    } catch (error) {
      await folder.discard();
      throw error;
    }
  }

  /** One after the other; the first failure ends it. @param onRun called with the id of each */
  async function runAll<Answer>(
    prepares: readonly Prepare<PreparedRun<Answer>>[],
    onRun: (runId: string) => void = () => undefined,
  ): Promise<Answer[]> {
    const answers: Answer[] = [];
    for (const prepare of prepares) {
      const { runId, result } = await startIn(await runs.makeFolder(), prepare);
      onRun(runId);
      answers.push(await result);
    }
    return answers;
  }

  return {
    /** Checks a call and starts its run. @throws before there is a run when the call or the settings are wrong */
    start: <Answer>(prepare: Prepare<PreparedRun<Answer>>, folder: RunFolder): Promise<Started<Answer>> =>
      start(deps, prepare, folder),

    /** The same in a folder of its own. */
    startAlone: async <Answer>(prepare: Prepare<PreparedRun<Answer>>): Promise<Started<Answer>> =>
      startIn(await runs.makeFolder(), prepare),

    runAll,

    /**
     * Says what a call would do, without a run and without writing anything.
     * @param caller ends it; nobody else waits for a dry run
     */
    async dryRun(prepare: Prepare<PreparedUpsert>, folder: RunFolder, caller: AbortSignal): Promise<DryRunResult> {
      runs.closing.throwIfAborted();
      const { ownerId, dryRun: given } = await prepare(folder, { signal: runs.closing, onMade: undefined });
      const { plan, source, sourceIdKey, report } = given;
      const signal = AbortSignal.any([caller, runs.closing]);
      const result = await dryRun({ ownerId, plan, source, signal }, engine, sourceIdKey);
      return { ...result, ...report() };
    },

    /** Syncs a library. @param onRun called with the id of each run @throws AppError as runs do */
    async sync(libraryId: string, changes: LoaderChanges, onRun: (runId: string) => void): Promise<RunResult> {
      return joinResults(await runAll(libraries.find(libraryId).sync(changes), onRun));
    },

    /**
     * Repeats a finished run: the same request, with the same files, on the library as it is now.
     * @param only the one file of the run to load; what is stored of the others stays
     * @throws UserError RUN_NOT_RESUMABLE (409) when a file is not stored; what a start throws
     */
    async repeat(run: LibraryRun, only?: string): Promise<StartedRun<RunResult>> {
      const prepare = libraryOf(run).again(run, () => {
        const { request, files } = openRepeated(deps, run, only);
        const isPartial = files.length > 0 && only !== undefined;
        return { request, isPartial, uploads: (place) => copyFiles(files, place.open()) };
      });
      return startIn<RunResult>(await runs.makeFolder(), prepare);
    },

    /**
     * Resumes an unfinished run: the same request, on the library as it is now.
     * @throws UserError RUN_NOT_FOUND, RUN_NOT_RESUMABLE (409) with the reason, and whatever a start throws
     */
    async resume(runId: string): Promise<Started<RunResult>> {
      const run = runs.find(runId);
      const { request, folder: path } = await resumable.open(run);
      const prepare = libraryOf(run).again(run, () => ({
        request,
        resumes: runId,
        uploads: async (folder) =>
          request.files.map(({ name, file, sizeBytes }) => ({ name, path: join(folder.open(), file), sizeBytes })),
      }));
      return startIn(path === undefined ? await runs.makeFolder() : runs.reopenFolder(path), prepare);
    },
  };
}

export type UpsertService = ReturnType<typeof createUpsertService>;
