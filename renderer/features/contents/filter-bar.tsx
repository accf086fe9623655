import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { type ContentFilter, type ContentsOf, useContentFacets } from '../../api/contents.ts';
import { Button } from '../../ui/controls/button.tsx';
import { SearchField } from '../../ui/controls/search-field.tsx';
import { Select } from '../../ui/controls/select.tsx';

const ANY = '';

/** A key of metadata for people. */
function nameOf(key: string): string {
  return key === 'loc.pageNumber' ? 'page' : key;
}

export interface FilterBarProps {
  readonly of: ContentsOf;
  readonly sourceId: string | undefined;
  readonly words: string;
  readonly filter: ContentFilter;
  readonly onWords: (words: string) => void;
  readonly onFilter: (filter: ContentFilter) => void;
  /** A button at its end. */
  readonly action: ReactNode;
}

/** Search by words, and by metadata that is there. */
export function FilterBar({ of, sourceId, words, filter, onWords, onFilter, action }: FilterBarProps) {
  const { data } = useContentFacets(of, sourceId);
  const facets = (data?.facets ?? []).filter(({ values }) => values.length > 0);
  const isOn = words !== '' || Object.keys(filter).length > 0;
  function choose(key: string, chosen: string): void {
    const { [key]: _before, ...rest } = filter;
    const value = facets.find((facet) => facet.key === key)?.values.find((one) => String(one.value) === chosen)?.value;
    onFilter(value === undefined ? rest : { ...rest, [key]: value });
  }
  function clear(): void {
    onWords('');
    onFilter({});
  }
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-2 border-b border-border px-4 py-2">
      <SearchField label="Search chunks" className="w-64" value={words} onChange={onWords} />
      {facets.map(({ key, values }) => (
        <Select
          key={key}
          aria-label={`Only chunks with ${nameOf(key)}`}
          className="w-auto max-w-48"
          value={filter[key] === undefined ? ANY : String(filter[key])}
          options={[
            { value: ANY, label: `Any ${nameOf(key)}` },
            ...values.map(({ value }) => ({ value: String(value), label: `${nameOf(key)}: ${value}` })),
          ]}
          onValueChange={(chosen) => choose(key, chosen)}
        />
      ))}
      {isOn ? (
        <Button look="quiet" icon={<X aria-hidden="true" />} onClick={clear}>
          Show all
        </Button>
      ) : null}
      <div className="ml-auto">{action}</div>
    </div>
  );
}
