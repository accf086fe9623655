import { useId, useState } from 'react';
import type { Chatflow } from '../../../shared/api/chatflows.ts';
import { useDeleteChatflow } from '../../api/chatflows.ts';
import { messageOf } from '../../api/client.ts';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import { showErrorToast } from '../../ui/feedback/toast.tsx';
import { type PlacesElsewhere, placesElsewhere, storesElsewhere } from './describe-flow.ts';

const NOWHERE: PlacesElsewhere = { places: [], lacksRecords: false };

/** Said before a flow is deleted: what the deletion does not reach. */
function whatStays(chatflow: Chatflow | undefined, canReach: boolean): string {
  const shared = 'Passages that other flows have stored in the same collection stay.';
  const backups = 'Backups of the database hold it for up to 30 days.';
  const elsewhere = chatflow === undefined ? [] : storesElsewhere(chatflow.flowData);
  if (elsewhere.length === 0) return `${shared} ${backups}`;
  const how = canReach ? 'unless you choose to delete it below' : 'delete it in that store';
  return `${shared} What is in ${elsewhere.join(' and ')} stays there${canReach ? ',' : ':'} ${how}. ${backups}`;
}

interface ReachProps extends PlacesElsewhere {
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
}

function ReachElsewhere({ places, lacksRecords, isChosen, onChoose }: ReachProps) {
  const hint = useId();
  return (
    <div className="mt-4 flex items-start gap-2">
      <input
        id={`${hint}-box`}
        type="checkbox"
        className="mt-0.5 size-4 shrink-0 accent-accent"
        aria-describedby={hint}
        checked={isChosen}
        onChange={(event) => onChoose(event.target.checked)}
      />
      <div className="min-w-0 break-words">
        <label htmlFor={`${hint}-box`}>Also delete what this flow stored in {places.join(' and ')}</label>
        <p id={hint} className="text-muted">
          {lacksRecords
            ? 'Without records of it the whole collection goes, if Tributary made it and no other flow uses it.'
            : 'What others have stored there stays.'}
        </p>
      </div>
    </div>
  );
}

export interface DeleteQuestionProps {
  /** Undefined: nothing is asked. */
  readonly chatflow: Chatflow | undefined;
  readonly onClose: () => void;
}

/** Asks before a flow is deleted, and deletes it; what it has stored elsewhere only if one says so. */
export function DeleteQuestion({ chatflow, onClose }: DeleteQuestionProps) {
  const remove = useDeleteChatflow();
  const [reachesElsewhere, setReachesElsewhere] = useState(false);
  const elsewhere = chatflow === undefined ? NOWHERE : placesElsewhere(chatflow.flowData);
  const canReach = elsewhere.places.length > 0;
  function close() {
    setReachesElsewhere(false);
    onClose();
  }
  function confirm() {
    if (chatflow !== undefined) {
      remove.mutate({ id: chatflow.id, reachesElsewhere }, { onError: (error) => showErrorToast(messageOf(error)) });
    }
    close();
  }
  return (
    <ConfirmDialog
      isOpen={chatflow !== undefined}
      title={`Delete “${chatflow?.name ?? ''}”?`}
      confirmLabel="Delete flow"
      onConfirm={confirm}
      onCancel={close}
      choice={canReach && <ReachElsewhere {...elsewhere} isChosen={reachesElsewhere} onChoose={setReachesElsewhere} />}
    >
      <span className="block">
        The flow goes, with the passages that it has stored on this computer, their records, its files and the history
        of its runs. This cannot be undone.
      </span>
      <span className="mt-2 block">{whatStays(chatflow, canReach)}</span>
    </ConfirmDialog>
  );
}
