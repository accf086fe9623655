import { Library, Trash2, Workflow } from 'lucide-react';
import { useState } from 'react';
import type { BinEntry } from '../../../shared/api/bin.ts';
import { t } from '../../../shared/texts/t.ts';
import { useBin, useBinSources, useRemoveFromBin, useRestoreFromBin } from '../../api/bin.ts';
import { messageOf } from '../../api/client.ts';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { showErrorToast } from '../../ui/feedback/toast.tsx';
import { Page } from '../../ui/page.tsx';
import { BinRow, BinSection } from './bin-row.tsx';
import { SourceSection } from './source-section.tsx';

const KINDS = {
  chatflow: { label: t('Flow'), icon: <Workflow aria-hidden="true" /> },
  documentStore: { label: t('Document store'), icon: <Library aria-hidden="true" /> },
} as const satisfies Record<BinEntry['kind'], object>;

function showFailure(error: unknown): void {
  showErrorToast(messageOf(error));
}

function OwnerSection({ entries }: { readonly entries: readonly BinEntry[] }) {
  const restore = useRestoreFromBin();
  const remove = useRemoveFromBin();
  const [toRemove, setToRemove] = useState<BinEntry>();
  function confirm() {
    if (toRemove !== undefined) remove.mutate(toRemove.id, { onError: showFailure });
    setToRemove(undefined);
  }
  return (
    <>
      <BinSection title={t('Flows and document stores')} label={t('In the bin')}>
        {entries.map((entry) => (
          <BinRow
            key={entry.id}
            icon={KINDS[entry.kind].icon}
            name={entry.name}
            about={KINDS[entry.kind].label}
            deletedDate={entry.deletedDate}
            goesDate={entry.goesDate}
            isBusy={false}
            onRestore={() => restore.mutate(entry.id, { onError: showFailure })}
            onRemove={() => setToRemove(entry)}
          />
        ))}
      </BinSection>
      <ConfirmDialog
        isOpen={toRemove !== undefined}
        title={t('Delete “{name}” for good?', { name: toRemove?.name ?? '' })}
        confirmLabel={t('Delete for good')}
        onConfirm={confirm}
        onCancel={() => setToRemove(undefined)}
      >
        {t(
          'It goes with the passages that it has stored on this computer, their records, its files and the history of its runs. What others have stored in the same collection stays. Backups of the database hold it for up to 30 days.',
        )}
      </ConfirmDialog>
    </>
  );
}

/** What was deleted and can be restored: flows, document stores, and files and pages of them. */
export function BinPage({ backHref }: { readonly backHref: string }) {
  const owners = useBin();
  const sources = useBinSources();
  const removed = sources.data?.pages[0]?.total;
  const count = owners.data === undefined || removed === undefined ? undefined : owners.data.length + removed;
  return (
    <Page
      title={t('Bin')}
      width="wide"
      count={count}
      back={{ label: t('Flows'), href: backHref }}
      lead={t('Deleted flows and document stores, and files and pages removed from them, stay here for 7 days.')}
    >
      <QueryState query={owners} loading={t('Loading the bin…')}>
        {(entries) => (entries.length === 0 ? null : <OwnerSection entries={entries} />)}
      </QueryState>
      <QueryState query={sources} loading={t('Loading removed files and pages…')}>
        {() => (removed === 0 ? null : <SourceSection query={sources} />)}
      </QueryState>
      {count === 0 ? (
        <EmptyState icon={<Trash2 aria-hidden="true" />} title={t('The bin is empty')}>
          {t('What you delete can be brought back from here for 7 days.')}
        </EmptyState>
      ) : null}
    </Page>
  );
}
