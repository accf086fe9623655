import { useId, useState } from 'react';
import type { Chatflow } from '../../../shared/api/chatflows.ts';
import { joinWords } from '../../../shared/text/format.ts';
import { t } from '../../../shared/texts/t.ts';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import { type RemotePlaces, remotePlaces } from './describe-flow.ts';

const NOWHERE: RemotePlaces = { places: [], lacksRecords: false };

/** Whether deleting a flow needs a choice: what it has in remote stores. */
export function needsQuestion(chatflow: Chatflow): boolean {
  return remotePlaces(chatflow.flowData).places.length > 0;
}

interface ReachProps extends RemotePlaces {
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
}

function ReachRemote({ places, lacksRecords, isChosen, onChoose }: ReachProps) {
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
        <label htmlFor={`${hint}-box`}>
          {t('Then also delete what this flow stored in {places}', { places: joinWords(places) })}
        </label>
        <p id={hint} className="text-muted">
          {lacksRecords
            ? t('Without records of it the whole collection goes, if Tributary made it and no other flow uses it.')
            : t('What others have stored there stays.')}
        </p>
      </div>
    </div>
  );
}

export interface DeleteQuestionProps {
  /** Undefined: no question is shown. */
  readonly chatflow: Chatflow | undefined;
  readonly onClose: () => void;
  readonly onDelete: (chatflow: Chatflow, reachesRemote: boolean) => void;
}

/** Asks before a flow with remote storage goes into the bin. */
export function DeleteQuestion({ chatflow, onClose, onDelete }: DeleteQuestionProps) {
  const [reachesRemote, setReachesRemote] = useState(false);
  const remote = chatflow === undefined ? NOWHERE : remotePlaces(chatflow.flowData);
  function close() {
    setReachesRemote(false);
    onClose();
  }
  function confirm() {
    if (chatflow !== undefined) onDelete(chatflow, reachesRemote);
    close();
  }
  return (
    <ConfirmDialog
      isOpen={chatflow !== undefined}
      title={t('Delete “{name}”?', { name: chatflow?.name ?? '' })}
      confirmLabel={t('Delete flow')}
      onConfirm={confirm}
      onCancel={close}
      choice={<ReachRemote {...remote} isChosen={reachesRemote} onChoose={setReachesRemote} />}
    >
      {t(
        'The flow can be brought back from the bin for 7 days. Then it goes, with its records, its files and the history of its runs. What it has stored in {places} stays there, unless you choose to delete it below.',
        { places: joinWords(remote.places) },
      )}
    </ConfirmDialog>
  );
}
