import { t } from '../../../../shared/texts/t.ts';
import { StatusBadge, type StatusTone } from '../../../ui/feedback/status-badge.tsx';
import type { FieldChange, ImportStep } from './compare-rows.ts';

const LOOKS: Readonly<Record<ImportStep<unknown>['kind'], { readonly label: string; readonly tone: StatusTone }>> = {
  new: { label: t('New'), tone: 'success' },
  changed: { label: t('Changed'), tone: 'active' },
  same: { label: t('As it is'), tone: 'neutral' },
  refused: { label: t('Left out'), tone: 'danger' },
};

function Change({ change: { field, before, after } }: { readonly change: FieldChange }) {
  return (
    <div className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-3 text-secondary">
      <dt className="text-muted">{field}</dt>
      <dd className="min-w-0">
        <del className="line-clamp-3 font-mono break-words whitespace-pre-wrap text-danger">{before || t('empty')}</del>
        <ins className="line-clamp-3 font-mono break-words whitespace-pre-wrap text-success no-underline">
          {after || t('empty')}
        </ins>
      </dd>
    </div>
  );
}

/** What an import would do, entry by entry. */
export function ImportSteps({ steps }: { readonly steps: readonly ImportStep<unknown>[] }) {
  if (steps.length === 0) return null;
  return (
    <ul aria-label={t('What the import does')} className="max-h-120 overflow-y-auto rounded-card border border-border">
      {steps.map((step) => (
        <li key={step.name} className="flex flex-col gap-2 border-b border-border px-3 py-2 last:border-b-0">
          <div className="flex items-center gap-3">
            <span className="min-w-0 flex-1 truncate font-medium">{step.name}</span>
            <StatusBadge tone={LOOKS[step.kind].tone}>{LOOKS[step.kind].label}</StatusBadge>
          </div>
          {step.kind === 'refused' ? <p className="text-secondary text-danger">{step.problem}</p> : null}
          {step.kind === 'changed' ? (
            <dl className="flex flex-col gap-1">
              {step.changes.map((change) => (
                <Change key={change.field} change={change} />
              ))}
            </dl>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
