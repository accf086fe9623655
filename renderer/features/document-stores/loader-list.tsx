import { FileDown, FileUp, Pencil, RotateCw, Trash2, TriangleAlert, Upload } from 'lucide-react';
import { useState } from 'react';
import type { DocumentStore, StoreLoader } from '../../../shared/api/document-stores.ts';
import { type FailedFile, isFinalStatus, type NodeRun } from '../../../shared/api/runs.ts';
import { findNodeDefinition } from '../../../shared/nodes/registry.ts';
import { describeProgress, progressRatio } from '../../../shared/text/format.ts';
import { t } from '../../../shared/texts/t.ts';
import { messageOf } from '../../api/client.ts';
import { useDeleteLoader, useProcessLoader } from '../../api/document-stores.ts';
import type { ActiveRun } from '../../stores/run-store.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Menu, MenuItem } from '../../ui/controls/menu.tsx';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorNotice, splitMessage } from '../../ui/feedback/error-notice.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { StatusBadge } from '../../ui/feedback/status-badge.tsx';
import { showErrorToast } from '../../ui/feedback/toast.tsx';
import { NodeIcon } from '../../ui/node-icon.tsx';
import { summaryOf } from '../../ui/node-summary.ts';
import { isBusy, loaderState } from './store-words.ts';

/** Names that are read at a glance. */
const NAMED_FILES = 2;

/** What it reads: "rules.pdf, notes.md and 12 more", or the settings that say where. */
function sourceWords(loader: StoreLoader): string {
  const names = loader.files.map(({ name }) => name);
  if (names.length > NAMED_FILES) {
    return t('{names} and {count, number} more', {
      names: names.slice(0, NAMED_FILES).join(', '),
      count: names.length - NAMED_FILES,
    });
  }
  if (names.length > 0) return names.join(', ');
  const definition = findNodeDefinition(loader.loaderId);
  return definition === undefined ? loader.source : summaryOf(definition, loader.loaderConfig);
}

function splitterWords({ splitterName, splitterId, splitterConfig }: StoreLoader): string {
  const definition = findNodeDefinition(splitterId);
  if (splitterId === '') return t('not cut');
  return definition === undefined ? splitterName : t('cut {how}', { how: summaryOf(definition, splitterConfig) });
}

