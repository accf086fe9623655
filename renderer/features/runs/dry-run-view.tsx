import { Eye, TriangleAlert, Upload } from 'lucide-react';
import type { DryRunResult } from '../../../shared/api/dry-run.ts';
import { describeForetold } from '../../../shared/text/describe-counts.ts';
import { formatBytes } from '../../../shared/text/format.ts';
import { t } from '../../../shared/texts/t.ts';
import { Button } from '../../ui/controls/button.tsx';
import { DifferenceList } from '../../ui/difference/difference-list.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import type { UploadProgress } from './start-upsert.ts';

export interface CheckingProps {
  readonly fileCount: number;
  readonly progress: UploadProgress | undefined;
  readonly onCancel: () => void;
}

/** A dry run that goes on: the files on their way, then read and compared. */
export function Checking({ fileCount, progress, onCancel }: CheckingProps) {
  const isSent = progress === undefined || progress.sentBytes >= progress.totalBytes;
  const share = isSent ? undefined : progress.sentBytes / progress.totalBytes;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex h-8 items-center justify-between gap-2">
        <h3 className="font-semibold">{t('Dry run')}</h3>
        <Button onClick={onCancel}>{t('Cancel')}</Button>
      </div>
      <ProgressBar label={t('Dry run')} value={share} />
      <p className="tabular text-secondary text-muted">
        {isSent
          ? t(
              'Reading {count, plural, =0 {what the flow reads} one {# file} other {# files}} and comparing with what is stored',
              { count: fileCount },
            )
          : t('Sending {sentBytes} of {totalBytes}', {
              sentBytes: formatBytes(progress.sentBytes),
              totalBytes: formatBytes(progress.totalBytes),
            })}
      </p>
    </div>
  );
}

export interface DryRunViewProps {
  readonly result: DryRunResult;
  /** The flow is another one since. */
  readonly isOld: boolean;
  readonly onUpsert: () => void;
  readonly onAgain: () => void;
  readonly onClose: () => void;
}

/** What the upsert would do, before anything is written. */
export function DryRunView({ result, isOld, onUpsert, onAgain, onClose }: DryRunViewProps) {
  const unread = result.failedFiles?.filter(({ isPartial }) => isPartial !== true).length ?? 0;
  return (
    <section aria-label={t('Dry run')} className="flex h-full min-h-60 flex-col gap-2">
      <div className="flex shrink-0 flex-wrap items-start justify-between gap-2">
        <div className="min-w-0 flex-1">
          <h3 className="font-semibold">{describeForetold(result)}</h3>
          <p className="text-secondary text-muted">{t('Nothing is written yet.')}</p>
        </div>
        <div className="flex gap-2">
          <Button look="quiet" onClick={onClose}>
            {t('Close')}
          </Button>
          <Button icon={<Upload />} disabled={isOld} onClick={onUpsert}>
            {t('Upsert now')}
          </Button>
        </div>
      </div>
      {isOld ? (
        <div role="status" className="flex shrink-0 items-center gap-2 rounded-control bg-warning-soft px-3 py-1.5">
          <TriangleAlert aria-hidden="true" className="size-4 shrink-0 text-warning" />
          <p className="flex-1">{t('The flow has changed since this dry run.')}</p>
          <Button className="h-7" onClick={onAgain}>
            {t('Run it again')}
          </Button>
        </div>
      ) : null}
      {unread === 0 ? null : (
        <p className="shrink-0 text-secondary text-danger">
          {t(
            "{count, plural, one {# file} other {# files}} can't be read and would be left out: see the list of files.",
            { count: unread },
          )}
        </p>
      )}
      <DifferenceList
        difference={result}
        className="flex-1"
        nothing={
          <EmptyState icon={<Eye aria-hidden="true" />} title={t('Nothing would change')}>
            {t('All chunks of these files are stored already, just as they are.')}
          </EmptyState>
        }
      />
    </section>
  );
}
