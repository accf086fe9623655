import { HardDrive } from 'lucide-react';
import { useState } from 'react';
import type { HeldFiles } from '../../../shared/api/sync.ts';
import { t } from '../../../shared/texts/t.ts';
import { useAnswerSync } from '../../api/sync.ts';
import { Button } from '../../ui/controls/button.tsx';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import { ErrorNotice, splitMessage } from '../../ui/feedback/error-notice.tsx';

interface HeldProps {
  readonly ownerId: string;
  readonly held: HeldFiles;
}

/** Asks what has become of files that are missing, before anything that is stored of them goes. */
function Question({ ownerId, held: { loaderId, label, count, why, answer } }: HeldProps) {
  const answering = useAnswerSync(ownerId);
  const [isAsking, setIsAsking] = useState(false);
  const isAway = answer === 'away';
  function confirm() {
    setIsAsking(false);
    answering.mutate({ answer: 'gone', loaderId });
  }
  return (
    <li className="flex flex-col gap-2 rounded-control bg-warning-soft px-3 py-2">
      <p className="flex gap-2">
        <HardDrive aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warning" />
        <span className="min-w-0 break-words">
          {t('“{label}”: {why}', { label, why })}{' '}
          {isAway ? t('What is stored of them stays until they are back.') : t('Nothing of them was deleted.')}
        </span>
      </p>
      <div className="flex flex-wrap gap-2">
        {isAway ? null : (
          <Button disabled={answering.isPending} onClick={() => answering.mutate({ answer: 'away', loaderId })}>
            {t('The drive is away')}
          </Button>
        )}
        <Button look="quiet" disabled={answering.isPending || answer === 'gone'} onClick={() => setIsAsking(true)}>
          {t('They are gone for good')}
        </Button>
      </div>
      {answering.error === null ? null : <ErrorNotice {...splitMessage(answering.error.message)} />}
      <ConfirmDialog
        isOpen={isAsking}
        title={t('Delete what is stored of the missing files?')}
        confirmLabel={t('Delete')}
        onConfirm={confirm}
        onCancel={() => setIsAsking(false)}
      >
        {t('{count, plural, one {# file is} other {# files are}} missing. If they come back, they are read again.', {
          count,
        })}
      </ConfirmDialog>
    </li>
  );
}

/** Files of watched folders that are missing. */
export function HeldList({ ownerId, held }: { readonly ownerId: string; readonly held: readonly HeldFiles[] }) {
  if (held.length === 0) return null;
  return (
    <ul aria-label={t('Missing files')} className="flex flex-col gap-1.5">
      {held.map((one) => (
        <Question key={one.loaderId} ownerId={ownerId} held={one} />
      ))}
    </ul>
  );
}
