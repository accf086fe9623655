import { t } from '../../../shared/texts/t.ts';
import type { RunOwner } from '../../api/run-list.ts';
import { SearchField } from '../../ui/controls/search-field.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { type FilterName, type Filters, withFilter } from './run-filters.ts';
import { STATUS_WORDS } from './run-words.ts';

const STATUSES = [
  { value: '', label: t('Any result') },
  ...Object.entries(STATUS_WORDS).map(([value, { words }]) => ({ value, label: words })),
];
const KINDS = [
  { value: '', label: t('Flows and stores') },
  { value: 'flow', label: t('Flows') },
  { value: 'store', label: t('Document stores') },
];
const TIMES = [
  { value: '', label: t('Any time') },
  { value: 'today', label: t('Today') },
  { value: 'week', label: t('Last 7 days') },
  { value: 'month', label: t('Last 30 days') },
];

export interface RunFilterBarProps {
  readonly filters: Filters;
  readonly owners: readonly RunOwner[];
  readonly onChange: (filters: Filters) => void;
}

/** What the list is to show. */
export function RunFilterBar({ filters, owners, onChange }: RunFilterBarProps) {
  const set = (name: FilterName) => (value: string) => onChange(withFilter(filters, name, value));
  const ofKind = owners.filter(({ kind }) => filters.kind === undefined || kind === filters.kind);
  const names = [{ value: '', label: t('All of them') }, ...ofKind.map(({ id, name }) => ({ value: id, label: name }))];
  return (
    <search className="flex flex-wrap items-center gap-2">
      <SearchField
        label={t('Search by file name')}
        className="w-64"
        value={filters.file ?? ''}
        onChange={set('file')}
      />
      <div className="w-36">
        <Select
          aria-label={t('Result')}
          options={STATUSES}
          value={filters.status ?? ''}
          onValueChange={set('status')}
        />
      </div>
      <div className="w-44">
        <Select aria-label={t('Kind')} options={KINDS} value={filters.kind ?? ''} onValueChange={set('kind')} />
      </div>
      <div className="w-52">
        <Select aria-label={t('Flow or store')} options={names} value={filters.of ?? ''} onValueChange={set('of')} />
      </div>
      <div className="w-36">
        <Select aria-label={t('Time')} options={TIMES} value={filters.since ?? ''} onValueChange={set('since')} />
      </div>
    </search>
  );
}
