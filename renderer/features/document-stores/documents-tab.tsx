import { useState } from 'react';
import type { DocumentStore } from '../../../shared/api/document-stores.ts';
import type { NodeDefinition } from '../../../shared/nodes/define-node.ts';
import { findNodeDefinition } from '../../../shared/nodes/registry.ts';
import { t } from '../../../shared/texts/t.ts';
import { usePageFiles } from '../../forms/page-files.ts';
import { nodesOfKind } from '../../forms/part-form.tsx';
import type { PickedFile } from '../../forms/picked-files.ts';
import { navigate } from '../../stores/router.ts';
import type { ActiveRun } from '../../stores/run-store.ts';
import { classNames } from '../../ui/class-names.ts';
import { Button } from '../../ui/controls/button.tsx';
import { SearchField } from '../../ui/controls/search-field.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { matchWords } from '../../ui/match-words.ts';
import { NodeIcon } from '../../ui/node-icon.tsx';
import { joinFiles } from './chosen-files.tsx';
import { LoaderEditor } from './loader-editor.tsx';
import { LoaderList } from './loader-list.tsx';

/** Every loader but the one that reads document stores: a store does not read itself. */
const LOADERS = nodesOfKind('documentloader').filter(({ name }) => name !== 'documentStore');

interface ChoiceProps {
  readonly definition: NodeDefinition;
  /** Whether Enter in the search takes it. */
  readonly isBest: boolean;
  readonly onPick: () => void;
}

function Choice({ definition, isBest, onPick }: ChoiceProps) {
  return (
    <li>
      <button
        type="button"
        className={classNames(
          'flex h-full w-full items-start gap-3 rounded-card border bg-surface p-3 text-left transition-colors duration-80 hover:bg-hover',
          isBest ? 'border-accent' : 'border-border',
        )}
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

interface LoaderPickerProps {
  readonly onPick: (definition: NodeDefinition) => void;
  readonly onCancel: () => void;
}

/** All loaders, to choose where documents come from. */
function LoaderPicker({ onPick, onCancel }: LoaderPickerProps) {
  const [query, setQuery] = useState('');
  const found = LOADERS.map((definition) => ({
    definition,
    score: matchWords('', query, [definition.label, ...(definition.synonyms ?? []), t(definition.description)]),
  })).filter(({ score }) => score > 0);
  const shown = query === '' ? found : found.toSorted((a, b) => b.score - a.score);
  const best = query === '' ? undefined : shown[0]?.definition;
  return (
    <section aria-label={t('Where do the documents come from?')}>
      <div className="mb-4 flex items-center justify-between gap-4">
        <h2 className="text-section font-semibold">{t('Where do the documents come from?')}</h2>
        <Button onClick={onCancel}>{t('Cancel')}</Button>
      </div>
      <SearchField
        autoFocus
        label={t('Search loaders')}
        className="mb-3"
        value={query}
        onChange={setQuery}
        onEnter={best === undefined ? undefined : () => onPick(best)}
      />
      {shown.length === 0 ? (
        <EmptyState title={t('No loader is called “{query}”', { query })}>
          {t('Try what it reads, such as “pdf” or “site”.')}
        </EmptyState>
      ) : (
        <ul aria-label={t('Loaders')} className="grid grid-cols-1 gap-2 md:grid-cols-2 xl:grid-cols-3">
          {shown.map(({ definition }) => (
            <Choice
              key={definition.name}
              definition={definition}
              isBest={definition === best}
              onPick={() => onPick(definition)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

/** What is being added or changed in the place of the list. */
type Editing =
  | { readonly step: 'none' /** Something was being added or changed before. */; readonly isBack?: true }
  | { readonly step: 'pick' }
  | { readonly step: 'edit'; readonly definition: NodeDefinition; readonly loaderId: string | undefined };

/** What is being added, with the files for it; files that are dropped begin a loader for any file. */
export function useEditing(storeId: string) {
  const [editing, setEditing] = useState<Editing>({ step: 'none' });
  const [files, setFiles] = useState<readonly PickedFile[]>([]);
  usePageFiles({
    onFiles(dropped) {
      setFiles(joinFiles(files, dropped));
      const isTaking = editing.step === 'edit' && editing.definition.upload !== undefined;
      const anyFile = findNodeDefinition('fileLoader');
      if (!isTaking && anyFile !== undefined) setEditing({ step: 'edit', definition: anyFile, loaderId: undefined });
      navigate({ page: 'store', storeId });
    },
  });
  return { editing, setEditing, files, setFiles };
}

export interface DocumentsProps {
  readonly store: DocumentStore;
  readonly run: ActiveRun | undefined;
  readonly editing: Editing;
  readonly setEditing: (editing: Editing) => void;
  readonly files: readonly PickedFile[];
  readonly setFiles: (files: readonly PickedFile[]) => void;
  readonly upsert: (loaderId: string | undefined) => void;
  readonly onStarted: () => void;
}

/** The loaders of a store, or the one that is being added or changed. */
export function Documents({ store, run, editing, setEditing, files, setFiles, upsert, onStarted }: DocumentsProps) {
  const close = () => {
    setEditing({ step: 'none', isBack: true });
    setFiles([]);
  };
  if (editing.step === 'pick') {
    return (
      <LoaderPicker
        onPick={(definition) => setEditing({ step: 'edit', definition, loaderId: undefined })}
        onCancel={close}
      />
    );
  }
  if (editing.step === 'edit') {
    return (
      <LoaderEditor
        key={editing.loaderId ?? editing.definition.name}
        store={store}
        definition={editing.definition}
        existing={store.loaders.find(({ id }) => id === editing.loaderId)}
        files={files}
        onFiles={setFiles}
        onClose={close}
        onStarted={onStarted}
      />
    );
  }
  const edit = (loaderId: string) => {
    const loader = store.loaders.find(({ id }) => id === loaderId);
    const definition = loader === undefined ? undefined : findNodeDefinition(loader.loaderId);
    if (definition !== undefined) setEditing({ step: 'edit', definition, loaderId });
  };
  return (
    <LoaderList
      store={store}
      run={run}
      onAdd={() => setEditing({ step: 'pick' })}
      onEdit={edit}
      onUpsert={upsert}
      onStarted={onStarted}
    />
  );
}
