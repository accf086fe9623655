import { useState } from 'react';
import type { NodeDefinition } from '../../../shared/nodes/define-node.ts';
import { t } from '../../../shared/texts/t.ts';
import { nodesOfKind } from '../../forms/part-form.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { SearchField } from '../../ui/controls/search-field.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { matchWords } from '../../ui/match-words.ts';
import { NodeIcon } from '../../ui/node-icon.tsx';

/** Every loader but the one that reads document stores: a store does not read itself. */
const LOADERS = nodesOfKind('documentloader').filter(({ name }) => name !== 'documentStore');

function Choice({ definition, onPick }: { readonly definition: NodeDefinition; readonly onPick: () => void }) {
  return (
    <li>
      <button
        type="button"
        className="flex h-full w-full items-start gap-3 rounded-card border border-border bg-surface p-3 text-left transition-colors duration-80 hover:bg-hover"
        onClick={onPick}
      >
        <NodeIcon definition={definition} />
        <span className="min-w-0">
          <span className="block font-semibold">{definition.label}</span>
          <span className="block text-secondary text-muted">{t(definition.description)}</span>
        </span>
      </button>
    </li>
  );
}

export interface LoaderPickerProps {
  readonly onPick: (definition: NodeDefinition) => void;
  readonly onCancel: () => void;
}

/** All loaders, to choose where documents come from. */
export function LoaderPicker({ onPick, onCancel }: LoaderPickerProps) {
  const [query, setQuery] = useState('');
  const found = LOADERS.map((definition) => ({
    definition,
    score: matchWords('', query, [definition.label, ...(definition.synonyms ?? []), t(definition.description)]),
  })).filter(({ score }) => score > 0);
  const shown = query === '' ? found : found.toSorted((a, b) => b.score - a.score);
  return (
    <section aria-label={t('Where do the documents come from?')}>
      <div className="mb-4 flex items-center justify-between gap-4">
        <h2 className="text-section font-semibold">{t('Where do the documents come from?')}</h2>
        <Button onClick={onCancel}>{t('Cancel')}</Button>
      </div>
      <SearchField autoFocus label={t('Search loaders')} className="mb-3" value={query} onChange={setQuery} />
      {shown.length === 0 ? (
        <EmptyState title={t('No loader is called “{query}”', { query })}>
          {t('Try what it reads, such as “pdf” or “site”.')}
        </EmptyState>
      ) : (
        <ul aria-label={t('Loaders')} className="grid grid-cols-1 gap-2 md:grid-cols-2 xl:grid-cols-3">
          {shown.map(({ definition }) => (
            <Choice key={definition.name} definition={definition} onPick={() => onPick(definition)} />
          ))}
        </ul>
      )}
    </section>
  );
}
