import { Files, FileText, Pencil, Trash2, TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ContentSource, ContentsSummary } from '../../../shared/api/contents.ts';
import { formatBytes } from '../../../shared/text/format.ts';
import { t } from '../../../shared/texts/t.ts';
import { useBinnedSourceCount } from '../../api/bin.ts';
import { type ContentsOf, type SourceSort, useContentSources } from '../../api/contents.ts';
import { hrefOf } from '../../stores/router.ts';
import { BinLink } from '../../ui/bin-link.tsx';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { SearchField } from '../../ui/controls/search-field.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import type { FailedSources } from './use-failed-sources.ts';

const SORTS: readonly { readonly value: SourceSort; readonly label: string }[] = [
  { value: 'name', label: t('By name') },
  { value: 'changed', label: t('Changed last') },
  { value: 'chunks', label: t('Most chunks') },
  { value: 'size', label: t('Largest') },
];

const ROW_PX = 56;

function isSort(value: string): value is SourceSort {
  return SORTS.some((sort) => sort.value === value);
}

const rowLook = (isOpen: boolean) =>
  classNames(
    'flex h-14 w-full min-w-0 items-center gap-3 rounded-control px-3 text-left [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-muted',
    isOpen ? 'bg-accent-soft' : 'hover:bg-hover',
  );

interface PlaceRowProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly detail: string;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  readonly isProblem?: boolean;
}

/** A row above the sources, for what is not one of them. */
function PlaceRow({ icon, title, detail, isOpen, onOpen, isProblem = false }: PlaceRowProps) {
  return (
    <button
      type="button"
      aria-current={isOpen}
      className={classNames(rowLook(isOpen), isProblem && '[&>svg]:text-danger')}
      onClick={onOpen}
    >
      {icon}
      <span>
        <span className="block font-medium">{title}</span>
        <span className="tabular block text-secondary text-muted">{detail}</span>
      </span>
    </button>
  );
}

interface SourceRowProps {
  readonly source: ContentSource;
  readonly isOpen: boolean;
  /** The last run could not read it; what is here is from before. */
  readonly isFailed: boolean;
  readonly onOpen: () => void;
  readonly onRemove: () => void;
}

/** In the place of the time, which matters less then. */
const DUE = { CHANGED: t('upsert is due'), NOT_STORED: t('not upserted yet') } as const;

/** What stands behind the size: what is wrong, or the time of the last run. */
function standingOf({ state, lastRunDate, changedDate }: ContentSource, isFailed: boolean): ReactNode {
  if (isFailed) return <span className="text-danger">{t('not read again')}</span>;
  if (state !== 'STORED') return DUE[state];
  const date = lastRunDate ?? changedDate;
  return date === null ? undefined : <TimeAgo date={date} />;
}

function SourceRow({ source, isOpen, isFailed, onOpen, onRemove }: SourceRowProps) {
  const { name, chunks, sizeBytes } = source;
  const standing = standingOf(source, isFailed);
  return (
    <div className="group relative px-2">
      <button
        type="button"
        aria-current={isOpen}
        className={rowLook(isOpen)}
        onClick={onOpen}
        onKeyDown={(event) => event.key === 'Delete' && onRemove()}
      >
        <FileText aria-hidden="true" />
        <span className="min-w-0 flex-1 pr-8">
          <span className="block truncate font-medium" title={name}>
            {name === '' ? t('No source given') : name}
          </span>
          <span className="tabular block truncate text-secondary text-muted">
            {t('{count, plural, one {# chunk} other {# chunks}}', { count: chunks })} · {formatBytes(sizeBytes)}
            {standing === undefined ? null : <> · {standing}</>}
          </span>
        </span>
      </button>
      <span className="absolute top-3 right-4 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100">
        <IconButton label={t('Remove {name}', { name })} icon={<Trash2 />} onClick={onRemove} />
      </span>
    </div>
  );
}

