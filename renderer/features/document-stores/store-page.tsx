import { CodeXml, Eraser, FileOutput, FlaskConical, Layers, PencilLine, Plus, Trash2, Upload } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { DocumentStore } from '../../../shared/api/document-stores.ts';
import { isFinalStatus } from '../../../shared/api/runs.ts';
import { t } from '../../../shared/texts/t.ts';
import { messageOf } from '../../api/client.ts';
import { useDeleteVectors, useDocumentStore, useStartUpsert, useUpdateStore } from '../../api/document-stores.ts';
import { openApiPanel } from '../../stores/api-panel-store.ts';
import { saveStoreArchive } from '../../stores/flow/archive-files.ts';
import { hrefOf, navigate } from '../../stores/router.ts';
import type { ActiveRun } from '../../stores/run-store.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Menu, MenuItem } from '../../ui/controls/menu.tsx';
import { NameField } from '../../ui/controls/name-field.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorNotice, splitMessage } from '../../ui/feedback/error-notice.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { StatusBadge } from '../../ui/feedback/status-badge.tsx';
import { showErrorToast, showToast } from '../../ui/feedback/toast.tsx';
import { Page } from '../../ui/page.tsx';
import { PageTabs } from '../../ui/page-tabs.tsx';
import { DeleteStoreQuestion } from './delete-store-question.tsx';
import { DestinationForm } from './destination-form.tsx';
import { Documents, useEditing } from './documents-tab.tsx';
import { againWords, EmbedAgainNotice } from './embed-again-notice.tsx';
import { RunStrip } from './run-strip.tsx';
import { isBusy, storeState } from './store-words.ts';
import { useLookForRun, useStoreRun } from './use-store-run.ts';

/** What is shown in place of a store: that it is looked for, or why there is none. */
function NoStore({ query }: { readonly query: ReturnType<typeof useDocumentStore> }) {
  const { error } = query;
  if (error === null || !('status' in error) || error.status !== 404) {
    return (
      <QueryState query={query} loading={t('Loading the document store…')}>
        {() => null}
      </QueryState>
    );
  }
  return (
    <EmptyState
      title={t('There is no such document store')}
      action={<Button onClick={() => navigate({ page: 'bin' })}>{t('Open the bin')}</Button>}
    >
      {t('It may have been deleted, or the link is one of another data folder.')}
    </EmptyState>
  );
}

const TABS = [
  { tab: 'documents', label: t('Documents') },
  { tab: 'ask', label: t('Ask') },
  { tab: 'sync', label: t('Sync') },
  { tab: 'settings', label: t('Where chunks go') },
] as const;
type Tab = (typeof TABS)[number]['tab'];

function tabOf(wanted: string | undefined): Tab {
  return TABS.find(({ tab }) => tab === wanted)?.tab ?? 'documents';
}

function Lead({ store }: { readonly store: DocumentStore }) {
  const { tone, words } = storeState(store.status);
  return (
    <span className="mt-1 flex flex-wrap items-center gap-2">
      <StatusBadge tone={tone}>{words}</StatusBadge>
      {store.loaders.length === 0 ? null : (
        <span className="tabular">
          {t(
            '{chunks, plural, one {# chunk} other {# chunks}} from {loaders, plural, one {# loader} other {# loaders}}',
            { chunks: store.totalChunks, loaders: store.loaders.length },
          )}
        </span>
      )}
      {store.description === null || store.description === '' ? null : <span>· {store.description}</span>}
    </span>
  );
}

/** The failure of the last run that is no loader's alone: those stand in their rows. */
function StoreFailure({ store, onRetry }: { readonly store: DocumentStore; readonly onRetry: () => void }) {
  const { lastError } = store;
  const isOfLoader = store.loaders.some(({ id }) => id === lastError?.nodeId);
  if (lastError === null || isOfLoader || isBusy(store.status) || lastError.code === 'RUN_CANCELLED') return null;
  if (store.embedAgain !== null) return null;
  return (
    <div className="mb-6">
      <ErrorNotice {...splitMessage(lastError.message)} action={{ label: t('Try again'), onClick: onRetry }} />
    </div>
  );
}

