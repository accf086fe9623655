import { History } from 'lucide-react';
import type { ReactNode } from 'react';
import { isFinalStatus, type Run } from '../../../shared/api/runs.ts';
import { formatElapsed } from '../../../shared/text/format.ts';
import { t } from '../../../shared/texts/t.ts';
import { type RunChoice, type RunOwner, useRunCount, useRunList, useRunOwners } from '../../api/run-list.ts';
import { hrefOf, replaceRoute, useRoute } from '../../stores/router.ts';
import { Button } from '../../ui/controls/button.tsx';
import { SearchField } from '../../ui/controls/search-field.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { StatusBadge } from '../../ui/feedback/status-badge.tsx';
import { Page } from '../../ui/page.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { useSettled } from '../../ui/use-settled.ts';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { type FilterName, type Filters, filtersOf, toChoice, withFilter } from './run-filters.ts';
import {
  describeFiles,
  describeProgress,
  describeResult,
  STATUS_WORDS,
  shareOf,
  statusOf,
  wallTimeOf,
} from './run-words.ts';

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

interface RunFilterBarProps {
  readonly filters: Filters;
  readonly owners: readonly RunOwner[];
  readonly onChange: (filters: Filters) => void;
}

/** What the list is to show. */
function RunFilterBar({ filters, owners, onChange }: RunFilterBarProps) {
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

const ROW_HEIGHT = 64;

function RunRow({ run, name }: { readonly run: Run; readonly name: string }) {
  const { words, tone } = statusOf(run);
  const isOver = isFinalStatus(run.status);
  const wallTimeMs = isOver ? wallTimeOf(run) : undefined;
  const failed = run.progress?.files.failed ?? 0;
  return (
    <div className="relative grid min-h-16 grid-cols-[88px_minmax(0,1fr)_auto] items-center gap-4 border-b border-border px-4 py-2 transition-colors duration-80 hover:bg-hover">
      <div>
        <StatusBadge tone={tone}>{words}</StatusBadge>
      </div>
      <div className="min-w-0">
        <a
          href={hrefOf({ page: 'run', runId: run.id })}
          className="block truncate font-semibold after:absolute after:inset-0"
        >
          {name}
          <span className="sr-only">, {words}</span>
        </a>
        <p className="truncate text-secondary text-muted">
          {run.status === 'RUNNING' && run.progress !== undefined
            ? describeProgress(run.progress).join(' · ')
            : describeResult(run, run.result ?? run.progress?.counts)}
          {failed > 0 && run.status === 'FINISHED' ? (
            <span className="text-danger">
              , {t('{count, plural, one {# file} other {# files}} could not be read', { count: failed })}
            </span>
          ) : null}
        </p>
        {isOver || run.progress === undefined ? null : (
          <div className="mt-1 max-w-80">
            <ProgressBar label={t('Progress of {name}', { name })} value={shareOf(run.progress)} />
          </div>
        )}
      </div>
      <div className="tabular text-right text-secondary text-muted">
        <p>
          <TimeAgo date={run.createdDate} />
        </p>
        <p>
          {[describeFiles(run), wallTimeMs === undefined ? undefined : formatElapsed(wallTimeMs)]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
    </div>
  );
}

function NoRuns({ isFiltered }: { readonly isFiltered: boolean }): ReactNode {
  if (isFiltered) {
    return (
      <EmptyState
        title={t('No run is like that')}
        action={<Button onClick={() => replaceRoute({ page: 'runs' })}>{t('Show all runs')}</Button>}
      >
        {t('Runs beyond the newest 200 of a flow or store are not kept.')}
      </EmptyState>
    );
  }
  return (
    <div className="rounded-card border border-dashed border-border-strong/60">
      <EmptyState
        icon={<History aria-hidden="true" />}
        title={t('Your runs will be here')}
        action={
          <a className="font-medium text-accent hover:underline" href={hrefOf({ page: 'flows' })}>
            {t('Go to the flows')}
          </a>
        }
      >
        {t(
          'Each upsert of a flow or a document store is a run: what became of every file, what was added and deleted, and how long it took.',
        )}
      </EmptyState>
    </div>
  );
}

function nameOf(owners: readonly RunOwner[] | undefined, ownerId: string): string {
  if (owners === undefined) return '…';
  return owners.find(({ id }) => id === ownerId)?.name ?? t('Deleted flow or store');
}

function RunRows({ choice, owners }: { readonly choice: RunChoice; readonly owners: readonly RunOwner[] | undefined }) {
  const query = useRunList(choice);
  return (
    <QueryState query={query} loading={t('Loading runs…')}>
      {({ pages }) => {
        const runs = pages.flat();
        if (runs.length === 0) return <NoRuns isFiltered={Object.keys(choice).length > 0} />;
        return (
          <VirtualList
            label={t('Runs')}
            items={runs}
            keyOf={({ id }) => id}
            rowHeight={ROW_HEIGHT}
            total={query.hasNextPage ? runs.length + 1 : runs.length}
            onNearEnd={() => void query.fetchNextPage()}
            renderRow={(run) => <RunRow run={run} name={nameOf(owners, run.chatflowId)} />}
            className="min-h-0 flex-1"
          />
        );
      }}
    </QueryState>
  );
}

/** All runs, newest first, with what they did; filters are in the address. */
export function RunsPage() {
  const route = useRoute();
  const owners = useRunOwners();
  const filters = filtersOf(route.page === 'runs' ? route.search : undefined);
  const change = (changed: Filters) => replaceRoute({ page: 'runs', search: changed });
  const file = useSettled(filters.file ?? '');
  const choice = toChoice(withFilter(filters, 'file', file));
  const count = useRunCount(choice);
  return (
    <Page title={t('Runs')} count={count} width="list" lead={t('What upserts did, newest first.')}>
      <div className="flex min-h-0 flex-1 flex-col gap-3">
        <RunFilterBar filters={filters} owners={owners ?? []} onChange={change} />
        <RunRows choice={choice} owners={owners} />
      </div>
    </Page>
  );
}
