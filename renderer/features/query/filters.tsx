import { useState } from 'react';
import { t } from '../../../shared/texts/t.ts';
import { useContentFacets, useFirstSources } from '../../api/contents.ts';
import { type Facet, FilterChips, FilterMenu, type MetadataFilter } from '../../ui/controls/filter-menu.tsx';
import type { QueryTarget } from './query-target.ts';

/** Sources that the menu lists. Of more, one is chosen at one of its passages. */
const LISTED_SOURCES = 100;

/** The facets of the menu, which are read when it opens, or a sentence in their place. */
function useFacets({ id, nodeId }: QueryTarget, isWanted: boolean): readonly Facet[] | string {
  const of = { ownerId: id, nodeId };
  const facets = useContentFacets(of, undefined, isWanted);
  const sources = useFirstSources(of, LISTED_SOURCES, isWanted);
  const error = facets.error ?? sources.error;
  if (error !== null) return error.message;
  if (facets.data === undefined || sources.data === undefined) return t('Looking for what to filter by…');
  const named: Facet = {
    key: 'source',
    values: sources.data.sources.map(({ name, chunks }) => ({ value: name, count: chunks })),
    note:
      sources.data.total > LISTED_SOURCES
        ? t('These are not all sources. To ask another one, find a passage of it and choose “Ask only this source”.')
        : undefined,
  };
  const all = [named, ...facets.data.facets].filter(({ key, values }) => values.length > (key === 'source' ? 1 : 0));
  return all.length === 0 ? t('There is nothing to filter by: all passages have the same metadata.') : all;
}

interface FiltersProps {
  readonly target: QueryTarget;
  readonly filter: MetadataFilter;
  readonly onFilter: (filter: MetadataFilter) => void;
}

/** The metadata that passages must have, and what adds to it. */
export function Filters({ target, filter, onFilter }: FiltersProps) {
  const [isWanted, setWanted] = useState(false);
  const facets = useFacets(target, isWanted);
  return (
    <>
      <FilterMenu facets={facets} filter={filter} onFilter={onFilter} onOpen={() => setWanted(true)} />
      <FilterChips filter={filter} onFilter={onFilter} />
    </>
  );
}
