import { FileSearch, FlaskConical, Layers } from 'lucide-react';
import { type ReactNode, useDeferredValue, useState } from 'react';
import type { ContentChunk, ContentSource, ContentsSummary } from '../../../shared/api/contents.ts';
import { countOf, formatBytes, formatCount } from '../../../shared/text/format.ts';
import { type ContentFilter, type ContentsOf, useContentSource, useContents } from '../../api/contents.ts';
import { hrefOf, navigate } from '../../stores/router.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { Banner } from '../../ui/feedback/banner.tsx';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { Page } from '../../ui/page.tsx';
import { ChangedEditList } from './changed-edits.tsx';
import { ChunkCard } from './chunk-card.tsx';
import { ChunkList } from './chunk-list.tsx';
import { FilterBar } from './filter-bar.tsx';
import { FoundChunks } from './found-chunks.tsx';
import { OriginalPanel } from './original-panel.tsx';
import { SourceList } from './source-list.tsx';
import { UpsertOffer } from './upsert-offer.tsx';
import { type ChunkActions, useChunkActions } from './use-chunk-actions.ts';

const NO_FILTER: ContentFilter = {};

function focusSources(): void {
  document.querySelector<HTMLElement>('[aria-label="Sources"] [aria-current="true"]')?.focus();
}

function focusChunks(): void {
  document.querySelector<HTMLElement>('section[aria-label="Chunks"]')?.focus();
}

interface ChunkPaneProps {
  readonly of: ContentsOf;
  readonly summary: ContentsSummary;
  readonly source: ContentSource | undefined;
  readonly actions: ChunkActions;
  readonly showsOriginal: boolean;
  readonly onShowOriginal: (shows: boolean) => void;
}

