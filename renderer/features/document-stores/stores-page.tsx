import { FileInput, FileOutput, Library, PencilLine, Plus, Trash2, TriangleAlert } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { DocumentStoreSummary } from '../../../shared/api/document-store-summaries.ts';
import { t } from '../../../shared/texts/t.ts';
import { useBinCount } from '../../api/bin.ts';
import { messageOf } from '../../api/client.ts';
import { useCreateStore, useStoreSummaries, useUpdateStore } from '../../api/document-stores.ts';
import { saveStoreArchive } from '../../stores/flow/archive-files.ts';
import { chooseStoreFiles } from '../../stores/flow/import-flows.ts';
import { hrefOf, navigate } from '../../stores/router.ts';
import { BinLink } from '../../ui/bin-link.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Field } from '../../ui/controls/field.tsx';
import { TextInput } from '../../ui/controls/inputs.tsx';
import { Menu, MenuItem } from '../../ui/controls/menu.tsx';
import { NameField } from '../../ui/controls/name-field.tsx';
import { SearchField } from '../../ui/controls/search-field.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorNotice, splitMessage } from '../../ui/feedback/error-notice.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { StatusBadge } from '../../ui/feedback/status-badge.tsx';
import { showErrorToast } from '../../ui/feedback/toast.tsx';
import { Page } from '../../ui/page.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { DeleteStoreQuestion } from './delete-store-question.tsx';
import { resultWords, storeState } from './store-words.ts';

/** What a new store begins with: all of it works at once, and on this machine. */
const BEGINNING = {
  embeddingConfig: { name: 'transformersEmbeddings', config: {} },
  vectorStoreConfig: { name: 'hnsw', config: {} },
  recordManagerConfig: { name: 'SQLiteRecordManager', config: { cleanup: 'incremental' } },
} as const;

interface NewStoreFormProps {
  readonly onCreated: (storeId: string) => void;
  readonly onCancel: () => void;
}

