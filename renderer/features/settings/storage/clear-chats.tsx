import { useState } from 'react';
import { t } from '../../../../shared/texts/t.ts';
import { messageOf } from '../../../api/client.ts';
import { useClearChats } from '../../../api/server.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Select } from '../../../ui/controls/select.tsx';
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx';
import { showErrorToast } from '../../../ui/feedback/toast.tsx';

const AGES = [30, 90, 365];

/** Deletes chats for good: all, or those that were not used for some time. */
export function ClearChats() {
  const [isAsking, setAsking] = useState(false);
  const [days, setDays] = useState('');
  const clear = useClearChats();
  const options = [
    { value: '', label: t('All chats') },
    ...AGES.map((age) => ({ value: String(age), label: t('Not used for {days} days', { days: age }) })),
  ];
  return (
    <>
      <Button disabled={clear.isPending} onClick={() => setAsking(true)}>
        {t('Delete chats…')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('Delete chats?')}
        choice={
          <Select
            aria-label={t('Which chats')}
            className="mt-3"
            value={days}
            options={options}
            onValueChange={setDays}
          />
        }
        confirmLabel={t('Delete chats')}
        cancelLabel={t('Cancel')}
        onConfirm={() => {
          clear.mutate(days === '' ? undefined : Number(days), {
            onError: (error) => showErrorToast(messageOf(error)),
          });
          setAsking(false);
        }}
        onCancel={() => setAsking(false)}
      >
        {t('They are gone for good, those in the bin too, with the ratings of their answers.')}
      </ConfirmDialog>
    </>
  );
}
