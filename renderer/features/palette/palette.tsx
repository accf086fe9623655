import { Pin, PinOff, Search } from 'lucide-react';
import { type KeyboardEvent, useCallback, useId, useLayoutEffect, useState } from 'react';
import type { NodeDefinition } from '../../../shared/nodes/define-node.ts';
import { allCategories, categoryOf } from '../../../shared/nodes/kinds.ts';
import { t } from '../../../shared/texts/t.ts';
import { searchNodes } from '../../editor/search-nodes.ts';
import {
  closePalette,
  PALETTE_SEARCH_ID,
  setPalettePinned,
  useEditorLayoutStore,
} from '../../stores/editor-layout-store.ts';
import { toggleFavourite, useFavouriteNodes } from '../../stores/favourite-nodes.ts';
import { addNodeInView } from '../../stores/flow/add-node-in-view.ts';
import { recentNodes } from '../../stores/recent-nodes.ts';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { TextInput } from '../../ui/controls/inputs.tsx';
import { Kbd } from '../../ui/controls/kbd.tsx';
import { NoHit } from '../../ui/no-hit.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PaletteItem } from './palette-item.tsx';

interface PaletteSearchProps {
  readonly query: string;
  /** Ids of the list that it searches and of the entry that Enter takes. */
  readonly listId: string;
  readonly activeId: string | undefined;
  readonly onSearch: (query: string) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
  readonly onFocusChange: (hasFocus: boolean) => void;
}

function PaletteSearch({ query, listId, activeId, onSearch, onKeyDown, onFocusChange }: PaletteSearchProps) {
  return (
    <div className="sticky top-0 z-10 bg-surface px-3 pt-3 pb-2">
      <div className="relative">
        <Search aria-hidden="true" className="pointer-events-none absolute top-2 left-2 size-4 text-muted" />
        <TextInput
          id={PALETTE_SEARCH_ID}
          role="combobox"
          aria-label={t('Search nodes')}
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={activeId}
          placeholder={t('Search')}
          className="pr-8 pl-8"
          value={query}
          onChange={(event) => onSearch(event.target.value)}
          onKeyDown={onKeyDown}
          onFocus={() => onFocusChange(true)}
          onBlur={() => onFocusChange(false)}
        />
        <span className="pointer-events-none absolute top-1.5 right-2">
          <Kbd>/</Kbd>
        </span>
      </div>
    </div>
  );
}

/** A line of the palette. */
interface PaletteEntry {
  /** Of this line alone: a node stands in its category and perhaps among the recent ones. */
  readonly key: string;
  readonly definition: NodeDefinition;
}

interface PaletteGroup {
  readonly title: string;
  readonly entries: readonly PaletteEntry[];
}

function groupOf(title: string, definitions: readonly NodeDefinition[], prefix = ''): PaletteGroup {
  return { title, entries: definitions.map((definition) => ({ key: prefix + definition.name, definition })) };
}

/** Groups nodes by category: in the palette's order, or with `byRank` in the order in which the nodes come (best hit first). */
export function groupByCategory(definitions: readonly NodeDefinition[], byRank: boolean): readonly PaletteGroup[] {
  const groups = Map.groupBy(definitions, categoryOf);
  const order = allCategories();
  const entries = [...groups.entries()];
  const sorted = byRank ? entries : entries.toSorted(([a], [b]) => order.indexOf(a) - order.indexOf(b));
  return sorted.map(([category, found]) => groupOf(t(category), found));
}

/** The groups after those of the favourite nodes and of the nodes that were used last, where there are any. */
export function withOwnGroups(
  groups: readonly PaletteGroup[],
  favourite: readonly NodeDefinition[],
  recent: readonly NodeDefinition[],
): readonly PaletteGroup[] {
  const own = [groupOf(t('Favourites'), favourite, 'favourite-'), groupOf(t('Recent'), recent, 'recent-')];
  return [...own.filter(({ entries }) => entries.length > 0), ...groups];
}

/** The search and, while its box has the focus, the node that Enter adds. */
function usePaletteSearch() {
  const [query, setQuery] = useState('');
  const [index, setIndex] = useState(0);
  const [hasFocus, setHasFocus] = useState(false);
  // Told anew only when nobody is choosing: the list would move under the pointer.
  const [recent, setRecent] = useState(recentNodes);
  const favourite = useFavouriteNodes();
  const found = groupByCategory(searchNodes(query), query !== '');
  const groups = query === '' ? withOwnGroups(found, favourite, recent) : found;
  // In the order of the screen, so that the arrow keys follow it.
  const entries = groups.flatMap((group) => group.entries);
  const shownIndex = Math.min(index, Math.max(0, entries.length - 1));
  return {
    query,
    groups,
    active: hasFocus ? entries[shownIndex] : undefined,
    setHasFocus,
    refresh: () => setRecent(recentNodes()),
    search: (text: string) => {
      setQuery(text);
      setIndex(0);
    },
    move: (step: number) => setIndex((shownIndex + step + entries.length) % Math.max(1, entries.length)),
  };
}

