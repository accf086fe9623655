import { FileSearch, SearchX, Undo2, X } from 'lucide-react';
import { type ReactNode, useDeferredValue, useEffect, useState } from 'react';
import type { ContentChunk, ContentSource, ContentsSummary } from '../../../shared/api/contents.ts';
import { t } from '../../../shared/texts/t.ts';
import { type ContentFilter, type ContentsOf, useContentFacets, useContentSearch } from '../../api/contents.ts';
import { Button } from '../../ui/controls/button.tsx';
import { FilterChips, FilterMenu } from '../../ui/controls/filter-menu.tsx';
import { SearchField } from '../../ui/controls/search-field.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { ChunkCard } from './chunk-card.tsx';
import { ChunkList } from './chunk-list.tsx';
import { OriginalView } from './original/original-view.tsx';
import type { ChunkActions } from './use-chunk-actions.ts';

interface FoundChunksProps {
  readonly of: ContentsOf;
  readonly sourceId: string | undefined;
  readonly words: string;
  readonly filter: ContentFilter;
  readonly chosen: ContentChunk | undefined;
  readonly onSelect: (chunk: ContentChunk) => void;
  readonly renderChunk: (chunk: ContentChunk) => ReactNode;
}

/** Chunks that a search has found, best or first in order; the search goes on on demand. */
function FoundChunks({ of, sourceId, words, filter, chosen, onSelect, renderChunk }: FoundChunksProps) {
  const query = useContentSearch(of, sourceId, words, filter);
  const hits = query.data?.pages.flatMap(({ chunks }) => chunks) ?? [];
  const [best] = hits;
  const isChosen = hits.some(({ id }) => id === chosen?.id);
  useEffect(() => {
    // What stands beside the hits, the original say, is about one of them.
    if (!isChosen && best !== undefined) onSelect(best);
  }, [isChosen, best, onSelect]);
  return (
    <section
      aria-label={t('Chunks')}
      data-chunks
      tabIndex={-1}
      className="min-h-0 flex-1 overflow-y-auto px-4 py-2 outline-none"
    >
      <QueryState query={query} loading={t('Searching…')}>
        {({ pages }) => {
          const chunks = pages.flatMap((page) => page.chunks);
          const searched = pages.reduce((sum, page) => sum + page.searched, 0);
          return (
            <>
              <p role="status" className="tabular mx-auto max-w-200 py-1 text-secondary text-muted">
                {query.hasNextPage && searched > 0
                  ? t('{count, plural, one {# chunk} other {# chunks}} found in the first {searched, number}', {
                      count: chunks.length,
                      searched,
                    })
                  : t('{count, plural, one {# chunk} other {# chunks}} found', { count: chunks.length })}
              </p>
              {chunks.length === 0 && !query.hasNextPage ? (
                <EmptyState icon={<SearchX aria-hidden="true" />} title={t('Nothing found')}>
                  {t('No chunk here has these words and this metadata. Try fewer words, or all sources.')}
                </EmptyState>
              ) : null}
              {chunks.map((chunk) => (
                <div key={chunk.id}>{renderChunk(chunk)}</div>
              ))}
              {query.hasNextPage ? (
                <div className="flex justify-center py-3">
                  <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                    {query.isFetchingNextPage ? t('Searching…') : t('Search on')}
                  </Button>
                </div>
              ) : null}
            </>
          );
        }}
      </QueryState>
    </section>
  );
}

interface OriginalPanelProps {
  readonly ownerId: string;
  /** The source that is open; undefined: all are. */
  readonly source: ContentSource | undefined;
  readonly chunk: ContentChunk;
  readonly onClose: () => void;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The original of the chosen chunk beside the chunks, or over them where the window is narrow; Escape closes it. */
function OriginalPanel({ ownerId, source, chunk, onClose }: OriginalPanelProps) {
  const { pageContent, metadata } = chunk;
  const name = textOf(metadata.source) ?? chunk.source;
  const docId = source?.loaderId ?? textOf(metadata.docId);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a key of what is in it
    <div
      className="flex min-h-0 w-1/2 min-w-0 shrink-0 border-l border-border max-[1100px]:absolute max-[1100px]:inset-y-0 max-[1100px]:right-0 max-[1100px]:z-10 max-[1100px]:w-[min(40rem,100%)] max-[1100px]:shadow-float"
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <OriginalView
        key={`${docId ?? ''} ${name}`}
        ownerId={ownerId}
        source={name}
        docId={docId}
        chunk={{ text: pageContent, metadata }}
        onClose={onClose}
      />
    </div>
  );
}

interface FilterBarProps {
  readonly of: ContentsOf;
  readonly sourceId: string | undefined;
  readonly words: string;
  readonly filter: ContentFilter;
  readonly onWords: (words: string) => void;
  readonly onFilter: (filter: ContentFilter) => void;
  /** Buttons at its end. */
  readonly action: ReactNode;
}

/** Search by words, and by metadata that is there. */
function FilterBar({ of, sourceId, words, filter, onWords, onFilter, action }: FilterBarProps) {
  const { data } = useContentFacets(of, sourceId);
  const facets = (data?.facets ?? []).filter(({ values }) => values.length > 0);
  const isOn = words !== '' || Object.keys(filter).length > 0;
  function clear(): void {
    onWords('');
    onFilter({});
  }
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-2 border-b border-border px-4 py-2">
      <SearchField label={t('Search chunks')} className="w-64" value={words} onChange={onWords} />
      {facets.length === 0 ? null : <FilterMenu facets={facets} filter={filter} onFilter={onFilter} />}
      <FilterChips filter={filter} onFilter={onFilter} />
      {isOn ? (
        <Button look="quiet" icon={<X aria-hidden="true" />} onClick={clear}>
          {t('Show all')}
        </Button>
      ) : null}
      <div className="ml-auto flex gap-2">{action}</div>
    </div>
  );
}

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
