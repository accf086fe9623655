import { useDeferredValue, useState } from 'react';
import { formatCount } from '../../../shared/text/format.ts';
import { t } from '../../../shared/texts/t.ts';
import { classNames } from '../../ui/class-names.ts';
import { Button } from '../../ui/controls/button.tsx';
import { SearchField } from '../../ui/controls/search-field.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { COLOURS, type MapModel, type MapSource, nameOfSource } from './map-model.ts';
import { Swatch } from './swatch.tsx';

const ROW_PX = 32;

export interface LegendProps {
  readonly model: MapModel;
  /** Number of the source that stands out. */
  readonly highlighted: number | undefined;
  readonly onHighlight: (source: number | undefined) => void;
  readonly onSelect: (source: number) => void;
}

interface SourceRowProps {
  readonly source: MapSource;
  readonly isHighlighted: boolean;
  readonly onToggle: () => void;
}

function SourceRow({ source, isHighlighted, onToggle }: SourceRowProps) {
  return (
    <div className="px-2">
      <button
        type="button"
        aria-pressed={isHighlighted}
        title={nameOfSource(source)}
        className={classNames(
          'flex h-8 w-full min-w-0 items-center gap-2 rounded-control px-2 text-left',
          isHighlighted ? 'bg-accent-soft font-medium' : 'hover:bg-hover',
        )}
        onClick={onToggle}
      >
        <Swatch style={source.style} />
        <span className="min-w-0 flex-1 truncate">{nameOfSource(source)}</span>
        <span className="tabular text-secondary text-muted">{formatCount(source.chunks)}</span>
      </button>
    </div>
  );
}

/** The sources with their colours; one of them can stand out. */
export function Legend({ model, highlighted, onHighlight, onSelect }: LegendProps) {
  const [search, setSearch] = useState('');
  const words = useDeferredValue(search.trim().toLowerCase());
  const shown = model.legend.filter((source) => nameOfSource(source).toLowerCase().includes(words));
  const chosen = highlighted === undefined ? undefined : model.sources[highlighted];
  return (
    <section
      aria-label={t('Sources')}
      className="flex min-h-0 w-64 shrink-0 flex-col border-r border-border bg-surface max-lg:h-64 max-lg:w-full max-lg:border-r-0 max-lg:border-b"
    >
      <div className="p-3">
        <SearchField label={t('Search sources')} value={search} onChange={setSearch} />
      </div>
      {model.legend.length > COLOURS ? (
        <p className="px-4 pb-2 text-secondary text-muted">
          {t('The {count} largest have colours, all others are grey.', { count: COLOURS })}
        </p>
      ) : null}
      {shown.length === 0 ? (
        <p className="px-4 text-muted">{t('No source has “{search}” in its name.', { search: search.trim() })}</p>
      ) : null}
      <VirtualList
        label={t('Sources')}
        className="min-h-0 flex-1"
        items={shown}
        keyOf={({ number }) => String(number)}
        rowHeight={ROW_PX}
        renderRow={(source) => (
          <SourceRow
            source={source}
            isHighlighted={source.number === highlighted}
            onToggle={() => onHighlight(source.number === highlighted ? undefined : source.number)}
          />
        )}
      />
      {chosen === undefined ? null : (
        <div className="flex flex-wrap gap-2 border-t border-border p-3">
          <Button onClick={() => onSelect(chosen.number)}>
            {t('Select its {count, plural, one {# point} other {# points}}', { count: chosen.drawn })}
          </Button>
          <Button look="quiet" onClick={() => onHighlight(undefined)}>
            {t('Show all')}
          </Button>
        </div>
      )}
    </section>
  );
}
