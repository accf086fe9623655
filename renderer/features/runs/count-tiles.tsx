import type { UpsertCounts } from '../../../shared/api/runs.ts';
import { skippedLabel } from '../../../shared/text/describe-counts.ts';
import { formatCount } from '../../../shared/text/format.ts';
import { t } from '../../../shared/texts/t.ts';
import { classNames } from '../../ui/class-names.ts';

const tiles = [
  { key: 'numAdded', labelOf: () => t('added') },
  { key: 'numUpdated', labelOf: () => t('updated') },
  { key: 'numDeleted', labelOf: () => t('deleted') },
  { key: 'numSkipped', labelOf: skippedLabel },
] as const;

/** The four counts of an upsert, in chunks. */
export function CountTiles({ counts }: { readonly counts: UpsertCounts }) {
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
