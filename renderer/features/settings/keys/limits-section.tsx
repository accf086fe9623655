import type { ServerSettings } from '../../../../shared/api/server-settings.ts';
import { formatLimit } from '../../../../shared/text/format.ts';
import { t } from '../../../../shared/texts/t.ts';
import { useServerSettings } from '../../../api/server.ts';
import { QueryState } from '../../../ui/feedback/query-state.tsx';
import { HowToChange, SettingRow, settingOf } from './setting-row.tsx';

const LIMITS = [
  { name: 'fileLimitBytes', label: t('Largest file') },
  { name: 'uploadLimitBytes', label: t('All files of one upsert') },
  { name: 'jsonLimitBytes', label: t('Largest JSON') },
] as const;

function Limits({ settings }: { readonly settings: ServerSettings }) {
  const port = settingOf(settings, 'port');
  const host = settingOf(settings, 'host');
  const threads = settingOf(settings, 'embeddingThreads');
  const hub = settingOf(settings, 'modelHubUrl');
  return (
    <>
      <ul aria-label={t('Port and limits')} className="-mt-4">
        <SettingRow
          label={t('Port')}
          setting={port}
          value={port.value === 0 ? t('Any free one, now {port}', { port: window.location.port }) : String(port.value)}
          change={port.setBy?.startsWith('--') === true ? 'tributary serve --port 3001' : '"port": 3001'}
        />
        <SettingRow
          label={t('Address')}
          setting={host}
          value={String(host.value)}
          help={t('127.0.0.1 is this machine only. Others get in only with API keys.')}
          change={host.setBy?.startsWith('--') === true ? 'tributary serve --host 127.0.0.1' : '"host": "127.0.0.1"'}
        />
        {LIMITS.map(({ name, label }) => {
          const setting = settingOf(settings, name);
          return (
            <SettingRow
              key={name}
              label={label}
              setting={setting}
              value={formatLimit(Number(setting.value))}
              change={`"${name}": ${String(setting.value)}`}
            />
          );
        })}
        <SettingRow
          label={t('Threads for models on this machine')}
          setting={threads}
          value={
            threads.value === 0
              ? t('As many as leave the app quick')
              : t('{count, plural, one {# thread} other {# threads}}', { count: Number(threads.value) })
          }
          change={'"embeddingThreads": 2'}
        />
        <SettingRow
          label={t('Where models are fetched from')}
          setting={hub}
          value={String(hub.value)}
          change={`"modelHubUrl": "${String(hub.value)}"`}
        />
      </ul>
      <HowToChange settingsFile={settings.settingsFile} />
    </>
  );
}

export function LimitsSection() {
  return (
    <QueryState query={useServerSettings()} loading={t('Reading the settings…')}>
      {(settings) => <Limits settings={settings} />}
    </QueryState>
  );
}