/** Asks for the name of a new store and makes it, ready to take documents in. */
function NewStoreForm({ onCreated, onCancel }: NewStoreFormProps) {
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const { mutate, isPending, error } = useCreateStore();
  function create(event: FormEvent) {
    event.preventDefault();
    mutate(
      { name: name.trim(), description: description.trim(), ...BEGINNING },
      { onSuccess: ({ id }) => onCreated(id) },
    );
  }
  return (
    <form
      aria-label={t('New document store')}
      className="mb-6 flex flex-col gap-3 rounded-card border border-border bg-surface p-4"
      onSubmit={create}
      onKeyDown={(event) => (event.key === 'Escape' ? onCancel() : undefined)}
    >
      <Field label={t('Name')}>
        {(control) => (
          <TextInput
            {...control}
            autoFocus
            maxLength={255}
            placeholder={t('Staff handbook')}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <Field label={t('What is it for? (optional)')}>
        {(control) => (
          <TextInput {...control} value={description} onChange={(event) => setDescription(event.target.value)} />
        )}
      </Field>
      <p className="text-secondary text-muted">
        {t('It begins with the built-in model and the vector store on this machine. Both can be changed at any time.')}
      </p>
      {error === null ? null : <ErrorNotice {...splitMessage(messageOf(error))} />}
      <div className="flex gap-2">
        <Button type="submit" look="primary" disabled={name.trim() === '' || isPending}>
          {t('Create store')}
        </Button>
        <Button onClick={onCancel}>{t('Cancel')}</Button>
      </div>
    </form>
  );
}

function LastRun({ lastRun }: Pick<DocumentStoreSummary, 'lastRun'>) {
  if (lastRun === null) return <>{t('Never upserted')}</>;
  return (
    <>
      {resultWords(lastRun)} <TimeAgo date={lastRun.undoneDate ?? lastRun.finishedDate ?? lastRun.createdDate} />
    </>
  );
}

function StateOf({ store }: { readonly store: DocumentStoreSummary }) {
  const { tone, words } = storeState(store.status);
  return (
    <span className="flex flex-col items-end gap-1">
      <StatusBadge tone={tone}>{words}</StatusBadge>
      {store.failedFiles === 0 ? null : (
        <StatusBadge tone="warning" icon={<TriangleAlert aria-hidden="true" />}>
          {t('{count, plural, one {# file} other {# files}} not read', { count: store.failedFiles })}
        </StatusBadge>
      )}
    </span>
  );
}

function StoreRow({ store, onDelete }: { readonly store: DocumentStoreSummary; readonly onDelete: () => void }) {
  const [isRenaming, setIsRenaming] = useState(false);
  const update = useUpdateStore(store.id);
  function rename(name: string | undefined) {
    setIsRenaming(false);
    if (name !== undefined) update.mutate({ name }, { onError: (error) => showErrorToast(messageOf(error)) });
  }
  return (
    <li className="relative flex min-h-16 items-center gap-4 border-b border-border py-2 pr-3 pl-5 transition-colors duration-80 last:border-b-0 hover:bg-hover">
      <div className="min-w-0 flex-1">
        {isRenaming ? (
          <NameField name={store.name} onDone={rename} />
        ) : (
          <a
            href={hrefOf({ page: 'store', storeId: store.id })}
            className="block truncate font-semibold after:absolute after:inset-0"
          >
            {store.name}
          </a>
        )}
        <p className="truncate text-secondary text-muted">
          <LastRun lastRun={store.lastRun} />
          {store.description === null || store.description === '' ? null : ` · ${store.description}`}
        </p>
      </div>
      <p className="tabular w-44 shrink-0 text-right text-secondary text-muted">
        <span className="block text-ink">
          {t('{count, plural, one {# chunk} other {# chunks}}', { count: store.totalChunks })}
        </span>
        {store.files === 0
          ? t('{count, plural, one {# loader} other {# loaders}}', { count: store.loaders })
          : t('{loaders, plural, one {# loader} other {# loaders}}, {files, plural, one {# file} other {# files}}', {
              loaders: store.loaders,
              files: store.files,
            })}
      </p>
      <div className="w-36 shrink-0">
        <StateOf store={store} />
      </div>
      <Menu label={t('More for {name}', { name: store.name })}>
        <MenuItem icon={<PencilLine aria-hidden="true" />} label={t('Rename')} onSelect={() => setIsRenaming(true)} />
        <MenuItem
          icon={<FileOutput aria-hidden="true" />}
          label={t('Export')}
          onSelect={() => void saveStoreArchive(store)}
        />
        <MenuItem icon={<Trash2 aria-hidden="true" />} label={t('Delete')} onSelect={onDelete} isDanger />
      </Menu>
    </li>
  );
}

function StoreList({ stores }: { readonly stores: readonly DocumentStoreSummary[] }) {
  const [query, setQuery] = useState('');
  const [toDelete, setToDelete] = useState<string>();
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = stores.filter(({ name, description }) =>
    words.every((word) => `${name} ${description ?? ''}`.toLowerCase().includes(word)),
  );
  return (
    <>
      <SearchField label={t('Search document stores')} className="mb-3" value={query} onChange={setQuery} />
      {found.length === 0 ? (
        <EmptyState
          title={t('No document store is called “{query}”', { query })}
          action={<Button onClick={() => setQuery('')}>{t('Show all stores')}</Button>}
        />
      ) : (
        <ul aria-label={t('Document stores')} className="overflow-hidden rounded-card border border-border bg-surface">
          {found.map((store) => (
            <StoreRow key={store.id} store={store} onDelete={() => setToDelete(store.id)} />
          ))}
        </ul>
      )}
      {toDelete === undefined ? null : (
        <DeleteStoreQuestion storeId={toDelete} onClose={() => setToDelete(undefined)} />
      )}
    </>
  );
}

function NoStores({ onCreate }: { readonly onCreate: () => void }) {
  return (
    <div className="rounded-card border border-dashed border-border-strong/60">
      <EmptyState
        icon={<Library aria-hidden="true" />}
        title={t('Your document stores will be here')}
        action={<Button onClick={onCreate}>{t('Create a document store')}</Button>}
      >
        {t(
          'A document store keeps files, pages and tables with the chunks that are made of them. You add documents, look at their chunks, and flows and scripts search them.',
        )}
      </EmptyState>
    </div>
  );
}

/** The list of document stores: open, create, import, rename, export, delete. */
export function StoresPage() {
  const query = useStoreSummaries();
  const binned = useBinCount();
  const [isCreating, setIsCreating] = useState(false);
  return (
    <Page
      title={t('Document stores')}
      width="wide"
      count={query.data?.length}
      actions={
        <>
          <Button icon={<FileInput aria-hidden="true" />} onClick={chooseStoreFiles}>
            {t('Import')}
          </Button>
          <Button
            look="primary"
            icon={<Plus aria-hidden="true" />}
            disabled={isCreating}
            onClick={() => setIsCreating(true)}
          >
            {t('New store')}
          </Button>
        </>
      }
    >
      {isCreating ? (
        <NewStoreForm
          onCreated={(storeId) => navigate({ page: 'store', storeId })}
          onCancel={() => setIsCreating(false)}
        />
      ) : null}
      <QueryState query={query} loading={t('Loading document stores…')}>
        {(stores) =>
          stores.length > 0 ? (
            <StoreList stores={stores} />
          ) : isCreating ? null : (
            <NoStores onCreate={() => setIsCreating(true)} />
          )
        }
      </QueryState>
      <BinLink count={binned} href={hrefOf({ page: 'bin' })} />
    </Page>
  );
}
