import type { ServerSettings } from '../../../../shared/api/server-settings.ts';
import { t } from '../../../../shared/texts/t.ts';
import { useServerSettings } from '../../../api/server.ts';
import { hrefOf } from '../../../stores/router.ts';
import { QueryState } from '../../../ui/feedback/query-state.tsx';
import { KeyPlaceGroup } from './key-place.tsx';
import { HowToChange, SettingRow, settingOf } from './setting-row.tsx';

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
