import { type KeyboardEvent, useId, useState } from 'react';
import type { NodeDefinition } from '../../../shared/nodes/define-node.ts';
import { searchNodes } from '../../editor/search-nodes.ts';
import { useEditorLayoutStore } from '../../stores/editor-layout-store.ts';
import { addNodeInView } from '../../stores/flow/add-node-in-view.ts';
import { NoHit } from '../../ui/no-hit.tsx';
import { Panel } from '../../ui/panel.tsx';
import { type CategoryGroup, groupByCategory } from './group-by-category.ts';
import { PaletteItem } from './palette-item.tsx';
import { PaletteSearch } from './palette-search.tsx';

/** The search and, while its box has the focus, the node that Enter adds. */
function usePaletteSearch() {
  const [query, setQuery] = useState('');
  const [index, setIndex] = useState(0);
  const [hasFocus, setHasFocus] = useState(false);
  const groups = groupByCategory(searchNodes(query), query !== '');
  // In the order of the screen, so that the arrow keys follow it.
  const definitions = groups.flatMap((group) => group.definitions);
  const shownIndex = Math.min(index, Math.max(0, definitions.length - 1));
  return {
    query,
    groups,
    active: hasFocus ? definitions[shownIndex] : undefined,
    setHasFocus,
    search: (text: string) => {
      setQuery(text);
      setIndex(0);
    },
    move: (step: number) => setIndex((shownIndex + step + definitions.length) % Math.max(1, definitions.length)),
  };
}

interface GroupProps {
  readonly group: CategoryGroup;
  readonly listId: string;
  readonly active: NodeDefinition | undefined;
}

function Group({ group: { category, definitions }, listId, active }: GroupProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms; these are groups of a list box.
    <div role="group" aria-label={category}>
      <div
        aria-hidden="true"
        className="tabular sticky top-13 z-5 flex justify-between bg-surface px-2 pt-2 pb-1 text-secondary text-muted"
      >
        {category}
        <span>{definitions.length}</span>
      </div>
      {definitions.map((definition) => (
        <PaletteItem
          key={definition.name}
          id={`${listId}-${definition.name}`}
          definition={definition}
          isActive={definition === active}
        />
      ))}
    </div>
  );
}

/** All nodes by category: drag one in, or click it; with the keyboard: type, arrows, Enter. */
export function Palette() {
  const { query, groups, active, setHasFocus, search, move } = usePaletteSearch();
  const listId = useId();

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      move(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter' && active !== undefined) {
      addNodeInView(active);
    } else if (event.key === 'Escape') {
      search('');
      event.currentTarget.blur();
    } else return;
    event.preventDefault();
  }

  return (
    <Panel title="Nodes" className="h-full" onClose={() => useEditorLayoutStore.setState({ isPaletteOpen: false })}>
      <PaletteSearch
        query={query}
        listId={listId}
        activeId={active === undefined ? undefined : `${listId}-${active.name}`}
        onSearch={search}
        onKeyDown={onKeyDown}
        onFocusChange={setHasFocus}
      />
      <div id={listId} role="listbox" aria-label="Nodes" className="px-2 pb-3">
        {groups.map((group) => (
          <Group key={group.category} group={group} listId={listId} active={active} />
        ))}
        {groups.length === 0 ? (
          <NoHit>No node is called “{query}”. Try what it reads or does, such as “pdf” or “split”.</NoHit>
        ) : null}
      </div>
    </Panel>
  );
}
