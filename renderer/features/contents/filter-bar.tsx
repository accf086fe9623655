import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../../shared/texts/t.ts';
import { type ContentFilter, type ContentsOf, useContentFacets } from '../../api/contents.ts';
import { Button } from '../../ui/controls/button.tsx';
import { FilterChips, FilterMenu } from '../../ui/controls/filter-menu.tsx';
import { SearchField } from '../../ui/controls/search-field.tsx';

export interface FilterBarProps {
  readonly of: ContentsOf;
  readonly sourceId: string | undefined;
  readonly words: string;
  readonly filter: ContentFilter;
  readonly onWords: (words: string) => void;
  readonly onFilter: (filter: ContentFilter) => void;
  /** Buttons at its end. */
  readonly action: ReactNode;
}

/** Search by words, and by metadata that is there. */
export function FilterBar({ of, sourceId, words, filter, onWords, onFilter, action }: FilterBarProps) {
  const { data } = useContentFacets(of, sourceId);
  const facets = (data?.facets ?? []).filter(({ values }) => values.length > 0);
  const isOn = words !== '' || Object.keys(filter).length > 0;
  function clear(): void {
    onWords('');
    onFilter({});
  }
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-2 border-b border-border px-4 py-2">
      <SearchField label={t('Search chunks')} className="w-64" value={words} onChange={onWords} />
      {facets.length === 0 ? null : <FilterMenu facets={facets} filter={filter} onFilter={onFilter} />}
      <FilterChips filter={filter} onFilter={onFilter} />
      {isOn ? (
        <Button look="quiet" icon={<X aria-hidden="true" />} onClick={clear}>
          {t('Show all')}
        </Button>
      ) : null}
      <div className="ml-auto flex gap-2">{action}</div>
    </div>
  );
}
