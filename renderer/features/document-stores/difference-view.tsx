import type { DryRunResult } from '../../../shared/api/dry-run.ts';
import { joinCounts } from '../../../shared/text/describe-counts.ts';
import { t } from '../../../shared/texts/t.ts';
import { DifferenceList } from '../../ui/difference/difference-list.tsx';

/** The difference in a sentence: "12 chunks would be added, 10 would be removed; 31 stay as they are." */
function summaryOf({ numAdded, numDeleted, numUpdated, numSkipped }: DryRunResult): string {
  const changes = joinCounts([
    {
      count: numAdded,
      first: t('{count, plural, one {# chunk} other {# chunks}} would be added', { count: numAdded }),
      next: t('{count, number} would be added', { count: numAdded }),
    },
    {
      count: numDeleted,
      first: t('{count, plural, one {# chunk} other {# chunks}} would be removed', { count: numDeleted }),
      next: t('{count, number} would be removed', { count: numDeleted }),
    },
    {
      count: numUpdated,
      first: t('{count, plural, one {# chunk} other {# chunks}} would get new metadata', { count: numUpdated }),
      next: t('{count, number} would get new metadata', { count: numUpdated }),
    },
  ]);
  if (changes === undefined) return t('No chunk changes: all {count, number} stay as they are.', { count: numSkipped });
  return t('{changes}; {count, plural, one {# stays as it is} other {# stay as they are}}.', {
    changes,
    count: numSkipped,
  });
}

function FailedFiles({ result }: { readonly result: DryRunResult }) {
  const { failedFiles = [] } = result;
  if (failedFiles.length === 0) return null;
  return (
    <ul aria-label={t("Files that can't be read")} className="flex flex-col gap-1 rounded-control bg-warning-soft p-3">
      {failedFiles.map(({ name, message }) => (
        <li key={name} className="text-secondary break-words">
          {message}
        </li>
      ))}
    </ul>
  );
}

/** What would change in the chunks of a loader: in a sentence, and chunk by chunk. */
export function DifferenceView({ result }: { readonly result: DryRunResult }) {
  return (
    <div className="flex flex-col gap-3">
      <p role="status">{summaryOf(result)}</p>
      <FailedFiles result={result} />
      <DifferenceList difference={result} nothing={null} className="h-[max(24rem,calc(100vh-22rem))]" />
    </div>
  );
}
