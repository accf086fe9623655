import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { RunDetails } from '../../../shared/api/run-details.ts';
import { formatBytes } from '../../../shared/text/format.ts';
import { t } from '../../../shared/texts/t.ts';
import { messageOf } from '../../api/client.ts';
import { useDeleteRunFiles } from '../../api/run.ts';
import { Button } from '../../ui/controls/button.tsx';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import { showErrorToast, showToast } from '../../ui/feedback/toast.tsx';

export interface DeleteRunFilesProps {
  readonly runId: string;
  readonly details: RunDetails;
}

/** Deletes the files that a run keeps so that it can be done again, after asking. */
export function DeleteRunFiles({ runId, details }: DeleteRunFilesProps) {
  const deletion = useDeleteRunFiles();
  const [isAsking, setAsking] = useState(false);
  const { count, sizeBytes } = details.uploads;
  if (count === 0) return null;
  function confirm() {
    setAsking(false);
    deletion.mutate(runId, {
      onSuccess: (deleted) =>
        showToast(t('{count, plural, one {# file} other {# files}} of the run deleted.', { count: deleted.count })),
      onError: (error) => showErrorToast(messageOf(error)),
    });
  }
  return (
    <>
      <Button icon={<Trash2 />} disabled={deletion.isPending} onClick={() => setAsking(true)}>
        {t('Delete its files')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('Delete the files of this run?')}
        confirmLabel={t('Delete its files')}
        cancelLabel={t('Leave them')}
        onConfirm={confirm}
        onCancel={() => setAsking(false)}
      >
        {t(
          '{count, plural, one {# file} other {# files}} ({size}) that came with it {count, plural, one {is} other {are}} kept for a week, so that the run can be done again. Then it can’t be. What is stored stays.',
          { count, size: formatBytes(sizeBytes) },
        )}
      </ConfirmDialog>
    </>
  );
}
