import { FileSearch, Undo2 } from 'lucide-react';
import { type ReactNode, useDeferredValue, useState } from 'react';
import type { ContentChunk, ContentSource, ContentsSummary } from '../../../shared/api/contents.ts';
import { t } from '../../../shared/texts/t.ts';
import type { ContentFilter, ContentsOf } from '../../api/contents.ts';
import { Button } from '../../ui/controls/button.tsx';
import { ChunkCard } from './chunk-card.tsx';
import { ChunkList } from './chunk-list.tsx';
import { FilterBar } from './filter-bar.tsx';
import { FoundChunks } from './found-chunks.tsx';
import { OriginalPanel } from './original-panel.tsx';
import type { ChunkActions } from './use-chunk-actions.ts';

const NO_FILTER: ContentFilter = {};

function focusSources(): void {
  document.querySelector<HTMLElement>('[data-sources] [aria-current="true"]')?.focus();
}

function focusChunks(): void {
  document.querySelector<HTMLElement>('section[data-chunks]')?.focus();
}

interface PaneButtonsProps extends Pick<ChunkPaneProps, 'showsOriginal' | 'onShowOriginal'> {
  /** Takes the last change back; undefined: there is none. */
  readonly onUndo: (() => void) | undefined;
}

function PaneButtons({ onUndo, showsOriginal, onShowOriginal }: PaneButtonsProps) {
  return (
    <>
      {onUndo === undefined ? null : (
        <Button look="quiet" icon={<Undo2 aria-hidden="true" />} onClick={onUndo}>
          {t('Undo')}
        </Button>
      )}
      <Button
        look="quiet"
        icon={<FileSearch aria-hidden="true" />}
        aria-pressed={showsOriginal}
        onClick={() => onShowOriginal(!showsOriginal)}
      >
        {t('Original')}
      </Button>
    </>
  );
}

export interface ChunkPaneProps {
  readonly of: ContentsOf;
  readonly summary: ContentsSummary;
  readonly source: ContentSource | undefined;
  readonly actions: ChunkActions;
  readonly showsOriginal: boolean;
  readonly onShowOriginal: (shows: boolean) => void;
  /** Of the chunk to begin at, from 0. */
  readonly place: number;
}

/** The chunks of a source, or those that a search finds, and the original of the chosen one. */
export function ChunkPane({ of, summary, source, actions, showsOriginal, onShowOriginal, place }: ChunkPaneProps) {
  const [words, setWords] = useState('');
  const [filter, setFilter] = useState(NO_FILTER);
  const [chosen, setChosen] = useState<ContentChunk>();
  const asked = useDeferredValue(words.trim());
  const { editing, setEditing, isSaving, save, remove, undoEdit, undoLast, canUndo } = actions;
  function removeByButton(chunk: ContentChunk) {
    remove(chunk);
    // The row goes; the next one would have the focus on its own button for deleting.
    focusChunks();
  }
  const renderChunk = (chunk: ContentChunk): ReactNode => (
    <ChunkCard
      chunk={chunk}
      showsSource={source === undefined}
      isSelected={chunk.id === chosen?.id}
      isEditing={chunk.id === editing}
      isSaving={isSaving}
      onSelect={() => setChosen(chunk)}
      onEdit={() => setEditing(chunk.id)}
      onCancel={() => setEditing(undefined)}
      onSave={(draft) => save(chunk, draft)}
      onRemove={() => removeByButton(chunk)}
      onUndo={undoEdit}
    />
  );
  const isSearching = asked !== '' || Object.keys(filter).length > 0;
  const total = source?.chunks ?? summary.chunks;
  const found = { of, sourceId: source?.id, words: asked, filter };
  function closeOriginal() {
    onShowOriginal(false);
    focusChunks();
  }
  return (
    <div className="relative flex min-h-0 min-w-0 flex-1">
      <section aria-label={source?.name ?? t('All sources')} className="flex min-h-0 min-w-0 flex-1 flex-col">
        <FilterBar
          {...found}
          words={words}
          onWords={setWords}
          onFilter={setFilter}
          action={
            <PaneButtons
              onUndo={canUndo ? undoLast : undefined}
              showsOriginal={showsOriginal}
              onShowOriginal={onShowOriginal}
            />
          }
        />
        {isSearching ? (
          <FoundChunks {...found} chosen={chosen} onSelect={setChosen} renderChunk={renderChunk} />
        ) : (
          <ChunkList
            of={of}
            sourceId={source?.id}
            total={total}
            place={place}
            chosen={chosen}
            onSelect={setChosen}
            onEdit={(chunk) => setEditing(chunk.id)}
            onRemove={remove}
            onLeave={focusSources}
            renderChunk={renderChunk}
          />
        )}
      </section>
      {showsOriginal && chosen !== undefined ? (
        <OriginalPanel ownerId={of.ownerId} source={source} chunk={chosen} onClose={closeOriginal} />
      ) : null}
    </div>
  );
}
