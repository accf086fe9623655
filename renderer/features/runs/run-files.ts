import { useEffect } from 'react';
import { create } from 'zustand';
import type { RunFile } from '../../../shared/api/run-files.ts';
import { isFinalStatus, type RunEvent } from '../../../shared/api/runs.ts';
import { t } from '../../../shared/texts/t.ts';
import { messageOf } from '../../api/client.ts';
import { fetchRunFiles } from '../../api/runs.ts';
import { showErrorToast } from '../../ui/feedback/toast.tsx';

type Files = ReadonlyMap<number, RunFile>;

const NO_FILES: Files = new Map();

/** The files of the runs that this page has seen, by the id of the run and their numbers in it. */
const useRunFilesStore = create<{ readonly byRun: Readonly<Record<string, Files>> }>()(() => ({ byRun: {} }));

/** Lists that are under way; true: one more is wanted behind it. */
const loading = new Map<string, boolean>();

/** The files of a run, as far as this page knows them. */
export function useFilesOf(runId: string | undefined): Files {
  return useRunFilesStore(({ byRun }) => (runId === undefined ? NO_FILES : (byRun[runId] ?? NO_FILES)));
}

function put(runId: string, files: readonly RunFile[]): void {
  useRunFilesStore.setState(({ byRun }) => {
    const next = new Map(byRun[runId]);
    for (const file of files) next.set(file.id, file);
    return { byRun: { ...byRun, [runId]: next } };
  });
}

/** Asks for the whole list; calls that come meanwhile ask once more behind it. */
async function loadFiles(runId: string): Promise<void> {
  if (loading.has(runId)) {
    loading.set(runId, true);
    return;
  }
  loading.set(runId, false);
  try {
    put(runId, await fetchRunFiles(runId));
  } catch (error) {
    showErrorToast(
      t('The files of the upsert could not be listed ({error}): open the run under Runs.', { error: messageOf(error) }),
    );
  }
  const isWantedAgain = loading.get(runId) === true;
  loading.delete(runId);
  if (isWantedAgain) await loadFiles(runId);
}

/** Takes in what an event says of files: changes as they come, and the whole list when that was too many, or at the end. */
export function takeFileEvent(runId: string, event: RunEvent): void {
  if (event.type === 'files') {
    put(runId, event.files);
    if (event.isPartial) void loadFiles(runId);
  }
  if (event.type === 'run' && isFinalStatus(event.run.status)) void loadFiles(runId);
}

/** Finds the files of a run that ended before this page was opened. */
export function useFilesOfEnded(runId: string | undefined, isEnded: boolean): void {
  const isKnown = useRunFilesStore(({ byRun }) => runId !== undefined && byRun[runId] !== undefined);
  useEffect(() => {
    if (runId !== undefined && isEnded && !isKnown) void loadFiles(runId);
  }, [runId, isEnded, isKnown]);
}