interface GroupProps {
  readonly group: PaletteGroup;
  readonly listId: string;
  readonly activeKey: string | undefined;
  readonly onAdd: (definition: NodeDefinition) => void;
  readonly onDragChange: (isDragged: boolean, isDropped: boolean) => void;
}

function Group({ group: { title, entries }, listId, activeKey, onAdd, onDragChange }: GroupProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms; these are groups of a list box.
    <div role="group" aria-label={title}>
      <div
        aria-hidden="true"
        className="tabular sticky top-13 z-5 flex justify-between bg-surface px-2 pt-2 pb-1 text-secondary text-muted"
      >
        {title}
        <span>{entries.length}</span>
      </div>
      {entries.map(({ key, definition }) => (
        <PaletteItem
          key={key}
          id={`${listId}-${key}`}
          definition={definition}
          isActive={key === activeKey}
          onAdd={onAdd}
          onDragChange={onDragChange}
        />
      ))}
    </div>
  );
}

/** What has the focus when a palette opens gets it back, unless a node was added. */
function useFocusWhileOpen(isDocked: boolean): void {
  // Before the next key, which belongs into the search box.
  useLayoutEffect(() => {
    if (isDocked) return undefined;
    const before = document.activeElement;
    document.getElementById(PALETTE_SEARCH_ID)?.focus();
    return () => {
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus();
    };
  }, [isDocked]);
}

function PinButton({ isDocked }: { readonly isDocked: boolean }) {
  return (
    <IconButton
      label={isDocked ? t('Unpin from the side') : t('Pin to the side')}
      icon={isDocked ? <PinOff /> : <Pin />}
      onClick={() => setPalettePinned(!isDocked)}
    />
  );
}

/** All nodes by category: drag one in, or click it; with the keyboard: type, arrows, Enter, and Shift+Enter for a favourite. Over the canvas it closes when a node was added. */
export function Palette({ isDocked }: { readonly isDocked: boolean }) {
  const { query, groups, active, setHasFocus, refresh, search, move } = usePaletteSearch();
  const isWide = useEditorLayoutStore((state) => state.isWide);
  const [isDragging, setIsDragging] = useState(false);
  const listId = useId();
  useFocusWhileOpen(isDocked);

  const add = useCallback((definition: NodeDefinition) => {
    addNodeInView(definition);
    closePalette();
  }, []);
  const onDragChange = useCallback((isDragged: boolean, isDropped: boolean) => {
    setIsDragging(isDragged);
    if (isDropped) closePalette();
  }, []);

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      move(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter' && active !== undefined) {
      if (event.shiftKey) toggleFavourite(active.definition);
      else add(active.definition);
    } else if (event.key === 'Escape') {
      search('');
      event.currentTarget.blur();
      closePalette();
    } else return;
    event.preventDefault();
  }

  // What is dragged can be dropped where the list is.
  return (
    <div
      onPointerLeave={refresh}
      data-dragging={isDragging || undefined}
      className={classNames(
        'flex min-h-0 flex-col',
        isDragging && !isDocked ? 'opacity-0' : 'pointer-events-auto',
        isDocked
          ? 'h-full'
          : 'max-h-full w-75 max-w-full animate-[panel-in_var(--ease-panel)] overflow-hidden rounded-card border border-border shadow-float',
      )}
    >
      <Panel
        title={t('Nodes')}
        closeLabel={t('Close nodes')}
        className="min-h-0 flex-1"
        actions={isWide ? <PinButton isDocked={isDocked} /> : undefined}
        onClose={isDocked ? undefined : closePalette}
      >
        <PaletteSearch
          query={query}
          listId={listId}
          activeId={active === undefined ? undefined : `${listId}-${active.key}`}
          onSearch={search}
          onKeyDown={onKeyDown}
          onFocusChange={setHasFocus}
        />
        <div id={listId} role="listbox" aria-label={t('Nodes')} className="px-2 pb-3">
          {groups.map((group) => (
            <Group
              key={group.title}
              group={group}
              listId={listId}
              activeKey={active?.key}
              onAdd={add}
              onDragChange={onDragChange}
            />
          ))}
          {groups.length === 0 ? (
            <NoHit>
              {t('No node is called “{query}”. Try what it reads or does, such as “pdf” or “split”.', { query })}
            </NoHit>
          ) : null}
        </div>
      </Panel>
    </div>
  );
}
