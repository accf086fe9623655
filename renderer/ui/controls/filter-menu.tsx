import { ChevronRight, ListFilter, X } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { t } from '../../../shared/texts/t.ts';
import { Button } from './button.tsx';

const FLOATS = 'z-50 min-w-44 rounded-control border border-border bg-raised p-1 shadow-float';
const LINE =
  'flex min-h-8 items-center justify-between gap-4 rounded px-2 outline-none select-none data-highlighted:bg-hover data-[state=open]:bg-hover';

/** Metadata that must be equal, by key; a key may be a path with dots. */
export type MetadataFilter = Readonly<Record<string, string | number | boolean>>;

/** Metadata that can be filtered by. */
export interface Facet {
  readonly key: string;
  readonly values: readonly { readonly value: string | number | boolean; readonly count: number }[];
  /** What is not among the values, as a sentence. */
  readonly note?: string | undefined;
}

/** Keys that loaders write, for people. */
const NAMES: Readonly<Record<string, string>> = {
  'loc.pageNumber': t('page'),
  'loc.lines.from': t('first line'),
  'loc.lines.to': t('last line'),
  'pdf.totalPages': t('pages in all'),
  'pdf.version': t('PDF version'),
};

/** A key of metadata for people: the last of its parts, without what is in front of them. */
function nameOf(key: string): string {
  return NAMES[key] ?? key.replace(/^(?:.*\.)?(?:info|metadata)\./, '');
}

function Values({
  facet,
  onChoose,
}: {
  readonly facet: Facet;
  readonly onChoose: (value: Facet['values'][number]['value']) => void;
}) {
  return (
    <DropdownMenu.Sub>
      <DropdownMenu.SubTrigger className={LINE}>
        {nameOf(facet.key)}
        <ChevronRight aria-hidden="true" className="size-4 text-muted" />
      </DropdownMenu.SubTrigger>
      <DropdownMenu.Portal>
        <DropdownMenu.SubContent collisionPadding={8} className={`${FLOATS} max-h-80 max-w-80 overflow-y-auto`}>
          {facet.values.map(({ value, count }) => (
            <DropdownMenu.Item key={String(value)} className={LINE} onSelect={() => onChoose(value)}>
              <span className="truncate">{String(value)}</span>
              <span className="tabular text-secondary text-muted">{count}</span>
            </DropdownMenu.Item>
          ))}
          {facet.note === undefined ? null : (
            <DropdownMenu.Label className="px-2 py-1.5 text-secondary text-muted">{facet.note}</DropdownMenu.Label>
          )}
        </DropdownMenu.SubContent>
      </DropdownMenu.Portal>
    </DropdownMenu.Sub>
  );
}

export interface FilterMenuProps {
  /** A sentence instead while they are read, or where they can't be. */
  readonly facets: readonly Facet[] | string;
  readonly filter: MetadataFilter;
  readonly onFilter: (filter: MetadataFilter) => void;
  /** When the menu opens, for facets that are read then. */
  readonly onOpen?: () => void;
}

/** Adds a filter by metadata. */
export function FilterMenu({ facets, filter, onFilter, onOpen }: FilterMenuProps) {
  return (
    <DropdownMenu.Root onOpenChange={(isOpen) => isOpen && onOpen?.()}>
      <DropdownMenu.Trigger asChild>
        <Button icon={<ListFilter aria-hidden="true" />}>{t('Filter')}</Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="start"
          sideOffset={4}
          collisionPadding={8}
          className={`${FLOATS} max-h-96 max-w-80 overflow-y-auto`}
        >
          {typeof facets === 'string' ? (
            <DropdownMenu.Label className="px-2 py-1.5 text-secondary text-muted">{facets}</DropdownMenu.Label>
          ) : (
            facets.map((facet) => (
              <Values key={facet.key} facet={facet} onChoose={(value) => onFilter({ ...filter, [facet.key]: value })} />
            ))
          )}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** The filters that are on, each with its way out. */
export function FilterChips({ filter, onFilter }: Pick<FilterMenuProps, 'filter' | 'onFilter'>) {
  const without = (key: string): MetadataFilter =>
    Object.fromEntries(Object.entries(filter).filter(([other]) => other !== key));
  return Object.entries(filter).map(([key, value]) => (
    <button
      key={key}
      type="button"
      aria-label={t('Remove the filter {key}: {value}', { key: nameOf(key), value: String(value) })}
      className="flex h-8 max-w-64 items-center gap-1.5 rounded-control bg-accent-soft px-2 text-ink hover:bg-hover"
      onClick={() => onFilter(without(key))}
    >
      <span className="truncate">
        {nameOf(key)}: {String(value)}
      </span>
      <X aria-hidden="true" className="size-3.5 shrink-0 text-muted" />
    </button>
  ));
}
