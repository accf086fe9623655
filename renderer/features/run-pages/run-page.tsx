import { Layers, Trash2, Undo2, Workflow } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { RunUndone } from '../../../shared/api/run-chunks.ts';
import type { RunDetails } from '../../../shared/api/run-details.ts';
import { isFinalStatus, type Run, type UpsertCounts } from '../../../shared/api/runs.ts';
import { formatBytes, formatElapsed } from '../../../shared/text/format.ts';
import { t } from '../../../shared/texts/t.ts';
import { messageOf } from '../../api/client.ts';
import { useCancelRun, useDeleteRunFiles, useRun, useRunAgain, useRunDetails } from '../../api/run.ts';
import { useUndoRun } from '../../api/run-chunks.ts';
import { useRunOwners } from '../../api/run-list.ts';
import { hrefOf, navigate, useRoute } from '../../stores/router.ts';
import { Button } from '../../ui/controls/button.tsx';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { StatusBadge } from '../../ui/feedback/status-badge.tsx';
import { showErrorToast, showToast } from '../../ui/feedback/toast.tsx';
import { Page } from '../../ui/page.tsx';
import { rich } from '../../ui/rich.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { Comparison } from './comparison.tsx';
import { RunFileTable } from './run-file-table.tsx';
import { RunOutcome } from './run-outcome.tsx';
import { RunSettings } from './run-settings.tsx';
import { RunSteps } from './run-steps.tsx';
import { STATUS_WORDS, wallTimeOf } from './run-words.ts';

interface UndoRunProps {
  readonly run: Run;
  readonly counts: UpsertCounts | undefined;
  readonly details: RunDetails;
  /** Whether the question is shown at once. */
  readonly asksAtOnce: boolean;
}

/** "12 added chunks go, 3 deleted chunks come back" */
function describeUndo({ numAdded, numDeleted, numUpdated }: UpsertCounts): string {
  const parts = [
    numAdded === 0 ? '' : t('{count, plural, one {# added chunk goes} other {# added chunks go}}', { count: numAdded }),
    numDeleted === 0
      ? ''
      : t('{count, plural, one {# deleted chunk comes back} other {# deleted chunks come back}}', {
          count: numDeleted,
        }),
    numUpdated === 0
      ? ''
      : t('{count, plural, one {# updated chunk is as before} other {# updated chunks are as before}}', {
          count: numUpdated,
        }),
  ].filter((part) => part !== '');
  return parts.length === 0 ? t('What it stored goes') : parts.join(', ');
}

function describeDone({ removed, restored }: RunUndone): string {
  if (restored === 0)
    return t('Upsert undone: {count, plural, one {# chunk} other {# chunks}} removed.', { count: removed });
  return t(
    'Upsert undone: {removed, plural, one {# chunk} other {# chunks}} removed and {restored, plural, one {# chunk} other {# chunks}} brought back.',
    { removed, restored },
  );
}

/** Takes back what the last run of a flow or store has done, after asking. */
function UndoRun({ run, counts, details, asksAtOnce }: UndoRunProps) {
  const undo = useUndoRun(run.chatflowId);
  const { isPossible } = details.undo;
  const [isAsking, setAsking] = useState(asksAtOnce && isPossible);
  if (!isPossible) return null;
  function confirm() {
    setAsking(false);
    undo.mutate(run.id, {
      onSuccess: (done) => showToast(describeDone(done)),
      onError: (error) => showErrorToast(messageOf(error)),
    });
  }
  return (
    <>
      <Button icon={<Undo2 />} disabled={undo.isPending} onClick={() => setAsking(true)}>
        {undo.isPending ? t('Undoing…') : t('Undo this upsert')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('Undo this upsert?')}
        confirmLabel={t('Undo this upsert')}
        cancelLabel={t('Leave it')}
        onConfirm={confirm}
        onCancel={() => setAsking(false)}
      >
        {t(
          '{changes}. Nothing is embedded again, and settings stay as they are. Documents that are synced may come again with a later sync.',
          { changes: counts === undefined ? t('What it stored goes') : describeUndo(counts) },
        )}
      </ConfirmDialog>
    </>
  );
}

interface DeleteRunFilesProps {
  readonly runId: string;
  readonly details: RunDetails;
}

/** Deletes the files that a run keeps so that it can be done again, after asking. */
function DeleteRunFiles({ runId, details }: DeleteRunFilesProps) {
  const deletion = useDeleteRunFiles();
  const [isAsking, setAsking] = useState(false);
  const { count, sizeBytes } = details.uploads;
  if (count === 0) return null;
  function confirm() {
    setAsking(false);
    deletion.mutate(runId, {
      onSuccess: (deleted) =>
        showToast(t('{count, plural, one {# file} other {# files}} of the run deleted.', { count: deleted.count })),
      onError: (error) => showErrorToast(messageOf(error)),
    });
  }
  return (
    <>
      <Button icon={<Trash2 />} disabled={deletion.isPending} onClick={() => setAsking(true)}>
        {t('Delete its files')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('Delete the files of this run?')}
        confirmLabel={t('Delete its files')}
        cancelLabel={t('Leave them')}
        onConfirm={confirm}
        onCancel={() => setAsking(false)}
      >
        {t(
          '{count, plural, one {# file} other {# files}} ({size}) that came with it {count, plural, one {is} other {are}} kept for a week, so that the run can be done again. Then it can’t be. What is stored stays.',
          { count, size: formatBytes(sizeBytes) },
        )}
      </ConfirmDialog>
    </>
  );
}

