import { CircleCheck, CircleSlash, MessageCircleQuestion, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { describeCounts } from '../../../shared/text/describe-counts.ts';
import { formatBytes, formatElapsed } from '../../../shared/text/format.ts';
import { t } from '../../../shared/texts/t.ts';
import { hrefOf } from '../../stores/router.ts';
import type { ActiveRun } from '../../stores/run-store.ts';
import { Button } from '../../ui/controls/button.tsx';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { rich } from '../../ui/rich.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { CountTiles } from './count-tiles.tsx';
import { FailedFiles, type FailedFilesProps } from './failed-files.tsx';
import { NodeSteps } from './node-steps.tsx';
import { RunFailure, type RunFailureProps } from './run-failure.tsx';
import { RunProgressView } from './run-progress.tsx';
import type { UploadProgress } from './start-upsert.ts';

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
function Cancelled({ onGoOn }: OutcomeProps) {
  return (
    <div role="status" className="flex min-h-8 items-start justify-between gap-2">
      <div className="flex min-w-0 gap-2">
        <CircleSlash aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted" />
        <div>
          <h3 className="font-semibold">{t('The upsert was cancelled.')}</h3>
          <p className="text-muted">{KEPT}</p>
        </div>
      </div>
      <Button onClick={onGoOn}>{t('Go on')}</Button>
    </div>
  );
}

function Interrupted({ onGoOn }: OutcomeProps) {
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
