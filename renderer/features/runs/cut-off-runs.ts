import { RUN_FILES_KEPT_MS, type Run } from '../../../shared/api/runs.ts';

const STORAGE_KEY = 'tributary.seen-cut-off-runs';
/** Older ones are long gone on the server. */
const REMEMBERED = 50;

function seenRuns(): readonly string[] {
  return (localStorage.getItem(STORAGE_KEY) ?? '').split(' ').filter(Boolean);
}

/** Whether the person at the screen has seen that a run was cut off. */
export function isPutAside(runId: string): boolean {
  return seenRuns().includes(runId);
}

/** A run that was cut off has been seen: it is not shown by itself again. */
export function putAside(runId: string): void {
  const others = seenRuns().filter((id) => id !== runId);
  localStorage.setItem(STORAGE_KEY, [...others, runId].slice(-REMEMBERED).join(' '));
}

/** Of all runs, newest first: those that the server's end cut off and that nothing came after, while they can be gone on with. */
export function findCutOff(runs: readonly Run[], now: Date): readonly Run[] {
  const seenFlows = new Set<string>();
  return runs.filter((run) => {
    if (seenFlows.has(run.chatflowId)) return false;
    seenFlows.add(run.chatflowId);
    const ended = new Date(run.finishedDate ?? run.createdDate).getTime();
    return run.status === 'INTERRUPTED' && run.resumable !== false && now.getTime() - ended < RUN_FILES_KEPT_MS;
  });
}
