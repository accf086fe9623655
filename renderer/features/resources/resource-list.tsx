import { useDeferredValue, useState } from 'react';
import { t } from '../../../shared/texts/t.ts';
import { hrefOf } from '../../stores/router.ts';
import { classNames } from '../../ui/class-names.ts';
import { Button } from '../../ui/controls/button.tsx';
import { SearchField } from '../../ui/controls/search-field.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { useEditedForms } from './draft-store.ts';
import type { Resource, ResourceRow } from './resource.ts';
import { formName } from './resource-form.tsx';

export interface ResourceListProps<Row extends ResourceRow, Create, Update, Created extends { readonly id: string }> {
  readonly resource: Resource<Row, Create, Update, Created>;
  readonly rows: readonly Row[];
  /** The row that is open. */
  readonly openId: string | undefined;
}

const ROW_PX = 56;

/** The rows of a resource, with a search. A row opens its form. */
export function ResourceList<Row extends ResourceRow, Create, Update, Created extends { readonly id: string }>({
  resource,
  rows,
  openId,
}: ResourceListProps<Row, Create, Update, Created>) {
  const { tab, words, icon, nameOf, noteOf, textOf } = resource;
  const [query, setQuery] = useState('');
  const edited = useEditedForms();
  const wanted = useDeferredValue(query).toLowerCase().split(/\s+/).filter(Boolean);
  const found = rows.filter((row) => {
    const text = textOf(row).toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
  const renderRow = (row: Row) => (
    <a
      href={hrefOf({ page: 'resources', tab, search: { open: row.id } })}
      aria-current={row.id === openId ? 'true' : undefined}
      className={classNames(
        'flex min-h-14 items-center gap-3 rounded-control px-3 py-2 transition-colors duration-80 [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-muted',
        row.id === openId ? 'bg-accent-soft' : 'hover:bg-hover',
      )}
    >
      {icon}
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{nameOf(row)}</span>
        <span className="block truncate text-secondary text-muted">{noteOf(row)}</span>
      </span>
      {edited.has(formName(tab, row.id)) ? <span className="text-secondary text-warning">{t('Unsaved')}</span> : null}
    </a>
  );
  return (
    <>
      <SearchField label={words.search} className="mx-3 mb-2" value={query} onChange={setQuery} />
      {found.length === 0 ? (
        <EmptyState
          title={t('Nothing fits “{query}”', { query })}
          action={<Button onClick={() => setQuery('')}>{words.showAll}</Button>}
        />
      ) : (
        <VirtualList
          label={resource.title}
          items={found}
          keyOf={({ id }) => id}
          rowHeight={ROW_PX}
          renderRow={renderRow}
          className="min-h-0 flex-1 px-2 pb-3"
        />
      )}
    </>
  );
}
