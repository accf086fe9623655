import { isFinalStatus, type Run } from '../../shared/api/runs.ts';
import type { EndedRun, Work } from '../../shared/ipc/work.ts';
import { shareOf } from '../features/run-pages/run-words.ts';

/** What goes on: the share is that of all runs together, null as long as that of one is unknown. */
export function workOf(
  runs: readonly Run[],
  syncs: readonly { readonly isPaused: boolean; readonly missing: number }[],
): Work {
  const running = runs.filter(({ status }) => !isFinalStatus(status));
  const shares = running.map(({ progress }) => (progress === undefined ? undefined : shareOf(progress)));
  const known = shares.filter((share) => share !== undefined);
  const isKnown = running.length > 0 && known.length === running.length;
  const share = isKnown ? known.reduce((sum, each) => sum + each, 0) / known.length : null;
  const isOn = syncs.some(({ isPaused }) => !isPaused);
  return {
    running: running.length,
    share: share === null ? null : Math.min(1, Math.max(0, share)),
    watching: syncs.length === 0 ? 'nothing' : isOn ? 'on' : 'paused',
    missing: syncs.reduce((sum, { missing }) => sum + missing, 0),
  };
}

/** The runs that have ended and are not among those that were known to have. */
export function endedSince(known: ReadonlySet<string>, runs: readonly Run[]): readonly Run[] {
  return runs.filter(({ id, status }) => isFinalStatus(status) && !known.has(id));
}

/** What the system shows about a run that has ended; undefined for one that goes on. */
export function endedRunOf({ id, status, createdDate, finishedDate }: Run, name: string): EndedRun | undefined {
  if (status === 'QUEUED' || status === 'RUNNING') return undefined;
  const durationMs = finishedDate === null ? 0 : Date.parse(finishedDate) - Date.parse(createdDate);
  return { id, name, outcome: status, durationMs: Math.max(0, durationMs) };
}
