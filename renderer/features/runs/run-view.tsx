import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleMinus,
  CircleSlash,
  LoaderCircle,
  MessageCircleQuestion,
  Undo2,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { NodeRun, UpsertCounts } from '../../../shared/api/runs.ts';
import { describeCounts, skippedLabel } from '../../../shared/text/describe-counts.ts';
import {
  describeProgress,
  formatBytes,
  formatCount,
  formatElapsed,
  progressRatio,
} from '../../../shared/text/format.ts';
import { t } from '../../../shared/texts/t.ts';
import { hrefOf } from '../../stores/router.ts';
import type { ActiveRun } from '../../stores/run-store.ts';
import { classNames } from '../../ui/class-names.ts';
import { Button } from '../../ui/controls/button.tsx';
import { ErrorNotice, type ErrorNoticeProps } from '../../ui/feedback/error-notice.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { rich } from '../../ui/rich.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { RunFailure, type RunFailureProps } from './run-failure.tsx';
import { RunProgressView } from './run-progress.tsx';
import type { UploadProgress } from './start-upsert.ts';

const looks = {
  queued: { icon: CircleDashed, className: 'text-muted', words: t('waiting') },
  running: { icon: LoaderCircle, className: 'text-accent animate-spin', words: t('running') },
  done: { icon: CircleCheck, className: 'text-success', words: t('done') },
  skipped: { icon: CircleMinus, className: 'text-muted', words: t('skipped') },
  failed: { icon: CircleAlert, className: 'text-danger', words: t('failed') },
  cancelled: { icon: CircleSlash, className: 'text-muted', words: t('cancelled') },
} as const satisfies Record<NodeRun['status'], unknown>;

function StepRow({ node, onSelect }: { readonly node: NodeRun; readonly onSelect: () => void }) {
  const { icon: Icon, className, words } = looks[node.status];
  const progress = describeProgress(node);
  return (
    <li className="grid grid-cols-[16px_minmax(0,1fr)_auto] items-center gap-x-2 gap-y-1 py-1.5">
      <Icon aria-hidden="true" className={classNames('size-4', className)} />
      <button type="button" className="truncate rounded-sm text-left hover:underline" onClick={onSelect}>
        <span className={node.status === 'queued' ? 'text-muted' : 'font-medium'}>{node.label}</span>
        <span className="sr-only">, {words}</span>
      </button>
      <span className="tabular flex gap-3 text-secondary text-muted">
        {progress === undefined ? null : <span>{progress}</span>}
        {node.elapsedMs === undefined || node.status === 'running' ? null : (
          <span className="hidden min-w-14 text-right @sm:inline">{formatElapsed(node.elapsedMs)}</span>
        )}
      </span>
      {node.status !== 'running' ? null : (
        <div className="col-span-2 col-start-2">
          <ProgressBar label={t('Progress of {label}', { label: node.label })} value={progressRatio(node)} />
        </div>
      )}
      {node.message === undefined || node.status === 'failed' ? null : (
        <p className="col-span-2 col-start-2 text-secondary text-muted">{node.message}</p>
      )}
    </li>
  );
}

interface NodeStepsProps {
  readonly nodes: readonly NodeRun[];
  readonly onSelectNode: (nodeId: string) => void;
}

/** The nodes of a run, in the order of their work, with how far each is. */
function NodeSteps({ nodes, onSelectNode }: NodeStepsProps) {
  return (
    <ol aria-label={t('Steps')} className="flex flex-col">
      {nodes.map((node) => (
        <StepRow key={node.nodeId} node={node} onSelect={() => onSelectNode(node.nodeId)} />
      ))}
    </ol>
  );
}

interface FailedFilesProps {
  readonly run: ActiveRun;
  /** What tries them again; undefined when this page does not have them. */
  readonly retryOf: (run: ActiveRun) => ErrorNoticeProps['action'];
}

/** "2 files could not be read.", "More than 100 files could not be read.", "1 file was read in part." */
function describeFailed({ failedFiles, hasMoreFailed }: ActiveRun): string {
  const count = failedFiles.filter(({ isPartial }) => isPartial !== true).length;
  const inPart = t('{count, plural, one {# file was} other {# files were}} read in part.', {
    count: new Set(failedFiles.flatMap(({ name, isPartial }) => (isPartial === true ? [name] : []))).size,
  });
  if (count === 0) return inPart;
  const unread = describeUnread(failedFiles, count, hasMoreFailed);
  return count === failedFiles.length ? unread : `${unread} ${inPart}`;
}

