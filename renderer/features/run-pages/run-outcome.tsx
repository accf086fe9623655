import type { RunDetails } from '../../../shared/api/run-details.ts';
import { isFinalStatus, type Run, type UpsertCounts } from '../../../shared/api/runs.ts';
import { formatCount } from '../../../shared/text/format.ts';
import { classNames } from '../../ui/class-names.ts';
import { ErrorNotice, splitMessage } from '../../ui/feedback/error-notice.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { describeProgress, describeResult, shareOf } from './run-words.ts';

export interface RunOutcomeProps {
  readonly run: Run;
  /** Those so far, while it goes on; undefined where they are not known. */
  readonly counts: UpsertCounts | undefined;
  readonly again: RunDetails['again'] | undefined;
}

const TILES = [
  { key: 'numAdded', label: 'added' },
  { key: 'numUpdated', label: 'updated' },
  { key: 'numDeleted', label: 'deleted' },
  { key: 'numSkipped', label: 'unchanged' },
] as const;

function Tiles({ counts }: { readonly counts: UpsertCounts }) {
  return (
    <dl
      aria-label="Chunks"
      className="grid grid-cols-2 overflow-hidden rounded-card border border-border bg-surface sm:grid-cols-4"
    >
      {TILES.map(({ key, label }) => (
        <div key={key} className="flex flex-col-reverse border-border px-4 py-3 not-first:border-l">
          <dt className="text-secondary text-muted">chunks {label}</dt>
          <dd className={classNames('tabular text-page font-semibold', counts[key] === 0 && 'text-muted')}>
            {formatCount(counts[key])}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Progress({ run }: { readonly run: Run }) {
  const { progress } = run;
  return (
    <section aria-label="Progress" className="flex flex-col gap-2">
      <ProgressBar label="Progress of the run" value={progress === undefined ? undefined : shareOf(progress)} />
      {progress === undefined ? null : (
        <p className="tabular text-secondary text-muted">{describeProgress(progress).join(' · ')}</p>
      )}
    </section>
  );
}

function labelOf({ nodes }: Run, nodeId: string | undefined): string | undefined {
  return nodes.find((node) => node.nodeId === nodeId)?.label;
}

function Failure({ run }: { readonly run: Run }) {
  const { whatHappened, whatToDo } = splitMessage(run.error?.message ?? 'The run failed: look into the server log.');
  return <ErrorNotice where={labelOf(run, run.error?.nodeId)} whatHappened={whatHappened} whatToDo={whatToDo} />;
}

/** How a run stands: its progress, or what came of it. */
export function RunOutcome({ run, counts, again }: RunOutcomeProps) {
  const isOver = isFinalStatus(run.status);
  return (
    <div className="flex flex-col gap-3">
      {isOver ? null : <Progress run={run} />}
      {run.status === 'FAILED' ? <Failure run={run} /> : <p>{describeResult(run, counts)}</p>}
      {counts === undefined ? null : <Tiles counts={counts} />}
      {isOver && again?.whyNot !== undefined && run.status !== 'FINISHED' ? (
        <p className="text-secondary text-muted">{again.whyNot}</p>
      ) : null}
    </div>
  );
}