interface ActionsProps {
  readonly store: DocumentStore;
  readonly isRunning: boolean;
  /** Whether the person comes back from the form of a loader, whose focus is gone with it. */
  readonly isBack: boolean;
  readonly onAdd: () => void;
  readonly onUpsert: () => void;
  readonly onRename: () => void;
  readonly onTakeOut: () => void;
  readonly onDelete: () => void;
}

function Actions({
  store,
  isRunning,
  isBack,
  onAdd,
  onUpsert,
  onRename,
  onTakeOut,
  onDelete,
}: ActionsProps): ReactNode {
  return (
    <>
      <Button icon={<Layers />} onClick={() => navigate({ page: 'contents', ownerId: store.id })}>
        {t('Contents')}
      </Button>
      <Button icon={<Plus />} autoFocus={isBack} onClick={onAdd}>
        {t('Add loader')}
      </Button>
      <Button look="primary" icon={<Upload />} disabled={isRunning || store.loaders.length === 0} onClick={onUpsert}>
        {t('Upsert all')}
      </Button>
      <Menu label={t('More for {name}', { name: store.name })}>
        <MenuItem
          icon={<CodeXml aria-hidden="true" />}
          label="API"
          onSelect={() => openApiPanel({ kind: 'store', id: store.id, name: store.name })}
        />
        <MenuItem
          icon={<FlaskConical aria-hidden="true" />}
          label={t('Query tester')}
          onSelect={() => navigate({ page: 'tester', ownerId: store.id })}
        />
        <MenuItem icon={<PencilLine aria-hidden="true" />} label={t('Rename')} onSelect={onRename} />
        <MenuItem
          icon={<FileOutput aria-hidden="true" />}
          label={t('Export')}
          onSelect={() => void saveStoreArchive(store)}
        />
        <MenuItem icon={<Eraser aria-hidden="true" />} label={t('Take out of the vector store')} onSelect={onTakeOut} />
        <MenuItem icon={<Trash2 aria-hidden="true" />} label={t('Delete')} onSelect={onDelete} isDanger />
      </Menu>
    </>
  );
}

interface BodyProps {
  readonly store: DocumentStore;
  readonly tab: Tab;
  readonly run: ActiveRun | undefined;
  readonly isRunning: boolean;
  readonly documents: ReturnType<typeof useEditing>;
  readonly upsert: (loaderId?: string) => void;
  readonly ask: ReactNode;
  readonly sync: ReactNode;
  readonly onStarted: () => void;
}

function tabsOf(storeId: string, current: Tab) {
  return TABS.map(({ tab, label }) => ({
    label,
    isCurrent: tab === current,
    href: hrefOf({ page: 'store', storeId, ...(tab === 'documents' ? {} : { search: { tab } }) }),
  }));
}

/** What the run that goes on does. */
function runTitle(store: DocumentStore): string {
  if (store.embedAgain !== null) return againWords(store);
  return store.status === 'SYNCING' ? t('Loading') : t('Upserting');
}

/** What goes on, what went wrong, and the part of the store that is open. */
function Body({ store, tab, run, isRunning, documents, upsert, ask, sync, onStarted }: BodyProps) {
  const isEditing = tab === 'documents' && documents.editing.step !== 'none';
  const showDocuments = () => navigate({ page: 'store', storeId: store.id });
  return (
    <>
      <RunStrip run={run} title={runTitle(store)} />
      {store.embedAgain !== null && !isRunning ? <EmbedAgainNotice store={store} onStarted={onStarted} /> : null}
      <StoreFailure store={store} onRetry={() => upsert()} />
      {isEditing ? null : <PageTabs label={t('Parts of the store')} tabs={tabsOf(store.id, tab)} />}
      {tab === 'documents' ? (
        <Documents store={store} run={run} upsert={upsert} onStarted={onStarted} {...documents} />
      ) : null}
      {tab === 'ask' ? ask : null}
      {tab === 'sync' ? <div className="max-w-xl">{sync}</div> : null}
      {tab === 'settings' ? (
        <DestinationForm
          key={`${JSON.stringify(store.embeddingConfig)} ${JSON.stringify(store.vectorStoreConfig)}`}
          store={store}
          onStarted={() => {
            onStarted();
            showDocuments();
          }}
          onSaved={showDocuments}
        />
      ) : null}
    </>
  );
}

