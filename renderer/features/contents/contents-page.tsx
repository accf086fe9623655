import { FlaskConical, Layers, ScatterChart } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ContentSource, ContentsSummary } from '../../../shared/api/contents.ts';
import { formatBytes } from '../../../shared/text/format.ts';
import { t } from '../../../shared/texts/t.ts';
import {
  type ContentsOf,
  FIRST_PAGE,
  useChunkPages,
  useContentChunk,
  useContentSource,
  useContents,
} from '../../api/contents.ts';
import { hrefOf, navigate } from '../../stores/router.ts';
import { Button, LinkButton } from '../../ui/controls/button.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { Banner } from '../../ui/feedback/banner.tsx';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { hasOwnKeys, isTextField } from '../../ui/key-targets.ts';
import { Page } from '../../ui/page.tsx';
import { ChunkPane } from './chunk-pane.tsx';
import { EditList } from './edit-list.tsx';
import { FailedSourceList } from './failed-sources.tsx';
import { SourceList } from './source-list.tsx';
import { UpsertOffer } from './upsert-offer.tsx';
import { useChunkActions } from './use-chunk-actions.ts';
import { useFailedSources } from './use-failed-sources.ts';

interface ContentsProps {
  readonly of: ContentsOf;
  readonly summary: ContentsSummary;
  /** Name of the source that is open; undefined: all are. */
  readonly sourceName: string | undefined;
  readonly onSource: (name: string | undefined) => void;
  /** A chunk of it that is to be shown first. */
  readonly chunkId: string | undefined;
}

const NO_PAGE: readonly number[] = [];

/** The source that is open: several may have the name that stands in the address. One whose last chunk goes and comes back has another id then. */
function useOpenSource({ of, sourceName, onSource }: Omit<ContentsProps, 'summary' | 'chunkId'>) {
  const [opened, setOpened] = useState<ContentSource>();
  const isOpened = opened !== undefined && opened.name === sourceName;
  const [start] = useChunkPages(of, opened?.id, isOpened ? FIRST_PAGE : NO_PAGE);
  const isGone = isOpened && start?.data?.total === 0;
  const named = useContentSource(of, isOpened && !isGone ? undefined : sourceName);
  const again = isGone ? named.data : undefined;
  const open = (source: ContentSource | undefined) => {
    setOpened(source);
    onSource(source?.name);
  };
  return {
    open,
    source: isOpened ? (again ?? opened) : (named.data ?? undefined),
    isLooking: !isOpened && named.isLoading,
    isMissing: !isOpened && named.data === null,
  };
}

interface NoticesProps {
  readonly summary: ContentsSummary;
  /** The source of the address, if it is not here any more. */
  readonly missing: string | undefined;
  readonly onCloseMissing: () => void;
  /** Why the chunk of the address can't be shown. */
  readonly chunkError: Error | null;
  readonly onCloseChunk: () => void;
  readonly showsEdits: boolean;
  readonly onShowEdits: (shows: boolean) => void;
}

/** What has to be known or decided before the chunks. */
function Notices({
  summary,
  missing,
  onCloseMissing,
  chunkError,
  onCloseChunk,
  showsEdits,
  onShowEdits,
}: NoticesProps) {
  const { kind, ownerId, changedEdits } = summary;
  return (
    <>
      {kind === 'documentStore' ? <UpsertOffer storeId={ownerId} /> : null}
      {missing === undefined ? null : (
        <Banner
          title={t('“{missing}” is not here any more.', { missing })}
          actions={<Button onClick={onCloseMissing}>{t('Close')}</Button>}
        >
          {t('All sources are shown instead.')}
        </Banner>
      )}
      {chunkError === null ? null : (
        <Banner title={t("This chunk can't be shown.")} actions={<Button onClick={onCloseChunk}>{t('Close')}</Button>}>
          {chunkError.message}
        </Banner>
      )}
      {changedEdits > 0 ? (
        <Banner
          title={t('{count, plural, one {# edit} other {# edits}} to decide.', { count: changedEdits })}
          actions={
            <Button onClick={() => onShowEdits(!showsEdits)}>
              {showsEdits ? t('Back to the chunks') : t('Compare')}
            </Button>
          }
        >
          {t('The text that you had changed is different in its source now.')}
        </Banner>
      ) : null}
    </>
  );
}