export interface SourceListProps {
  readonly of: ContentsOf;
  readonly summary: ContentsSummary;
  /** undefined: all. */
  readonly sourceId: string | undefined;
  readonly failed: FailedSources;
  /** Whether those that failed are shown in the place of chunks. */
  readonly showsFailed: boolean;
  readonly onShowFailed: () => void;
  /** Whether edited and deleted chunks are shown in their place. */
  readonly showsEdits: boolean;
  readonly onShowEdits: () => void;
  readonly onOpen: (source: ContentSource | undefined) => void;
  readonly onRemove: (source: ContentSource) => void;
}

/** What can be looked at but for a single source. */
function PlaceRows(props: SourceListProps & { readonly isAllOpen: boolean }) {
  const { summary, failed, isAllOpen, showsFailed, onShowFailed, showsEdits, onShowEdits, onOpen } = props;
  const failedCount = failed.sources.length + failed.unlisted;
  const editCount = summary.changedEdits + summary.otherEdits;
  return (
    <>
      <PlaceRow
        icon={<Files aria-hidden="true" />}
        title={t('All sources')}
        detail={t('{count, plural, one {# chunk} other {# chunks}}', { count: summary.chunks })}
        isOpen={isAllOpen}
        onOpen={() => onOpen(undefined)}
      />
      {failedCount === 0 ? null : (
        <PlaceRow
          icon={<TriangleAlert aria-hidden="true" />}
          title={t('Not read')}
          detail={t('{count, plural, one {# file} other {# files}} of the last run', { count: failedCount })}
          isOpen={showsFailed}
          onOpen={onShowFailed}
          isProblem
        />
      )}
      {editCount === 0 ? null : (
        <PlaceRow
          icon={<Pencil aria-hidden="true" />}
          title={t('Edited and deleted')}
          detail={t('{count, plural, one {# chunk} other {# chunks}}', { count: editCount })}
          isOpen={showsEdits}
          onOpen={onShowEdits}
        />
      )}
    </>
  );
}

/** The files and addresses that something is stored of. */
export function SourceList(props: SourceListProps) {
  const { of, summary, sourceId, failed, showsFailed, showsEdits, onOpen, onRemove } = props;
  const failedNames = new Set(failed.sources.map(({ name }) => name));
  const showsChunks = !showsFailed && !showsEdits;
  const [search, setSearch] = useState('');
  const [sort, setSort] = useState<SourceSort>('name');
  const query = useContentSources(of, search, sort);
  const removed = useBinnedSourceCount(summary.ownerId);
  return (
    <section
      aria-label={t('Sources')}
      data-sources
      className="flex min-h-0 w-80 shrink-0 flex-col border-r border-border bg-surface"
    >
      <div className="flex flex-col gap-2 p-3">
        <SearchField label={t('Search sources')} value={search} onChange={setSearch} />
        <Select
          aria-label={t('Order of the sources')}
          value={sort}
          options={SORTS}
          onValueChange={(value) => isSort(value) && setSort(value)}
        />
      </div>
      <div className="px-2">
        <PlaceRows {...props} isAllOpen={sourceId === undefined && showsChunks} />
      </div>
      <QueryState query={query} loading={t('Loading sources…')}>
        {({ pages }) => {
          const items = pages.flatMap(({ sources }) => sources);
          if (items.length === 0)
            return <p className="px-5 py-3 text-muted">{t('No source has “{search}” in its name.', { search })}</p>;
          return (
            <VirtualList
              label={t('Sources')}
              className="min-h-0 flex-1"
              items={items}
              keyOf={({ id }) => id}
              rowHeight={ROW_PX}
              total={pages[0]?.total}
              onNearEnd={() => void query.fetchNextPage()}
              renderRow={(source) => (
                <SourceRow
                  source={source}
                  isOpen={source.id === sourceId && showsChunks}
                  isFailed={failedNames.has(source.name)}
                  onOpen={() => onOpen(source)}
                  onRemove={() => onRemove(source)}
                />
              )}
            />
          );
        }}
      </QueryState>
      <div className="shrink-0 px-5 pb-4 empty:hidden">
        <BinLink
          count={removed}
          words={t('{count, plural, one {# removed source} other {# removed sources}} in the bin', { count: removed })}
          href={hrefOf({ page: 'bin' })}
        />
      </div>
    </section>
  );
}