const AGAIN_WORDS = { resume: t('Go on'), repeat: t('Run again') } as const;

const LINK_LOOK =
  'inline-flex h-8 items-center gap-1.5 rounded-control border border-border bg-surface px-3 font-medium hover:bg-hover [&_svg]:size-4';

interface RunActionsProps {
  readonly run: Run;
  readonly details: RunDetails | undefined;
  readonly counts: UpsertCounts | undefined;
}

function RunActions({ run, details, counts }: RunActionsProps) {
  const route = useRoute();
  const asksAtOnce = route.page === 'run' && route.search?.undo === 'ask';
  const cancel = useCancelRun();
  const again = useRunAgain();
  const showFailure = (error: unknown) => showErrorToast(messageOf(error));
  const how = details?.again.how ?? null;
  const open = (runId: string) => navigate({ page: 'run', runId });
  const owner =
    run.kind === 'store'
      ? hrefOf({ page: 'store', storeId: run.chatflowId })
      : hrefOf({ page: 'editor', chatflowId: run.chatflowId });
  return (
    <>
      <a href={hrefOf({ page: 'contents', ownerId: run.chatflowId })} className={LINK_LOOK}>
        <Layers aria-hidden="true" />
        {t('Contents')}
      </a>
      <a href={owner} className={LINK_LOOK}>
        <Workflow aria-hidden="true" />
        {run.kind === 'store' ? t('Open the store') : t('Open the flow')}
      </a>
      {isFinalStatus(run.status) ? null : (
        <Button disabled={cancel.isPending} onClick={() => cancel.mutate(run.id, { onError: showFailure })}>
          {cancel.isPending ? t('Stopping…') : t('Cancel')}
        </Button>
      )}
      {details === undefined ? null : <DeleteRunFiles runId={run.id} details={details} />}
      {details === undefined ? null : <UndoRun run={run} counts={counts} details={details} asksAtOnce={asksAtOnce} />}
      {how === null ? null : (
        <Button
          look="primary"
          disabled={again.isPending}
          onClick={() =>
            again.mutate({ id: run.id, how }, { onSuccess: ({ runId }) => open(runId), onError: showFailure })
          }
        >
          {AGAIN_WORDS[how]}
        </Button>
      )}
    </>
  );
}

function beginOf(run: Run): ReactNode {
  const when = <TimeAgo date={run.createdDate} />;
  const wallTimeMs = wallTimeOf(run);
  if (wallTimeMs === undefined) return rich('Began {when}', { when });
  const time = formatElapsed(wallTimeMs);
  return isFinalStatus(run.status)
    ? rich('Began {when} and took {time}', { when, time })
    : rich('Began {when} and has taken {time}', { when, time });
}

function Lead({ run }: { readonly run: Run }) {
  const { undoneDate } = run;
  const { words, tone } = STATUS_WORDS[run.status];
  return (
    <p className="tabular mt-1 flex flex-wrap items-center gap-x-2">
      <StatusBadge tone={tone}>{words}</StatusBadge>
      {undoneDate === undefined ? null : (
        <StatusBadge tone="warning">{rich('Undone {when}', { when: <TimeAgo date={undoneDate} /> })}</StatusBadge>
      )}
      <span>{beginOf(run)}</span>
    </p>
  );
}

function Aside({ children }: { readonly children: ReactNode }) {
  return <div className="flex w-full shrink-0 flex-col gap-6 lg:w-88">{children}</div>;
}

/** One run: what became of each file and step, what it did, and how it differs from the run before. */
export function RunPage({ runId }: { readonly runId: string }) {
  const query = useRun(runId);
  const owners = useRunOwners();
  const run = query.data;
  const isOver = run !== undefined && isFinalStatus(run.status);
  const { data: details } = useRunDetails(runId, isOver);
  const owner = owners?.find(({ id }) => id === run?.chatflowId);
  return (
    <Page
      title={owner === undefined ? t('Run') : t('Run of {name}', { name: owner.name })}
      back={{ label: t('Runs'), href: hrefOf({ page: 'runs' }) }}
      width="wide"
      lead={run === undefined ? undefined : <Lead run={run} />}
      actions={run === undefined ? undefined : <RunActions run={run} details={details} counts={query.counts} />}
    >
      <QueryState query={query} loading={t('Loading the run…')}>
        {(found) => (
          <div className="flex flex-col gap-6">
            <RunOutcome run={found} counts={query.counts} details={details} />
            <div className="flex flex-col gap-6 lg:flex-row">
              <RunFileTable run={found} />
              <Aside>
                <RunSteps run={found} />
                {isOver && details !== undefined ? <Comparison run={found} details={details} /> : null}
                {details === undefined ? null : <RunSettings nodes={details.settings} />}
              </Aside>
            </div>
          </div>
        )}
      </QueryState>
    </Page>
  );
}
