import { Search } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import type { NodeDefinition } from '../../../shared/nodes/define-node.ts';
import { addNodeInView } from '../../store/add-node-in-view.ts';
import { PALETTE_SEARCH_ID, useEditorLayoutStore } from '../../store/editor-layout-store.ts';
import { searchNodes } from '../../store/search-nodes.ts';
import { TextInput } from '../../ui/inputs.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { Panel } from '../../ui/panel.tsx';
import { groupByCategory } from './group-by-category.ts';
import { PaletteItem } from './palette-item.tsx';

interface Found {
  readonly query: string;
  readonly active: number;
  readonly definitions: readonly NodeDefinition[];
}

function usePaletteSearch() {
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  // In the order of the screen, so that the arrow keys follow it.
  const groups = groupByCategory(searchNodes(query), query !== '');
  const definitions = groups.flatMap((group) => group.definitions);
  const found: Found = { query, active: Math.min(active, Math.max(0, definitions.length - 1)), definitions };
  return {
    found,
    groups,
    search: (text: string) => {
      setQuery(text);
      setActive(0);
    },
    move: (step: number) => setActive((found.active + step + definitions.length) % Math.max(1, definitions.length)),
  };
}

/** All nodes by category: drag one in, or click it; with the keyboard: type, arrows, Enter. */
export function Palette() {
  const { found, groups, search, move } = usePaletteSearch();
  const [hasFocus, setHasFocus] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const active = hasFocus ? found.definitions[found.active] : undefined;

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      move(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter' && active !== undefined) {
      addNodeInView(active);
    } else if (event.key === 'Escape') {
      search('');
      input.current?.blur();
    } else return;
    event.preventDefault();
  }

  return (
    <Panel title="Nodes" className="h-full" onClose={() => useEditorLayoutStore.setState({ isPaletteOpen: false })}>
      <div className="sticky top-0 z-10 bg-surface px-3 pt-3 pb-2">
        <div className="relative">
          <Search aria-hidden="true" className="pointer-events-none absolute top-2 left-2 size-4 text-muted" />
          <TextInput
            id={PALETTE_SEARCH_ID}
            ref={input}
            role="combobox"
            aria-label="Search nodes"
            aria-expanded="true"
            aria-controls={listId}
            aria-activedescendant={active === undefined ? undefined : `${listId}-${active.name}`}
            placeholder="Search"
            className="pr-8 pl-8"
            value={found.query}
            onChange={(event) => search(event.target.value)}
            onKeyDown={onKeyDown}
            onFocus={() => setHasFocus(true)}
            onBlur={() => setHasFocus(false)}
          />
          <span className="pointer-events-none absolute top-1.5 right-2">
            <Kbd>/</Kbd>
          </span>
        </div>
      </div>
      <div id={listId} role="listbox" aria-label="Nodes" className="px-2 pb-3">
        {groups.map(({ category, definitions }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms; these are groups of a list box.
          <div key={category} role="group" aria-label={category}>
            <div aria-hidden="true" className="px-2 pt-3 pb-1 text-secondary text-muted">
              {category}
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
        ))}
        {groups.length === 0 ? (
          <p className="px-2 py-4 text-muted">
            No node is called “{found.query}”. Try what it reads or does, such as “pdf” or “split”.
          </p>
        ) : null}
      </div>
    </Panel>
  );
}
