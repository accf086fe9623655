import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { RunUndone } from '../../../shared/api/run-chunks.ts';
import type { RunDetails } from '../../../shared/api/run-details.ts';
import type { Run, UpsertCounts } from '../../../shared/api/runs.ts';
import { t } from '../../../shared/texts/t.ts';
import { messageOf } from '../../api/client.ts';
import { useUndoRun } from '../../api/run-chunks.ts';
import { Button } from '../../ui/controls/button.tsx';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import { showErrorToast, showToast } from '../../ui/feedback/toast.tsx';

export interface UndoRunProps {
  readonly run: Run;
  readonly counts: UpsertCounts | undefined;
  readonly details: RunDetails;
  /** Whether the question is shown at once. */
  readonly asksAtOnce: boolean;
}

/** "12 added chunks go, 3 deleted chunks come back" */
function describeUndo({ numAdded, numDeleted, numUpdated }: UpsertCounts): string {
  const parts = [
    numAdded === 0 ? '' : t('{count, plural, one {# added chunk goes} other {# added chunks go}}', { count: numAdded }),
    numDeleted === 0
      ? ''
      : t('{count, plural, one {# deleted chunk comes back} other {# deleted chunks come back}}', {
          count: numDeleted,
        }),
    numUpdated === 0
      ? ''
      : t('{count, plural, one {# updated chunk is as before} other {# updated chunks are as before}}', {
          count: numUpdated,
        }),
  ].filter((part) => part !== '');
  return parts.length === 0 ? t('What it stored goes') : parts.join(', ');
}

function describeDone({ removed, restored }: RunUndone): string {
  if (restored === 0)
    return t('Upsert undone: {count, plural, one {# chunk} other {# chunks}} removed.', { count: removed });
  return t(
    'Upsert undone: {removed, plural, one {# chunk} other {# chunks}} removed and {restored, plural, one {# chunk} other {# chunks}} brought back.',
    { removed, restored },
  );
}

/** Takes back what the last run of a flow or store has done, after asking. */
export function UndoRun({ run, counts, details, asksAtOnce }: UndoRunProps) {
  const undo = useUndoRun(run.chatflowId);
  const { isPossible } = details.undo;
  const [isAsking, setAsking] = useState(asksAtOnce && isPossible);
  if (!isPossible) return null;
  function confirm() {
    setAsking(false);
    undo.mutate(run.id, {
      onSuccess: (done) => showToast(describeDone(done)),
      onError: (error) => showErrorToast(messageOf(error)),
    });
  }
  return (
    <>
      <Button icon={<Undo2 />} disabled={undo.isPending} onClick={() => setAsking(true)}>
        {undo.isPending ? t('Undoing…') : t('Undo this upsert')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('Undo this upsert?')}
        confirmLabel={t('Undo this upsert')}
        cancelLabel={t('Leave it')}
        onConfirm={confirm}
        onCancel={() => setAsking(false)}
      >
        {t(
          '{changes}. Nothing is embedded again, and settings stay as they are. Documents that are synced may come again with a later sync.',
          { changes: counts === undefined ? t('What it stored goes') : describeUndo(counts) },
        )}
      </ConfirmDialog>
    </>
  );
}
