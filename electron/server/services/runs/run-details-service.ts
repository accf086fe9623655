import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  COMPARED_FILES_LIMIT,
  type KeptUploads,
  type RunComparison,
  type RunDetails,
  type RunFileChange,
  type SettingChange,
} from '../../../../shared/api/run-details.ts';
import type { RunFile, RunFileState } from '../../../../shared/api/run-files.ts';
import { isFinalStatus } from '../../../../shared/api/runs.ts';
import type { UsedNode } from '../../../../shared/api/upsert-history.ts';
import { UserError } from '../../../../shared/errors/errors.ts';
import { canonicalJson } from '../../../../shared/json/canonical-json.ts';
import { type LibraryRun, runAnswer } from '../../core/library-run.ts';
import type { RunComparisonRepository } from '../../storage/repositories/run-comparison-repository.ts';
import type { RunFileRepository } from '../../storage/repositories/run-file-repository.ts';
import type { Libraries } from '../libraries/libraries.ts';
import { openRepeated, ownerGone, type RepeatedRunsDeps } from './repeated-runs.ts';
import type { ResumableRuns } from './resumable-runs.ts';
import type { RunService } from './run-service.ts';
import { deleteUploads, type RunUploadsDeps, uploadsOf } from './run-uploads.ts';

/** Files read at a time: a few ms. */
const PAGE = 1000;

type Files = Pick<RunFileRepository, 'list'>;

function isSame(before: unknown, now: unknown): boolean {
  return canonicalJson({ value: before ?? null }) === canonicalJson({ value: now ?? null });
}

function compareNode(before: UsedNode, now: UsedNode): SettingChange[] {
  const names = new Set([...before.paramValues, ...now.paramValues].map(({ name }) => name));
  return [...names].flatMap((name) => {
    const [old, fresh] = [before, now].map(({ paramValues }) => paramValues.find((param) => param.name === name));
    // Which files a run had stands in their own list.
    const isFile = (fresh ?? old)?.type === 'file';
    if (isFile || isSame(old?.value, fresh?.value)) return [];
    const setting = (fresh ?? old)?.label ?? name;
    return [{ nodeId: now.id, node: now.label, setting, before: old?.value, now: fresh?.value }];
  });
}

/** Settings that are not the same, and nodes that came or went. */
function compareSettings(before: readonly UsedNode[], now: readonly UsedNode[]): SettingChange[] {
  const old = new Map(before.map((node) => [node.id, node]));
  const ids = new Set(now.map(({ id }) => id));
  const gone = before.filter(({ id }) => !ids.has(id));
  return [
    ...now.flatMap((node) => {
      const known = old.get(node.id);
      if (known?.name === node.name) return compareNode(known, node);
      return [{ nodeId: node.id, node: node.label, setting: '', before: known?.label, now: node.label }];
    }),
    ...gone.map(({ id, label }) => ({ nodeId: id, node: label, setting: '', before: label, now: undefined })),
  ];
}

async function* pagesOf(files: Files, runId: string): AsyncGenerator<readonly RunFile[]> {
  let after = 0;
  for (;;) {
    const page = files.list(runId, { after, limit: PAGE });
    const last = page.at(-1);
    if (last === undefined) return;
    yield page;
    after = last.id;
    await nextTurn();
  }
}

function isChange(before: RunFileState | undefined, now: RunFileState | undefined): boolean {
  if (before === undefined || now === undefined) return true;
  return (before === 'failed') !== (now === 'failed') || now === 'stored';
}

/** Whether the rows of a run are all that it had. */
function isComplete({ progress }: LibraryRun, listed: number): boolean {
  return progress !== undefined && progress.unlisted === undefined && progress.files.total === listed;
}

/**
 * The files of a run beside those of the one before.
 * @param before the earlier run
 */
async function compareFiles(
  files: Files,
  before: LibraryRun,
  now: LibraryRun,
): Promise<Pick<RunComparison, 'files' | 'hasMoreFiles' | 'hasAllFiles'>> {
  const old = new Map<string, RunFileState>();
  const changes: RunFileChange[] = [];
  let listed = 0;
  let changed = 0;
  function note(name: string, was: RunFileState | undefined, is: RunFileState | undefined): void {
    if (!isChange(was, is)) return;
    changed += 1;
    if (changes.length === COMPARED_FILES_LIMIT) return;
    changes.push({ name, ...(was === undefined ? {} : { before: was }), ...(is === undefined ? {} : { now: is }) });
  }
  for await (const page of pagesOf(files, before.id)) for (const { name, state } of page) old.set(name, state);
  const known = old.size;
  for await (const page of pagesOf(files, now.id)) {
    listed += page.length;
    for (const { name, state } of page) {
      note(name, old.get(name), state);
      old.delete(name);
    }
  }
  for (const [name, state] of old) note(name, state, undefined);
  const hasAllFiles = isComplete(before, known) && isComplete(now, listed);
  return { files: changes, hasMoreFiles: changed > changes.length, hasAllFiles };
}

export interface RunDetailsOptions extends Omit<RepeatedRunsDeps, 'requests'>, RunUploadsDeps {
  readonly runs: Pick<RunService, 'find'>;
  readonly comparisons: RunComparisonRepository;
  readonly runFiles: Pick<RunFileRepository, 'list'>;
  readonly resumable: Pick<ResumableRuns, 'open'>;
  readonly libraries: Pick<Libraries, 'has' | 'ofRun'>;
  readonly undoStateOf: (run: LibraryRun) => RunDetails['undo'];
}

async function compare(options: RunDetailsOptions, run: LibraryRun): Promise<RunComparison | null> {
  const { comparisons, runs, runFiles } = options;
  const before = comparisons.runBefore(run.id);
  if (before === undefined) return null;
  const other = runs.find(before);
  const settings = compareSettings(comparisons.settingsOf(before), comparisons.settingsOf(run.id));
  return { run: runAnswer(other), settings, ...(await compareFiles(runFiles, other, run)) };
}

/** What is beside the state of a run: its settings, what is different from the run before, and whether it can be done again. */
export function createRunDetailsService(options: RunDetailsOptions) {
  const { runs, comparisons, resumable, libraries } = options;

  async function again(run: LibraryRun): Promise<RunDetails['again']> {
    try {
      if (!isFinalStatus(run.status)) return { how: null, whyNot: 'The run goes on.' };
      if (!libraries.has(run.ownerId)) return { how: null, whyNot: ownerGone(run).message };
      // Its loaders read them again.
      if (libraries.ofRun(run).files !== undefined) return { how: 'repeat' };
      if (run.status === 'FINISHED') openRepeated(options, run);
      else await resumable.open(run);
      return { how: run.status === 'FINISHED' ? 'repeat' : 'resume' };
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      return { how: null, whyNot: error.message };
    }
  }

  return {
    /**
     * Deletes the files that are stored so that a run can be repeated.
     * @throws UserError RUN_NOT_FOUND, RUN_NOT_RESUMABLE (409) while it goes on
     */
    deleteUploads: async (runId: string): Promise<KeptUploads> => deleteUploads(options, runs.find(runId)),

    /** @throws UserError RUN_NOT_FOUND */
    async read(runId: string): Promise<RunDetails> {
      const run = runs.find(runId);
      return {
        settings: comparisons.settingsOf(runId),
        comparison: await compare(options, run),
        isLast: !comparisons.hasLater(runId),
        again: await again(run),
        uploads: await uploadsOf(options, runId),
        undo: options.undoStateOf(run),
      };
    },
  };
}

export type RunDetailsService = ReturnType<typeof createRunDetailsService>;
