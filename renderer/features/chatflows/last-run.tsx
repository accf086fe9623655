import { Check, CircleSlash, CircleX, Loader, Undo2 } from 'lucide-react';
import type { Overview } from '../../../shared/api/overview.ts';
import { describeCounts } from '../../../shared/text/describe-counts.ts';
import { t } from '../../../shared/texts/t.ts';
import { hrefOf } from '../../stores/router.ts';
import { StatusBadge } from '../../ui/feedback/status-badge.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';

type LastRun = NonNullable<Overview['lastRun']>;

function Badge({ run }: { readonly run: LastRun }) {
  if (run.undoneDate !== undefined)
    return (
      <StatusBadge tone="warning" icon={<Undo2 aria-hidden="true" />}>
        {t('Undone')}
      </StatusBadge>
    );
  switch (run.status) {
    case 'FINISHED':
      return run.result?.failedFiles === undefined ? (
        <StatusBadge tone="success" icon={<Check aria-hidden="true" />}>
          {t('Done')}
        </StatusBadge>
      ) : (
        <StatusBadge tone="warning" icon={<Check aria-hidden="true" />}>
          {t('Done in part')}
        </StatusBadge>
      );
    case 'FAILED':
      return (
        <StatusBadge tone="danger" icon={<CircleX aria-hidden="true" />}>
          {t('Failed')}
        </StatusBadge>
      );
    case 'CANCELLED':
    case 'INTERRUPTED':
      return (
        <StatusBadge tone="warning" icon={<CircleSlash aria-hidden="true" />}>
          {run.status === 'CANCELLED' ? t('Cancelled') : t('Cut off')}
        </StatusBadge>
      );
    default:
      return (
        <StatusBadge tone="active" icon={<Loader aria-hidden="true" />}>
          {run.status === 'QUEUED' ? t('Waiting') : t('Running')}
        </StatusBadge>
      );
  }
}

/** "2 of 40 files failed". */
function failedWords({ result, progress }: LastRun): string | undefined {
  const failed = progress?.files.failed ?? result?.failedFiles?.length ?? 0;
  if (failed === 0) return undefined;
  const total = progress?.files.total ?? 0;
  return total > 0
    ? t('{failed, number} of {total, plural, one {# file} other {# files}} failed', { failed, total })
    : t('{count, plural, one {# file} other {# files}} failed', { count: failed });
}

function wordsOf({ status, result, error }: LastRun): string | undefined {
  if (status === 'FAILED') return error?.message;
  return result === null ? undefined : describeCounts(result);
}

/** How the last run of a flow ended, with a link to it, or that there was none. */
export function LastRun({ run }: { readonly run: LastRun | null }) {
  if (run === null) return <span className="text-secondary text-muted">{t('Not run yet')}</span>;
  const words = wordsOf(run);
  const failed = run.status === 'FINISHED' && run.undoneDate === undefined ? failedWords(run) : undefined;
  return (
    <div className="min-w-0">
      <p className="flex items-center gap-2 text-secondary text-muted">
        <Badge run={run} />
        <TimeAgo date={run.undoneDate ?? run.finishedDate ?? run.createdDate} />
      </p>
      {failed === undefined && words === undefined ? null : (
        <a
          // Above the link that covers the row.
          className="relative z-10 mt-0.5 block truncate text-secondary text-muted hover:text-ink hover:underline"
          href={hrefOf({
            page: 'run',
            runId: run.id,
            ...(failed === undefined ? {} : { search: { files: 'failed' } }),
          })}
          title={words}
        >
          {failed === undefined ? words : <span className="text-danger">{failed}</span>}
          {failed === undefined || words === undefined ? null : ` · ${words}`}
        </a>
      )}
    </div>
  );
}
