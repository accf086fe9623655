import { FileUp } from 'lucide-react';
import { useState } from 'react';
import type { DocumentStore, StoreLoader } from '../../../shared/api/document-stores.ts';
import { isFinalStatus } from '../../../shared/api/runs.ts';
import { t } from '../../../shared/texts/t.ts';
import { messageOf } from '../../api/client.ts';
import { useDeleteLoader, useProcessLoader } from '../../api/document-stores.ts';
import type { ActiveRun } from '../../stores/run-store.ts';
import { Button } from '../../ui/controls/button.tsx';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { showErrorToast } from '../../ui/feedback/toast.tsx';
import { LoaderRow } from './loader-row.tsx';
import { isBusy } from './store-words.ts';

function DeleteLoaderQuestion({
  storeId,
  loader,
  onClose,
}: {
  readonly storeId: string;
  readonly loader: StoreLoader;
  readonly onClose: () => void;
}) {
  const { mutateAsync: remove } = useDeleteLoader(storeId);
  return (
    <ConfirmDialog
      isOpen
      title={t('Delete “{name}”?', { name: loader.loaderName })}
      confirmLabel={t('Delete loader')}
      onConfirm={() => {
        onClose();
        remove(loader.id).catch((error: unknown) => showErrorToast(messageOf(error)));
      }}
      onCancel={onClose}
    >
      {t(
        '{chunks, plural, one {# chunk} other {# chunks}} and {files, plural, one {# kept file} other {# kept files}} go, and leave the vector store. Where they came from nothing changes.',
        { chunks: loader.totalChunks, files: loader.files.length },
      )}
    </ConfirmDialog>
  );
}

export interface LoaderListProps {
  readonly store: DocumentStore;
  readonly run: ActiveRun | undefined;
  readonly onAdd: () => void;
  readonly onEdit: (loaderId: string) => void;
  readonly onUpsert: (loaderId: string) => void;
  readonly onStarted: () => void;
}

/** The loaders of a store as rows. */
export function LoaderList({ store, run, onAdd, onEdit, onUpsert, onStarted }: LoaderListProps) {
  const load = useProcessLoader();
  const [toDelete, setToDelete] = useState<StoreLoader>();
  const isRunning = run !== undefined && !isFinalStatus(run.status);
  const { lastError } = store;
  const failureOf = ({ id }: StoreLoader) =>
    lastError !== null && !isBusy(store.status) && lastError.nodeId === id ? lastError.message : undefined;
  if (store.loaders.length === 0) {
    return (
      <div className="rounded-card border border-dashed border-border-strong/60">
        <EmptyState
          icon={<FileUp aria-hidden="true" />}
          title={t('Drop files or folders here')}
          action={<Button onClick={onAdd}>{t('Add a loader')}</Button>}
        >
          {t(
            'Documents become chunks, and the chunks can be searched by what they mean. A loader reads files, a folder, web pages, a database or a service; you see its chunks before anything is stored.',
          )}
        </EmptyState>
      </div>
    );
  }
  return (
    <>
      <ul aria-label={t('Loaders')} className="overflow-hidden rounded-card border border-border bg-surface">
        {store.loaders.map((loader) => (
          <LoaderRow
            key={loader.id}
            loader={loader}
            nodeRun={isRunning ? run.nodes[loader.id] : undefined}
            failure={failureOf(loader)}
            isBusy={isBusy(store.status) || isRunning}
            onEdit={() => onEdit(loader.id)}
            onUpsert={() => onUpsert(loader.id)}
            onLoad={() =>
              load.mutate(loader.id, {
                onSuccess: onStarted,
                onError: (error) => showErrorToast(messageOf(error)),
              })
            }
            onDelete={() => setToDelete(loader)}
          />
        ))}
      </ul>
      {toDelete === undefined ? null : (
        <DeleteLoaderQuestion storeId={store.id} loader={toDelete} onClose={() => setToDelete(undefined)} />
      )}
    </>
  );
}