function describeUnread(failedFiles: ActiveRun['failedFiles'], count: number, hasMoreFailed: boolean): string {
  if (failedFiles.every(({ name }) => name.includes('://'))) {
    return hasMoreFailed
      ? t('More than {count, plural, one {# page} other {# pages}} could not be read.', { count })
      : t('{count, plural, one {# page} other {# pages}} could not be read.', { count });
  }
  return hasMoreFailed
    ? t('More than {count, plural, one {# file} other {# files}} could not be read.', { count })
    : t('{count, plural, one {# file} other {# files}} could not be read.', { count });
}

/** What a run that has finished could not read, each with the reason. */
function FailedFiles({ run, retryOf }: FailedFilesProps) {
  if (run.failedFiles.length === 0) return null;
  return (
    <ErrorNotice
      whatHappened={describeFailed(run)}
      whatToDo={t('The list of files says why. Everything else is stored, and what was stored of them before is kept.')}
      action={retryOf(run)}
    />
  );
}

const tiles = [
  { key: 'numAdded', labelOf: () => t('added') },
  { key: 'numUpdated', labelOf: () => t('updated') },
  { key: 'numDeleted', labelOf: () => t('deleted') },
  { key: 'numSkipped', labelOf: skippedLabel },
] as const;

/** The four counts of an upsert, in chunks. */
function CountTiles({ counts }: { readonly counts: UpsertCounts }) {
  return (
    <dl aria-label={t('Chunks')} className="grid grid-cols-4 divide-x divide-border rounded-card border border-border">
      {tiles.map(({ key, labelOf }) => (
        <div key={key} className="flex min-w-0 flex-col-reverse px-2 py-2 @sm:px-3">
          <dt className="truncate text-secondary text-muted" title={labelOf(counts)}>
            {labelOf(counts)}
          </dt>
          <dd className={classNames('tabular text-page font-semibold', counts[key] === 0 && 'text-muted')}>
            {formatCount(counts[key])}
          </dd>
        </div>
      ))}
    </dl>
  );
}

export interface SendingProps {
  readonly hasFiles: boolean;
  readonly progress: UploadProgress | undefined;
  readonly onCancel: () => void;
}

/** The files on their way to the server. */
export function Sending({ hasFiles, progress, onCancel }: SendingProps) {
  const title = hasFiles ? t('Sending the files') : t('Starting');
  const share =
    progress === undefined || progress.totalBytes === 0 ? undefined : progress.sentBytes / progress.totalBytes;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex h-8 items-center justify-between gap-2">
        <h3 className="font-semibold">{title}</h3>
        <Button onClick={onCancel}>{t('Cancel')}</Button>
      </div>
      <ProgressBar label={title} value={share} />
      {progress === undefined || !hasFiles ? null : (
        <p className="tabular text-secondary text-muted">
          {t('{done} of {total}', {
            done: formatBytes(progress.sentBytes),
            total: formatBytes(progress.totalBytes),
          })}
        </p>
      )}
    </div>
  );
}

export interface RunningProps {
  readonly run: ActiveRun | undefined;
  readonly isConnected: boolean;
  readonly isCancelling: boolean;
  readonly onCancel: () => void;
  readonly onSelectNode: (nodeId: string) => void;
}

/** A run that goes on: its steps, the counts so far, and the way to stop it. */
export function Running({ run, isConnected, isCancelling, onCancel, onSelectNode }: RunningProps) {
  return (
    <div className="flex flex-col gap-2">
      <div className="flex min-h-9 items-center justify-between gap-2">
        <div className="min-w-0">
          <h3 className="font-semibold">{isCancelling ? t('Stopping at the next safe point') : t('Upserting')}</h3>
          {run?.counts ? (
            <p className="tabular text-secondary text-muted">
              {t('{counts} so far', { counts: describeCounts(run.counts) })}
            </p>
          ) : null}
        </div>
        <Button disabled={isCancelling} onClick={onCancel}>
          {t('Cancel')}
        </Button>
      </div>
      {isConnected ? null : (
        <p className="text-secondary text-warning">{t('The connection to the server is lost. Trying again.')}</p>
      )}
      {run === undefined || run.progress === null ? null : <RunProgressView progress={run.progress} />}
      {run === undefined ? null : <NodeSteps nodes={Object.values(run.nodes)} onSelectNode={onSelectNode} />}
    </div>
  );
}

export interface OutcomeProps extends Omit<RunFailureProps, 'failure'>, Pick<FailedFilesProps, 'retryOf'> {
  readonly run: ActiveRun;
  /** Goes on with a run that was cut off or cancelled: the server still has its files. */
  readonly onGoOn: () => void;
  readonly onQuery: () => void;
}

