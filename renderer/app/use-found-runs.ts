import type { Run } from '../../shared/api/runs.ts';
import { t } from '../../shared/texts/t.ts';
import { useFoundRuns as useRuns } from '../api/find.ts';
import { useRunOwners } from '../api/run-list.ts';
import { timeWords } from '../ui/time-words.ts';

/** A run as the palette lists it. */
export interface FoundRun {
  readonly id: string;
  readonly label: string;
  /** What it is found by, beside its label. */
  readonly keywords: readonly string[];
}

/** Runs by the names of their flows or stores, their results and dates, and those with a file that is named like what was typed. */
export function useFoundRuns(typed: string): readonly FoundRun[] {
  const owners = useRunOwners() ?? [];
  const { newest, withFile } = useRuns(typed);
  const names = new Map(owners.map(({ id, name }) => [id, name]));
  const now = new Date();
  const describe = (run: Run, hasFile: boolean): FoundRun => {
    const name = names.get(run.chatflowId) ?? t('a deleted flow or store');
    const label = t(
      'Run of {name}, {status, select, QUEUED {waiting} RUNNING {running} FINISHED {finished} FAILED {failed} CANCELLED {cancelled} other {cut off}} {when}',
      { name, status: run.status, when: timeWords(new Date(run.createdDate), now) },
    );
    return { id: run.id, label, keywords: hasFile ? [typed] : [] };
  };
  const found = new Map(newest.map((run) => [run.id, describe(run, false)]));
  for (const run of withFile) found.set(run.id, describe(run, true));
  return [...found.values()];
}
