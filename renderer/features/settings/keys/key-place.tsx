import { useState } from 'react';
import type { KeyFacts } from '../../../../shared/ipc/key-place.ts';
import { t } from '../../../../shared/texts/t.ts';
import { messageOf } from '../../../api/client.ts';
import { useKeyFacts, useMoveKey } from '../../../api/key-place.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx';
import { QueryState } from '../../../ui/feedback/query-state.tsx';
import { showErrorToast } from '../../../ui/feedback/toast.tsx';
import { SettingGroup } from '../setting-group.tsx';

const OBSTACLES: Readonly<Record<NonNullable<KeyFacts['obstacle']>, string>> = {
  'no-keyring': t(
    'This system has no keyring that could protect the key: it stays in secret.key of the data folder, readable by you only. On Linux, GNOME Keyring or KWallet is one.',
  ),
  joined: t(
    'The server was started by another program, not by this window: the key can be moved when the window has a server of its own.',
  ),
  unreadable: t(
    'The keyring of this computer does not open the key, so credentials can’t be read: log in as the user who moved it there, or put back a copy of secret.key. Without one, remove secret.key.sealed from the data folder and enter the credentials again.',
  ),
};

function PlaceChoice({
  place,
  obstacle,
}: {
  readonly place: 'file' | 'keyring';
  readonly obstacle: KeyFacts['obstacle'];
}) {
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending } = useMoveKey();
  const move = (to: 'file' | 'keyring') => mutate(to, { onError: (error) => showErrorToast(messageOf(error)) });
  const isOff = obstacle !== null || isPending;
  return (
    <>
      {obstacle === null ? null : (
        <p className="mb-3 max-w-160 rounded-control bg-warning-soft px-3 py-2">{OBSTACLES[obstacle]}</p>
      )}
      {place === 'file' ? (
        <Button disabled={isOff} onClick={() => setAsking(true)}>
          {t('Move the key to the keyring…')}
        </Button>
      ) : (
        <Button disabled={isOff} onClick={() => move('file')}>
          {t('Keep the key in a file again')}
        </Button>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title={t('Move the key to the keyring?')}
        confirmLabel={t('Move the key')}
        cancelLabel={t('Cancel')}
        onConfirm={() => {
          setAsking(false);
          move('keyring');
        }}
        onCancel={() => setAsking(false)}
      >
        {t(
          'Only this window, for this user of this computer, can then read your credentials. A server without a window (--headless) or a copy of the data folder on another computer can’t, until you keep the key in a file again.',
        )}
      </ConfirmDialog>
    </>
  );
}

/** In the app: where the key is that encrypts credentials, and the ways between its places. */
export function KeyPlaceGroup() {
  const query = useKeyFacts();
  if (window.tributary === undefined) return null;
  return (
    <SettingGroup
      title={t('Key for credentials')}
      help={t(
        'As a file, the key protects copies of the database only. The keyring of the system also keeps it from whoever copies the data folder.',
      )}
    >
      <QueryState query={query} loading={t('Asking for the key…')}>
        {(facts) =>
          facts === null || facts.place === 'environment' ? (
            <p className="text-muted">{t('The environment has it, so it can’t be moved.')}</p>
          ) : (
            <PlaceChoice place={facts.place} obstacle={facts.obstacle} />
          )
        }
      </QueryState>
    </SettingGroup>
  );
}
