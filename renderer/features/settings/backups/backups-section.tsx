import { DatabaseBackup } from 'lucide-react';
import { useState } from 'react';
import type { BackupInfo } from '../../../../shared/api/backups.ts';
import { formatBytes } from '../../../../shared/text/format.ts';
import { locale, t } from '../../../../shared/texts/t.ts';
import { useBackups, useDeleteBackup, useMakeBackup } from '../../../api/backups.ts';
import { messageOf } from '../../../api/client.ts';
import { restoreBackup } from '../../../api/restore-backup.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { QueryState } from '../../../ui/feedback/query-state.tsx';
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx';
import { showErrorToast, showToast } from '../../../ui/feedback/toast.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';

interface Question {
  readonly about: 'restore' | 'delete';
  readonly backup: BackupInfo;
}

function momentOf({ date }: BackupInfo): string {
  return new Date(date).toLocaleString(locale(), { dateStyle: 'medium', timeStyle: 'short' });
}

interface RowProps {
  readonly backup: BackupInfo;
  readonly isNewest: boolean;
  readonly isRestoring: boolean;
  readonly onAsk: (question: Question) => void;
}

function Row({ backup, isNewest, isRestoring, onAsk }: RowProps) {
  const moment = momentOf(backup);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-border py-2.5 last:border-b-0">
      <div className="min-w-60 flex-1">
        <p className="flex items-center gap-2 font-medium">
          {moment}
          {isNewest ? <StatusBadge tone="neutral">{t('Newest')}</StatusBadge> : null}
        </p>
        <p className="tabular text-secondary text-muted">
          <TimeAgo date={backup.date} /> · {formatBytes(backup.sizeBytes)} · {t('found whole when it was made')}
        </p>
      </div>
      <Button
        disabled={isRestoring}
        aria-label={t('Restore the backup of {moment}', { moment })}
        onClick={() => onAsk({ about: 'restore', backup })}
      >
        {t('Restore')}
      </Button>
      <Button
        look="quiet-danger"
        disabled={isRestoring}
        aria-label={t('Delete the backup of {moment}', { moment })}
        onClick={() => onAsk({ about: 'delete', backup })}
      >
        {t('Delete')}
      </Button>
    </li>
  );
}

function BackupQuestion({
  question,
  onRestore,
  onClose,
}: {
  readonly question: Question | undefined;
  readonly onRestore: (backup: BackupInfo) => void;
  readonly onClose: () => void;
}) {
  const remove = useDeleteBackup();
  if (question === undefined) return null;
  const { about, backup } = question;
  const isRestore = about === 'restore';
  const moment = momentOf(backup);
  return (
    <ConfirmDialog
      isOpen
      title={
        isRestore ? t('Restore the backup of {moment}?', { moment }) : t('Delete the backup of {moment}?', { moment })
      }
      confirmLabel={isRestore ? t('Restore and restart') : t('Delete backup')}
      cancelLabel={isRestore ? t('Cancel') : t('Keep it')}
      onConfirm={() => {
        if (isRestore) onRestore(backup);
        else remove.mutate(backup.name, { onError: (error) => showErrorToast(messageOf(error)) });
        onClose();
      }}
      onCancel={onClose}
    >
      {isRestore
        ? t(
            'Flows and documents will be as they were then, and running upserts are stopped. The server starts again. The database that is there now is kept in the data folder.',
          )
        : t('Frees {size}. What is only in this backup is gone for good.', {
            size: formatBytes(backup.sizeBytes),
          })}
    </ConfirmDialog>
  );
}

export function BackupsSection() {
  const query = useBackups();
  const make = useMakeBackup();
  const [question, setQuestion] = useState<Question>();
  const [isRestoring, setRestoring] = useState(false);
  async function restore({ name }: BackupInfo): Promise<void> {
    setRestoring(true);
    try {
      await restoreBackup(name);
      window.location.reload();
    } catch (error) {
      setRestoring(false);
      showErrorToast(messageOf(error));
    }
  }
  const makeNow = () =>
    make.mutate(undefined, {
      onSuccess: ({ sizeBytes }) =>
        showToast(t('The database is backed up: {size}.', { size: formatBytes(sizeBytes) })),
      onError: (error) => showErrorToast(messageOf(error)),
    });
  return (
    <QueryState query={query} loading={t('Looking for backups…')}>
      {({ backups }) => (
        <>
          <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
            <p role="status" className="text-muted">
              {isRestoring
                ? t('Restoring: the server starts again…')
                : t('{count, plural, one {# backup} other {# backups}}, {size} in all', {
                    count: backups.length,
                    size: formatBytes(backups.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)),
                  })}
            </p>
            <Button
              icon={<DatabaseBackup aria-hidden="true" />}
              disabled={make.isPending || isRestoring}
              onClick={makeNow}
            >
              {make.isPending ? t('Backing up…') : t('Back up now')}
            </Button>
          </div>
          {backups.length === 0 ? (
            <EmptyState icon={<DatabaseBackup aria-hidden="true" />} title={t('Your backups will be here')}>
              {t('One is made by itself after a run that changed something, at most once an hour.')}
            </EmptyState>
          ) : (
            <ul aria-label={t('Backups')}>
              {backups.map((backup, index) => (
                <Row
                  key={backup.name}
                  backup={backup}
                  isNewest={index === 0}
                  isRestoring={isRestoring}
                  onAsk={setQuestion}
                />
              ))}
            </ul>
          )}
          <p className="mt-4 text-secondary text-muted">
            {t(
              'The newest two are kept, the last of the newest hours, days and weeks, and none longer than 30 days once there is a newer one. Uploaded files, models and secret.key are not in them.',
            )}
          </p>
          <BackupQuestion
            question={question}
            onRestore={(backup) => void restore(backup)}
            onClose={() => setQuestion(undefined)}
          />
        </>
      )}
    </QueryState>
  );
}
