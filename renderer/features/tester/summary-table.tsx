import type { ReactNode } from 'react';
import { formatCount } from '../../../shared/text/format.ts';
import { locale, t } from '../../../shared/texts/t.ts';
import { classNames } from '../../ui/class-names.ts';
import { type Measured, summarise } from './measure.ts';

const share = new Intl.NumberFormat(locale(), { style: 'percent', maximumFractionDigits: 0 });
const rank = new Intl.NumberFormat(locale(), { minimumFractionDigits: 2, maximumFractionDigits: 2 });

export interface Way {
  readonly name: string;
  readonly topK: number;
  readonly measured: readonly Measured[];
}

function Cell({ isBest, children }: { readonly isBest: boolean; readonly children: ReactNode }) {
  return (
    <td className={classNames('tabular px-3 py-1.5 text-right', isBest && 'font-semibold text-success')}>{children}</td>
  );
}

/** What all questions together say of each way to search; the better number is marked. */
export function SummaryTable({ ways }: { readonly ways: readonly Way[] }) {
  const rows = ways.map(({ measured, ...way }) => ({ ...way, ...summarise(measured) }));
  const best = (value: number, values: readonly number[], pick: (...of: number[]) => number) =>
    new Set(values).size > 1 && value === pick(...values);
  const recalls = rows.map(({ recall }) => recall);
  const ranks = rows.map(({ mrr }) => mrr);
  return (
    <table aria-label={t('Results')} className="w-full rounded-card border border-border bg-surface">
      <thead className="text-secondary text-muted">
        <tr>
          <th className="px-3 py-1.5 text-left font-normal">{t('Setting')}</th>
          <th className="px-3 py-1.5 text-right font-normal" title={t('Expected sources among the passages')}>
            {t('Found (recall)')}
          </th>
          <th
            className="px-3 py-1.5 text-right font-normal"
            title={t('Mean of 1 / place of the first expected passage')}
          >
            {t('How high (MRR)')}
          </th>
          <th className="px-3 py-1.5 text-right font-normal">{t('Median time')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, topK, recall, mrr, medianMs }) => (
          <tr key={name} className="border-t border-border">
            <th scope="row" className="px-3 py-1.5 text-left font-medium">
              {name} <span className="font-normal text-muted">{t('first {count}', { count: formatCount(topK) })}</span>
            </th>
            <Cell isBest={best(recall, recalls, Math.max)}>{share.format(recall)}</Cell>
            <Cell isBest={best(mrr, ranks, Math.max)}>{rank.format(mrr)}</Cell>
            <Cell isBest={false}>{t('{ms} ms', { ms: formatCount(Math.max(1, medianMs)) })}</Cell>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