function timeOf(time: string, finishedDate: string | null): ReactNode {
  if (finishedDate === null) return t('in {time}', { time });
  return rich('in {time}, {when}', { time, when: <TimeAgo date={finishedDate} /> });
}

/** What it stored is not there any more. */
function Undone({ run, undoneDate }: { readonly run: ActiveRun; readonly undoneDate: string }) {
  return (
    <div role="status" className="flex gap-2">
      <Undo2 aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted" />
      <div>
        <h3 className="font-semibold">{rich('Undone {when}', { when: <TimeAgo date={undoneDate} /> })}</h3>
        <p className="text-muted">
          {run.counts === null ? null : `${describeCounts(run.counts)} · `}
          <a className="underline hover:text-text" href={hrefOf({ page: 'run', runId: run.runId })}>
            {t('Details')}
          </a>
        </p>
      </div>
    </div>
  );
}

function Finished({ run, onQuery, retryOf }: OutcomeProps) {
  if (run.counts === null) return null;
  return (
    <>
      <div className="flex min-h-8 items-center justify-between gap-2">
        <div className="flex min-w-0 items-baseline gap-2">
          <CircleCheck aria-hidden="true" className="size-4 shrink-0 self-center text-success" />
          <h3 className="font-semibold">{describeCounts(run.counts)}</h3>
          {run.progress === null ? null : (
            <span className="tabular text-secondary text-muted">
              {timeOf(formatElapsed(run.progress.elapsedMs), run.finishedDate)}
            </span>
          )}
        </div>
        <Button icon={<MessageCircleQuestion />} onClick={onQuery}>
          {t('Ask a question')}
        </Button>
      </div>
      <CountTiles counts={run.counts} />
      <p className="flex gap-4 text-secondary text-muted [&>a]:underline [&>a]:hover:text-text">
        <a href={hrefOf({ page: 'run', runId: run.runId })}>{t('Show these chunks')}</a>
        <a href={hrefOf({ page: 'run', runId: run.runId, search: { undo: 'ask' } })}>{t('Undo this upsert')}</a>
      </p>
      <FailedFiles run={run} retryOf={retryOf} />
    </>
  );
}

const KEPT = t('What was written until then is kept, and so are the files. Go on to write the rest.');

/** What the user wanted is no error. */
function Cancelled({ run, onGoOn }: OutcomeProps) {
  const mayGoOn = run.resumable !== false;
  return (
    <div role="status" className="flex min-h-8 items-start justify-between gap-2">
      <div className="flex min-w-0 gap-2">
        <CircleSlash aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted" />
        <div>
          <h3 className="font-semibold">{mayGoOn ? t('The upsert was cancelled.') : t('The run was cancelled.')}</h3>
          <p className="text-muted">{mayGoOn ? KEPT : t('Begin it again if it is still to be done.')}</p>
        </div>
      </div>
      {mayGoOn ? <Button onClick={onGoOn}>{t('Go on')}</Button> : null}
    </div>
  );
}

function Interrupted({ run, onGoOn }: OutcomeProps) {
  if (run.resumable === false) {
    return (
      <ErrorNotice
        whatHappened={t('The server stopped during the run.')}
        whatToDo={t('Begin it again if it is still to be done.')}
      />
    );
  }
  return (
    <ErrorNotice
      whatHappened={t('The server stopped during the upsert.')}
      whatToDo={KEPT}
      action={{ label: t('Go on'), onClick: onGoOn }}
    />
  );
}

function Ending(props: OutcomeProps) {
  const { run, labelOf, onSelectNode, onRetry } = props;
  if (run.undoneDate !== undefined) return <Undone run={run} undoneDate={run.undoneDate} />;
  if (run.status === 'FINISHED') return <Finished {...props} />;
  if (run.status === 'CANCELLED') return <Cancelled {...props} />;
  if (run.status === 'INTERRUPTED') return <Interrupted {...props} />;
  return run.status !== 'FAILED' ? null : (
    <RunFailure
      failure={run.error ?? { message: t('The upsert failed, and the server did not say why: look into its log.') }}
      labelOf={labelOf}
      onSelectNode={onSelectNode}
      onRetry={onRetry}
    />
  );
}

/** How a run ended, and its steps. */
export function Outcome(props: OutcomeProps) {
  const { run, onSelectNode } = props;
  return (
    <div className="flex flex-col gap-3">
      <Ending {...props} />
      <NodeSteps nodes={Object.values(run.nodes)} onSelectNode={onSelectNode} />
    </div>
  );
}
