import { useState } from 'react';
import type { ServerSettings } from '../../../../shared/api/server-settings.ts';
import type { KeyFacts } from '../../../../shared/ipc/key-place.ts';
import { t } from '../../../../shared/texts/t.ts';
import { messageOf } from '../../../api/client.ts';
import { useKeyFacts, useMoveKey } from '../../../api/key-place.ts';
import { useServerSettings } from '../../../api/server.ts';
import { hrefOf } from '../../../stores/router.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx';
import { QueryState } from '../../../ui/feedback/query-state.tsx';
import { showErrorToast } from '../../../ui/feedback/toast.tsx';
import { SettingGroup } from '../setting-group.tsx';
import { HowToChange, SettingRow, settingOf } from './setting-row.tsx';

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
function KeyPlaceGroup() {
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

const KEY_WORDS: Readonly<Record<ServerSettings['secretKey'], string>> = {
  file: t('Credentials are encrypted with secret.key in the data folder. No backup of the database contains it.'),
  environment: t('Credentials are encrypted with the key in TRIBUTARY_SECRET_KEY.'),
  keyring: t(
    'Credentials are encrypted with a key that the keyring of this computer keeps; only the desktop app can ask it.',
  ),
};

function listWords(value: ServerSettings['settings'][number]['value']): string {
  return Array.isArray(value) && value.length > 0 ? value.join(', ') : t('None');
}

function Keys({ settings }: { readonly settings: ServerSettings }) {
  const apiKey = settingOf(settings, 'requireApiKey');
  const token = settingOf(settings, 'requireLocalToken');
  const hosts = settingOf(settings, 'allowedHosts');
  const origins = settingOf(settings, 'allowedOrigins');
  const { apiKeyCount, secretKey, openness } = settings;
  return (
    <>
      <ul aria-label={t('Access')} className="-mt-4">
        <SettingRow
          label={t('Every call needs an API key')}
          setting={apiKey}
          value={apiKey.value === true ? t('On') : t('Off')}
          help={
            <>
              {apiKeyCount === 0
                ? t('There is no API key yet: make one first, or nobody gets in.')
                : t('{count, plural, one {There is # API key.} other {There are # API keys.}}', {
                    count: apiKeyCount,
                  })}{' '}
              <a className="text-accent underline" href={hrefOf({ page: 'resources', tab: 'api-keys' })}>
                {t('Show the API keys')}
              </a>
            </>
          }
          change={`"requireApiKey": ${apiKey.value === true ? 'false' : 'true'}`}
        />
        <SettingRow
          label={t('Private mode: every call needs the secret of the data folder')}
          setting={token}
          value={token.value === true ? t('On') : t('Off')}
          help={
            <>
              <p>{t('For computers that several people use: only programs of yours can read the secret.')}</p>
              {openness ? (
                <p className="font-medium">
                  {t(
                    '{count} people can log in to this computer, and programs of each of them can call Tributary. Set this to true, or to false if that is meant.',
                    { count: openness.people },
                  )}
                </p>
              ) : null}
            </>
          }
          change={`"requireLocalToken": ${token.value === true ? 'false' : 'true'}`}
        />
        <SettingRow
          label={t('Other names of this server')}
          setting={hosts}
          value={listWords(hosts.value)}
          help={t('By which other machines may call it.')}
          change={'"allowedHosts": ["name:3000"]'}
        />
        <SettingRow
          label={t('Other pages that may call it')}
          setting={origins}
          value={listWords(origins.value)}
          change={'"allowedOrigins": ["https://name"]'}
        />
      </ul>
      <p className="mt-4 text-secondary text-muted">{KEY_WORDS[secretKey]}</p>
      <HowToChange settingsFile={settings.settingsFile} />
      <div className="mt-6 border-t border-border pt-6 empty:hidden">
        <KeyPlaceGroup />
      </div>
    </>
  );
}

export function KeysSection() {
  return (
    <QueryState query={useServerSettings()} loading={t('Reading the settings…')}>
      {(settings) => <Keys settings={settings} />}
    </QueryState>
  );
}
