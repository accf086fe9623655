import type { DryRunResult } from '../../../shared/api/dry-run.ts';
import { formatCount } from '../../../shared/text/format.ts';
import { t } from '../../../shared/texts/t.ts';
import { DifferenceList } from '../../ui/difference/difference-list.tsx';

/** The difference in a sentence: "12 chunks would be added, 10 removed; 31 stay as they are." */
function summaryOf({ numAdded, numDeleted, numUpdated, numSkipped }: DryRunResult): string {
  const counts = [
    [numAdded, 'be added'],
    [numDeleted, 'be removed'],
    [numUpdated, 'get new metadata'],
  ] as const;
  const told = counts.filter(([count]) => count > 0);
  if (told.length === 0)
    return t('No chunk changes: all {numSkipped} stay as they are.', { numSkipped: formatCount(numSkipped) });
  const changes = told.map(([count, what], index) =>
    index === 0
      ? `${t('{count, plural, one {# chunk} other {# chunks}}', { count })} would ${what}`
      : `${formatCount(count)} would ${what}`,
  );
  return `${changes.join(', ')}; ${formatCount(numSkipped)} ${numSkipped === 1 ? 'stays as it is' : 'stay as they are'}.`;
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