/** The chunks of a source, or those that a search finds, and the original of the chosen one. */
function ChunkPane({ of, summary, source, actions, showsOriginal, onShowOriginal }: ChunkPaneProps) {
  const [words, setWords] = useState('');
  const [filter, setFilter] = useState(NO_FILTER);
  const [chosen, setChosen] = useState<ContentChunk>();
  const asked = useDeferredValue(words.trim());
  const { editing, setEditing, isSaving, save, remove, undoEdit, undoLast } = actions;
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
      onRemove={() => remove(chunk)}
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
      <section aria-label={source?.name ?? 'All sources'} className="flex min-h-0 min-w-0 flex-1 flex-col">
        <FilterBar
          {...found}
          words={words}
          onWords={setWords}
          onFilter={setFilter}
          action={
            <Button
              look="quiet"
              icon={<FileSearch aria-hidden="true" />}
              aria-pressed={showsOriginal}
              onClick={() => onShowOriginal(!showsOriginal)}
            >
              Original
            </Button>
          }
        />
        {isSearching ? (
          <FoundChunks {...found} renderChunk={renderChunk} />
        ) : (
          <ChunkList
            of={of}
            sourceId={source?.id}
            total={total}
            place={0}
            chosen={chosen}
            onSelect={setChosen}
            onEdit={(chunk) => setEditing(chunk.id)}
            onRemove={remove}
            onUndo={undoLast}
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

interface ContentsProps {
  readonly of: ContentsOf;
  readonly summary: ContentsSummary;
  /** Name of the source that is open; undefined: all are. */
  readonly sourceName: string | undefined;
  readonly onSource: (name: string | undefined) => void;
}

/** The source that is open: several may have the name that stands in the address. */
function useOpenSource({ of, sourceName, onSource }: ContentsProps) {
  const [opened, setOpened] = useState<ContentSource>();
  const isOpened = opened !== undefined && opened.name === sourceName;
  const named = useContentSource(of, isOpened ? undefined : sourceName);
  const open = (source: ContentSource | undefined) => {
    setOpened(source);
    onSource(source?.name);
  };
  return {
    open,
    source: isOpened ? opened : (named.data ?? undefined),
    isLooking: !isOpened && named.isLoading,
    isMissing: !isOpened && named.data === null,
  };
}

function Contents(props: ContentsProps) {
  const { of, summary, sourceName } = props;
  const { source, open, isLooking, isMissing } = useOpenSource(props);
  const [showsOriginal, setShowsOriginal] = useState(false);
  const [toRemove, setToRemove] = useState<ContentSource>();
  const [isDeciding, setDeciding] = useState(false);
  const actions = useChunkActions(of, summary);
  const { changedEdits } = summary;
  function confirm() {
    if (toRemove !== undefined) actions.removeSource(toRemove);
    if (toRemove?.id === source?.id) open(undefined);
    setToRemove(undefined);
  }
  const chunks = isLooking ? (
    <p role="status" className="p-5 text-muted">
      Opening {sourceName}…
    </p>
  ) : (
    <ChunkPane
      key={source?.id ?? ''}
      of={of}
      summary={summary}
      source={source}
      actions={actions}
      showsOriginal={showsOriginal}
      onShowOriginal={setShowsOriginal}
    />
  );
  return (
    <>
      {summary.kind === 'documentStore' ? <UpsertOffer storeId={summary.ownerId} /> : null}
      {isMissing ? (
        <Banner
          title={`“${sourceName}” is not here any more.`}
          actions={<Button onClick={() => open(undefined)}>Close</Button>}
        >
          All sources are shown instead.
        </Banner>
      ) : null}
      {changedEdits > 0 ? (
        <Banner
          title={`${countOf(changedEdits, 'edit')} to decide.`}
          actions={
            <Button onClick={() => setDeciding(!isDeciding)}>{isDeciding ? 'Back to the chunks' : 'Compare'}</Button>
          }
        >
          The text that you had changed is different in its source now.
        </Banner>
      ) : null}
      <div className="flex min-h-0 flex-1">
        <SourceList of={of} summary={summary} sourceId={source?.id} onOpen={open} onRemove={setToRemove} />
        {isDeciding && changedEdits > 0 ? <ChangedEditList of={of} onDecide={actions.decide} /> : chunks}
      </div>
      <ConfirmDialog
        isOpen={toRemove !== undefined}
        title={`Remove “${toRemove?.name ?? ''}”?`}
        confirmLabel="Remove source"
        onConfirm={confirm}
        onCancel={() => setToRemove(undefined)}
      >
        Its {countOf(toRemove?.chunks ?? 0, 'chunk')} go, and can be brought back for 7 days. The file itself stays
        where it is: an upsert that reads it again brings it too.
      </ConfirmDialog>
    </>
  );
}

function leadOf({ sources, chunks, storedChunks, sizeBytes }: ContentsSummary): string {
  const counts = `${countOf(sources, 'source')} · ${countOf(chunks, 'chunk')} · ${formatBytes(sizeBytes)} of text`;
  if (storedChunks <= chunks) return counts;
  return `${counts} · only the first ${formatCount(chunks)} of the store’s ${formatCount(storedChunks)} chunks are listed and searched here`;
}

export interface ContentsPageProps {
  readonly ownerId: string;
  readonly nodeId: string | undefined;
  readonly onNode: (nodeId: string) => void;
  /** Name of the source that is open; undefined: all are. */
  readonly sourceName: string | undefined;
  readonly onSource: (name: string | undefined) => void;
}

/** What is in a chatflow's vector store or in a document store. */
export function ContentsPage({ ownerId, nodeId, onNode, sourceName, onSource }: ContentsPageProps) {
  const of: ContentsOf = { ownerId, nodeId };
  const query = useContents(of);
  const summary = query.data;
  const isStore = summary?.kind === 'documentStore';
  const home = isStore
    ? { label: 'Document store', href: hrefOf({ page: 'store', storeId: summary.ownerId }) }
    : { label: 'Flow', href: hrefOf({ page: 'editor', chatflowId: ownerId }) };
  const stores = summary?.vectorStores ?? [];
  return (
    <Page
      title={summary === undefined ? 'Contents' : `Contents of ${summary.name}`}
      back={home}
      lead={summary === undefined ? undefined : leadOf(summary)}
      width="full"
      actions={
        <>
          {stores.length > 1 ? (
            <Select
              aria-label="Vector store"
              value={summary?.nodeId ?? ''}
              options={stores.map((store) => ({ value: store.nodeId, label: store.label }))}
              onValueChange={onNode}
            />
          ) : null}
          <Button
            icon={<FlaskConical aria-hidden="true" />}
            onClick={() => navigate({ page: 'tester', ownerId: summary?.ownerId ?? ownerId })}
          >
            Query tester
          </Button>
        </>
      }
    >
      <QueryState query={query} loading="Loading contents…">
        {(data) =>
          data.chunks === 0 ? (
            <EmptyState
              icon={<Layers aria-hidden="true" />}
              title="Nothing is stored here yet"
              action={
                <a className="font-medium text-accent hover:underline" href={home.href}>
                  {isStore ? 'Open the document store' : 'Open the flow and upsert documents'}
                </a>
              }
            >
              After an upsert each file and address is listed here with its chunks, to read, search and correct.
            </EmptyState>
          ) : (
            <Contents of={of} summary={data} sourceName={sourceName} onSource={onSource} />
          )
        }
      </QueryState>
    </Page>
  );
}