/** Takes the chunks out of the vector store, and offers to bring them back. */
function useTakeOut(storeId: string, onUpsert: () => void): () => void {
  const { mutate } = useDeleteVectors(storeId);
  return () =>
    mutate(undefined, {
      onSuccess: ({ numDeleted }) =>
        showToast(
          t(
            '{count, plural, one {# chunk} other {# chunks}} taken out of the vector store. The document store keeps them.',
            { count: numDeleted },
          ),
          {
            label: t('Upsert all'),
            onClick: onUpsert,
          },
        ),
      onError: (error) => showErrorToast(messageOf(error)),
    });
}

interface StoreProps {
  readonly store: DocumentStore;
  readonly tab: Tab;
  readonly sync: ReactNode;
  readonly ask: ReactNode;
}

function Store({ store, tab, ask, sync }: StoreProps) {
  const run = useStoreRun(store.id);
  const look = useLookForRun(store.id);
  const start = useStartUpsert(store.id);
  const update = useUpdateStore(store.id);
  const documents = useEditing(store.id);
  const takeOut = useTakeOut(store.id, () => upsert());
  const [question, setQuestion] = useState<'none' | 'rename' | 'delete'>('none');
  const isRunning = isBusy(store.status) || (run !== undefined && !isFinalStatus(run.status));
  const onError = (error: Error) => showErrorToast(messageOf(error));
  const upsert = (docId?: string) =>
    start.mutate(docId === undefined ? {} : { docId, replaceExisting: true }, { onSuccess: look, onError });
  const rename = (name: string | undefined) => {
    setQuestion('none');
    if (name !== undefined) update.mutate({ name }, { onError });
  };
  const showDocuments = () => navigate({ page: 'store', storeId: store.id });
  const startAdding = () => {
    documents.setEditing({ step: 'pick' });
    showDocuments();
  };
  const isEditing = tab === 'documents' && documents.editing.step !== 'none';
  return (
    <Page
      title={store.name}
      back={{ label: t('Document stores'), href: hrefOf({ page: 'stores' }) }}
      lead={<Lead store={store} />}
      width="wide"
      actions={
        isEditing ? undefined : (
          <Actions
            store={store}
            isRunning={isRunning}
            isBack={documents.editing.step === 'none' && documents.editing.isBack === true}
            onAdd={startAdding}
            onUpsert={() => upsert()}
            onRename={() => setQuestion('rename')}
            onTakeOut={takeOut}
            onDelete={() => setQuestion('delete')}
          />
        )
      }
    >
      {question === 'rename' ? (
        <div className="mb-4">
          <NameField name={store.name} onDone={rename} />
        </div>
      ) : null}
      <Body
        store={store}
        tab={tab}
        run={run}
        isRunning={isRunning}
        documents={documents}
        upsert={upsert}
        ask={ask}
        sync={sync}
        onStarted={look}
      />
      {question === 'delete' ? (
        <DeleteStoreQuestion
          storeId={store.id}
          onClose={() => setQuestion('none')}
          onDeleted={() => navigate({ page: 'stores' })}
        />
      ) : null}
    </Page>
  );
}

interface StorePageProps {
  readonly storeId: string;
  readonly tab: string | undefined;
  /** The sync of the store. */
  readonly sync: ReactNode;
  readonly ask: ReactNode;
}

/** One document store: its loaders, a question to it, its sync, and where its chunks go. */
export function StorePage({ storeId, tab, ask, sync }: StorePageProps) {
  const query = useDocumentStore(storeId);
  if (query.data !== undefined)
    return <Store key={storeId} store={query.data} tab={tabOf(tab)} ask={ask} sync={sync} />;
  return (
    <Page title={t('Document store')} back={{ label: t('Document stores'), href: hrefOf({ page: 'stores' }) }}>
      <NoStore query={query} />
    </Page>
  );
}
