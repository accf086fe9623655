import { type RunChunkKind, RunChunkKindSchema } from '../../../shared/api/run-chunks.ts';
import type { RunDetails } from '../../../shared/api/run-details.ts';
import { isFinalStatus, type Run, type UpsertCounts } from '../../../shared/api/runs.ts';
import { skippedLabel } from '../../../shared/text/describe-counts.ts';
import { formatCount } from '../../../shared/text/format.ts';
import { t } from '../../../shared/texts/t.ts';
import { hrefOf, navigate, useRoute } from '../../stores/router.ts';
import { classNames } from '../../ui/class-names.ts';
import { ErrorNotice, splitMessage } from '../../ui/feedback/error-notice.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { RunChunks } from './run-chunks.tsx';
import { describeProgress, describeResult, shareOf } from './run-words.ts';

export interface RunOutcomeProps {
  readonly run: Run;
  /** Those so far, while it goes on; undefined where they are not known. */
  readonly counts: UpsertCounts | undefined;
  readonly details: RunDetails | undefined;
}

const TILES = [
  { key: 'numAdded', labelOf: () => t('chunks added'), kind: 'added' },
  { key: 'numUpdated', labelOf: () => t('chunks updated'), kind: 'updated' },
  { key: 'numDeleted', labelOf: () => t('chunks deleted'), kind: 'deleted' },
  { key: 'numSkipped', labelOf: (counts) => t('chunks {state}', { state: skippedLabel(counts) }), kind: 'skipped' },
] as const satisfies readonly {
  readonly key: keyof UpsertCounts;
  readonly labelOf: (counts: UpsertCounts) => string;
  readonly kind: RunChunkKind;
}[];

const TILE = 'flex flex-col-reverse border-border px-4 py-3 not-first:border-l';

function Tile({ count, label }: { readonly count: number; readonly label: string }) {
  return (
    <>
      <span className="text-secondary text-muted">{label}</span>
      <span className={classNames('tabular text-page font-semibold', count === 0 && 'text-muted')}>
        {formatCount(count)}
      </span>
    </>
  );
}

/** Each count leads to the chunks that it counts. */
function Tiles({
  run,
  counts,
  open,
}: {
  readonly run: Run;
  readonly counts: UpsertCounts;
  readonly open: RunChunkKind | undefined;
}) {
  return (
    <nav
      aria-label={t('Chunks')}
      className="grid grid-cols-2 overflow-hidden rounded-card border border-border bg-surface sm:grid-cols-4"
    >
      {TILES.map(({ key, labelOf, kind }) =>
        counts[key] === 0 ? (
          <div key={key} className={TILE}>
            <Tile count={0} label={labelOf(counts)} />
          </div>
        ) : (
          <a
            key={key}
            href={hrefOf({ page: 'run', runId: run.id, ...(kind === open ? {} : { search: { chunks: kind } }) })}
            aria-current={kind === open ? 'true' : undefined}
            className={classNames(TILE, 'hover:bg-hover', kind === open && 'bg-hover')}
          >
            <Tile count={counts[key]} label={labelOf(counts)} />
          </a>
        ),
      )}
    </nav>
  );
}

function Progress({ run }: { readonly run: Run }) {
  const { progress } = run;
  return (
    <section aria-label={t('Progress')} className="flex flex-col gap-2">
      <ProgressBar label={t('Progress of the run')} value={progress === undefined ? undefined : shareOf(progress)} />
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
  const { whatHappened, whatToDo } = splitMessage(run.error?.message ?? t('The run failed: look into the server log.'));
  return <ErrorNotice where={labelOf(run, run.error?.nodeId)} whatHappened={whatHappened} whatToDo={whatToDo} />;
}

/** Why the last run can't be done again, or not be undone. */
function Reasons({ run, details }: { readonly run: Run; readonly details: RunDetails }) {
  const { again, undo, isLast } = details;
  const reasons = [
    again.whyNot === undefined || run.status !== 'FINISHED'
      ? (again.whyNot ?? '')
      : t('It can’t be run again. {reason}', { reason: again.whyNot }),
    !isLast || undo.whyNot === undefined ? '' : t('It can’t be undone. {reason}', { reason: undo.whyNot }),
  ].filter((reason) => reason !== '');
  return reasons.map((reason) => (
    <p key={reason} className="text-secondary text-muted">
      {reason}
    </p>
  ));
}

/** How a run stands: its progress, or what came of it. */
export function RunOutcome({ run, counts, details }: RunOutcomeProps) {
  const isOver = isFinalStatus(run.status);
  const route = useRoute();
  const open = RunChunkKindSchema.safeParse(route.page === 'run' ? route.search?.chunks : undefined).data;
  return (
    <div className="flex flex-col gap-3">
      {isOver ? null : <Progress run={run} />}
      {run.status === 'FAILED' ? <Failure run={run} /> : <p>{describeResult(run, counts)}</p>}
      {counts === undefined ? null : <Tiles run={run} counts={counts} open={open} />}
      {open === undefined ? null : (
        <RunChunks key={open} runId={run.id} kind={open} onClose={() => navigate({ page: 'run', runId: run.id })} />
      )}
      {isOver && details !== undefined ? <Reasons run={run} details={details} /> : null}
    </div>
  );
}
