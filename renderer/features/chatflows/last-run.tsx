import { Check, CircleSlash, CircleX, Loader } from 'lucide-react';
import type { Overview } from '../../../shared/api/overview.ts';
import { describeCounts } from '../../../shared/text/describe-counts.ts';
import { StatusBadge } from '../../ui/feedback/status-badge.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';

type LastRun = NonNullable<Overview['lastRun']>;

function Badge({ run }: { readonly run: LastRun }) {
  switch (run.status) {
    case 'FINISHED':
      return run.result?.failedFiles === undefined ? (
        <StatusBadge tone="success" icon={<Check aria-hidden="true" />}>
          Done
        </StatusBadge>
      ) : (
        <StatusBadge tone="warning" icon={<Check aria-hidden="true" />}>
          Done in part
        </StatusBadge>
      );
    case 'FAILED':
      return (
        <StatusBadge tone="danger" icon={<CircleX aria-hidden="true" />}>
          Failed
        </StatusBadge>
      );
    case 'CANCELLED':
    case 'INTERRUPTED':
      return (
        <StatusBadge tone="warning" icon={<CircleSlash aria-hidden="true" />}>
          {run.status === 'CANCELLED' ? 'Cancelled' : 'Cut off'}
        </StatusBadge>
      );
    default:
      return (
        <StatusBadge tone="active" icon={<Loader aria-hidden="true" />}>
          {run.status === 'QUEUED' ? 'Waiting' : 'Running'}
        </StatusBadge>
      );
  }
}

function wordsOf({ status, result, error }: LastRun): string | undefined {
  if (status === 'FAILED') return error?.message;
  return result === null ? undefined : describeCounts(result);
}

/** How the last run of a flow ended, or that there was none. */
export function LastRun({ run }: { readonly run: LastRun | null }) {
  if (run === null) return <span className="text-secondary text-muted">Not run yet</span>;
  const words = wordsOf(run);
  return (
    <div className="min-w-0">
      <p className="flex items-center gap-2 text-secondary text-muted">
        <Badge run={run} />
        <TimeAgo date={run.finishedDate ?? run.createdDate} />
      </p>
      {words === undefined ? null : (
        <p className="mt-0.5 truncate text-secondary text-muted" title={words}>
          {words}
        </p>
      )}
    </div>
  );
}
