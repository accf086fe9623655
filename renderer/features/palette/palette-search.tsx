import { Search } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { t } from '../../../shared/texts/t.ts';
import { PALETTE_SEARCH_ID } from '../../stores/editor-layout-store.ts';
import { TextInput } from '../../ui/controls/inputs.tsx';
import { Kbd } from '../../ui/controls/kbd.tsx';

export interface PaletteSearchProps {
  readonly query: string;
  /** Ids of the list that it searches and of the entry that Enter takes. */
  readonly listId: string;
  readonly activeId: string | undefined;
  readonly onSearch: (query: string) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
  readonly onFocusChange: (hasFocus: boolean) => void;
}

export function PaletteSearch({ query, listId, activeId, onSearch, onKeyDown, onFocusChange }: PaletteSearchProps) {
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
