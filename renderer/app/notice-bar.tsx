import { TriangleAlert, X } from 'lucide-react';
import { useState } from 'react';
import type { BackupInfo } from '../../shared/api/backups.ts';
import type { Notice } from '../../shared/api/info.ts';
import { locale, t } from '../../shared/texts/t.ts';
import { messageOf } from '../api/client.ts';
import { restoreBackup } from '../api/restore-backup.ts';
import { beginPanelsOf, openSettings } from '../stores/editor-layout-store.ts';
import { navigate } from '../stores/router.ts';
import { Button } from '../ui/controls/button.tsx';
import { IconButton } from '../ui/controls/icon-button.tsx';
import { ConfirmDialog } from '../ui/feedback/confirm-dialog.tsx';
import { showErrorToast } from '../ui/feedback/toast.tsx';

function formatMoment(date: string): string {
  return new Date(date).toLocaleString(locale(), { dateStyle: 'medium', timeStyle: 'short' });
}

function RestoreButton({ backup }: { readonly backup: BackupInfo }) {
  const [step, setStep] = useState<'idle' | 'asking' | 'restoring'>('idle');
  async function restore(): Promise<void> {
    setStep('restoring');
    try {
      await restoreBackup(backup.name);
      window.location.reload();
    } catch (error) {
      setStep('idle');
      showErrorToast(messageOf(error));
    }
  }
  return (
    <>
      <Button className="h-7" disabled={step === 'restoring'} onClick={() => setStep('asking')}>
        {step === 'restoring' ? t('Restoring…') : t('Restore backup')}
      </Button>
      <ConfirmDialog
        isOpen={step === 'asking'}
        title={t('Restore the backup of {date}?', { date: formatMoment(backup.date) })}
        confirmLabel={t('Restore')}
        cancelLabel={t('Cancel')}
        onConfirm={() => void restore()}
        onCancel={() => setStep((current) => (current === 'asking' ? 'idle' : current))}
      >
        {t(
          'Flows and documents will be as they were then, and running upserts are stopped. The database that is there now is kept in the data folder.',
        )}
      </ConfirmDialog>
    </>
  );
}

/** Leads to the sync of a flow or store. */
function OwnerButton({ owner: { id, kind } }: { readonly owner: NonNullable<Notice['owner']> }) {
  function show() {
    if (kind === 'store') return navigate({ page: 'store', storeId: id, search: { tab: 'sync' } });
    navigate({ page: 'editor', chatflowId: id });
    beginPanelsOf(id);
    openSettings();
  }
  return (
    <Button className="h-7" onClick={show}>
      {t('Look at them')}
    </Button>
  );
}

/** What the server has to say, above everything else, until it is solved or put away. */
export function NoticeBar({ notices }: { readonly notices: readonly Notice[] }) {
  const [putAway, setPutAway] = useState<readonly string[]>([]);
  const shown = notices.filter(({ message }) => !putAway.includes(message));
  return shown.map(({ code, message, backup, owner }) => (
    <div
      key={`${message} ${owner?.id ?? ''}`}
      role="status"
      className="flex items-center gap-3 border-b border-warning/30 bg-warning-soft px-4 py-2 text-ink"
    >
      <TriangleAlert aria-hidden="true" className="size-4 shrink-0 text-warning" />
      <p className="min-w-0 flex-1 break-words">{message}</p>
      {backup === null ? null : <RestoreButton backup={backup} />}
      {owner === undefined ? null : <OwnerButton owner={owner} />}
      {code === 'DISK_FULL' ? null : (
        <IconButton label={t('Put away')} icon={<X />} onClick={() => setPutAway([...putAway, message])} />
      )}
    </div>
  ));
}