function FailedFiles({
  files,
  onRetry,
}: {
  readonly files: readonly FailedFile[];
  readonly onRetry?: (() => void) | undefined;
}) {
  const inPart = new Set(files.filter(({ isPartial }) => isPartial === true).map(({ name }) => name));
  const unread = files.filter(({ isPartial }) => isPartial !== true).length;
  return (
    <section
      aria-label={t('Files that could not be read')}
      className="flex flex-col gap-2 rounded-control bg-warning-soft p-3"
    >
      <div className="flex items-center gap-2">
        <TriangleAlert aria-hidden="true" className="size-4 shrink-0 text-warning" />
        <p className="flex-1 font-medium">
          {unread === 0
            ? t('{count, plural, one {# file was} other {# files were}} read in part.', { count: inPart.size })
            : t('{count, plural, one {# file} other {# files}} could not be read; all others are stored.', {
                count: unread,
              })}
        </p>
        {onRetry === undefined ? null : (
          <Button className="h-7" icon={<RotateCw />} onClick={onRetry}>
            {t('Try again')}
          </Button>
        )}
      </div>
      <ul className="flex max-h-48 flex-col gap-1 overflow-y-auto">
        {files.map(({ name, message }) => (
          <li key={`${name} ${message}`} className="text-secondary break-words">
            {message}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface LoaderRowProps {
  readonly loader: StoreLoader;
  /** How far the run that goes on is with it. */
  readonly nodeRun: NodeRun | undefined;
  /** Why the last load of it failed: "what happened: what to do". */
  readonly failure: string | undefined;
  /** While the store is at work nothing of it can be changed. */
  readonly isBusy: boolean;
  readonly onEdit: () => void;
  readonly onUpsert: () => void;
  /** Loads it, and leaves the vector store alone. */
  readonly onLoad: () => void;
  readonly onDelete: () => void;
}

function Progress({ nodeRun }: { readonly nodeRun: NodeRun | undefined }) {
  if (nodeRun?.status !== 'running') return null;
  const words = [describeProgress(nodeRun), nodeRun.message].filter((text) => text !== undefined).join(' · ');
  return (
    <div className="flex flex-col gap-1">
      <ProgressBar label={t('Progress of {step}', { step: nodeRun.label })} value={progressRatio(nodeRun)} />
      <p className="tabular text-secondary text-muted">{words}</p>
    </div>
  );
}

/** One loader of a store: what it reads, what it gave, how it stands, and what to do about what failed. */
function LoaderRow({ loader, nodeRun, failure, isBusy, onEdit, onUpsert, onLoad, onDelete }: LoaderRowProps) {
  const [isMoreWanted, setIsMoreWanted] = useState(false);
  const { tone, words } =
    failure === undefined ? loaderState(loader) : ({ tone: 'danger', words: t('Failed') } as const);
  const { failedFiles = [] } = loader;
  const source = sourceWords(loader);
  return (
    <li className="flex flex-col gap-3 border-b border-border px-4 py-3 last:border-b-0">
      <div className="flex items-center gap-4">
        <NodeIcon definition={findNodeDefinition(loader.loaderId)} />
        <div className="min-w-0 flex-1">
          <p className="truncate font-semibold">{loader.loaderName}</p>
          <p className={isMoreWanted ? 'text-secondary break-words text-muted' : 'truncate text-secondary text-muted'}>
            {loader.files.length > NAMED_FILES ? (
              <button
                type="button"
                aria-expanded={isMoreWanted}
                className="rounded-sm hover:text-ink"
                onClick={() => setIsMoreWanted(!isMoreWanted)}
              >
                {isMoreWanted
                  ? loader.files
                      .slice(0, 200)
                      .map(({ name }) => name)
                      .join(', ')
                  : source}
              </button>
            ) : (
              source
            )}
          </p>
        </div>
        <p className="tabular w-44 shrink-0 text-right text-secondary text-muted">
          <span className="block text-ink">
            {t('{count, plural, one {# chunk} other {# chunks}}', { count: loader.totalChunks })}
          </span>
          {splitterWords(loader)}
        </p>
        <div className="flex w-36 shrink-0 justify-end">
          <StatusBadge tone={tone}>{words}</StatusBadge>
        </div>
        <Menu label={t('More for {name}', { name: loader.loaderName })}>
          <MenuItem
            icon={<Pencil aria-hidden="true" />}
            label={t('Change settings')}
            onSelect={onEdit}
            isDisabled={isBusy}
          />
          <MenuItem
            icon={<Upload aria-hidden="true" />}
            label={t('Upsert this loader')}
            onSelect={onUpsert}
            isDisabled={isBusy}
          />
          <MenuItem
            icon={<FileDown aria-hidden="true" />}
            label={t('Load without upserting')}
            onSelect={onLoad}
            isDisabled={isBusy}
          />
          <MenuItem
            icon={<Trash2 aria-hidden="true" />}
            label={t('Delete')}
            onSelect={onDelete}
            isDanger
            isDisabled={isBusy}
          />
        </Menu>
      </div>
      <Progress nodeRun={nodeRun} />
      {failure === undefined ? null : (
        <ErrorNotice
          {...splitMessage(failure)}
          action={isBusy ? undefined : { label: t('Try again'), onClick: onUpsert }}
        />
      )}
      {failedFiles.length === 0 ? null : <FailedFiles files={failedFiles} onRetry={isBusy ? undefined : onUpsert} />}
    </li>
  );
}

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
      {loader.files.length === 0
        ? t(
            '{count, plural, one {# chunk goes, and leaves} other {# chunks go, and leave}} the vector store. Where they came from nothing changes.',
            { count: loader.totalChunks },
          )
        : t(
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
