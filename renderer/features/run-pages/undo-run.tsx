import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { RunUndone } from '../../../shared/api/run-chunks.ts';
import type { RunDetails } from '../../../shared/api/run-details.ts';
import type { Run, UpsertCounts } from '../../../shared/api/runs.ts';
import { countOf } from '../../../shared/text/format.ts';
import { messageOf } from '../../api/client.ts';
import { useUndoRun } from '../../api/run-chunks.ts';
import { Button } from '../../ui/controls/button.tsx';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import { showErrorToast, showToast } from '../../ui/feedback/toast.tsx';

export interface UndoRunProps {
  readonly run: Run;
  readonly counts: UpsertCounts | undefined;
  readonly details: RunDetails;
  /** Whether the question is to be asked at once. */
  readonly asksAtOnce: boolean;
}

/** "12 chunks go, 3 chunks come back" */
function describeUndo({ numAdded, numDeleted, numUpdated }: UpsertCounts): string {
  const parts = [
    numAdded === 0 ? '' : `${countOf(numAdded, 'added chunk')} ${numAdded === 1 ? 'goes' : 'go'}`,
    numDeleted === 0 ? '' : `${countOf(numDeleted, 'deleted chunk')} ${numDeleted === 1 ? 'comes' : 'come'} back`,
    numUpdated === 0 ? '' : `${countOf(numUpdated, 'updated chunk')} ${numUpdated === 1 ? 'is' : 'are'} as before`,
  ].filter((part) => part !== '');
  return parts.length === 0 ? 'What it stored goes' : parts.join(', ');
}

function describeDone({ removed, restored }: RunUndone): string {
  const back = restored === 0 ? '' : ` and ${countOf(restored, 'chunk')} brought back`;
  return `Upsert undone: ${countOf(removed, 'chunk')} removed${back}.`;
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
        {undo.isPending ? 'Undoing…' : 'Undo this upsert'}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title="Undo this upsert?"
        confirmLabel="Undo this upsert"
        cancelLabel="Leave it"
        onConfirm={confirm}
        onCancel={() => setAsking(false)}
      >
        {counts === undefined ? 'What it stored goes' : describeUndo(counts)}. Nothing is embedded again, and settings
        stay as they are. Documents that are kept in step may come again with a later refresh.
      </ConfirmDialog>
    </>
  );
}