/** Ctrl+Z wherever the focus is, but not in a field, whose own it is, or in a dialog. */
function useUndoKey(undoLast: () => void): void {
  const onUndo = useEffectEvent(undoLast);
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey;
      if (!isUndo || event.defaultPrevented || isTextField(event.target) || hasOwnKeys(event.target)) return;
      event.preventDefault();
      onUndo();
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

function Contents(props: ContentsProps) {
  const { of, summary, sourceName, chunkId } = props;
  const { source, open, isLooking, isMissing } = useOpenSource(props);
  const first = useContentChunk(of, chunkId);
  const failed = useFailedSources(summary);
  const [showsOriginal, setShowsOriginal] = useState(false);
  const [toRemove, setToRemove] = useState<ContentSource>();
  /** What stands beside the sources. */
  const [pane, setPane] = useState<'chunks' | 'edits' | 'failed'>('chunks');
  const actions = useChunkActions(of, summary);
  useUndoKey(actions.undoLast);
  const showsEdits = pane === 'edits' && summary.changedEdits + summary.otherEdits > 0;
  const showsFailed = pane === 'failed' && failed.sources.length > 0;
  function openSource(chosen: ContentSource | undefined) {
    setPane('chunks');
    open(chosen);
  }
  function confirm() {
    if (toRemove !== undefined) actions.removeSource(toRemove);
    if (toRemove?.id === source?.id) open(undefined);
    setToRemove(undefined);
  }
  const place = first.data?.sourceId === source?.id ? (first.data?.place ?? 0) : 0;
  const chunks =
    isLooking || first.isLoading ? (
      <p role="status" className="p-5 text-muted">
        {sourceName === undefined ? t('Opening the chunk…') : t('Opening {name}…', { name: sourceName })}
      </p>
    ) : (
      <ChunkPane
        key={`${source?.id ?? ''} ${first.data?.id ?? ''}`}
        of={of}
        summary={summary}
        source={source}
        actions={actions}
        showsOriginal={showsOriginal}
        place={place}
        onShowOriginal={setShowsOriginal}
      />
    );
  return (
    <>
      <Notices
        summary={summary}
        missing={isMissing ? sourceName : undefined}
        onCloseMissing={() => open(undefined)}
        chunkError={first.error}
        onCloseChunk={() => open(source)}
        showsEdits={showsEdits}
        onShowEdits={(isWanted) => setPane(isWanted ? 'edits' : 'chunks')}
      />
      <div className="flex min-h-0 flex-1">
        <SourceList
          of={of}
          summary={summary}
          failed={failed}
          showsFailed={showsFailed}
          showsEdits={showsEdits}
          sourceId={source?.id}
          onShowFailed={() => setPane('failed')}
          onShowEdits={() => setPane('edits')}
          onOpen={openSource}
          onRemove={setToRemove}
        />
        {showsEdits ? <EditList of={of} summary={summary} onDecide={actions.decide} onUndo={actions.undoEdit} /> : null}
        {showsFailed ? <FailedSourceList summary={summary} failed={failed} /> : null}
        {showsEdits || showsFailed ? null : chunks}
      </div>
      <RemoveQuestion source={toRemove} onConfirm={confirm} onCancel={() => setToRemove(undefined)} />
    </>
  );
}

interface RemoveQuestionProps {
  /** Undefined: no question is shown. */
  readonly source: ContentSource | undefined;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

function RemoveQuestion({ source, onConfirm, onCancel }: RemoveQuestionProps) {
  return (
    <ConfirmDialog
      isOpen={source !== undefined}
      title={t('Remove “{name}”?', { name: source?.name ?? '' })}
      confirmLabel={t('Remove source')}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      {t(
        '{count, plural, one {Its # chunk goes} other {Its # chunks go}}, and can be brought back for 7 days. The file itself stays where it is: an upsert that reads it again brings it too.',
        { count: source?.chunks ?? 0 },
      )}
    </ConfirmDialog>
  );
}

/** Nothing is stored: what could not be read stands there, if there is such. */
function NothingStored({ summary, homeHref }: { readonly summary: ContentsSummary; readonly homeHref: string }) {
  const failed = useFailedSources(summary);
  if (failed.sources.length > 0) return <FailedSourceList summary={summary} failed={failed} />;
  return (
    <EmptyState
      icon={<Layers aria-hidden="true" />}
      title={t('Nothing is stored here yet')}
      action={
        <a className="font-medium text-accent hover:underline" href={homeHref}>
          {summary.kind === 'documentStore' ? t('Open the document store') : t('Open the flow and upsert documents')}
        </a>
      }
    >
      {t('After an upsert each file and address is listed here with its chunks, to read, search and correct.')}
    </EmptyState>
  );
}

function leadOf({ sources, chunks, storedChunks, sizeBytes }: ContentsSummary): string {
  const counts = t(
    '{sources, plural, one {# source} other {# sources}} · {chunks, plural, one {# chunk} other {# chunks}} · {size} of text',
    { sources, chunks, size: formatBytes(sizeBytes) },
  );
  if (storedChunks <= chunks) return counts;
  const limit = t(
    'only the first {chunks, number} of the store’s {storedChunks, number} chunks are listed and searched here',
    { chunks, storedChunks },
  );
  return `${counts} · ${limit}`;
}

export interface ContentsPageProps extends Pick<ContentsProps, 'sourceName' | 'onSource' | 'chunkId'> {
  readonly ownerId: string;
  readonly nodeId: string | undefined;
  readonly onNode: (nodeId: string) => void;
}

/** What is in a chatflow's vector store or in a document store. */
export function ContentsPage({ ownerId, nodeId, onNode, ...opened }: ContentsPageProps) {
  const of: ContentsOf = { ownerId, nodeId };
  const query = useContents(of);
  const summary = query.data;
  const isStore = summary?.kind === 'documentStore';
  const home = isStore
    ? { label: t('Document store'), href: hrefOf({ page: 'store', storeId: summary.ownerId }) }
    : { label: t('Flow'), href: hrefOf({ page: 'editor', chatflowId: ownerId }) };
  const stores = summary?.vectorStores ?? [];
  const search = nodeId === undefined ? {} : { node: nodeId };
  return (
    <Page
      title={summary === undefined ? t('Contents') : t('Contents of {name}', { name: summary.name })}
      back={home}
      lead={summary === undefined ? undefined : leadOf(summary)}
      width="full"
      actions={
        <>
          {stores.length > 1 ? (
            <Select
              aria-label={t('Vector store')}
              value={summary?.nodeId ?? ''}
              options={stores.map((store) => ({ value: store.nodeId, label: store.label }))}
              onValueChange={onNode}
            />
          ) : null}
          <LinkButton icon={<ScatterChart aria-hidden="true" />} href={hrefOf({ page: 'map', ownerId, search })}>
            {t('Map')}
          </LinkButton>
          <Button
            icon={<FlaskConical aria-hidden="true" />}
            onClick={() => navigate({ page: 'tester', ownerId: summary?.ownerId ?? ownerId })}
          >
            {t('Query tester')}
          </Button>
        </>
      }
    >
      <QueryState query={query} loading={t('Loading contents…')}>
        {(data) =>
          data.chunks + data.changedEdits + data.otherEdits === 0 ? (
            <NothingStored summary={data} homeHref={home.href} />
          ) : (
            <Contents of={of} summary={data} {...opened} />
          )
        }
      </QueryState>
    </Page>
  );
}
